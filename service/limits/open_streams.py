"""How many streams and sockets one client may keep open at once in one process."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from service.limits.refusals import too_many_open

PER_ACCOUNT: Final = 100
PER_ADDRESS: Final = 1_000  # a school, or everybody behind one carrier


class OpenStreams:
    """Counts what is open, by account and by address.

    Each process counts for itself: a limit that many share would outlive a process that dies.
    """

    def __init__(self, per_account: int = PER_ACCOUNT, per_address: int = PER_ADDRESS) -> None:
        self._per_account = per_account
        self._per_address = per_address
        self._accounts: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def of_account(self, player_id: str | None) -> Iterator[None]:
        """Count a stream while it is open; refuses TOO_MANY_STREAMS. Nobody is not counted."""
        if player_id is None:
            yield
            return
        with _counted(self._accounts, player_id, self._per_account):
            yield

    @contextmanager
    def from_address(self, address: str) -> Iterator[None]:
        """Count a stream while it is open; refuses TOO_MANY_STREAMS."""
        with _counted(self._addresses, address, self._per_address):
            yield


@contextmanager
def _counted(counts: Counter[str], client: str, most: int) -> Iterator[None]:
    if counts[client] >= most:
        raise too_many_open("streams", most)
    counts[client] += 1
    try:
        yield
    finally:
        counts[client] -= 1
        if not counts[client]:
            del counts[client]
