"""The keys of an issuer, as this process knows them."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

import structlog
from jwt import PyJWK
from jwt.exceptions import PyJWTError

from service.oidc.documents import IssuerDownError, Json

MAX_AGE_S: Final = 3_600.0
STALE_S: Final = 21_600.0  # so long do known keys outlast an issuer that is down
MIN_INTERVAL_S: Final = 10.0  # between two fetches, whatever unknown keys tokens name

_log = structlog.get_logger(__name__)


class Published(Protocol):
    """Where an issuer publishes its keys."""

    async def keys(self) -> list[Json]:
        """Return them as JWKs; raises IssuerDownError."""
        ...


class Keys:
    """Fetches keys at their first use, when they are old, and when a token names a new one.

    A key that the issuer has withdrawn is forgotten with the next fetch.
    """

    def __init__(self, published: Published, clock: Callable[[], float] = time.monotonic) -> None:
        self._published = published
        self._clock = clock
        self._known: dict[str | None, PyJWK] = {}
        self._fetched_at: float | None = None
        self._tried_at: float | None = None
        self._fetching = asyncio.Lock()

    async def get(self, kid: str | None) -> PyJWK | None:
        """Return the key of that id, or nothing; without an id, the only key there is.

        Raises IssuerDownError where no keys are known that are fresh enough.
        """
        if self._wants_fetch(kid):
            async with self._fetching:
                if self._wants_fetch(kid):
                    await self._fetch()
        age = self._age(self._fetched_at)
        if age is None or age > STALE_S:
            raise IssuerDownError("the issuer's keys are not known")
        return self._found(kid)

    def _found(self, kid: str | None) -> PyJWK | None:
        if kid is None:
            return next(iter(self._known.values())) if len(self._known) == 1 else None
        return self._known.get(kid)

    def _wants_fetch(self, kid: str | None) -> bool:
        tried = self._age(self._tried_at)
        if tried is not None and tried < MIN_INTERVAL_S:
            return False
        age = self._age(self._fetched_at)
        return age is None or age > MAX_AGE_S or self._found(kid) is None

    def _age(self, since: float | None) -> float | None:
        return None if since is None else self._clock() - since

    async def _fetch(self) -> None:
        self._tried_at = self._clock()
        try:
            published = await self._published.keys()
        except IssuerDownError as error:
            _log.warning("issuer_down", why=str(error))
            return
        self._known = dict(_signing_keys(published))
        self._fetched_at = self._tried_at


def _signing_keys(published: list[Json]) -> list[tuple[str | None, PyJWK]]:
    found = []
    for key in published:
        if key.get("use", "sig") != "sig":
            continue
        try:
            made = PyJWK(key)
        except PyJWTError:  # of a kind that is not for signing, or that is not known here
            continue
        found.append((made.key_id, made))
    return found
