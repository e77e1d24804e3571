"""Fetches what an issuer publishes: its configuration and its keys."""

from typing import Final, TypeVar

import httpx
import msgspec
from msgspec import Struct

from service.config import is_safe_address

TIMEOUT_S: Final = 5.0
DOCUMENT_BYTES: Final = 262_144  # far above any issuer's, so that none can fill the memory
_DISCOVERY: Final = "/.well-known/openid-configuration"

Json = dict[str, object]
_Document = TypeVar("_Document")


class IssuerDownError(Exception):
    """The issuer does not answer, or not with what it should."""


class _Configuration(Struct):
    issuer: str
    jwks_uri: str


class _Keys(Struct):
    keys: list[Json]


class Documents:
    """Fetches the documents of one issuer; follows no redirect."""

    def __init__(self, issuer: str, client: httpx.AsyncClient) -> None:
        self._issuer = issuer
        self._client = client

    async def keys(self) -> list[Json]:
        """Return the keys that the issuer signs with, as JWKs; raises IssuerDownError."""
        found = await self._fetch(self._issuer.rstrip("/") + _DISCOVERY, _Configuration)
        if found.issuer != self._issuer:
            raise IssuerDownError("the configuration is another issuer's")
        if not is_safe_address(found.jwks_uri):
            raise IssuerDownError("the keys lie at an address that is not safe")
        return (await self._fetch(found.jwks_uri, _Keys)).keys

    async def _fetch(self, url: str, kind: type[_Document]) -> _Document:
        body = bytearray()
        try:
            async with self._client.stream("GET", url, timeout=TIMEOUT_S) as answer:
                answer.raise_for_status()
                async for chunk in answer.aiter_bytes():
                    body += chunk
                    if len(body) > DOCUMENT_BYTES:
                        raise IssuerDownError("the document is too long")
            return msgspec.json.decode(body, type=kind)
        except (httpx.HTTPError, httpx.InvalidURL, msgspec.DecodeError) as cause:
            why = f"no document: {type(cause).__name__}"
            raise IssuerDownError(why) from cause
