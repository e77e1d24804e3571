"""Accounts, their tokens and the matches they play, on the server."""

from typing import Final

import msgspec

from service.store import keys
from service.store.codec import decode_player, encode_player
from service.store.commands import Commands, load_script
from service.store.record import Player


class Accounts:
    """The part of the store that belongs to no match; a key at a time, each in any slot."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._page: Final = load_script("matches_of")

    async def put(self, player: Player, token_digest: bytes) -> None:
        """Keep an account, then the digest of its token, so that no token speaks for nobody."""
        await self._server.call("SET", keys.player(player.id), encode_player(player))
        await self._server.call("SET", keys.token(token_digest), player.id)

    async def by_token(self, token_digest: bytes) -> Player | None:
        """Return the account that a token's digest speaks for, or nothing."""
        player_id = await self._get(keys.token(token_digest))
        if player_id is None:
            return None
        blob = await self._get(keys.player(player_id.decode()))
        return None if blob is None else decode_player(blob)

    async def _get(self, key: str) -> bytes | None:
        reply = await self._server.call("GET", key)
        return reply if isinstance(reply, bytes) else None

    async def index(self, player_id: str, match_id: str, created_ms: int) -> None:
        """Note that an account made or joined a match."""
        await self._server.call("ZADD", keys.player_matches(player_id), created_ms, match_id)

    async def matches(self, player_id: str, first: int, after: str | None) -> tuple[str, ...]:
        """Return up to `first` ids, newest first; none after an id that is not among them."""
        key = keys.player_matches(player_id)
        ids = await self._server.run(self._page, (key,), (after or "", first))
        return tuple(match_id.decode() for match_id in msgspec.convert(ids, list[bytes]))
