"""The supervisor restarts what ends, stops in order, and gives up only when told to."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.errors import StartError
from service.process import Program
from service.restarts import Backoff
from service.supervisor import StopStage, Supervisor

_QUICK = Backoff(first=0.01, longest=0.01)
_ALL = (StopStage(names=("first", "second", "third"), limit_seconds=5.0),)


def test_a_child_that_ends_is_started_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    with Supervisor(_ALL, backoff=_QUICK) as supervisor:
        supervisor.add(_writer("first", journal, then="sys.exit(1)"))
        is_restarted = supervisor.watch(lambda: len(_lines(journal)) >= 3, limit_seconds=20.0)

    assert is_restarted
    # The one that has just started may be asked to stop before it ends by itself.
    assert _lines(journal)[:3] == ["first started"] * 3


def test_a_child_that_is_killed_is_started_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    kill_once = f"len(open({str(journal)!r}).readlines()) == 1 and os.kill(os.getpid(), 9)"

    with Supervisor(_ALL, backoff=_QUICK) as supervisor:
        supervisor.add(_writer("first", journal, then=f"{kill_once}; signal.pause()"))
        assert supervisor.watch(lambda: len(_lines(journal)) == 2, limit_seconds=20.0)


def test_the_others_run_on_when_one_child_ends(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    with Supervisor(_ALL, backoff=_QUICK) as supervisor:
        supervisor.add(_writer("first", journal))
        supervisor.add(_writer("second", journal, then="sys.exit()"))
        supervisor.watch(lambda: _lines(journal).count("second started") >= 3, limit_seconds=20.0)

    assert _lines(journal).count("first started") == 1


@pytest.fixture
def _terminal_matters() -> Iterator[None]:
    """Let the loss of a terminal end the test's process, also where the run began under nohup."""
    previous = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, previous)


@pytest.mark.usefixtures("_terminal_matters")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_watch_and_stops_the_children(
    tmp_path: Path, number: signal.Signals
) -> None:
    journal = tmp_path / "journal"
    send = f"os.kill(os.getppid(), {int(number)}); signal.pause()"

    with Supervisor(_ALL) as supervisor:
        supervisor.add(_writer("first", journal, then=send))
        is_asked_to_stop = not supervisor.watch()

    assert is_asked_to_stop
    assert _lines(journal) == ["first started", "first stopped"]


def test_children_are_stopped_in_the_order_of_the_stages(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    stages = tuple(StopStage(names=(name,), limit_seconds=5.0) for name in ("second", "first"))

    with Supervisor(stages) as supervisor:
        supervisor.add(_writer("first", journal))
        supervisor.add(_writer("second", journal))
        supervisor.watch(lambda: len(_lines(journal)) == 2, limit_seconds=20.0)

    assert _lines(journal)[2:] == ["second stopped", "first stopped"]


def test_a_child_that_does_not_stop_is_killed(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    stages = (StopStage(names=("first",), limit_seconds=0.1),)

    with Supervisor(stages) as supervisor:
        deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN); note(str(os.getpid()))"
        supervisor.add(_writer("first", journal, then=f"{deaf}; signal.pause()"))
        supervisor.watch(lambda: len(_lines(journal)) == 2, limit_seconds=20.0)

    process_id = int(_lines(journal)[1].removeprefix("first "))
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


def test_children_are_stopped_when_the_block_fails(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def fail() -> None:
        with Supervisor(_ALL) as supervisor:
            supervisor.add(_writer("first", journal))
            supervisor.watch(lambda: bool(_lines(journal)), limit_seconds=20.0)
            raise KeyError

    with pytest.raises(KeyError):
        fail()

    assert _lines(journal) == ["first started", "first stopped"]


def test_patience_ends_with_a_child_that_keeps_failing(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    with Supervisor(_ALL, backoff=_QUICK) as supervisor:
        supervisor.add(_writer("first", journal, then="sys.exit(3)"))
        with pytest.raises(StartError, match=r"^first does not start: it ended with 3$"):
            supervisor.watch(patience=2)

    assert _lines(journal) == ["first started"] * 3


def test_a_condition_that_never_holds_is_given_up() -> None:
    now = iter(range(100))

    with (
        Supervisor(_ALL, monotonic=lambda: float(next(now))) as supervisor,
        pytest.raises(StartError, match=r"^not ready within 9 seconds$"),
    ):
        supervisor.watch(lambda: False, limit_seconds=9.0)


def test_the_signals_are_given_back() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    with Supervisor(_ALL):
        pass

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert signal.set_wakeup_fd(-1) == -1


def test_a_lost_terminal_does_not_matter_under_nohup() -> None:
    previous = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Supervisor(_ALL):
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, previous)


def _writer(name: str, journal: Path, *, then: str = "signal.pause()") -> Program:
    """Return a program that notes its start and its polite end in the journal."""
    text = f"""
import os, signal, sys
def note(word):
    with open({str(journal)!r}, "a") as file: file.write("{name} " + word + chr(10))
def stop(*_):
    note("stopped"); sys.exit(0)
signal.signal(signal.SIGTERM, stop)
note("started")
{then}
"""
    return Program(name=name, command=(sys.executable, "-c", text))


def _lines(journal: Path) -> list[str]:
    return journal.read_text().splitlines() if journal.exists() else []
