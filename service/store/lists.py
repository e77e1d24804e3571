"""Lists of matches on the server: a sorted set each, and the keys that lead to one match."""

from typing import Final

import msgspec

from service.store import keys
from service.store.commands import Commands, load_script
from service.store.places import ListKind, ListName, Place

MEETING_S: Final = 10  # longer than any two who ask at once are apart


class RedisLists:
    """Implements `MatchLists` on a server; every method may run twice without harm."""

    def __init__(self, server: Commands) -> None:
        self._server = server
        self._places: Final = load_script("places")
        self._list_live: Final = load_script("list_live")
        self._swap: Final = load_script("swap_for")

    async def put(self, name: ListName, place: Place) -> None:
        """Put a match into a list, or move it there."""
        key = keys.match_list(name)
        if name.kind is ListKind.LIVE:
            given = (place.at_ms, place.match_id)
            await self._server.run(self._list_live, (key, keys.player_news(name.of)), given)
        else:
            await self._server.call("ZADD", key, place.at_ms, place.match_id)

    async def drop(self, name: ListName, match_id: str) -> None:
        """Take a match out of a list."""
        await self._server.call("ZREM", keys.match_list(name), match_id)

    async def page(
        self, name: ListName, first: int, after: Place | None, *, oldest: bool = False
    ) -> tuple[Place, ...]:
        """Return up to `first` places behind another, the newest first unless `oldest`."""
        behind = ("", "") if after is None else (after.at_ms, after.match_id)
        order = "oldest" if oldest else "newest"
        reply = await self._server.run(
            self._places, (keys.match_list(name),), (first, order, *behind)
        )
        found = msgspec.convert(reply, list[bytes])
        return tuple(
            Place(int(float(score)), match_id.decode())
            for match_id, score in zip(found[::2], found[1::2], strict=True)
        )

    async def sample(self, name: ListName, most: int) -> tuple[str, ...]:
        """Return up to so many matches of a list, drawn at random."""
        drawn = await self._server.call("ZRANDMEMBER", keys.match_list(name), most)
        return tuple(match_id.decode() for match_id in msgspec.convert(drawn, list[bytes]))

    async def meet(self, meeting: str, match_id: str, instead_of: str = "") -> str:
        """Return the match that those meet in who ask at about the same time."""
        key = keys.meeting(meeting)
        stands = await self._server.run(self._swap, (key,), (instead_of, match_id, MEETING_S))
        return msgspec.convert(stands, bytes).decode()

    async def invite(self, code: str, match_id: str, life_s: int) -> None:
        """Let an invite code lead to a match for so many seconds."""
        await self._server.call("SET", keys.invite(code), match_id, "EX", life_s)

    async def invited(self, code: str) -> str | None:
        """Return the match that an invite code leads to, or nothing."""
        reply = await self._server.call("GET", keys.invite(code))
        return reply.decode() if isinstance(reply, bytes) else None
