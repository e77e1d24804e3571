"""What a viewer may not see changes nothing that he is shown.

Two matches differ only in cards that the viewer cannot see, and in the secret of the deals to
come. Whatever he is shown of them is the same, byte for byte, now and after every move that is
allowed in both.
"""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import card_set
from engine.match import apply
from engine.moves import Move
from engine.rules import Rules
from engine.state import DealState, MatchState, Phase
from engine.views import Viewer, entry_for, legal_moves, view_for
from tests.engine.invariants import entry_of
from tests.engine.table import FOUR_SUITS, answers, dealt, in_play, kurnik
from tests.strategies import UNTIMED, Position, positions, secrets

FIRST_CARDS = {3: 6, 4: 5}


def seen_by(deal: DealState, viewer: Viewer) -> set[int]:
    """Return the cards still in hands that the viewer sees: his own, or the first of them."""
    if viewer is None:
        return set()
    count = FIRST_CARDS[deal.seats] if deal.phase is Phase.TRUMP else None
    return set(deal.seen_hand(viewer, count))


def exchanged(state: MatchState, keep: set[int], seed: int) -> MatchState:
    """Return the state with all cards still in hands exchanged at random, but those to keep."""
    deal = in_play(state)
    fixed = keep | set(deal.plays)
    places = [at for at, card in enumerate(deal.deck) if card not in fixed]
    hidden = [deal.deck[at] for at in places]
    Random(seed).shuffle(hidden)
    deck = bytearray(deal.deck)
    for at, card in zip(places, hidden, strict=True):
        deck[at] = card
    moved = replace(deal, deck=bytes(deck))
    hands = tuple(card_set(set(moved.dealt(seat)) - set(deal.plays)) for seat in range(deal.seats))
    return replace(state, deal=replace(moved, hands=hands))


def shown(rules: Rules, state: MatchState, viewer: Viewer) -> bytes:
    """Return everything that the viewer is shown of a position."""
    asked = None if viewer is None else legal_moves(rules, state, viewer)
    return msgspec.json.encode((view_for(rules, state, viewer), asked))


class Pair(msgspec.Struct):
    """Two matches that the viewer cannot tell apart."""

    rules: Rules
    viewer: Viewer
    one: MatchState
    other: MatchState

    def look_the_same(self) -> bool:
        """Say whether the viewer is shown the same of both."""
        one, other = (shown(self.rules, state, self.viewer) for state in (self.one, self.other))
        return one == other

    def shared_moves(self) -> list[Move]:
        """Return the moves that the seat in turn may make in both; none if the turns differ."""
        if self.one.deal is None or in_play(self.one).to_act != in_play(self.other).to_act:
            return []
        other = answers(self.rules, self.other)
        return [move for move in answers(self.rules, self.one) if move in other]

    def make(self, move: Move) -> tuple[bytes, bytes]:
        """Make a move in both, and return what the viewer is told of each."""
        seat = in_play(self.one).to_act[0]
        self.one, first = apply(self.rules, self.one, seat, move)
        self.other, second = apply(self.rules, self.other, seat, move)
        told = (
            entry_for(entry_of(move, seat, effects, state), self.viewer)
            for effects, state in ((first, self.one), (second, self.other))
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
ANY = positions()
FRESH_TRUMP = positions(deal_ids=("trump",), most_moves=1)


@given(ANY | FRESH_TRUMP, viewers, seeds, secrets)
@UNTIMED
def test_hidden_cards_and_the_secret_change_nothing_that_is_shown(
    at: Position, viewer: Viewer, seed: int, secret: bytes
) -> None:
    other = exchanged(at.state, seen_by(in_play(at.state), viewer), seed)

    assert Pair(at.rules, viewer, at.state, replace(other, secret=secret)).look_the_same()


@given(ANY | FRESH_TRUMP, viewers, seeds, st.integers(1, 60))
@settings(UNTIMED, max_examples=200)
def test_moves_allowed_in_both_are_told_and_shown_alike(
    at: Position, viewer: Viewer, seed: int, moves: int
) -> None:
    deal = in_play(at.state)
    own = set() if viewer is None else set(deal.dealt(viewer))
    pair = Pair(at.rules, viewer, at.state, exchanged(at.state, own, seed))
    chance = Random(seed)

    for _ in range(moves):
        shared = pair.shared_moves()
        if not shared:
            break
        one, other = pair.make(chance.choice(shared))
        if deal.phase is Phase.LOTTERY and not pair.is_public_alike():
            break  # hidden cards rightly decide who is skipped, and with it the end
        assert one == other
        assert pair.look_the_same()


def test_the_exchange_moves_hidden_cards_and_no_seen_one() -> None:
    before = in_play(dealt(kurnik(), "trump", FOUR_SUITS))

    after = in_play(exchanged(dealt(kurnik(), "trump", FOUR_SUITS), seen_by(before, 1), 1))

    assert after.seen_hand(1, 5) == before.seen_hand(1, 5)
    assert after.dealt(1)[5:] != before.dealt(1)[5:]
    moved = sum(one != other for one, other in zip(before.deck, after.deck, strict=True))
    assert moved == 52 - 5


@pytest.mark.parametrize("viewer", range(4))
def test_a_card_that_is_seen_does_change_what_is_shown(viewer: int) -> None:
    rules = kurnik()
    state = dealt(rules, "hearts", FOUR_SUITS)

    other = exchanged(state, set(), seed=1)

    assert shown(rules, state, viewer) != shown(rules, other, viewer)
    assert shown(rules, state, None) == shown(rules, other, None)
