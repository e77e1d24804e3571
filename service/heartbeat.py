"""A worker's or the clock's heartbeat: a file that its main loop writes, and who looks at it.

A process whose loop hangs is still a process. So what is looked at is not whether it is there but
when its loop has last come round. `kierki probe` does that, and asks an API itself.
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from service.api_probe import api_answers
from service.config import HEARTBEAT_FILE, Settings
from service.errors import StartError

# A job may run 5 s, and a server that says nothing is given up after 11 s, twice in a row.
AGE_SECONDS: Final = 30.0
_EVERY_SECONDS: Final = 1.0

Monotonic = Callable[[], float]
"""The machine's time since its start, in seconds: the same for every process, and never set."""


class Heartbeat:
    """Writes the machine's monotonic time into a file, at most once a second.

    Without a path it does nothing. Whoever reads the file sees a whole number or the one before.
    """

    def __init__(self, path: Path | None, monotonic: Monotonic = time.monotonic) -> None:
        self._path = path
        self._monotonic = monotonic
        self._next = float("-inf")

    def beat(self) -> None:
        """Say that the loop comes round; raises StartError where the file cannot be written."""
        now = self._monotonic()
        if self._path is None or now < self._next:
            return
        self._next = now + _EVERY_SECONDS
        draft = self._path.with_name(f"{self._path.name}.new")
        try:
            draft.write_text(f"{now:.3f}\n", encoding="ascii")
            draft.replace(self._path)
        except OSError as cause:
            reason = f"{HEARTBEAT_FILE}: {self._path} cannot be written: {cause.strerror}"
            raise StartError(reason) from cause


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what `kierki probe` takes."""
    parser.description = (
        "End with 0 if the worker or the clock that writes KIERKI_HEARTBEAT_FILE comes round; "
        "without that file, if an API of this machine answers at PORT."
    )
    parser.add_argument(
        "--max-age",
        type=float,
        default=AGE_SECONDS,
        metavar="SECONDS",
        help="how old the last beat may be (default: %(default)g)",
    )


def run(args: argparse.Namespace) -> int:
    """Return 0 for a process that works; raises StartError for any other."""
    settings = Settings.from_env(os.environ)
    if settings.heartbeat_file is not None:
        _check_age(settings.heartbeat_file, args.max_age)
    elif not api_answers(f"http://127.0.0.1:{settings.port}"):
        reason = f"no API answers at port {settings.port} of this machine"
        raise StartError(reason)
    return 0


def _check_age(path: Path, most: float) -> None:
    age = age_seconds(path)
    if age > most:
        reason = f"the last heartbeat is {age:.0f} s old, {most:g} s are allowed"
        raise StartError(reason)


def age_seconds(path: Path, monotonic: Monotonic = time.monotonic) -> float:
    """Return how old the last beat is; raises StartError where there is none.

    A beat from before the machine's last start counts as none.
    """
    try:
        age = monotonic() - float(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as cause:
        reason = f"there is no heartbeat in {path}"
        raise StartError(reason) from cause
    if age < 0:
        reason = f"the heartbeat in {path} is from before this machine's start"
        raise StartError(reason)
    return age
