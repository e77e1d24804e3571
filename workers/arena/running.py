"""Plays the sets of a contest, in as many processes as are wanted, and tells how far it is."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TextIO

from workers.arena.contest import Contest, Game, play_set
from workers.errors import ArenaError

_LINES = 10  # how often progress is told where it cannot be written over


def play_all(
    contest: Contest, processes: int, told: Callable[[int], None]
) -> tuple[tuple[Game, ...], ...]:
    """Return the games of every set in order; `told` is called with how many are done.

    Raises ArenaError when a process ends before its work is done.
    """
    done = []
    for games in _played(contest, min(processes, contest.sets)):
        done.append(games)
        told(len(done))
    return tuple(done)


def _played(contest: Contest, processes: int) -> Iterator[tuple[Game, ...]]:
    play = partial(play_set, contest)
    if processes == 1:
        yield from map(play, range(contest.sets))
        return
    # Processes that are spawned hold none of the parent's threads and open files.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, spawning, initializer=_end_at_interrupt) as pool:
        try:
            yield from pool.map(play, range(contest.sets))
        except BrokenProcessPool as error:
            raise ArenaError("a process has ended before its work was done") from error
        finally:
            # To its end: a thread of it that lives on may write to a closed pipe at the exit.
            pool.shutdown(cancel_futures=True)


def _end_at_interrupt() -> None:
    """Let Ctrl-C end a process at once and without a word: the parent tells."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Progress:
    """Tells on a stream how many sets are done: over one line on a terminal, else ten lines."""

    def __init__(
        self,
        sets: int,
        stream: TextIO | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sets = sets
        self._stream = sys.stderr if stream is None else stream
        self._monotonic = monotonic
        self._began = monotonic()
        self._is_terminal = self._stream.isatty()

    @property
    def seconds(self) -> float:
        """Return how long it has been going on."""
        return self._monotonic() - self._began

    def __call__(self, done: int) -> None:
        """Tell how many sets are done."""
        line = f"{done} of {self._sets} sets, {self.seconds:.0f} s"
        if self._is_terminal:
            end = "\n" if done == self._sets else ""
            print(f"\r{line}", end=end, file=self._stream, flush=True)
        elif done * _LINES // self._sets > (done - 1) * _LINES // self._sets:
            print(line, file=self._stream, flush=True)
