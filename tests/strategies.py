"""Hypothesis strategies of the table: small, and made to be put together."""

from collections.abc import Collection
from random import Random

from hypothesis import strategies as st
from msgspec import Struct

from engine.deals import open_deal
from engine.match import start_with
from engine.moves import (
    Bid,
    ChooseMoon,
    Give,
    Keep,
    Lower,
    Move,
    NameTrump,
    Open,
    Pass,
    Play,
)
from engine.rules import MoonWay, Rules, deck
from engine.rulesets import RULE_SETS
from engine.state import MatchState
from tests.engine.choices import some_options
from tests.engine.table import wander

cards = st.integers(0, 51)
suits = st.integers(0, 3)
card_sets = st.sets(cards)
secrets = st.binary(min_size=32, max_size=32)
points = st.integers(0, 999_999)
moves: st.SearchStrategy[Move] = (
    st.builds(Play, cards)
    | st.builds(NameTrump, st.integers(0, 4))
    | st.builds(Give, st.lists(cards, min_size=1, max_size=7).map(tuple))
    | st.builds(Open, points)
    | st.builds(Lower, points)
    | st.builds(Bid, points)
    | st.builds(ChooseMoon, st.sampled_from(MoonWay))
    | st.sampled_from((Keep(), Pass()))
)


@st.composite
def rules(draw: st.DrawFn, names: Collection[str] = ()) -> Rules:
    """Draw the rules of a match of any rule set, or of those named."""
    found = RULE_SETS[draw(st.sampled_from(sorted(names or RULE_SETS)))]
    players = draw(st.sampled_from(found.players))
    options = some_options(found, players, lambda values: draw(st.sampled_from(values)))
    return found.resolve(players, options)


def _numbers(pinned: Rules, deal_ids: Collection[str]) -> list[int]:
    return [at for at, deal in enumerate(pinned.deals, 1) if not deal_ids or deal.id in deal_ids]


class Position(Struct, frozen=True):
    """A match in play, and the rules that it is pinned to."""

    rules: Rules
    state: MatchState


@st.composite
def positions(
    draw: st.DrawFn,
    names: Collection[str] = (),
    deal_ids: Collection[str] = (),
    most_moves: int = 60,
) -> Position:
    """Draw a position inside a deal, of any kind or of the kinds named, by chance moves."""
    pinned = draw(rules(names).filter(lambda found: bool(_numbers(found, deal_ids))))
    number = draw(st.sampled_from(_numbers(pinned, deal_ids)))
    seed = draw(st.integers(0, 2**32 - 1))
    order = list(deck(pinned.removed))
    Random(seed).shuffle(order)
    dealer = draw(st.integers(0, pinned.players - 1))
    deal, _ = open_deal(pinned, number, dealer, bytes(order))
    fresh = start_with(pinned, "m_test", deal)
    played = wander(pinned, fresh, draw(st.integers(0, most_moves)), seed)
    inside = played.deal is not None and played.deal.number == number
    return Position(pinned, played if inside else fresh)
