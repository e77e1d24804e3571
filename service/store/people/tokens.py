"""Tokens on the server; a key at a time, each in any slot.

An account's list is written before the token and forgotten after it, so that no token works
that is not listed.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from service.store import keys
from service.store.commands import Commands, load_script
from service.store.people.codec import decode_token, encode
from service.store.people.record import Token, first_token, used_at

_BARE_ID: Final = b"p_"  # up to codec 2 a token's value was the id of its account


class RedisTokens:
    """Implements `TokenStore` on a server."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._script: Final = load_script("read_token")

    async def put(self, token: Token, digest: bytes) -> None:
        """Keep a token until it expires, by the server's clock."""
        await self._server.call("HSET", keys.player_tokens(token.player_id), token.id, digest)
        until = () if token.expires_ms is None else ("PXAT", token.expires_ms)
        await self._server.call("SET", keys.token(digest), encode(token), *until)

    async def get(self, digest: bytes) -> Token | None:
        """Return the token of a digest, or nothing."""
        token, _ = await self._read(digest)
        return token

    async def use(self, digest: bytes) -> Token | None:
        """Return a token, and note, to the hour, that it was used."""
        token, now_ms = await self._read(digest)
        if token is None:
            return None
        after = used_at(token, now_ms)
        if after != token:  # unless it has been revoked in between
            await self._server.call("SET", keys.token(digest), encode(after), "XX", "KEEPTTL")
        return token

    async def _read(self, digest: bytes) -> tuple[Token | None, int]:
        reply = await self._server.run(self._script, (keys.token(digest),), ())
        blob, now_ms = msgspec.convert(reply, tuple[bytes, int])
        return (await self._decoded(blob, digest) if blob else None), now_ms

    async def _decoded(self, blob: bytes, digest: bytes) -> Token:
        if not blob.startswith(_BARE_ID):
            return decode_token(blob)
        token = first_token(blob.decode(), digest)
        await self.put(token, digest)
        return token

    async def by_id(self, player_id: str, token_id: str) -> Token | None:
        """Return a token of an account, or nothing."""
        digest = await self._server.call("HGET", keys.player_tokens(player_id), token_id)
        return await self.get(digest) if isinstance(digest, bytes) else None

    async def of(self, player_id: str) -> tuple[Token, ...]:
        """Return the tokens of an account, the oldest first; forgets those that have expired."""
        reply = await self._server.call("HGETALL", keys.player_tokens(player_id))
        flat = msgspec.convert(reply, list[bytes])
        listed = dict(zip(flat[::2], flat[1::2], strict=True))
        found = [(token_id, await self.get(digest)) for token_id, digest in listed.items()]
        gone = [token_id for token_id, token in found if token is None]
        if gone:
            await self._server.call("HDEL", keys.player_tokens(player_id), *gone)
        return oldest_first(token for _, token in found if token is not None)

    async def revoke(self, player_id: str, token_id: str) -> bool:
        """Forget a token; return whether the account had it."""
        listed = keys.player_tokens(player_id)
        digest = await self._server.call("HGET", listed, token_id)
        if not isinstance(digest, bytes):
            return False
        await self._server.call("DEL", keys.token(digest))
        await self._server.call("HDEL", listed, token_id)
        return True


def oldest_first(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """Return tokens in the order in which they were made."""
    return tuple(sorted(tokens, key=lambda token: (token.created_ms, token.id)))
