"""Checks the tokens of one OpenID Connect issuer (RFC 7519, RFC 8725)."""

from typing import Final, Self

import httpx
import jwt
from jwt.exceptions import PyJWTError

from schema.errors import Code, Refused, refused
from service.config import OidcSettings
from service.oidc.documents import Documents, IssuerDownError
from service.oidc.keys import Keys
from service.usecases.ports import Claims

ALGORITHMS: Final = ("RS256", "ES256", "EdDSA")  # none of a shared secret, and never `none`
LEEWAY_S: Final = 30  # between the issuer's clock and ours
SUBJECT_MAX: Final = 255  # characters, by OpenID Connect Core 1.0, section 2
_REQUIRED: Final = ("exp", "iat", "iss", "aud", "sub")


class OidcIssuer:
    """Implements `service.usecases.ports.Issuer`."""

    def __init__(self, settings: OidcSettings, keys: Keys) -> None:
        self._issuer = settings.issuer
        self._audience = settings.audience
        self._name_claim = settings.name_claim
        self._keys = keys

    @classmethod
    def connect(cls, settings: OidcSettings) -> tuple[Self, httpx.AsyncClient]:
        """Return the issuer and the client that it asks by; nothing connects before its use."""
        client = httpx.AsyncClient()
        keys = Keys(Documents(settings.issuer, client))
        return cls(settings, keys), client

    async def claims(self, token: str) -> Claims:
        """Return what a token says; refuses UNAUTHENTICATED, ISSUER_UNAVAILABLE."""
        if not token.isascii():
            raise _invalid()
        try:
            header = jwt.get_unverified_header(token)
        except PyJWTError as error:
            raise _invalid() from error
        algorithm, kid = header.get("alg"), header.get("kid")
        if algorithm not in ALGORITHMS or not (kid is None or isinstance(kid, str)):
            raise _invalid()
        key = await self._key(kid)
        if key is None or key.algorithm_name != algorithm:
            raise _invalid()
        return self._verified(token, key)

    async def _key(self, kid: str | None) -> jwt.PyJWK | None:
        try:
            return await self._keys.get(kid)
        except IssuerDownError as error:
            detail = "The issuer of this token does not answer; try again."
            raise refused(Code.ISSUER_UNAVAILABLE, detail) from error

    def _verified(self, token: str, key: jwt.PyJWK) -> Claims:
        try:
            said = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name],
                audience=self._audience,
                issuer=self._issuer,
                leeway=LEEWAY_S,
                options={"require": list(_REQUIRED)},
            )
        except PyJWTError as error:
            raise _invalid() from error
        subject, name = said["sub"], said.get(self._name_claim)
        if not 1 <= len(subject) <= SUBJECT_MAX:
            raise _invalid()
        return Claims(
            issuer=self._issuer,
            subject=subject,
            name=name if isinstance(name, str) else None,
            expires_ms=int(said["exp"]) * 1_000,
        )


def _invalid() -> Refused:
    return refused(Code.UNAUTHENTICATED, "The token is not valid.")
