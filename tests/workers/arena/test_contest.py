"""A set of deals is the same for every rotation, and follows from the seed and its number."""

import msgspec
import pytest

from engine.match import start
from engine.shuffle import practice_secret
from tests.engine.table import game, kurnik
from workers.arena.contest import Contest, Game, play_set, rotations, set_seed


def shape(games: tuple[Game, ...]) -> list[object]:
    """Return all of some games but their times."""
    return [(game.bots, game.played, game.failures) for game in games]


def test_each_bot_sits_on_each_seat_once() -> None:
    turned = rotations(("a", "b", "c"))

    assert turned == (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"))


@pytest.mark.parametrize(
    ("bots", "count"), [("abbb", 4), ("aabb", 4), ("abab", 2), ("aaaa", 1), ("abcdefg", 7)]
)
def test_a_rotation_that_seats_the_same_bots_is_played_once(bots: str, count: int) -> None:
    turned = rotations(tuple(bots))

    assert len(set(turned)) == len(turned) == count


def test_a_set_is_played_by_every_rotation_on_the_same_cards() -> None:
    contest = Contest(rules=game("lottery", 3), bots=("house", "ducker", "random"), sets=1, seed=4)

    games = play_set(contest, 0)

    assert [game.bots for game in games] == list(rotations(contest.bots))
    assert {sum(game.played.points) for game in games} == {1275}
    assert len({game.played.points for game in games}) > 1


def test_the_same_bot_everywhere_plays_a_set_once() -> None:
    contest = Contest(rules=game("lottery", 3), bots=("house",) * 3, sets=1)

    assert len(play_set(contest, 0)) == 1


def test_games_follow_from_seed_and_number_alone() -> None:
    contest = Contest(rules=kurnik(), bots=("random",) * 4, sets=3, seed=1)

    again = msgspec.msgpack.decode(msgspec.msgpack.encode(contest), type=Contest)

    assert shape(play_set(contest, 2)) == shape(play_set(again, 2))
    assert shape(play_set(contest, 2)) != shape(play_set(contest, 1))


def test_the_cards_of_a_set_are_those_of_a_practice_match() -> None:
    contest = Contest(rules=kurnik(), bots=("house",) * 4, sets=2, seed=1)
    seeds = [set_seed(contest, number) for number in range(1_000)]

    state, _ = start(contest.rules, "m_1", practice_secret(seeds[0]))

    assert len(set(seeds)) == 1_000
    assert 0 <= min(seeds) <= max(seeds) <= 2_147_483_647
    assert state.deal is not None
    assert set_seed(Contest(rules=kurnik(), bots=("house",) * 4, sets=2, seed=2), 0) != seeds[0]


def test_single_deals_take_the_deals_of_the_rules_in_turn() -> None:
    contest = Contest(
        rules=kurnik(3), bots=("house", "house", "ducker"), sets=12, seed=1, deals_only=True
    )

    sums = [{sum(game.played.points) for game in play_set(contest, at)} for at in range(12)]

    assert all(len(found) == 1 for found in sums)
    assert sum(next(iter(found)) for found in sums[:11]) == -255
    assert sums[11] == sums[0]
