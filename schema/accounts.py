"""Accounts, their tokens and their overlay keys, as both transports publish them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.identity import Scope


class AccountKind(StrEnum):
    """How an account came to be; the list may grow."""

    GUEST = "guest"
    MEMBER = "member"
    BOT = "bot"


class Me(Struct, frozen=True, rename="camel", kw_only=True):
    """The account that asks, and what its token is good for."""

    id: Annotated[str, Meta(description="The account's id, `p_…`.")]
    name: Annotated[str, Meta(description="The name it shows.")]
    guest: Annotated[bool, Meta(description="Whether it was made without proof of who it is.")]
    bot: Annotated[bool, Meta(description="Whether a program plays for it; that never changes.")]
    kind: Annotated[AccountKind, Meta(description="How it came to be.")]
    admin: Annotated[bool, Meta(description="Whether its tokens may have the scope `admin`.")]
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]
    scopes: Annotated[
        tuple[Scope, ...], Meta(description="What the token is good for, at most 6, sorted.")
    ]
    token_id: Annotated[
        str | None,
        Meta(description="The token's id, `t_…`; null for one of an OpenID Connect issuer."),
    ] = None
    expires_at_ms: Annotated[
        int | None, Meta(description="Until when the token is good, ms; null: until it is revoked.")
    ] = None


class Erased(Struct, frozen=True, rename="camel", kw_only=True):
    """An account is erased; nothing that it came with is taken any more."""

    id: Annotated[str, Meta(description="The id that the account had.")]
    at_ms: Annotated[int, Meta(description="When, ms of Unix time.")]


class TokenView(Struct, frozen=True, rename="camel", kw_only=True):
    """A token of an account; its text is told only once, when it is made."""

    id: Annotated[str, Meta(description="Its id, `t_…`.")]
    name: Annotated[str, Meta(description="What its maker calls it.")]
    scopes: Annotated[
        tuple[Scope, ...], Meta(description="What it is good for, at most 6, sorted.")
    ]
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]
    expires_at_ms: Annotated[
        int | None, Meta(description="Until when it is good, ms; null: until it is revoked.")
    ] = None
    used_at_ms: Annotated[
        int | None,
        Meta(description="When it was last used, ms, up to an hour too early; null: not yet."),
    ] = None


class NewToken(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A token to make; it is good for no more than the token that makes it."""

    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="What to call it: printable characters."),
    ]
    scopes: Annotated[
        tuple[Scope, ...],
        Meta(min_length=1, max_length=6, description="What it shall be good for."),
    ]
    expires_in_days: Annotated[
        int,
        Meta(
            ge=1,
            le=366,
            description="For how long, in days; never longer than the token that makes it.",
        ),
    ] = 90
    bot_id: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="The bot of yours for which it shall speak; null: your own account."),
    ] = None


class TokenMade(Struct, frozen=True, rename="camel", kw_only=True):
    """A new token; its text is told only here."""

    id: Annotated[str, Meta(description="Its id, `t_…`.")]
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`.")]
    about: Annotated[TokenView, Meta(description="What the list of tokens says of it.")]


class TokenList(Struct, frozen=True, rename="camel", kw_only=True):
    """The tokens of an account."""

    items: Annotated[tuple[TokenView, ...], Meta(description="At most 50, the oldest first.")]


class OverlayKeyView(Struct, frozen=True, rename="camel", kw_only=True):
    """An overlay key: it lets whoever has it watch, as an overlay may, and do nothing else."""

    id: Annotated[str, Meta(description="Its id, `k_…`.")]
    name: Annotated[str, Meta(description="What its maker calls it.")]
    match_id: Annotated[
        str | None, Meta(description="The match it opens; null: those of `playerId`.")
    ] = None
    player_id: Annotated[
        str | None, Meta(description="The account whose matches it opens; null: one match.")
    ] = None
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]
    used_at_ms: Annotated[
        int | None,
        Meta(description="When it was last used, ms, up to an hour too early; null: not yet."),
    ] = None


class NewOverlayKey(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """An overlay key to make."""

    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="What to call it: printable characters."),
    ] = "overlay"
    match_id: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(
            description="The match it shall open, which you own or sit in; null: all matches of "
            "your account."
        ),
    ] = None


class OverlayKeyMade(Struct, frozen=True, rename="camel", kw_only=True):
    """A new overlay key; its text is told only here."""

    id: Annotated[str, Meta(description="Its id, `k_…`.")]
    key: Annotated[str, Meta(description="Put it into an address as `?key=…`.")]
    about: Annotated[OverlayKeyView, Meta(description="What the list of keys says of it.")]


class OverlayKeyList(Struct, frozen=True, rename="camel", kw_only=True):
    """The overlay keys of an account."""

    items: Annotated[tuple[OverlayKeyView, ...], Meta(description="At most 50, the oldest first.")]
