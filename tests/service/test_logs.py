"""Log lines of structlog and of the standard library look alike and hold no variables."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import structlog

from service import logs
from service.config import LogFormat, LogLevel


@pytest.fixture(autouse=True)
def _logging_given_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_json_line_names_event_level_logger_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(LogLevel.INFO, LogFormat.JSON)

    structlog.get_logger("kierki.test").info("match_started", match="m_1")

    line = json.loads(capsys.readouterr().err)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "match_started",
        "level": "info",
        "logger": "kierki.test",
        "match": "m_1",
    }


def test_a_library_that_logs_the_old_way_gets_the_same_shape(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(LogLevel.INFO, LogFormat.JSON)

    logging.getLogger("somewhere").warning("%s is odd", "this")

    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["level"], line["logger"]) == ("this is odd", "warning", "somewhere")


def _fails(hidden_card: str) -> None:
    hands: dict[str, int] = {}
    try:
        hands[hidden_card]
    except KeyError as error:
        raise ValueError(hidden_card) from error


@pytest.mark.parametrize("shape", list(LogFormat))
def test_a_traceback_shows_places_and_neither_words_nor_variables(
    capsys: pytest.CaptureFixture[str], shape: LogFormat
) -> None:
    logs.configure(LogLevel.INFO, shape)

    hidden_card = "Q" + "S"
    try:
        _fails(hidden_card)
    except ValueError as error:
        fault = error
    structlog.get_logger("kierki.test").error("fault", exc_info=fault)
    logging.getLogger("uvicorn.error").error("fault", exc_info=fault)

    written = capsys.readouterr().err
    assert written.count("because of") == 2
    assert written.count("hands[hidden_card]") == written.count("raise ValueError") == 2
    assert "QS" not in written


def test_errors_that_caused_each_other_are_told_to_an_end() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one

    assert logs.places((ValueError, one, None)).count("ValueError") < 200


def test_lines_below_the_level_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(LogLevel.WARNING, LogFormat.CONSOLE)

    structlog.get_logger("kierki.test").info("quiet")
    logging.getLogger("uvicorn.error").info("quiet")

    assert capsys.readouterr().err == ""


def test_the_libraries_that_talk_about_their_start_are_kept_quiet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(LogLevel.DEBUG, LogFormat.CONSOLE)

    logging.getLogger("uvicorn.error").info("Started server process")

    assert capsys.readouterr().err == ""


def test_half_a_character_that_a_client_has_sent_is_written_as_its_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(LogLevel.INFO, LogFormat.JSON)

    structlog.get_logger("kierki.test").info("odd", path="/v1/\ud800", of={1})

    line = json.loads(capsys.readouterr().err)
    assert (line["path"], line["of"]) == ("/v1/\ud800", "{1}")


@pytest.mark.parametrize("shape", list(LogFormat))
def test_a_line_that_cannot_be_written_is_lost_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, shape: LogFormat
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stderr", full)
        logs.configure(LogLevel.INFO, shape)

        structlog.get_logger("kierki.test").info("lost")

        with suppress(OSError):  # what is left of it fails again
            full.close()


class Pieces(io.BytesIO):
    """A stream that keeps what is written at once."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any, /) -> int:  # Any: whatever holds bytes
        """Keep a piece."""
        self.written.append(bytes(data))
        return len(data)

    def told(self) -> list[list[str]]:
        """Return the events of each piece, and forget them."""
        pieces, self.written = self.written, []
        return [[json.loads(line)["event"] for line in at.splitlines()] for at in pieces]


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> Pieces:
    """Give what the process's log is written to, by turn."""
    found = Pieces()
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(found))
    logs.configure(LogLevel.INFO, LogFormat.JSON, by_turn=True)
    return found


async def test_lines_of_a_turn_are_written_together_at_its_end(pieces: Pieces) -> None:
    log = structlog.get_logger("kierki.test")
    log.info("one")
    log.info("two")
    before = pieces.told()
    await asyncio.sleep(0)
    after = pieces.told()
    log.info("three")
    await asyncio.sleep(0)

    assert (before, after, pieces.told()) == ([], [["one", "two"]], [["three"]])


async def test_trouble_is_told_at_once_behind_what_came_before(pieces: Pieces) -> None:
    log = structlog.get_logger("kierki.test")
    log.info("one")
    log.error("trouble")
    at_once = pieces.told()
    await asyncio.sleep(0)

    assert [event for piece in at_once for event in piece] == ["one", "trouble"]
    assert pieces.told() == []


async def test_what_is_written_at_once_is_no_more_than_a_pipe_takes(pieces: Pieces) -> None:
    log = structlog.get_logger("kierki.test")
    for number in range(100):
        log.info(str(number))
    await asyncio.sleep(0)

    assert max(map(len, pieces.written)) <= 4_096
    assert [event for piece in pieces.told() for event in piece] == [str(at) for at in range(100)]


def test_where_no_loop_runs_a_line_is_written_at_once(pieces: Pieces) -> None:
    async def one() -> None:
        structlog.get_logger("kierki.test").info("in a turn")

    asyncio.run(one())
    turn = pieces.told()
    structlog.get_logger("kierki.test").info("after all")

    assert (turn, pieces.told()) == ([["in a turn"]], [["after all"]])


async def test_lines_of_other_threads_are_written_at_once(pieces: Pieces) -> None:
    log = structlog.get_logger("kierki.test")
    await asyncio.to_thread(log.info, "elsewhere")

    assert pieces.told() == [["elsewhere"]]
