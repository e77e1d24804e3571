"""The texts that speak for accounts, and the viewers that this process has just looked up."""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from schema.context import Viewer

TOKEN_PREFIX: Final = "kt_"  # noqa: S105 - how scanners know a token that has got out
KEY_PREFIX: Final = "ko_"
KEY_ID_PREFIX: Final = "k_"
NEAR_SECONDS: Final = 2.0  # with the 3 s between two looks of a stream, below the 5 s promised
_SECRET_BYTES: Final = 32
_KEPT: Final = 10_000


def new_secret(prefix: str) -> str:
    """Return the text of a new token or key."""
    return prefix + secrets.token_urlsafe(_SECRET_BYTES)


def token_digest(token: str) -> bytes:
    """Return what is stored of a token: SHA-256, since a random token needs no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class _Near(NamedTuple):
    viewer: Viewer
    until: float


class NearViewers:
    """Viewers by the digest of what they came with, for two seconds.

    So a client that asks often costs the store no look-up each time, and what is revoked in
    another process is still refused here in time.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, kept: int = _KEPT) -> None:
        self._clock = clock
        self._kept = kept
        self._near: OrderedDict[bytes, _Near] = OrderedDict()

    def get(self, digest: bytes) -> Viewer | None:
        """Return a viewer that was looked up just now, or nothing."""
        near = self._near.get(digest)
        if near is None or near.until <= self._clock():
            return None
        return near.viewer

    def keep(self, digest: bytes, viewer: Viewer) -> Viewer:
        """Keep a viewer that the store has just told of, and return it."""
        self._near[digest] = _Near(viewer, self._clock() + NEAR_SECONDS)
        self._near.move_to_end(digest)
        if len(self._near) > self._kept:
            self._near.popitem(last=False)
        return viewer

    def forget(self, player_id: str) -> None:
        """Look an account up again at its next request, by whatever it comes with."""
        for digest, near in list(self._near.items()):
            overlay = near.viewer.overlay
            if player_id in {near.viewer.player_id, overlay and overlay.owner_id}:
                del self._near[digest]
