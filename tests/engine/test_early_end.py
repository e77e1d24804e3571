"""A deal may stop once every point in it has an owner, and no score depends on it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleCode
from engine.events import DealScored, TrickTaken
from engine.match import apply
from engine.moves import Move
from engine.rules import Rules, TrickDeal
from engine.rulesets import RULE_SETS
from engine.state import MatchState, Phase
from engine.views import legal_moves
from tests.engine.choices import some_options
from tests.engine.table import (
    answer,
    asked_of,
    chance_deal,
    game,
    in_play,
    late,
    make,
    play,
)
from tests.fixtures.examples import tries

WITH_THE_OPTION = sorted(name for name, at in RULE_SETS.items() if at.options[-1].id == "early_end")


def one_deal(rules: Rules, state: MatchState, seed: int) -> list[tuple[int, Move]]:
    """Return the moves of a deal of chance, or of one bold seat against the others."""
    chance, number = Random(seed), in_play(state).number
    bold = chance.choice((None, 0))
    moves: list[tuple[int, Move]] = []
    while state.deal is not None and state.deal.number == number:
        seat = chance.choice(state.deal.to_act)
        asked = asked_of(rules, state, seat)
        move = answer(asked, chance, None if bold is None else seat == bold)
        state, _ = apply(rules, state, seat, move)
        moves.append((seat, move))
    return moves


def scored(rules: Rules, state: MatchState, moves: list[tuple[int, Move]]) -> DealScored | None:
    """Return how a deal is scored by some moves, of which the play may not need all.

    The choice of a shooter, made after the last trick, stands last.
    """
    for move in moves:
        chosen = moves[-1] if in_play(state).phase is Phase.MOON else move
        state, effects = apply(rules, state, *chosen)
        for effect in effects:
            if isinstance(effect, DealScored):
                return effect
    return None


@st.composite
def games(draw: st.DrawFn) -> tuple[Rules, Rules, str]:
    """Draw rules without and with an early end, and a trick deal of theirs."""
    name = draw(st.sampled_from(WITH_THE_OPTION))
    players = draw(st.sampled_from(RULE_SETS[name].players))
    options = some_options(RULE_SETS[name], players, lambda found: draw(st.sampled_from(found)))
    off, on = (game(name, players, **{**options, "early_end": value}) for value in ("off", "on"))
    deals = sorted({deal.id for deal in off.deals if isinstance(deal, TrickDeal)})
    return off, on, draw(st.sampled_from(deals))


@given(games(), st.integers(0, 2**32 - 1))
@settings(max_examples=tries(300))
def test_the_same_deal_and_choices_score_the_same_with_and_without(
    drawn: tuple[Rules, Rules, str], seed: int
) -> None:
    off, on, deal_id = drawn
    state = chance_deal(off, deal_id, seed)
    moves = one_deal(off, state, seed)

    played_out = scored(off, state, moves)

    assert played_out is not None
    assert scored(on, chance_deal(on, deal_id, seed), moves) == played_out


LAST_POINTS = {
    "hearts": ("AH", (0, 0, 0, -20)),
    "queens": ("QD", (0, 0, 0, -60)),
    "men": ("JS", (0, 0, 0, -30)),
    "king": ("KH", (0, 0, 0, -150)),
}


@pytest.mark.parametrize("deal_id", LAST_POINTS)
def test_a_deal_stops_with_the_trick_that_takes_its_last_point(deal_id: str) -> None:
    card, points = LAST_POINTS[deal_id]
    hands = ("2C 3C", f"{card} 4S", "5C 6C", "7C 8C")
    early, whole = (game("kurnik", early_end=value) for value in ("on", "off"))

    _, stopped = play(early, late(early, deal_id, hands), f"2C {card} 5C 7C")
    _, goes_on = play(whole, late(whole, deal_id, hands), f"2C {card} 5C 7C")

    assert [type(effect) for effect in stopped[:2]] == [TrickTaken, DealScored]
    assert stopped[1] == DealScored(in_play(late(early, deal_id, hands)).number, points, points)
    assert [type(effect) for effect in goes_on] == [TrickTaken]


@pytest.mark.parametrize("deal_id", ["tricks", "special", "robber", "trump"])
def test_a_deal_that_counts_its_tricks_is_played_out(deal_id: str) -> None:
    rules = game("kurnik", early_end="on")
    state = late(rules, deal_id, ("2C 3C", "3D 4S", "5C 6C", "7C 8C"), trump="H")

    state, effects = play(rules, state, "2C 3D 5C 7C")

    assert [type(effect) for effect in effects] == [TrickTaken]
    assert in_play(state).to_act == (3,)


def test_no_deal_with_a_card_set_aside_stops_early() -> None:
    rules = game("classic", 6, early_end="on")
    hands = ("3C 4C", "5C 6C", "7C 8C", "9C TC", "JC QC", "KC AC")
    state = late(rules, "king", hands, odd="KH")

    state, effects = play(rules, state, "3C 5C 7C 9C JC KC")

    assert [type(effect) for effect in effects] == [TrickTaken]
    assert in_play(state).points == (0,) * 6


def test_a_shooter_chooses_as_soon_as_the_last_point_is_taken() -> None:
    rules = game("greek", early_end="on", moon="choice")
    hands = ("AS 2C", "QS 3C", "2S 4C", "3S 5C")
    state = late(rules, "hold", hands, points=(13, 0, 0, 0))

    state, effects = play(rules, state, "AS QS 2S 3S")

    assert [type(effect) for effect in effects] == [TrickTaken]
    assert in_play(state).phase is Phase.MOON
    shown = legal_moves(rules, state, 0)
    assert shown is not None
    assert shown.moves == ("moon add_others", "moon subtract_self")
    assert [(at.playable, at.code, at.section) for at in shown.cards] == [
        (False, RuleCode.WRONG_PHASE, "R8.4")
    ]

    _, effects = make(rules, state, "moon add_others")

    assert DealScored(4, (0, 26, 26, 26), (0, 26, 26, 26)) in effects


def test_a_jack_that_counts_is_waited_for() -> None:
    rules = game("greek", early_end="on", jack_bonus="on")
    state = late(rules, "hold", ("AS JD", "QS 3C", "2S 4C", "3S 5C"))

    state, effects = play(rules, state, "AS QS 2S 3S")

    assert [type(effect) for effect in effects] == [TrickTaken]
    assert in_play(state).phase is Phase.TRICKS
