"""The directory that one running `kierki up` owns: its locks and the server's password."""

import fcntl
import os
import secrets
import string
import time
from pathlib import Path

from service.errors import StartError

_LEFTOVER_SECONDS = 10.0  # a server whose supervisor was killed flushes and ends within this time
_LOOK_SECONDS = 0.05
_PASSWORD_SYMBOLS = frozenset(f"{string.ascii_letters}{string.digits}-_")


class DataDirectory:
    """A directory that belongs to this process alone until `close`.

    It holds two locks, which the kernel lifts when their last holder ends, however it ends.
    `supervisor.lock` is this process's. `server_lock` is the file number of `server.lock`, to be
    inherited by the server: one that outlives a killed supervisor for a moment keeps the next
    away from its files. Raises StartError when the directory cannot be written or is in use.
    """

    def __init__(self, path: Path, *, leftover_seconds: float = _LEFTOVER_SECONDS) -> None:
        self.path = path
        self._open_locks: list[int] = []
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock_for_this_process()
            self.server_lock = self._lock_for_the_server(leftover_seconds)
        except OSError as cause:
            self.close()
            raise _unusable(path, cause) from cause
        except StartError:
            self.close()
            raise

    def password(self) -> str:
        """Return the server's password, made at the first call and readable by its owner only."""
        path = self.path / "password"
        try:
            if not path.exists():
                write_secret(path, secrets.token_urlsafe(32))
            password = path.read_bytes().strip().decode("ascii", "replace")
        except OSError as cause:
            raise _unusable(path, cause) from cause
        if not password or not _PASSWORD_SYMBOLS.issuperset(password):
            reason = f"{path} holds no password: remove it, and a new one is made"
            raise StartError(reason)
        return password

    def close(self) -> None:
        """Give the directory back; a server that still runs keeps its own lock."""
        while self._open_locks:
            os.close(self._open_locks.pop())

    def _lock_for_this_process(self) -> None:
        number = self._open("supervisor.lock")
        if not _take(number):
            holder = os.pread(number, 20, 0).decode("ascii", "replace")
            reason = f"{self.path} is in use by another `kierki up` (process {holder})"
            raise StartError(reason)
        os.truncate(number, 0)
        os.pwrite(number, str(os.getpid()).encode("ascii"), 0)

    def _lock_for_the_server(self, leftover_seconds: float) -> int:
        number = self._open("server.lock")
        deadline = time.monotonic() + leftover_seconds
        while not _take(number):
            if time.monotonic() >= deadline:
                reason = f"{self.path} is in use by the server of an earlier run, which hangs"
                raise StartError(reason)
            time.sleep(_LOOK_SECONDS)
        return number

    def _open(self, name: str) -> int:
        number = os.open(self.path / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._open_locks.append(number)
        return number


def _take(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_secret(path: Path, text: str) -> None:
    """Write a file of ASCII text, whole or not at all, that its owner alone may read."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(number)
    draft.replace(path)


def _unusable(path: Path, cause: OSError) -> StartError:
    return StartError(f"{path} cannot be used: {cause.strerror}")
