"""One seat takes every penalty card."""

import pytest
from msgspec.structs import replace

from engine import deals
from engine.deals import moon
from engine.errors import RuleCode
from engine.events import DealScored, MatchEnded, MoonShot
from engine.match import default_move, refusal
from engine.moves import ChooseMoon, MoveKind, Play
from engine.rules import Moon, MoonWay, Rules
from engine.state import MatchState, Phase
from engine.views import legal_moves
from tests.engine.table import (
    game,
    held,
    in_play,
    late,
    make,
    play,
    trick_deal,
)


def almost(rules: Rules, points: int = 25) -> MatchState:
    """Return a deal in which seat 0 has taken all but the last heart, which it holds."""
    hands = ("AH", "2S", "3S", "4S")[: rules.players]
    others = (0,) * (rules.players - 1)
    return late(rules, "hold", hands, points=(points, *others))


def last_trick(rules: Rules) -> str:
    """Return the cards of the last trick, which seat 0 takes."""
    return " ".join(("AH", "2S", "3S", "4S")[: rules.players])


@pytest.mark.parametrize(
    ("name", "players", "way", "change", "scored"),
    [
        ("greek", 4, "add_others", (-26, 26, 26, 26), (0, 26, 26, 26)),
        ("greek", 3, "add_others", (-26, 26, 26), (0, 26, 26)),
        ("american", 4, "add_others", (-26, 26, 26, 26), (0, 26, 26, 26)),
        ("greek", 4, "subtract_self", (-52, 0, 0, 0), (-26, 0, 0, 0)),
        ("greek", 3, "subtract_self", (-52, 0, 0), (-26, 0, 0)),
    ],
)
def test_a_moon_charges_the_others_or_discharges_the_shooter(
    name: str, players: int, way: str, change: tuple[int, ...], scored: tuple[int, ...]
) -> None:
    rules = game(name, players, moon=way)

    _, effects = play(rules, almost(rules), last_trick(rules))

    assert MoonShot(0, MoonWay(way), change) in effects
    assert DealScored(len(rules.deals), scored, scored) in effects


def test_a_moon_of_black_maria_is_worth_all_its_spades_too() -> None:
    rules = game("black_maria", 4, passing="off", moon="add_others")

    _, effects = play(rules, almost(rules, 42), last_trick(rules))

    assert DealScored(1, (0, 43, 43, 43), (0, 43, 43, 43)) in effects


def test_without_a_moon_its_cards_are_charged_to_their_taker() -> None:
    rules = game("greek", moon="off")

    _, effects = play(rules, almost(rules), last_trick(rules))

    assert DealScored(4, (26, 0, 0, 0), (26, 0, 0, 0)) in effects
    assert not any(isinstance(effect, MoonShot) for effect in effects)


def test_one_heart_with_another_seat_is_no_moon() -> None:
    rules = game("greek")
    state = late(rules, "hold", ("2C", "AC", "AH", "4S"), points=(25, 0, 0, 0))

    _, effects = play(rules, state, "2C AC AH 4S")

    assert DealScored(4, (25, 1, 0, 0), (25, 1, 0, 0)) in effects
    assert not any(isinstance(effect, MoonShot) for effect in effects)


@pytest.mark.parametrize("points", [16, 13])
def test_a_seat_with_the_queen_and_some_hearts_has_not_shot_the_moon(points: int) -> None:
    rules = game("greek")
    state = late(rules, "hold", ("2C", "AC", "AH", "4S"), points=(points, 0, 0, 0))

    _, effects = play(rules, state, "2C AC AH 4S")

    assert DealScored(4, (points, 1, 0, 0), (points, 1, 0, 0)) in effects


@pytest.mark.parametrize(
    ("way", "scored"),
    [("add_others", (-10, 26, 26, 26)), ("subtract_self", (-36, 0, 0, 0))],
)
def test_the_jack_of_diamonds_stays_apart(way: str, scored: tuple[int, ...]) -> None:
    rules = game("greek", jack_bonus="on", moon=way)

    _, effects = play(rules, almost(rules, 15), last_trick(rules))

    assert DealScored(4, scored, scored) in effects


def test_another_seat_may_have_the_jack_beside_a_moon() -> None:
    rules = game("greek", jack_bonus="on")
    state = late(rules, "hold", ("AH", "2S", "3S", "4S"), points=(25, -10, 0, 0))

    _, effects = play(rules, state, "AH 2S 3S 4S")

    assert DealScored(4, (0, 16, 26, 26), (0, 16, 26, 26)) in effects


@pytest.mark.parametrize(
    ("move", "scored"),
    [("moon add_others", (0, 26, 26, 26)), ("moon subtract_self", (-26, 0, 0, 0))],
)
def test_by_agreement_the_shooter_says_which(move: str, scored: tuple[int, ...]) -> None:
    rules = game("greek", moon="choice")
    state, effects = play(rules, almost(rules), last_trick(rules))
    assert (in_play(state).phase, in_play(state).to_act) == (Phase.MOON, (0,))
    assert in_play(state).points == (26, 0, 0, 0)
    assert not any(isinstance(effect, DealScored) for effect in effects)

    state, effects = make(rules, state, move)

    assert DealScored(4, scored, scored) in effects


def test_the_choice_is_announced_and_the_clock_charges_the_others() -> None:
    rules = game("greek", moon="choice")
    state, _ = play(rules, almost(rules), last_trick(rules))

    shown = legal_moves(rules, state, 0)

    assert shown is not None
    assert (shown.kind, shown.cards) == (MoveKind.MOON, ())
    assert shown.moves == ("moon add_others", "moon subtract_self")
    assert default_move(rules, state, 0) == ChooseMoon(MoonWay.ADD_OTHERS)


def test_the_clock_charges_the_others_in_whatever_order_the_ways_are_agreed_on() -> None:
    rules = game("greek", moon="choice")
    spec = trick_deal(rules, "hold")
    assert spec.moon is not None
    backwards = Moon(spec.moon.cards, tuple(reversed(MoonWay)))

    asked = moon.decision(backwards, in_play(almost(rules)), 0)

    assert deals.default(asked) == ChooseMoon(MoonWay.ADD_OTHERS)


def test_nothing_but_the_choice_is_taken() -> None:
    rules = game("greek", moon="choice")
    state, _ = play(rules, almost(rules), last_trick(rules))

    refused = refusal(rules, state, 0, Play(0))

    assert refused is not None
    assert (refused.code, refused.section) == (RuleCode.WRONG_PHASE, "R8.4")


def test_a_way_that_is_not_offered_is_refused() -> None:
    rules = game("greek", moon="choice")
    state, _ = play(rules, almost(rules), last_trick(rules))
    asked = moon.decision(Moon((), (MoonWay.ADD_OTHERS,)), in_play(state), 0)

    refused = deals.refusal(asked, ChooseMoon(MoonWay.SUBTRACT_SELF))

    assert refused is not None
    assert (refused.code, refused.section) == (RuleCode.NOT_OFFERED, "R8.4")
    assert deals.refusal(asked, ChooseMoon(MoonWay.ADD_OTHERS)) is None


@pytest.mark.parametrize(
    ("way", "totals", "ended"),
    [
        ("add_others", (90, 80, 0, 70), True),
        ("add_others", (90, 70, 0, 70), False),
        ("subtract_self", (126, 0, 0, 0), False),
        ("subtract_self", (127, 0, 0, 0), True),
    ],
)
def test_the_end_of_the_match_is_looked_for_after_the_moon(
    way: str, totals: tuple[int, ...], ended: bool
) -> None:
    rules = game("greek", moon=way)
    state = replace(almost(rules), scores=(totals, (0, 0, 0, 0), (0, 0, 0, 0)))

    _, effects = play(rules, state, last_trick(rules))

    assert isinstance(effects[-1], MatchEnded) == ended


def test_only_cards_that_were_dealt_are_wanted() -> None:
    rules = game("black_maria", 6, moon="add_others", passing="off")
    state = late(rules, "hold", ("3C", "4C", "5C", "6C", "7C", "8C"))

    found = trick_deal(rules, "hold").moon

    assert found is not None
    assert "2H" in found.cards
    assert moon.shooter(found, in_play(state)) == 0
    assert in_play(state).taken(0) & held("3H AH QS") == held("3H AH QS")
