"""Hearts without passing is played by what was learnt of it, from what the seat sees alone."""

import struct
from collections.abc import Sequence
from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bot_levels import Level
from engine.cards import texts
from engine.rules import Rules
from engine.rulesets import rule_set
from engine.state import MatchState
from tests.engine.table import chance_deal, dealt, game, in_play, kurnik, make, play
from tests.fixtures.bots import at_random, seat_turn
from tests.workers.bots.strong.test_memory import memory
from workers.bots import Budget, choose
from workers.bots.strong import learnt
from workers.bots.strong.learnt.features import SIZE, Way, of_card, seen, way_of
from workers.bots.strong.learnt.net import Net
from workers.bots.strong.tricks import distinct

HEARTS = game("greek", passing="off", queen_breaks_hearts="on")
WIDE, NARROW, FORESEEN = 256, 32, 6


def chosen(state: MatchState, budget: Budget | None = None) -> str:
    """Return the card that the strong level plays, without search."""
    turn = seat_turn(HEARTS, state, in_play(state).to_act[0])
    found = choose(turn, Level.STRONG, budget or Budget())
    assert (found.level, found.worlds, found.cut) == (Level.STRONG, 0, False)
    return found.move.removeprefix("play ")


def hands_of(seed: int) -> tuple[str, ...]:
    """Return four hands of chance."""
    order = list(range(52))
    Random(seed).shuffle(order)
    return tuple(" ".join(texts(sorted(order[at : at + 13]))) for at in range(0, 52, 13))


def played_on(state: MatchState, seed: int, cards: int) -> tuple[MatchState, list[str]]:
    """Return a deal after so many more cards of chance, and these."""
    chooser, moves = at_random(seed), []
    for _ in range(cards):
        move = chooser(HEARTS, state, in_play(state).to_act[0])
        state, _ = make(HEARTS, state, move)
        moves.append(move)
    return state, moves


def statements(state: MatchState) -> tuple[list[int], list[list[int]]]:
    """Return what is told of a position and of each card that may be played."""
    found = memory(HEARTS, state)
    return sorted(seen(found)), [sorted(of_card(found, card)) for card in distinct(found)]


def knows(rules: Rules, deal_id: str) -> bool:
    return learnt.knows(memory(rules, chance_deal(rules, deal_id)))


@pytest.mark.parametrize("passing", ["off", "cycle"])
@pytest.mark.parametrize("early_end", ["off", "on"])
def test_hearts_without_passing_is_known(passing: str, early_end: str) -> None:
    rules = game("greek", passing=passing, early_end=early_end, queen_breaks_hearts="on")

    assert knows(rules, "hold")


@pytest.mark.parametrize(
    "options",
    [
        {"queen_breaks_hearts": "off"},
        {"hearts_must_break": "off", "queen_breaks_hearts": "off"},
        {"moon": "subtract_self"},
        {"moon": "choice"},
        {"moon": "off"},
        {"first_trick_points": "allowed"},
        {"must_dump_queen": "on"},
        {"jack_bonus": "on"},
    ],
)
def test_by_other_rules_it_is_not(options: dict[str, str]) -> None:
    known = {"passing": "off", "queen_breaks_hearts": "on"}

    assert not knows(rule_set("greek").resolve(4, known | options), "hold")


def test_nor_for_three_nor_with_the_queen_kept_back() -> None:
    assert not knows(game("greek", 3, passing="off", queen_breaks_hearts="on"), "hold")
    assert not knows(game("american", passing="off"), "hold")
    assert not knows(game("black_maria", 4, passing="off"), "hold")


@pytest.mark.parametrize("deal_id", ["hearts", "tricks", "queens"])
def test_no_deal_of_kurnik_is_known(deal_id: str) -> None:
    assert not knows(kurnik(), deal_id)


@pytest.mark.parametrize("seed", range(3))
def test_budget_and_seed_make_no_other_choice(seed: int) -> None:
    state, _ = played_on(dealt(HEARTS, "hold", hands_of(seed)), seed, 5)

    assert chosen(state, Budget(worlds=1, seed=7, limit_ms=0)) == chosen(state)


@given(st.integers(0, 10_000), st.integers(0, 47))
def test_what_is_told_does_not_hang_on_who_sits_where(seed: int, cards: int) -> None:
    hands = hands_of(seed)
    state, moves = played_on(dealt(HEARTS, "hold", hands), seed, cards)

    turned = dealt(HEARTS, "hold", [hands[-1], *hands[:-1]], dealer=1)

    assert statements(make(HEARTS, turned, *moves)[0]) == statements(state)


@given(st.integers(0, 10_000), st.integers(0, 47))
def test_every_statement_has_a_number_of_its_own(seed: int, cards: int) -> None:
    state, _ = played_on(dealt(HEARTS, "hold", hands_of(seed)), seed, cards)

    told, of_cards = statements(state)

    for numbers in (told, *of_cards):
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < SIZE for number in numbers)
    assert all(not set(told) & set(numbers) for numbers in of_cards)


@pytest.mark.parametrize(
    ("table", "card", "way"),
    [
        ("", "2C", Way.LEADS),
        ("TC", "2D", Way.THROWS),
        ("TC", "9C", Way.UNDER),
        ("TC KC", "QC", Way.UNDER),
        ("TC 2C", "JC", Way.OVER),
        ("TC AD", "JC", Way.OVER),
    ],
)
def test_how_a_card_is_played(table: str, card: str, way: Way) -> None:
    names = texts(range(52))
    numbers = [names.index(name) for name in table.split()]

    assert way_of(tuple(numbers), names.index(card)) is way


def weights(**parts: Sequence[tuple[int, float]]) -> bytes:
    """Return a file of weights that are 0 but for some, each with its place in its part."""
    sizes = {"first": (SIZE + 1) * WIDE, "second": NARROW * WIDE, "added": NARROW}
    sizes["last"] = FORESEEN * (NARROW + 1)
    kinds = {"first": "b", "second": "b", "added": "i", "last": "f"}
    packed = b""
    for name, size in sizes.items():
        values: list[float] = [0] * size
        for at, value in parts.get(name, ()):
            values[at] = value
        packed += struct.pack(f"<{size}{kinds[name]}", *values)
    return packed


def test_the_network_adds_up_what_holds() -> None:
    learnt_net = Net(
        weights(
            first=[(3 * WIDE, 64), (5 * WIDE, -32), (SIZE * WIDE, 32), (7 * WIDE + 1, -64)],
            second=[(0, 64), (WIDE + 1, 127)],
            added=[(0, 4096), (1, -8192)],
            last=[(0, 2.0), (NARROW + 1, 1.0), (FORESEEN * NARROW + 1, 0.5)],
        )
    )

    ends = learnt_net.foresee(learnt_net.sums([3, 7]), [5])

    # Unit 0 of the first layer is 1 + 1/2 - 1/2, unit 1 below nothing. So much of the second is
    # 1/2 of 1 and 1/2 more, and a hundredth of -1.
    assert ends.least == pytest.approx(1 / (1 + exp(-2.0)))
    assert ends.points == pytest.approx(0.5 - 0.01)
    assert (ends.shoots, ends.shot, ends.loose) == (0.5, 0.5, 0.5)


GOLDEN = """
2C QC KC AC
6D QD JD 7D
8S 7S JS 7H
JC 6C 7C 5C
AD 8D KD 4D
KS 4C 5S 2S
AS 9D KH 9S
QH 8H JH 5H
AH 4H 6H 9H
QS TD 8C TS
"""


@pytest.mark.parametrize("seed", range(3))
def test_the_last_three_tricks_are_played_in_every_way(seed: int) -> None:
    early, _ = played_on(dealt(HEARTS, "hold", hands_of(seed)), seed, 36)
    late, _ = played_on(early, seed, 4)

    assert worlds_of_a_choice(early) == 0
    assert worlds_of_a_choice(late) > 0


def worlds_of_a_choice(state: MatchState) -> int:
    """Return in how many worlds the leader's cards are tried; they are different ones."""
    assert len(distinct(memory(HEARTS, state))) > 1
    return choose(seat_turn(HEARTS, state, in_play(state).to_act[0]), Level.STRONG).worlds


def test_a_golden_deal() -> None:
    state, lines = dealt(HEARTS, "hold", hands_of(5)), []
    for _ in range(10):
        cards = []
        for _ in range(4):
            cards.append(chosen_or_only(state))
            state, _ = play(HEARTS, state, cards[-1])
        lines.append(" ".join(cards))

    assert lines == GOLDEN.split("\n")[1:-1]


def chosen_or_only(state: MatchState) -> str:
    """Return the card that is played, where there is a choice or none."""
    turn = seat_turn(HEARTS, state, in_play(state).to_act[0])
    return choose(turn, Level.STRONG).move.removeprefix("play ")
