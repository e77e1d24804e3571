"""What is stored about accounts; times in milliseconds of Unix time.

All of it is MessagePack arrays: fields are only ever added at the end, with a default.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schema.identity import GUEST_SCOPES

_HOUR_MS: Final = 3_600_000
_ID_DIGITS: Final = 20  # of 64: enough to tell tokens apart, too few to find one by


class Identity(Struct, frozen=True, array_like=True):
    """Who an OpenID Connect issuer says that somebody is: `subject` is unique to the issuer."""

    issuer: str
    subject: str


class BotTerms(Struct, frozen=True, array_like=True):
    """Who answers for a bot, how many matches it plays at a time, and by which rule sets.

    No rule sets: all of them.
    """

    owner_id: str
    at_once: int
    rule_sets: tuple[str, ...] = ()


class Player(Struct, frozen=True, array_like=True):
    """An account. `guest`: made without proof of who it is.

    `identity` is null for an account that has never signed in, `bot` for a person's.
    `banned_ms` is since when it is banned, null if it is not.
    """

    id: str
    name: str
    guest: bool
    created_ms: int
    identity: Identity | None = None
    bot: BotTerms | None = None
    is_admin: bool = False
    banned_ms: int | None = None


class Grant(Struct, frozen=True, array_like=True):
    """What an overlay key opens: one match, or the matches of one player; the other is null."""

    match_id: str | None = None
    player_id: str | None = None


class Token(Struct, frozen=True, array_like=True):
    """What is kept of a token, or of an overlay key, which has a `grant`; never its text.

    `used_ms` is the beginning of the hour in which it was last used; null: not yet.
    """

    id: str
    player_id: str
    name: str
    scopes: tuple[str, ...]
    created_ms: int
    expires_ms: int | None = None
    used_ms: int | None = None
    grant: Grant | None = None


class AuditEntry(Struct, frozen=True, array_like=True):
    """What an administrator has done, to which account or match, and why."""

    at_ms: int
    actor: str
    action: str
    target: str
    reason: str


class Offer(Struct, frozen=True, array_like=True):
    """A seat of a match that its owner, `by`, offers to a bot; `seat` null: the first empty one."""

    id: str
    bot_id: str
    match_id: str
    seat: int | None
    rule_set: str
    players: int
    by: str


class Standing(Struct, frozen=True):
    """An offer and when it lapses, milliseconds of Unix time."""

    offer: Offer
    lapses_ms: int


def token_id(digest: bytes, prefix: str = "t_") -> str:
    """Return the id of a token, which follows from the digest of its text."""
    return prefix + digest.hex()[:_ID_DIGITS]


def used_at(token: Token, now_ms: int) -> Token:
    """Return a token with the hour of its last use, the same one within that hour."""
    hour = now_ms - now_ms % _HOUR_MS
    return token if token.used_ms == hour else replace(token, used_ms=hour)


def first_token(player_id: str, digest: bytes, created_ms: int = 0) -> Token:
    """Return the token that a guest's account is made with."""
    scopes = tuple(sorted(GUEST_SCOPES))
    return Token(token_id(digest), player_id, "guest", scopes, created_ms)
