"""What administrators do, and the audit of it, as both transports publish it."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from schema.accounts import AccountKind

Reason = Annotated[
    str, Meta(min_length=1, max_length=200, description="Why, for the audit; a sentence.")
]


class AccountMeasure(StrEnum):
    """What may be done to an account; the list may grow."""

    BAN = "ban"
    UNBAN = "unban"
    REVOKE_TOKENS = "revoke_tokens"


class MatchMeasure(StrEnum):
    """What may be done to a match; the list may grow."""

    PAUSE = "pause"
    RESUME = "resume"
    VOID = "void"


class AuditAction(StrEnum):
    """What an entry of the audit tells of; the list may grow."""

    BAN = "ban"
    UNBAN = "unban"
    REVOKE_TOKENS = "revoke_tokens"
    PAUSE = "pause"
    RESUME = "resume"
    VOID = "void"
    GRANT_ADMIN = "grant_admin"
    WITHDRAW_ADMIN = "withdraw_admin"
    ERASE = "erase"


class AccountOrder(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """What shall be done to an account, and why."""

    measure: Annotated[AccountMeasure, Meta(description="What.")]
    reason: Reason


class MatchOrder(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """What shall be done to a match, and why."""

    measure: Annotated[MatchMeasure, Meta(description="What.")]
    reason: Reason


class AccountView(Struct, frozen=True, rename="camel", kw_only=True):
    """An account, as administrators see it."""

    id: Annotated[str, Meta(description="The account's id, `p_…`.")]
    name: Annotated[str, Meta(description="The name it shows.")]
    kind: Annotated[AccountKind, Meta(description="How it came to be.")]
    admin: Annotated[bool, Meta(description="Whether its tokens may have the scope `admin`.")]
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]
    banned_at_ms: Annotated[
        int | None, Meta(description="Since when it is banned, ms; null: it is not.")
    ] = None


class AuditEntryView(Struct, frozen=True, rename="camel", kw_only=True):
    """One thing that an administrator has done, or begun to do."""

    id: Annotated[str, Meta(description="Its id; ids grow with time.")]
    at_ms: Annotated[int, Meta(description="When, ms of Unix time.")]
    actor: Annotated[
        str,
        Meta(description="The administrator's account, `p_…`; `operator` for the command line."),
    ]
    action: Annotated[AuditAction, Meta(description="What.")]
    target: Annotated[str, Meta(description="The account, `p_…`, or match, `m_…`, it was done to.")]
    reason: Annotated[str, Meta(description="Why.")]


class AuditPage(Struct, frozen=True, rename="camel", kw_only=True):
    """A part of the audit, newest first."""

    items: Annotated[tuple[AuditEntryView, ...], Meta(description="At most 100 entries.")]
    next: Annotated[
        str | None, Meta(description="Send it as `after` for the next page; null at the end.")
    ]
