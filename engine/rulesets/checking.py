"""What makes rules from outside a game that can be played. Source: R14."""

from collections.abc import Iterator
from typing import Final

from engine.cards import card_set, card_text, parse_card, parse_cards
from engine.deals.opening import talon_size
from engine.deals.worth import cards_worth, trick_number
from engine.errors import NotationError, RuleSetCode, RuleSetError
from engine.rules import Deal, LotteryDeal, Position, Rules, TrickDeal, TrumpChoice, deck
from engine.rulesets.contracts import DECKS

DEALS_MAX: Final = 60
_BY_CHAIR: Final = (Position.DEALER, Position.LEFT_OF_DEALER)


def deck_for(players: int) -> tuple[str, ...]:
    """Return the cards taken out for a number of players; raises RuleSetError.

    Source: R1.2.
    """
    if players not in DECKS:
        detail = f"there is no deck for {players} players"
        raise RuleSetError(RuleSetCode.WRONG_PLAYER_COUNT, detail, tuple(map(str, DECKS)))
    return DECKS[players]


def check(rules: Rules) -> None:
    """Check that rules with a known deck can be played to an end.

    Raises RuleSetError: NO_DEALS, WORTHLESS_DEAL, NO_SUCH_TRICK, NO_SUCH_CARD,
    TOO_MANY_PRIZES, CLASHING_RULES.
    """
    if not 1 <= len(rules.deals) <= DEALS_MAX:
        raise RuleSetError(RuleSetCode.NO_DEALS, "a match needs deals", (f"1 … {DEALS_MAX} deals",))
    for spec in rules.deals:
        _check_deal(rules, spec)
    if rules.ending is not None and sum(_total(rules, spec) for spec in rules.deals) <= 0:
        detail = "an ending needs deals that raise the totals"
        raise RuleSetError(RuleSetCode.CLASHING_RULES, detail, ("deals that add points",))


def _check_deal(rules: Rules, spec: Deal) -> None:
    if isinstance(spec, LotteryDeal):
        _check_lottery(rules, spec)
        return
    for names in _lists(spec):
        _check_cards(spec, names)
    _check_worth(rules, spec)
    _check_opening(rules, spec)
    for wrong, allowed in _clashes(rules, spec):
        raise _clash(spec, wrong, allowed)


def _clash(spec: Deal, wrong: str, allowed: str) -> RuleSetError:
    return RuleSetError(RuleSetCode.CLASHING_RULES, f"deal {spec.id}: {wrong}", (allowed,))


def _check_lottery(rules: Rules, spec: LotteryDeal) -> None:
    if not any(spec.prizes):
        detail = f"deal {spec.id} has no prize"
        raise RuleSetError(RuleSetCode.WORTHLESS_DEAL, detail, ("a prize that is not 0",))
    if len(spec.prizes) > rules.players:
        detail = f"deal {spec.id} has {len(spec.prizes)} prizes for {rules.players} players"
        raise RuleSetError(RuleSetCode.TOO_MANY_PRIZES, detail, (f"1 … {rules.players} prizes",))
    if spec.opener not in _BY_CHAIR:
        raise _clash(spec, "a lottery is opened from a chair", "dealer, left_of_dealer")


def _lists(spec: TrickDeal) -> Iterator[tuple[str, ...]]:
    """Yield every list of cards in a deal."""
    yield from (part.cards for part in spec.cards)
    yield from (spec.barred_first, spec.must_drop)
    yield from ((spec.opening_card,) if spec.opening_card is not None else (),)
    yield from (spec.moon.cards if spec.moon else (),)
    if spec.broken_hearts is not None:
        yield from (spec.broken_hearts.by, spec.broken_hearts.beside)


def _check_cards(spec: TrickDeal, names: tuple[str, ...]) -> None:
    for name in names:
        try:
            written = card_text(parse_card(name))
        except NotationError as error:
            detail = f"deal {spec.id} names {error.text[:20]!r}"
            raise RuleSetError(RuleSetCode.NO_SUCH_CARD, detail, (error.form,)) from error
        if written != name:
            detail = f"deal {spec.id} names {name[:20]!r}"
            raise RuleSetError(RuleSetCode.NO_SUCH_CARD, detail, (written,))
    if len(set(names)) < len(names):
        raise _clash(spec, "a list names a card twice", "each card once")


def _check_worth(rules: Rules, spec: TrickDeal) -> None:
    played = card_set(deck(rules.removed))
    counted = any(part.points and parse_cards(part.cards) & played for part in spec.cards)
    if not (spec.trick or counted or any(part.points for part in spec.tricks)):
        detail = f"deal {spec.id} counts nothing"
        raise RuleSetError(RuleSetCode.WORTHLESS_DEAL, detail, ("a unit that is not 0",))
    for part in spec.tricks:
        if (
            not 1 <= trick_number(part.number, rules.hand_size) <= rules.hand_size
            or not part.number
        ):
            detail = f"deal {spec.id} has no trick {part.number}"
            allowed = f"1 … {rules.hand_size}, or -{rules.hand_size} … -1 from the end"
            raise RuleSetError(RuleSetCode.NO_SUCH_TRICK, detail, (allowed,))


def _check_opening(rules: Rules, spec: TrickDeal) -> None:
    if spec.opening_card in rules.removed:
        detail = f"deal {spec.id} opens with {spec.opening_card}, which is not in the deck"
        raise RuleSetError(RuleSetCode.NO_SUCH_CARD, detail, ("a card of the deck",))


def _clashes(rules: Rules, spec: TrickDeal) -> Iterator[tuple[str, str]]:
    """Yield what does not go together in a deal, and what would."""
    if spec.passing and not 1 <= spec.passing.to < rules.players:
        yield "cards are passed to nobody", f"to: 1 … {rules.players - 1}"
    held = rules.hand_size - (talon_size(spec, rules.players) > 0)
    if spec.passing and spec.passing.count > held:
        yield "more cards are passed than held", f"count: 1 … {held}"
    if (spec.opening_card is None) != (spec.leader is not Position.HOLDER):
        yield "the holder of the opening card leads", "leader holder with an opening card"
    if spec.moon and not parse_cards(spec.moon.cards) & card_set(deck(rules.removed)):
        yield "a moon takes no card of the deck", "cards of the deck"
    if spec.moon and len(set(spec.moon.ways)) < len(spec.moon.ways):
        yield "a way of the moon is offered twice", "each way once"
    if spec.trump is None and spec.leader in {Position.DECLARER, Position.BUYER}:
        yield "there is no declarer without a trump", "dealer, left_of_dealer, holder"
    if spec.trump is not None:
        yield from _trump_clashes(spec, spec.trump, rules.hand_size)


def _trump_clashes(
    spec: TrickDeal, trump: TrumpChoice, hand_size: int
) -> Iterator[tuple[str, str]]:
    if trump.named_by not in _BY_CHAIR:
        yield "the declarer is known by his chair", "dealer, left_of_dealer"
    if len(set(trump.suits)) < len(trump.suits):
        yield "a trump is offered twice", "each trump once"
    if spec.leader is Position.BUYER and trump.auction is None:
        yield "there is no buyer without an auction", "dealer, left_of_dealer, declarer"
    if trump.seen_cards is not None and trump.auction is not None:
        yield "the first cards of a hand name no trump in an auction", "seenCards null"
    if trump.seen_cards is not None and spec.passing is not None:
        yield "the first cards of a hand name no trump after a pass", "seenCards null"
    if trump.seen_cards is not None and trump.seen_cards > hand_size:
        yield "more cards are seen than held", f"seenCards: 1 … {hand_size}"


def _total(rules: Rules, spec: Deal) -> int:
    """Return the sum of the points that a deal brings all seats together."""
    if isinstance(spec, LotteryDeal):
        return sum(spec.prizes)
    special = sum(part.points for part in spec.tricks)
    counted = cards_worth(spec, card_set(deck(rules.removed)))
    return spec.trick * rules.hand_size + special + counted
