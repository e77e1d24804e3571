"""What every value of the enums about accounts means."""

from enum import EnumMeta
from typing import Final

from schema.accounts import AccountKind
from schema.administration import AccountMeasure, AuditAction, MatchMeasure
from schema.bots import OfferNews
from schema.identity import Scope

IDENTITY_ENUMS: Final[dict[EnumMeta, dict[str, str]]] = {
    Scope: {
        "MATCH_READ": "`match:read`: see matches as the account sees them, its own cards too.",
        "MATCH_PLAY": "`match:play`: sit down, move and stand up.",
        "MATCH_CREATE": "`match:create`: make matches, and bots and overlay keys of one's own.",
        "BOT_PLAY": "`bot:play`: get offers as a bot, sit down and move; for bots alone.",
        "OVERLAY_READ": "`overlay:read`: see matches as an overlay may; `match:read` includes it.",
        "ADMIN": "`admin`: void and pause matches, ban accounts, revoke tokens, read the audit.",
    },
    OfferNews: {
        "ALL": "Every offer that stands; comes first.",
        "ADDED": "Offers that are new.",
        "REMOVED": "Offers that stand no more: answered, or lapsed.",
        "HEARTBEAT": "Nothing happened for a while, and the stream lives.",
    },
    AccountMeasure: {
        "BAN": "Refuse whatever comes with its tokens and keys, within 5 seconds.",
        "UNBAN": "Let it in again.",
        "REVOKE_TOKENS": "Revoke all its tokens and overlay keys, within 5 seconds.",
    },
    MatchMeasure: {
        "PAUSE": "Stop its clocks and its bots.",
        "RESUME": "Let it go on with the time that each seat had left.",
        "VOID": "End it without a result.",
    },
    AuditAction: {
        "BAN": "An account was banned.",
        "UNBAN": "An account was let in again.",
        "REVOKE_TOKENS": "All tokens and keys of an account were revoked.",
        "PAUSE": "A match was paused.",
        "RESUME": "A match was let go on.",
        "VOID": "A match was ended without a result.",
        "GRANT_ADMIN": "An account was made an administrator's.",
        "WITHDRAW_ADMIN": "An account is an administrator's no more.",
        "ERASE": "An account was erased by its owner; the entry keeps nothing but its id.",
    },
    AccountKind: {
        "GUEST": "Made without proof of who it is.",
        "MEMBER": "Known to an OpenID Connect issuer.",
        "BOT": "A program plays for it.",
    },
}
