"""A contest comes to the same in any number of processes, and tells how far it is."""

import io
import threading

from engine.rules import Rules
from tests.engine.table import game
from workers.arena.contest import Contest, play_set
from workers.arena.running import Progress, play_all

RULES: Rules = game("lottery", 3)
CONTEST = Contest(rules=RULES, bots=("house", "random", "ducker"), sets=3, seed=2)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_two_processes_play_what_one_plays() -> None:
    told: list[int] = []

    threads = threading.active_count()
    alone = play_all(CONTEST, 1, told.append)
    together = play_all(CONTEST, 2, told.append)

    assert told == [1, 2, 3, 1, 2, 3]
    assert threading.active_count() == threads
    for mine, theirs in zip(alone, together, strict=True):
        assert [game.played for game in mine] == [game.played for game in theirs]
        assert [game.bots for game in mine] == [game.bots for game in theirs]
    assert [game.played for game in alone[1]] == [at.played for at in play_set(CONTEST, 1)]


def test_progress_is_ten_lines_where_it_cannot_be_written_over() -> None:
    stream = io.StringIO()
    progress = Progress(200, stream, monotonic=iter(range(1_000)).__next__)

    for done in range(1, 201):
        progress(done)

    lines = stream.getvalue().splitlines()
    assert len(lines) == 10
    assert [line.split(",")[0] for line in lines[:2]] == ["20 of 200 sets", "40 of 200 sets"]


def test_progress_stays_on_one_line_of_a_terminal() -> None:
    stream = Terminal()
    progress = Progress(2, stream, monotonic=lambda: 0.0)

    progress(1)
    progress(2)

    assert stream.getvalue() == "\r1 of 2 sets, 0 s\r2 of 2 sets, 0 s\n"
