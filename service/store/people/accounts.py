"""Accounts on the server; a key at a time, each in any slot."""

from typing import Final

from service.store import keys
from service.store.commands import Commands, load_script
from service.store.errors import LostRaceError
from service.store.people.codec import decode_player, encode
from service.store.people.ports import Alter
from service.store.people.record import Identity, Player
from service.store.places import OF_ACCOUNTS, ListName

_TRIES: Final = 10  # each lost race means that somebody else has won it


class RedisAccounts:
    """Implements `AccountStore` on a server."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._swap: Final = load_script("swap")

    async def put(self, player: Player) -> None:
        """Keep a new account."""
        await self._server.call("SET", keys.player(player.id), encode(player))

    async def get(self, player_id: str) -> Player | None:
        """Return an account, or nothing."""
        blob = await self._get(keys.player(player_id))
        return None if blob is None else decode_player(blob)

    async def alter(self, player_id: str, alter: Alter) -> Player | None:
        """Change an account as a whole and return it; nothing if there is none."""
        key = keys.player(player_id)
        for _ in range(_TRIES):
            before = await self._get(key)
            if before is None:
                return None
            after = alter(decode_player(before))
            # a swap that is sent twice finds its own blob, which counts as done
            if await self._server.run(self._swap, (key,), (before, encode(after))) == 1:
                return after
        raise LostRaceError("others change this account all the time")

    async def delete(self, player_id: str) -> None:
        """Forget an account and the lists of its matches."""
        await self._server.call("DEL", keys.player(player_id))
        for kind in OF_ACCOUNTS:
            await self._server.call("DEL", keys.match_list(ListName(kind, player_id)))

    async def claim_identity(self, identity: Identity, player_id: str) -> str:
        """Let an identity stand for an account, and return the account of the first claim."""
        key = keys.identity(identity.issuer, identity.subject)
        await self._server.call("SET", key, player_id, "NX")
        return await self.identified(identity) or player_id

    async def identified(self, identity: Identity) -> str | None:
        """Return the account that an identity stands for, or nothing."""
        player_id = await self._get(keys.identity(identity.issuer, identity.subject))
        return None if player_id is None else player_id.decode()

    async def release_identity(self, identity: Identity) -> None:
        """Let an identity stand for nobody."""
        await self._server.call("DEL", keys.identity(identity.issuer, identity.subject))

    async def _get(self, key: str) -> bytes | None:
        reply = await self._server.call("GET", key)
        return reply if isinstance(reply, bytes) else None
