"""Who may do what: the scopes of tokens, as both transports publish them."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Scope(StrEnum):
    """What a token is good for; the list may grow."""

    MATCH_READ = "match:read"
    MATCH_PLAY = "match:play"
    MATCH_CREATE = "match:create"
    BOT_PLAY = "bot:play"
    OVERLAY_READ = "overlay:read"
    ADMIN = "admin"


GUEST_SCOPES: Final = frozenset({Scope.MATCH_READ, Scope.MATCH_PLAY, Scope.MATCH_CREATE})
"""What the token of a guest, and a person who has signed in, may do."""


class OverlayGrant(Struct, frozen=True):
    """What an overlay key opens: one match, or the matches of one player; the other is null.

    `owner_id` is the account that has made the key.
    """

    owner_id: str
    match_id: str | None = None
    player_id: str | None = None
