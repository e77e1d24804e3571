"""How many streams and sockets one client may keep open at once in one process."""

from collections import Counter
from contextlib import AbstractContextManager, nullcontext
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

    def of_account(self, player_id: str | None) -> AbstractContextManager[None]:
        """Count a stream while it is open; refuses TOO_MANY_STREAMS. Nobody is not counted."""
        if player_id is None:
            return nullcontext()
        return _Counted(self._accounts, player_id, self._per_account)

    def from_address(self, address: str) -> AbstractContextManager[None]:
        """Count a stream while it is open; refuses TOO_MANY_STREAMS."""
        return _Counted(self._addresses, address, self._per_address)


class _Counted:
    """Counts one of a client's, which may stay open for hours: a generator would be larger."""

    __slots__ = ("_client", "_counts", "_most")

    def __init__(self, counts: Counter[str], client: str, most: int) -> None:
        self._counts = counts
        self._client = client
        self._most = most

    def __enter__(self) -> None:
        if self._counts[self._client] >= self._most:
            raise too_many_open("streams", self._most)
        self._counts[self._client] += 1

    def __exit__(self, *error: object) -> None:
        self._counts[self._client] -= 1
        if not self._counts[self._client]:
            del self._counts[self._client]
