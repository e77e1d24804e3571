"""One loop for the life of a process; nothing half done is left on it."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from types import FrameType

import pytest
from structlog.testing import capture_logs

from schema.errors import Code, refused
from workers.runtime import Runtime


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    """Give a runtime and close it."""
    with Runtime() as made:
        yield made


def test_everything_runs_on_one_loop(runtime: Runtime) -> None:
    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    assert runtime.run(loop()) is runtime.run(loop())


def test_a_resource_is_closed_with_the_process_and_on_the_same_loop() -> None:
    seen: list[tuple[str, asyncio.AbstractEventLoop]] = []

    @contextlib.asynccontextmanager
    async def resource() -> AsyncIterator[int]:
        seen.append(("open", asyncio.get_running_loop()))
        yield 7
        seen.append(("closed", asyncio.get_running_loop()))

    with Runtime() as runtime:
        assert runtime.enter(resource()) == 7

    (first, opened), (last, closed) = seen
    assert (first, last) == ("open", "closed")
    assert opened is closed


def test_a_job_is_called_with_its_match_and_version(runtime: Runtime) -> None:
    calls: list[tuple[str, int]] = []

    async def function(match_id: str, version: int) -> None:
        calls.append((match_id, version))

    runtime.as_job("a_job", function)("m_1", 7)

    assert calls == [("m_1", 7)]


def test_a_job_never_fails_and_its_fault_is_logged_without_words(runtime: Runtime) -> None:
    async def function(match_id: str, version: int) -> None:
        raise LookupError("QS")

    with capture_logs() as logged:
        runtime.as_job("a_job", function)("m_1", 7)

    (line,) = logged
    assert line["event"] == "job_failed"
    assert (line["job"], line["match"], line["version"]) == ("a_job", "m_1", 7)
    assert line["error"] == "LookupError"
    assert "QS" not in str(line)


def test_a_refusal_ends_a_job_quietly(runtime: Runtime) -> None:
    async def function(match_id: str, version: int) -> None:
        raise refused(Code.STORE_UNAVAILABLE, "The store does not answer.")

    with capture_logs() as logged:
        runtime.as_job("a_job", function)("m_1", 7)

    (line,) = logged
    assert (line["event"], line["code"]) == ("job_gave_up", "STORE_UNAVAILABLE")


class TooLongError(Exception):
    """Stands for the exception that RQ raises when a job's time is over."""


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TooLongError


def _in_a_callback() -> None:
    asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGALRM)


def _while_it_waits() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.02)


def _in_the_job() -> None:
    os.kill(os.getpid(), signal.SIGALRM)


@pytest.fixture
def time_limit() -> Iterator[None]:
    """Let SIGALRM raise, as RQ does, and give the signal back."""
    before = signal.signal(signal.SIGALRM, _too_long)
    yield
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("time_limit")
@pytest.mark.parametrize("strike", [_in_a_callback, _while_it_waits, _in_the_job])
def test_a_job_whose_time_is_over_is_not_left_half_done(
    runtime: Runtime, strike: Callable[[], None]
) -> None:
    steps: list[str] = []

    async def function(match_id: str, version: int) -> None:
        try:
            strike()
            await asyncio.Event().wait()
        finally:
            steps.append("cleaned up")

    with capture_logs() as logged:
        runtime.as_job("a_job", function)("m_1", 7)

    assert steps == ["cleaned up"]
    assert [line["error"] for line in logged] == ["TooLongError"]


def test_an_error_of_the_loop_outside_of_a_job_is_told(
    runtime: Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing() -> None:
        asyncio.get_running_loop().call_exception_handler({"message": "a lost task"})

    runtime.run(nothing())

    assert "a lost task" in caplog.text
