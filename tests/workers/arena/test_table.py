"""Games are those of the engine; a bot that fails costs itself a move, never the game."""

import msgspec
import pytest

from engine.seat_view import SeatTurn
from tests.engine.table import TABLES, game, kurnik
from tests.fixtures.bots import house, lowest, play_match
from workers import bots
from workers.arena import table
from workers.arena.roster import Choose, at_level, at_random
from workers.arena.table import Sitting, play_deal
from workers.errors import BotAnswerError

RULES = kurnik()
MEDIUM = at_level(bots.Level.MEDIUM, 0)


def seats(*choices: Choose) -> list[Sitting]:
    return [Sitting(choose) for choose in choices]


def test_a_match_is_the_practice_match_of_its_seed() -> None:
    played = table.play_match(RULES, 7, seats(*[MEDIUM] * 4))

    end = play_match(RULES, 7, [house] * 4)
    assert (played.points, played.deals) == (end.totals, 12)
    assert sorted(played.ranks)[0] == 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_single_deals_are_those_of_the_match_with_the_same_seed(name: str, players: int) -> None:
    rules = game(name, players)
    end = play_match(rules, 5, [lowest] * players)

    def lost(turn: SeatTurn) -> str:
        raise BotAnswerError("LOST")

    deals = [
        play_deal(rules, 5, number, seats(*[lost] * players))
        for number in range(1, len(rules.deals) + 1)
    ]

    assert tuple(deal.points for deal in deals[: len(end.scores)]) == end.scores[: len(deals)]


def test_a_bot_sees_nothing_that_is_not_in_its_serialised_turn() -> None:
    seen: list[SeatTurn] = []

    def watching(turn: SeatTurn) -> str:
        seen.append(turn)
        return MEDIUM(turn)

    table.play_match(RULES, 3, seats(watching, *[MEDIUM] * 3))

    assert {turn.game.viewer_seat for turn in seen} == {0}
    assert seen == [msgspec.json.decode(msgspec.json.encode(turn), type=SeatTurn) for turn in seen]


def test_a_bot_that_fails_has_the_default_move_made_for_it_and_is_counted() -> None:
    def raising(turn: SeatTurn) -> str:
        raise KeyError("a fault of its own")

    def late(turn: SeatTurn) -> str:
        raise BotAnswerError("LATE")

    sitting = seats(raising, late, lambda _: "play 1X", lambda _: "trump H")

    played = play_deal(RULES, 7, 1, sitting)

    assert played.points == play_match(RULES, 7, [lowest] * 4).scores[0]
    reasons = ["KeyError", "LATE", "UNREADABLE_MOVE", "WRONG_PHASE"]
    assert [list(at.failures) for at in sitting] == [[reason] for reason in reasons]
    assert [at.failures.total() for at in sitting] == [len(at.times_ns) for at in sitting]


def test_a_seat_with_one_answer_is_not_asked() -> None:
    sizes: list[int] = []

    def counting(turn: SeatTurn) -> str:
        sizes.append(len(turn.legal_moves.moves))
        return MEDIUM(turn)

    sitting = seats(*[counting] * 4)
    play_deal(RULES, 7, 1, sitting)

    assert min(sizes) == 2
    assert sum(len(at.times_ns) for at in sitting) == len(sizes) < 52


def test_chance_of_one_seed_plays_the_same_match_twice() -> None:
    first, again = (
        table.play_match(RULES, 7, seats(*[at_random(seed) for seed in range(4)])) for _ in "12"
    )

    assert first == again
