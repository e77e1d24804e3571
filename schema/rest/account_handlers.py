"""What the REST operations about accounts and tokens do: ask a port, wrap the answer."""

from schema.accounts import (
    Erased,
    Me,
    NewOverlayKey,
    NewToken,
    OverlayKeyList,
    OverlayKeyMade,
    OverlayKeyView,
    TokenList,
    TokenMade,
    TokenView,
)
from schema.context import Services
from schema.model import GuestToken
from schema.rest.models import BotQuery, IdentityProof, KeyPath, NewGuest, Nothing, TokenPath
from schema.rest.operation import Call


async def create_guest(services: Services, call: Call[Nothing, Nothing, NewGuest]) -> GuestToken:
    """Make a guest account."""
    return await services.players.guest(call.body.name)


async def get_me(services: Services, call: Call[Nothing, Nothing, Nothing]) -> Me:
    """Return the caller's account."""
    return await services.players.me(call.viewer)


async def erase_me(services: Services, call: Call[Nothing, Nothing, Nothing]) -> Erased:
    """Erase the caller's account."""
    return await services.players.erase(call.viewer)


async def link_identity(services: Services, call: Call[Nothing, Nothing, IdentityProof]) -> Me:
    """Make the caller's account that of whom an issuer's token names."""
    return await services.players.link(call.viewer, call.body.token)


async def create_token(services: Services, call: Call[Nothing, Nothing, NewToken]) -> TokenMade:
    """Make a token."""
    return await services.tokens.create(call.viewer, call.body)


async def list_tokens(services: Services, call: Call[Nothing, BotQuery, Nothing]) -> TokenList:
    """Return the tokens of the caller's account, or of a bot of it."""
    return await services.tokens.mine(call.viewer, call.query.bot)


async def revoke_token(services: Services, call: Call[TokenPath, Nothing, Nothing]) -> TokenView:
    """Take a token back."""
    return await services.tokens.revoke(call.viewer, call.path.token_id)


async def create_overlay_key(
    services: Services, call: Call[Nothing, Nothing, NewOverlayKey]
) -> OverlayKeyMade:
    """Make an overlay key."""
    return await services.overlay_keys.create(call.viewer, call.body)


async def list_overlay_keys(
    services: Services, call: Call[Nothing, Nothing, Nothing]
) -> OverlayKeyList:
    """Return the overlay keys of the caller's account."""
    return await services.overlay_keys.mine(call.viewer)


async def revoke_overlay_key(
    services: Services, call: Call[KeyPath, Nothing, Nothing]
) -> OverlayKeyView:
    """Take an overlay key back."""
    return await services.overlay_keys.revoke(call.viewer, call.path.key_id)
