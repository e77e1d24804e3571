"""Hypothesis strategies of the table: small, and made to be put together."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from msgspec import Struct

from engine.deals import open_deal
from engine.match import start_with
from engine.moves import Move, NameTrump, Play
from engine.rules import Rules, deck
from engine.rulesets.kurnik import KURNIK
from engine.state import MatchState
from tests.engine.table import kurnik, wander

UNTIMED = settings(deadline=None)  # other work on the machine must not fail a test

cards = st.integers(0, 51)
suits = st.integers(0, 3)
card_sets = st.sets(cards)
secrets = st.binary(min_size=32, max_size=32)
moves: st.SearchStrategy[Move] = st.builds(Play, cards) | st.builds(NameTrump, suits)


@st.composite
def options(draw: st.DrawFn) -> dict[str, str]:
    """Draw a choice of Kurnik's options, some of them left to their defaults."""
    order, leader = KURNIK.options
    every = {
        order.id: ",".join(draw(st.permutations(order.values))),
        leader.id: draw(st.sampled_from(leader.values)),
    }
    left_out = draw(st.sets(st.sampled_from(tuple(every))))
    return {name: value for name, value in every.items() if name not in left_out}


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Draw the rules of a Kurnik match of three or four players."""
    return kurnik(draw(st.sampled_from(KURNIK.players)), **draw(options()))


class Position(Struct, frozen=True):
    """A match in play, and the rules that it is pinned to."""

    rules: Rules
    state: MatchState


@st.composite
def positions(draw: st.DrawFn, deal_ids: tuple[str, ...] = (), most_moves: int = 50) -> Position:
    """Draw a position inside a deal, of any kind or of the kinds named, by chance moves."""
    pinned = draw(rules())
    numbers = [at for at, deal in enumerate(pinned.deals, 1) if not deal_ids or deal.id in deal_ids]
    number = draw(st.sampled_from(numbers))
    seed = draw(st.integers(0, 2**32 - 1))
    order = list(deck(pinned.removed))
    Random(seed).shuffle(order)
    dealer = draw(st.integers(0, pinned.players - 1))
    deal = open_deal(pinned.deals[number - 1], number, dealer, bytes(order), pinned.players)
    fresh = start_with(pinned, "m_test", deal)
    played = wander(pinned, fresh, draw(st.integers(0, most_moves)), seed)
    inside = played.deal is not None and played.deal.number == number
    return Position(pinned, played if inside else fresh)
