"""What every value of the enums about accounts means."""

from enum import EnumMeta
from typing import Final

from schema.accounts import AccountKind
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
    AccountKind: {
        "GUEST": "Made without proof of who it is.",
        "MEMBER": "Known to an OpenID Connect issuer.",
        "BOT": "A program plays for it.",
    },
}
