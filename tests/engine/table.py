"""A table to play at: rules, positions laid out by hand, and moves given as texts."""

from collections.abc import Callable, Sequence
from itertools import chain
from random import Random

import msgspec
from msgspec.structs import replace

from engine.cards import SUIT_SIZE, card_set, cards_in, parse_card, parse_trump, texts
from engine.deals import Decision, open_deal
from engine.events import Effect
from engine.match import Step, apply, decision, start_with
from engine.moves import Bid, Give, Lower, Move, MoveKind, NameTrump, Open, Play, parse_move
from engine.rules import Rules, TrickDeal, deck
from engine.rulesets import RULE_SETS, rule_set
from engine.state import DealState, Layout, MatchState, Phase

# Four hands of one suit each: clubs at seat 0, then diamonds, hearts and spades.
FOUR_SUITS = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDHS")

# Every rule set with every number of players that it is played by.
TABLES = tuple((name, players) for name, found in RULE_SETS.items() for players in found.players)


def game(name: str, players: int | None = None, **options: str) -> Rules:
    """Return the rules of a rule set, for its usual number of players if none is given."""
    found = rule_set(name)
    return found.resolve(players or next(iter(found.removed)), options)


def kurnik(players: int = 4, **options: str) -> Rules:
    """Return the rules of Kurnik."""
    return game("kurnik", players, **options)


def number_of(rules: Rules, deal_id: str) -> int:
    """Return the number of the first deal with that id."""
    return next(number for number, deal in enumerate(rules.deals, 1) if deal.id == deal_id)


def trick_deal(rules: Rules, deal_id: str) -> TrickDeal:
    """Return the first trick deal with that id."""
    found = rules.deals[number_of(rules, deal_id) - 1]
    assert isinstance(found, TrickDeal)
    return found


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as `QS 2C`, in its order."""
    return tuple(parse_card(name) for name in text.split())


def held(text: str) -> int:
    """Return the set of the cards of a text."""
    return card_set(cards(text))


def in_play(state: MatchState) -> DealState:
    """Return the deal that a match is in."""
    assert state.deal is not None
    return state.deal


def layout(state: MatchState) -> Layout:
    """Return what lies on the table in a lottery."""
    found = in_play(state).layout
    assert found is not None
    return found


def dealt(
    rules: Rules, deal_id: str, hands: Sequence[str], dealer: int = 0, rest: str = ""
) -> MatchState:
    """Return a match in a deal just dealt.

    `hands` are the hands by seat, each in the order of dealing, `rest` the talon and then the
    card that is set aside.
    """
    return _opened(rules, deal_id, [cards(hand) for hand in hands], dealer, cards(rest))


def _opened(
    rules: Rules,
    deal_id: str,
    hands: Sequence[Sequence[int]],
    dealer: int = 0,
    rest: Sequence[int] = (),
) -> MatchState:
    from_left = [hands[(dealer + step) % rules.players] for step in range(1, rules.players + 1)]
    order = [card for one_each in zip(*from_left, strict=True) for card in one_each]
    number = number_of(rules, deal_id)
    deal, _ = open_deal(rules, number, dealer, bytes((*order, *rest)))
    return start_with(rules, "m_test", deal)


def chance_deal(rules: Rules, deal_id: str, seed: int = 0, dealer: int = 0) -> MatchState:
    """Return a match in a deal just dealt from a deck in an order of chance."""
    order = list(deck(rules.removed))
    Random(seed).shuffle(order)
    deal, _ = open_deal(rules, number_of(rules, deal_id), dealer, bytes(order))
    return start_with(rules, "m_test", deal)


def late(
    rules: Rules,
    deal_id: str,
    hands: Sequence[str],
    leader: int = 0,
    *,
    trump: str | None = None,
    odd: str = "",
    points: tuple[int, ...] = (),
) -> MatchState:
    """Return a match near the end of a trick deal of seat 0, with the hands that are left.

    All other cards but the odd one went before, lowest first, in tricks that `leader` took.
    What they brought is forgotten, unless `points` tell it.
    """
    left, aside = [cards(hand) for hand in hands], cards(odd)
    gone = _others(rules, [*left, aside])
    tricks = len(gone) // rules.players
    leads = [1, *[leader] * (tricks - 1)]
    whole = [
        [gone[at * rules.players + (seat - lead) % rules.players] for at, lead in enumerate(leads)]
        + list(left[seat])
        for seat in range(rules.players)
    ]
    state = _opened(rules, deal_id, whole, rest=aside)
    deal = replace(
        in_play(state),
        phase=Phase.TRICKS,
        hands=tuple(map(card_set, left)),
        leader=leads[0],
        to_act=(leader,),
        plays=bytes(gone),
        winners=bytes([leader] * tricks),
        trump=None if trump is None else parse_trump(trump),
        points=points or (0,) * rules.players,
    )
    return replace(state, deal=deal)


def standing(
    rules: Rules, deal_id: str, hand: str, *, finished: str = "", table: str = ""
) -> MatchState:
    """Return a match in a trick deal in which seat 0 is asked, with no more than it needs.

    `hand` is the hand of seat 0, `finished` the cards of the finished tricks, `table` those of the
    unfinished one, from its lead on. All other cards are nowhere.
    """
    over, lying = cards(finished), cards(table)
    state = chance_deal(rules, deal_id)
    leader = -len(lying) % rules.players
    deal = replace(
        in_play(state),
        phase=Phase.TRICKS,
        hands=(held(hand), *[0] * (rules.players - 1)),
        leader=leader,
        to_act=(0,),
        plays=bytes((*over, *lying)),
        winners=bytes([leader] * (len(over) // rules.players)),
    )
    return replace(state, deal=deal)


def laid_out(
    rules: Rules, hands: Sequence[str], opening: str, turn: int = 0, odd: str = ""
) -> MatchState:
    """Return a match near the end of a lottery of seat 0, with the hands that are left.

    All other cards lie already; `opening` is the card that opened the layout.
    """
    left, aside = [cards(hand) for hand in hands], cards(odd)
    gone = _others(rules, [*left, aside])
    rest, whole = iter(gone), []
    for hand in left:
        before = [next(rest) for _ in range(rules.hand_size - len(hand))]
        whole.append([*before, *hand])
    state = _opened(rules, "lottery", whole, rest=aside)
    ghosts = card_set(cards(" ".join(rules.removed))) | card_set(aside)
    deal = replace(
        in_play(state),
        hands=tuple(map(card_set, left)),
        to_act=(turn,),
        plays=bytes(gone),
        layout=Layout(card_set(gone) | ghosts, ghosts, parse_card(opening) % 13),
    )
    return replace(state, deal=deal)


def _others(rules: Rules, hands: Sequence[Sequence[int]]) -> list[int]:
    kept = set(chain(*hands))
    return [card for card in deck(rules.removed) if card not in kept]


def play(rules: Rules, state: MatchState, names: str) -> Step:
    """Play cards such as `QS 2C`, each by the seat that is asked; return all effects."""
    return make(rules, state, *(f"play {name}" for name in names.split()))


def make(rules: Rules, state: MatchState, *moves: str) -> Step:
    """Make moves, each by the first seat that is asked; return all effects."""
    effects: tuple[Effect, ...] = ()
    for move in moves:
        state, more = apply(rules, state, in_play(state).to_act[0], parse_move(move))
        effects += more
    return state, effects


def asked_of(rules: Rules, state: MatchState, seat: int | None = None) -> Decision:
    """Return what a seat, by default the first one asked, must choose."""
    asked = decision(rules, state, in_play(state).to_act[0] if seat is None else seat)
    assert asked is not None
    return asked


def playable(rules: Rules, state: MatchState, seat: int | None = None) -> str:
    """Return the cards that a seat may play or give, lowest first."""
    return " ".join(texts(cards_in(asked_of(rules, state, seat).playable)))


def stored(state: MatchState) -> bytes:
    """Return the stored form of a state, to see that nothing in it has changed."""
    return msgspec.msgpack.encode(state)


def answers(asked: Decision, chance: Random) -> list[Move]:
    """Return moves that are allowed, lowest first.

    Those that can be listed, all of them; of numbers the bounds, one next to each and one from
    between; of cards to give one choice.
    """
    if asked.count:
        return [Give(tuple(chance.sample(cards_in(asked.playable), asked.count)))]
    found: list[Move] = [Play(card) for card in cards_in(asked.playable)]
    found += [NameTrump(trump) for trump in asked.trumps]
    return [*found, *asked.others, *numbers(asked, chance)]


_WITH_NUMBER: dict[MoveKind, Callable[[int], Move]] = {
    MoveKind.OPEN: Open,
    MoveKind.LOWER: Lower,
    MoveKind.BID: Bid,
}


def numbers(asked: Decision, chance: Random) -> list[Move]:
    """Return moves with an allowed number: the bounds, one next to each and one from between."""
    if asked.kind not in _WITH_NUMBER or asked.low > asked.high:
        return []
    near = {asked.low, asked.low + 1, asked.high - 1, asked.high}
    between = chance.randint(asked.low, asked.high)
    kind = _WITH_NUMBER[asked.kind]
    return [kind(at) for at in sorted({*near, between}) if asked.low <= at <= asked.high]


def answer(asked: Decision, chance: Random, bold: bool | None = None) -> Move:
    """Return one of the answers: any, or the highest card for the bold and the lowest for others.

    One bold seat against others shoots the moon now and then, which chance hardly ever does.
    """
    if asked.kind is not MoveKind.PLAY:
        return chance.choice(answers(asked, chance))
    if bold is None:
        return Play(chance.choice(cards_in(asked.playable)))
    by_rank = sorted(cards_in(asked.playable), key=lambda card: (card % SUIT_SIZE, card))
    return Play(by_rank[-1 if bold else 0])


def wander(rules: Rules, state: MatchState, moves: int, seed: int) -> MatchState:
    """Return the state after so many chance moves, fewer if the match ends before."""
    chance = Random(seed)
    for _ in range(moves):
        if state.deal is None:
            break
        seat = chance.choice(state.deal.to_act)
        move = answer(asked_of(rules, state, seat), chance)
        state, _ = apply(rules, state, seat, move)
    return state
