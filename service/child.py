"""One child of the supervisor: a program, its process if there is one, and its history."""

import subprocess
from signal import Signals

import structlog

from service.process import Program, spawn
from service.restarts import Backoff, Life

_log = structlog.get_logger(__name__)


class Child:
    """A program that is to be kept running; times are seconds of one monotonic clock."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.life = Life()
        self.last_code: int | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, now: float) -> None:
        """Start the program; a machine without memory for it counts as an end at once."""
        try:
            self._process = spawn(self.program)
        except OSError as cause:
            _log.warning("child_not_started", child=self.program.name, reason=cause.strerror)
        self.life = self.life.started(now)

    def notice_end(self, now: float, backoff: Backoff) -> None:
        """Put a process that has ended into the history, once."""
        if self.life.due_at is not None or self.is_running():
            return
        self.last_code = None if self._process is None else self._process.returncode
        self._process = None
        self.life = self.life.ended(now, backoff)
        _log.warning(
            "child_ended",
            child=self.program.name,
            code=self.last_code,
            restarts_in_seconds=backoff.delay(self.life.failures),
        )

    def is_running(self) -> bool:
        """Say whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    def send(self, number: Signals) -> None:
        """Send a signal to the process if it is alive."""
        if self._process is not None:
            self._process.send_signal(number)
