"""Finds the order in which the cards of a written deal were dealt, and what is wrong with it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.cards import card_set, card_text, parse_card, texts
from engine.deals import open_deal
from engine.deals.opening import talon_size
from engine.notation.faults import Fault, FaultCode, FaultError, fault
from engine.notation.model import WrittenDeal, WrittenMatch
from engine.rules import Rules, deck
from engine.shuffle import deal_seed, practice_secret, shuffle


class _Places(Struct, frozen=True):
    """Where the cards of a deal lie: card sets by seat, that of the talon, the card set aside."""

    hands: tuple[int, ...]
    talon: int
    odd: int | None


def seed_of(match: WrittenMatch, number: int, stated: str | None, at: str) -> bytes | None:
    """Return the seed of a deal or, at 0, of the draw; nothing if the file does not tell it.

    Raises FaultError BAD_SEED where a practice match states another seed than its own.
    """
    seed = None if stated is None else bytes.fromhex(stated)
    if match.practice_seed is None:
        return seed
    known = deal_seed(practice_secret(match.practice_seed), number)
    if seed not in {None, known}:
        detail = f"the seed of practice {match.practice_seed} is {known.hex()}"
        raise FaultError(fault(FaultCode.BAD_SEED, at, detail, "R15.4"))
    return known


def entropy_of(rules: Rules, deal: WrittenDeal, at: str) -> tuple[bytes, ...]:
    """Return what the seats added to a deal, by seat; raises FaultError NO_SUCH_SEAT."""
    given = deal.entropy or ("",) * rules.players
    if len(given) != rules.players:
        detail = f"entropy stands for {len(given)} seats, {rules.players} play"
        raise FaultError(fault(FaultCode.NO_SUCH_SEAT, f"{at}/entropy", detail, "R15.6"))
    return tuple(map(bytes.fromhex, given))


def cards_dealt(match: WrittenMatch, rules: Rules, index: int) -> bytes:
    """Return the cards of a deal in the order of dealing: hands, talon, odd card.

    The seed decides where there is one; what the file says besides must be the same deal. Raises
    FaultError: NO_CARDS, BAD_SEED, HANDS_DIFFER, NO_SUCH_SEAT, and the codes of wrong hands.
    """
    deal, at = match.deals[index], f"/deals/{index}"
    stated = list(_stated(rules, deal, at))
    seed = seed_of(match, deal.number, deal.seed, f"{at}/seed")
    if seed is not None:
        entropy = entropy_of(rules, deal, at)
        dealt = bytes(shuffle(deck(rules.removed), seed, entropy))
        wrong, detail = FaultCode.BAD_SEED, "the seed gives other cards"
    elif stated:
        (_, dealt), wrong, detail = stated[0], FaultCode.HANDS_DIFFER, "the order gives other hands"
    else:
        detail = "the deal states neither a seed, nor an order, nor hands"
        raise FaultError(fault(FaultCode.NO_CARDS, at, detail))
    places = _cards_by_place(rules, deal, dealt)
    for where, cards in stated:
        if _cards_by_place(rules, deal, cards) != places:
            raise FaultError(fault(wrong, where, detail))
    _check_beside(deal, places, wrong, at)
    return dealt


def _check_beside(deal: WrittenDeal, places: _Places, wrong: FaultCode, at: str) -> None:
    """Check the talon and the odd card, which may be stated without hands."""
    talon = card_set(map(parse_card, deal.talon))
    if deal.talon and talon != places.talon:
        raise FaultError(fault(wrong, f"{at}/talon", "another talon was dealt"))
    if deal.odd is not None and parse_card(deal.odd) != places.odd:
        raise FaultError(fault(wrong, f"{at}/odd", "no such card was set aside"))


def _stated(rules: Rules, deal: WrittenDeal, at: str) -> Iterator[tuple[str, bytes]]:
    """Yield each order that the file states, and where."""
    if deal.order:
        order = tuple(map(parse_card, deal.order))
        _check_all(rules, [(card, f"{at}/order") for card in order], f"{at}/order")
        yield f"{at}/order", bytes(order)
    if deal.hands:
        yield f"{at}/hands", _from_hands(rules, deal, at)


def _cards_by_place(rules: Rules, deal: WrittenDeal, cards: bytes) -> _Places:
    opened, _ = open_deal(rules, deal.number, deal.dealer, cards)
    return _Places(opened.hands, card_set(opened.talon), opened.set_aside)


def _from_hands(rules: Rules, deal: WrittenDeal, at: str) -> bytes:
    """Return the order of dealing that the listed hands, talon and odd card make."""
    hands = [tuple(map(parse_card, hand)) for hand in deal.hands]
    talon, odd = tuple(map(parse_card, deal.talon)), _odd_card(rules, deal)
    placed = [(card, f"{at}/hands/{seat}") for seat, hand in enumerate(hands) for card in hand]
    placed += [(card, f"{at}/talon") for card in talon]
    placed += [(card, f"{at}/odd") for card in odd]
    _check_all(rules, placed, f"{at}/hands")
    _check_sizes(rules, deal, at)
    left = deal.dealer + 1
    from_left = [hands[(left + step) % rules.players] for step in range(rules.players)]
    in_turn = (card for one_each in zip(*from_left, strict=True) for card in one_each)
    return bytes((*in_turn, *talon, *odd))


def _odd_card(rules: Rules, deal: WrittenDeal) -> tuple[int, ...]:
    """Return the card that was set aside: the one stated, or the only one that nobody has."""
    if deal.odd is not None:
        return (parse_card(deal.odd),)
    listed = {parse_card(card) for cards in (*deal.hands, deal.talon) for card in cards}
    missing = tuple(card for card in deck(rules.removed) if card not in listed)
    return missing if rules.odd_card is not None and len(missing) == 1 else ()


def _check_sizes(rules: Rules, deal: WrittenDeal, at: str) -> None:
    talon = talon_size(rules.deal(deal.number), rules.players)
    size = rules.hand_size - (talon > 0)
    places = [(hand, size, f"{at}/hands/{seat}") for seat, hand in enumerate(deal.hands)]
    places += [((), size, f"{at}/hands")] * (rules.players - len(deal.hands))
    for cards, expected, where in (*places, (deal.talon, talon, f"{at}/talon")):
        if len(cards) != expected or len(places) > rules.players:
            detail = f"{rules.players} hands have {size} cards each, and the talon {talon}"
            raise FaultError(fault(FaultCode.WRONG_HAND_SIZE, where, detail))


_Placed = Sequence[tuple[int, str]]


def _check_all(rules: Rules, placed: _Placed, at: str) -> None:
    """Check that each card of the deck stands once among cards that each stand somewhere."""
    whole = deck(rules.removed)
    for wrong in _wrong_cards(whole, placed):
        raise FaultError(wrong)
    missing = set(whole) - {card for card, _ in placed}
    if missing:
        detail = f"nobody has {' '.join(texts(sorted(missing)))}"
        raise FaultError(fault(FaultCode.MISSING_CARD, at, detail))


def _wrong_cards(whole: Sequence[int], placed: _Placed) -> Iterator[Fault]:
    seen = set()
    for card, where in placed:
        if card not in whole:
            detail = f"{card_text(card)} is not in the deck of this game"
            yield fault(FaultCode.NOT_IN_DECK, where, detail)
        if card in seen:
            detail = f"{card_text(card)} stands there a second time"
            yield fault(FaultCode.CARD_TWICE, where, detail)
        seen.add(card)


def cards_drawn(match: WrittenMatch, rules: Rules) -> bytes:
    """Return the cards drawn for the first deal by seat, empty if the file does not tell them.

    Raises FaultError: BAD_SEED, NOT_IN_DECK, CARD_TWICE, NO_SUCH_SEAT.
    """
    stated = bytes(map(parse_card, match.draw))
    seed = seed_of(match, 0, match.draw_seed, "/drawSeed")
    if seed is not None:
        drawn = bytes(shuffle(deck(rules.removed), seed, ())[: rules.players])
        if stated not in {b"", drawn}:
            detail = f"the seed of the draw gives {' '.join(texts(drawn))}"
            raise FaultError(fault(FaultCode.BAD_SEED, "/draw", detail))
        return drawn
    if stated and len(stated) != rules.players:
        detail = f"{len(stated)} cards are drawn by {rules.players} seats"
        raise FaultError(fault(FaultCode.NO_SUCH_SEAT, "/draw", detail, "R1.6"))
    for wrong in _wrong_cards(deck(rules.removed), [(card, "/draw") for card in stated]):
        raise FaultError(wrong)
    return stated
