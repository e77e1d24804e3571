"""The best answer is found in some worlds and weighed against a move in others."""

from collections.abc import Sequence
from itertools import count
from random import Random

from msgspec import structs

from engine.moves import Move, NameTrump
from workers.bots.budget import Judgement, Means, Watch
from workers.bots.strong.question import Question

CLUBS, DIAMONDS, HEARTS = range(3)
WORTH = (1.0, 5.0, 3.0, 4.0)


def question(worth: Sequence[float], seen: list[int], worlds: int = 8) -> Question[int, int]:
    """Return which of three suits is to be trump; the fourth is never thought of."""

    def values(world: int, left: Sequence[int]) -> list[float]:
        seen.append(world)
        return [2 * worth[suit] for suit in left]

    def meant(move: Move) -> list[int]:
        assert isinstance(move, NameTrump)
        return [move.suit]

    return Question(
        answers=(CLUBS, DIAMONDS, HEARTS),
        usual=CLUBS,
        worlds=count(),
        values=values,
        means=Means(worlds, Random(1), Watch(None)),
        unit=2.0,
        says=NameTrump,
        meant=meant,
    )


def test_the_best_answer_loses_nothing() -> None:
    assert question(WORTH, []).judgement("trump D") == Judgement("trump D", 0.0)


def test_a_worse_answer_loses_what_lies_between_in_points_of_its_own() -> None:
    assert question(WORTH, []).judgement("trump C") == Judgement("trump D", 4.0, 0.0, 8)


def test_a_move_that_was_not_thought_of_is_weighed_all_the_same() -> None:
    assert question(WORTH, []).judgement("trump S") == Judgement("trump D", 1.0, 0.0, 8)


def test_a_move_that_does_better_than_the_best_answer_loses_nothing() -> None:
    found = question((1.0, 5.0, 3.0, 9.0), []).judgement("trump S")

    assert found == Judgement("trump D", 0.0, 0.0, 8)


def test_a_move_is_judged_in_points_whatever_else_it_was_chosen_for() -> None:
    wished = question(WORTH, [])
    found = structs.replace(wished, in_points=question((2.0, 3.0, 0.0), []).values)

    assert found.judgement("trump C") == Judgement("trump D", 1.0, 0.0, 8)


def test_the_worlds_of_the_choice_are_not_those_of_the_judgement() -> None:
    seen: list[int] = []

    question(WORTH, seen, worlds=5).judgement("trump C")

    assert seen == list(range(10))


def test_where_the_worlds_end_there_is_a_better_answer_without_a_loss() -> None:
    short = question(WORTH, [])
    ended = Question(
        answers=short.answers,
        usual=0,
        worlds=iter(range(8)),
        values=short.values,
        means=short.means,
        unit=2.0,
        says=short.says,
        meant=short.meant,
    )

    assert ended.judgement("trump C") == Judgement("trump D")
