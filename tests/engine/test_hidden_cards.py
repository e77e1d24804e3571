"""What a viewer may not see changes nothing that he is shown.

Two matches differ only in cards that the viewer cannot see, and in the secret of the deals to
come. Whatever he is shown of them is the same, byte for byte, now and after every move that is
allowed in both.
"""

from collections.abc import Iterable, Mapping
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import card_set, cards_in
from engine.deals import seen_cards
from engine.match import apply, spec_of
from engine.moves import Give, Move
from engine.rules import Rules
from engine.state import DealState, MatchState
from engine.views import entry_for, legal_moves, view_for
from tests.engine.invariants import entry_of
from tests.engine.table import (
    FOUR_SUITS,
    answers,
    asked_of,
    chance_deal,
    dealt,
    game,
    in_play,
    kurnik,
    make,
)
from tests.fixtures.examples import tries
from tests.strategies import Position, positions, secrets

Looker = int | None  # a seat, or a spectator


def known_to(rules: Rules, deal: DealState, viewer: Looker) -> set[int]:
    """Return the cards whose place the viewer knows: open ones, his own, those he gave or got."""
    found = {*deal.plays, *deal.talon}
    if deal.layout is not None and deal.set_aside is not None:
        found.add(deal.set_aside)
    if viewer is not None:
        found |= set(deal.seen_hand(viewer, seen_cards(spec_of(rules, deal), deal.phase)))
        parties = (at for at in deal.transfers if viewer in (at.giver, at.receiver))
        found |= {card for at in parties for card in at.cards}
    return found


def exchanged(state: MatchState, keep: set[int], seed: int) -> MatchState:
    """Return the state with the faces of all its cards exchanged at random, but those to keep."""
    deal = in_play(state)
    everything = {*deal.deck, *deal.talon, *_aside(deal)}
    hidden = sorted(everything - keep)
    others = list(hidden)
    Random(seed).shuffle(others)
    face = dict(zip(hidden, others, strict=True))
    return replace(state, deal=_with_faces(deal, face))


def _aside(deal: DealState) -> tuple[int, ...]:
    return () if deal.set_aside is None else (deal.set_aside,)


def _with_faces(deal: DealState, face: Mapping[int, int]) -> DealState:
    def turned(cards: Iterable[int]) -> bytes:
        return bytes(face.get(card, card) for card in cards)

    transfers = tuple(replace(at, cards=turned(at.cards)) for at in deal.transfers)
    return replace(
        deal,
        deck=turned(deal.deck),
        hands=tuple(card_set(turned(cards_in(hand))) for hand in deal.hands),
        chosen=tuple(map(turned, deal.chosen)),
        transfers=transfers,
        set_aside=None if deal.set_aside is None else turned(_aside(deal))[0],
    )


def shown(rules: Rules, state: MatchState, viewer: Looker) -> bytes:
    """Return everything that the viewer is shown of a position."""
    asked = None if viewer is None else legal_moves(rules, state, viewer)
    return msgspec.json.encode((view_for(rules, state, viewer), asked))


class Pair(msgspec.Struct):
    """Two matches that the viewer cannot tell apart."""

    rules: Rules
    viewer: Looker
    one: MatchState
    other: MatchState

    def look_the_same(self) -> bool:
        """Say whether the viewer is shown the same of both."""
        one, other = (shown(self.rules, state, self.viewer) for state in (self.one, self.other))
        return one == other

    def shared_moves(self, seat: int, seed: int) -> list[Move]:
        """Return moves that a seat may make in both."""
        one, other = (
            answers(asked_of(self.rules, state, seat), Random(seed))
            for state in (self.one, self.other)
        )
        return [move for move in one if move in other]

    def make(self, seat: int, move: Move, in_other: Move) -> tuple[bytes, bytes]:
        """Make a move in each, and return what the viewer is told of it."""
        self.one, first = apply(self.rules, self.one, seat, move)
        self.other, second = apply(self.rules, self.other, seat, in_other)
        told = (
            entry_for(entry_of(made, seat, effects, state), self.viewer)
            for made, effects, state in (
                (move, first, self.one),
                (in_other, second, self.other),
            )
        )
        one, other = map(msgspec.json.encode, told)
        return one, other

    def is_public_alike(self) -> bool:
        """Say whether deal, phase and turn agree."""
        public = [
            (deal.number, deal.phase, deal.to_act) if (deal := state.deal) else None
            for state in (self.one, self.other)
        ]
        return public[0] == public[1]


viewers = st.none() | st.integers(0, 2)
seeds = st.integers(0, 2**32 - 1)
BEFORE_PLAY = positions(
    names=("kurnik", "classic", "polish", "greek", "american", "black_maria"), most_moves=6
)
ANY = positions() | BEFORE_PLAY


@given(ANY, viewers, seeds, secrets)
@settings(max_examples=tries(300))
def test_hidden_cards_and_the_secret_change_nothing_that_is_shown(
    at: Position, viewer: Looker, seed: int, secret: bytes
) -> None:
    other = exchanged(at.state, known_to(at.rules, in_play(at.state), viewer), seed)

    assert Pair(at.rules, viewer, at.state, replace(other, secret=secret)).look_the_same()


@given(ANY, viewers, seeds, st.integers(1, 60))
@settings(max_examples=tries(300))
def test_moves_allowed_in_both_are_told_and_shown_alike(
    at: Position, viewer: Looker, seed: int, moves: int
) -> None:
    deal = in_play(at.state)
    own = set() if viewer is None else set(cards_in(deal.hands[viewer]))
    on_their_way = {card for cards in deal.chosen for card in cards}
    kept = known_to(at.rules, deal, viewer) | own | on_their_way
    pair = Pair(at.rules, viewer, at.state, exchanged(at.state, kept, seed))
    chance = Random(seed)

    for _ in range(moves):
        if not pair.is_public_alike() or pair.one.deal is None:
            break  # hidden cards rightly decide who is skipped, and with it the end
        seat = chance.choice(pair.one.deal.to_act)
        shared = pair.shared_moves(seat, seed)
        if not shared:
            break
        move = chance.choice(shared)
        one, other = pair.make(seat, move, move)
        if not pair.is_public_alike():
            break
        assert one == other
        assert pair.look_the_same()


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_cards_put_down_or_given_by_others_are_told_to_nobody_else(viewer: Looker) -> None:
    rules = game("greek")
    state = chance_deal(rules, "left")
    pair = Pair(rules, viewer, state, state)
    (one,) = answers(asked_of(rules, state, 1), Random(1))
    (other,) = answers(asked_of(rules, state, 1), Random(2))
    assert isinstance(one, Give)
    assert one != other

    told_one, told_other = pair.make(1, one, other)

    assert told_one == told_other
    assert pair.look_the_same()


@pytest.mark.parametrize(("viewer", "alike"), [(None, True), (3, True), (2, False), (0, False)])
def test_a_card_of_the_exchange_is_told_to_giver_and_receiver_only(
    viewer: Looker, alike: bool
) -> None:
    rules = game("classic", trump_mode="auction")
    state, _ = make(rules, chance_deal(rules, "trump"), "keep")
    to_two, to_three, to_none, *others = cards_in(asked_of(rules, state, 1).playable)
    pair = Pair(rules, viewer, state, state)

    one, other = pair.make(
        1, Give((to_two, to_three, to_none)), Give((others[0], to_three, others[1]))
    )

    assert (one == other) == alike
    assert pair.look_the_same() == alike


def test_the_exchange_moves_hidden_cards_and_no_seen_one() -> None:
    state = dealt(kurnik(), "trump", FOUR_SUITS)
    before = in_play(state)

    after = in_play(exchanged(state, known_to(kurnik(), before, 1), 1))

    assert after.seen_hand(1, 5) == before.seen_hand(1, 5)
    assert after.dealt(1)[5:] != before.dealt(1)[5:]
    moved = sum(one != other for one, other in zip(before.deck, after.deck, strict=True))
    assert 40 < moved <= 52 - 5


def test_the_card_set_aside_is_among_the_hidden_cards_of_a_trick_deal() -> None:
    rules = game("classic", 6)
    state = chance_deal(rules, "hearts")

    faces = {in_play(exchanged(state, set(), seed)).set_aside for seed in range(50)}

    assert len(faces) > 20


@pytest.mark.parametrize("viewer", range(4))
def test_a_card_that_is_seen_does_change_what_is_shown(viewer: int) -> None:
    rules = kurnik()
    state = dealt(rules, "hearts", FOUR_SUITS)

    other = exchanged(state, set(), seed=1)

    assert shown(rules, state, viewer) != shown(rules, other, viewer)
    assert shown(rules, state, None) == shown(rules, other, None)
