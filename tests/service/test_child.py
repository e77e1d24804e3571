"""A child that cannot even be started has a history all the same."""

import sys
from pathlib import Path

from service.child import Child
from service.process import Program
from service.restarts import Backoff, Life


def test_a_child_that_cannot_be_started_counts_as_one_that_ended(tmp_path: Path) -> None:
    child = Child(
        Program(name="lost", command=(sys.executable, "-c", ""), directory=tmp_path / "nowhere")
    )

    child.start(10.0)
    child.notice_end(10.0, Backoff(first=1.0))

    assert not child.is_running()
    assert child.last_code is None
    assert child.life == Life(failures=1, started_at=10.0, due_at=11.0)


def test_an_end_is_noticed_once() -> None:
    child = Child(
        Program(name="short", command=(sys.executable, "-c", "import time; time.sleep(9)"))
    )
    child.start(10.0)
    process = child._process
    assert process is not None
    process.kill()
    process.wait(10)

    child.notice_end(11.0, Backoff(first=1.0))
    child.notice_end(12.0, Backoff(first=1.0))

    assert child.last_code == -9
    assert child.life == Life(failures=1, started_at=10.0, due_at=12.0)
