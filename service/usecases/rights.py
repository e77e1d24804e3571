"""What a viewer may do: every use case asks here first, so that both transports agree."""

from typing import Final

from schema.context import Viewer
from schema.errors import Code, Refusal, Refused, refused
from schema.identity import Scope
from schema.model import PlayerView

# Every request asks for these, and a member by its name costs Python 3.11 more than what asks.
_MATCH_READ: Final = Scope.MATCH_READ
_MATCH_PLAY: Final = Scope.MATCH_PLAY
_BOT_PLAY: Final = Scope.BOT_PLAY


def signed_in(viewer: Viewer) -> PlayerView:
    """Return the viewer's account; refuses UNAUTHENTICATED for nobody, FORBIDDEN for a key."""
    if viewer.overlay is not None:
        raise refused(Code.FORBIDDEN, "An overlay key reads matches, and is good for nothing else.")
    if viewer.player is None:
        raise refused(Code.UNAUTHENTICATED, "This needs a token: make a guest account first.")
    return viewer.player


def allowed(viewer: Viewer, scope: Scope) -> PlayerView:
    """Return the viewer's account if the token is good for a scope.

    Refuses UNAUTHENTICATED for nobody and FORBIDDEN, naming the scope, for any other token.
    """
    player = signed_in(viewer)
    if scope not in viewer.scopes:
        raise insufficient(scope)
    return player


def may_read(viewer: Viewer) -> None:
    """Return for whoever may read matches: nobody and overlay keys as spectators, and a token.

    Refuses FORBIDDEN for a token that is not good for `match:read`.
    """
    if viewer.player is not None:
        allowed(viewer, _MATCH_READ)


def may_play(viewer: Viewer) -> PlayerView:
    """Return the viewer's account if the token is good for sitting down and moving.

    That is `bot:play` for a bot's account, else `match:play`. Refuses as `allowed`.
    """
    player = signed_in(viewer)
    return allowed(viewer, _BOT_PLAY if player.bot else _MATCH_PLAY)


def insufficient(*scopes: Scope) -> Refused:
    """Return the refusal of a token that lacks scopes, which it names."""
    names = tuple(scopes)
    detail = f"The token lacks the scope {' '.join(names)}."
    return Refused(Refusal(code=Code.FORBIDDEN, message=detail, allowed=names))
