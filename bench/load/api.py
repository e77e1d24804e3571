"""The API with a part taken out, or with its time sampled; for comparisons, never to serve.

`python -m bench.load.api [--without keys|tokens] [--samples FILE]` takes the settings of
`kierki api`. The parts are taken out here, so that the service has no switch for it.
"""

import argparse
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final

import msgspec

from schema.context import Viewer
from service import server
from service.store.record import Committed, Once, Step
from service.store.redis import RedisStore
from service.usecases.accounts import Accounts

START: Final = signal.SIGUSR1
_EVERY_S: Final = 0.002  # of CPU time, not of the clock
_DEEPEST: Final = 40  # frames of a stack that are kept, from the innermost


def without_keys() -> None:
    """Commit moves without remembering their idempotency keys."""
    update = RedisStore.update

    async def forgetful(
        self: RedisStore, match_id: str, step: Step, commit: bytes, once: Once | None = None
    ) -> Committed:
        del once
        return await update(self, match_id, step, commit)

    RedisStore.update = forgetful  # type: ignore[method-assign]


def without_tokens() -> None:
    """Look each token up once, and take it for good ever after."""
    viewer, known = Accounts.viewer, dict[str | None, Viewer]()

    async def trusting(self: Accounts, token: str | None) -> Viewer:
        if token not in known:
            known[token] = await viewer(self, token)
        return known[token]

    Accounts.viewer = trusting  # type: ignore[method-assign]


PARTS: Final[dict[str, Callable[[], None]]] = {"keys": without_keys, "tokens": without_tokens}


class Sampler:
    """Notes, every so often of CPU time, which functions are running."""

    def __init__(self) -> None:
        self._stacks: Counter[tuple[str, ...]] = Counter()

    def wait(self) -> None:
        """Begin at the signal `START`, by a timer that runs while this process does."""
        signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again when it has ended
        signal.signal(signal.SIGPROF, self._note)
        signal.signal(START, self._start)

    def _start(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        signal.setitimer(signal.ITIMER_PROF, _EVERY_S, _EVERY_S)

    def _note(self, number: int, frame: FrameType | None) -> None:
        del number
        self._stacks[tuple(_files(frame))] += 1

    def write(self, path: Path) -> None:
        """Stop, and write the stacks of files, innermost first, with how often each was seen."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        path.write_bytes(msgspec.json.encode(list(self._stacks.items())))


def _files(frame: FrameType | None) -> Iterator[str]:
    last = ""
    for _ in range(_DEEPEST):
        if frame is None:
            return
        name = frame.f_code.co_filename
        if name != last:
            yield name
        last, frame = name, frame.f_back


def main() -> int:
    """Serve until a signal ends it."""
    parser = argparse.ArgumentParser(description="Run the API for a comparison.")
    parser.add_argument("--without", choices=PARTS)
    parser.add_argument("--samples", type=Path)
    args = parser.parse_args()
    if args.without:
        PARTS[args.without]()
    sampler = Sampler()
    if args.samples:
        sampler.wait()
    code = server.run(argparse.Namespace(fd=None))
    if args.samples:
        sampler.write(args.samples)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
