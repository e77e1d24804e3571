"""A table to play at: rules, positions laid out by hand, and moves given as texts."""

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from engine.cards import card_set, cards_in, parse_card, parse_suit
from engine.deals import open_deal
from engine.events import Effect
from engine.match import Step, apply, decision, start_with
from engine.moves import Move, NameTrump, Play
from engine.rules import Rules, deck
from engine.rulesets import rule_set
from engine.state import DealState, Layout, MatchState, Phase

# Four hands of one suit each: clubs at seat 0, then diamonds, hearts and spades.
FOUR_SUITS = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDHS")


def kurnik(players: int = 4, **options: str) -> Rules:
    """Return the rules of Kurnik."""
    return rule_set("kurnik").resolve(players, options)


def number_of(rules: Rules, deal_id: str) -> int:
    """Return the number of the first deal with that id."""
    return next(number for number, deal in enumerate(rules.deals, 1) if deal.id == deal_id)


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as `QS 2C`, in its order."""
    return tuple(parse_card(name) for name in text.split())


def in_play(state: MatchState) -> DealState:
    """Return the deal that a match is in."""
    assert state.deal is not None
    return state.deal


def dealt(rules: Rules, deal_id: str, hands: Sequence[str], dealer: int = 0) -> MatchState:
    """Return a match in a deal just dealt: whole hands by seat, each in the order of dealing."""
    return _opened(rules, deal_id, [cards(hand) for hand in hands], dealer)


def _opened(
    rules: Rules, deal_id: str, hands: Sequence[Sequence[int]], dealer: int = 0
) -> MatchState:
    from_left = [hands[(dealer + step) % rules.players] for step in range(1, rules.players + 1)]
    order = bytes(card for one_each in zip(*from_left, strict=True) for card in one_each)
    number = number_of(rules, deal_id)
    deal = open_deal(rules.deals[number - 1], number, dealer, order, rules.players)
    return start_with(rules, "m_test", deal)


def late(
    rules: Rules, deal_id: str, hands: Sequence[str], leader: int = 0, trump: str | None = None
) -> MatchState:
    """Return a match near the end of a trick deal of seat 0, with the hands that are left.

    All other cards went before, lowest first, in tricks that `leader` took.
    """
    left = [cards(hand) for hand in hands]
    gone = _others(rules, left)
    tricks = len(gone) // rules.players
    leads = [1, *[leader] * (tricks - 1)]
    whole = [
        [gone[at * rules.players + (seat - lead) % rules.players] for at, lead in enumerate(leads)]
        + list(left[seat])
        for seat in range(rules.players)
    ]
    state = _opened(rules, deal_id, whole)
    deal = replace(
        in_play(state),
        phase=Phase.TRICKS,
        hands=tuple(map(card_set, left)),
        to_act=(leader,),
        plays=bytes(gone),
        winners=bytes([leader] * tricks),
        trump=None if trump is None else parse_suit(trump),
    )
    return replace(state, deal=deal)


def laid_out(rules: Rules, hands: Sequence[str], opening: str, turn: int = 0) -> MatchState:
    """Return a match near the end of a lottery of seat 0, with the hands that are left.

    All other cards lie already; `opening` is the card that opened the layout.
    """
    left = [cards(hand) for hand in hands]
    gone = _others(rules, left)
    size = rules.hand_size
    whole, rest = [], list(gone)
    for hand in left:
        missing = size - len(hand)
        whole.append([*rest[:missing], *hand])
        rest = rest[missing:]
    state = _opened(rules, "lottery", whole)
    ghosts = card_set(cards(" ".join(rules.removed)))
    deal = replace(
        in_play(state),
        hands=tuple(map(card_set, left)),
        to_act=(turn,),
        plays=bytes(gone),
        layout=Layout(card_set(gone) | ghosts, ghosts, parse_card(opening) % 13),
    )
    return replace(state, deal=deal)


def _others(rules: Rules, hands: Sequence[Sequence[int]]) -> list[int]:
    held = {card for hand in hands for card in hand}
    return [card for card in deck(rules.removed) if card not in held]


def play(rules: Rules, state: MatchState, names: str) -> Step:
    """Play cards such as `QS 2C`, each by the seat that is asked; return all effects."""
    effects: tuple[Effect, ...] = ()
    for card in cards(names):
        state, more = apply(rules, state, in_play(state).to_act[0], Play(card))
        effects += more
    return state, effects


def stored(state: MatchState) -> bytes:
    """Return the stored form of a state, to see that nothing in it has changed."""
    return msgspec.msgpack.encode(state)


def answers(rules: Rules, state: MatchState) -> list[Move]:
    """Return every move that the seat asked may make, lowest first."""
    asked = decision(rules, state, in_play(state).to_act[0])
    assert asked is not None
    suits: list[Move] = [NameTrump(suit) for suit in asked.suits]
    return suits or [Play(card) for card in cards_in(asked.playable)]


def wander(rules: Rules, state: MatchState, moves: int, seed: int) -> MatchState:
    """Return the state after so many chance moves, fewer if the match ends before."""
    chance = Random(seed)
    for _ in range(moves):
        if state.deal is None:
            break
        move = chance.choice(answers(rules, state))
        state, _ = apply(rules, state, state.deal.to_act[0], move)
    return state
