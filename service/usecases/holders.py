"""From an account as it is stored to what others may know of it, and it may do."""

import secrets
from typing import Final

from schema.accounts import AccountKind
from schema.errors import Code, Refused, refused
from schema.identity import Scope
from schema.model import PlayerView
from service.store.people.record import Player

_ID_BYTES: Final = 10


def new_account_id() -> str:
    """Return the id of a new account."""
    return f"p_{secrets.token_hex(_ID_BYTES)}"


def player_view(player: Player) -> PlayerView:
    """Return an account as everybody may see it."""
    return PlayerView(
        id=player.id, name=player.name, guest=player.guest, bot=player.bot is not None
    )


def check_not_banned(player: Player) -> None:
    """Refuse ACCOUNT_BANNED for an account that is banned."""
    if player.banned_ms is not None:
        raise banned()


def banned() -> Refused:
    """Return the refusal of an account that is banned."""
    return refused(Code.ACCOUNT_BANNED, "The account is banned.")


def effective_scopes(named: tuple[str, ...], player: Player) -> frozenset[Scope]:
    """Return what a token is good for now: `admin` only while its account is an admin's."""
    known = frozenset(scope for scope in Scope if scope in named)
    return known if player.is_admin else known - {Scope.ADMIN}


def account_kind(player: Player) -> AccountKind:
    """Return how an account came to be."""
    if player.bot is not None:
        return AccountKind.BOT
    return AccountKind.GUEST if player.guest else AccountKind.MEMBER
