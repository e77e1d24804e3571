"""Accounts and tokens in one process, for the store without a server."""

from collections.abc import Callable

from service.store.lists_memory import MemoryLists
from service.store.people.offers import in_order
from service.store.people.ports import Alter
from service.store.people.record import (
    AuditEntry,
    Identity,
    Offer,
    Player,
    Standing,
    Token,
    used_at,
)
from service.store.people.tokens import oldest_first


class MemoryAccounts:
    """Implements `AccountStore` in dictionaries."""

    def __init__(self, lists: MemoryLists) -> None:
        self._players: dict[str, Player] = {}
        self._identities: dict[Identity, str] = {}
        self._lists = lists

    async def put(self, player: Player) -> None:
        """Keep a new account."""
        self._players[player.id] = player

    async def get(self, player_id: str) -> Player | None:
        """Return an account, or nothing."""
        return self._players.get(player_id)

    async def alter(self, player_id: str, alter: Alter) -> Player | None:
        """Change an account and return it; nothing if there is none."""
        if player_id not in self._players:
            return None
        after = self._players[player_id] = alter(self._players[player_id])
        return after

    async def delete(self, player_id: str) -> None:
        """Forget an account and the lists of its matches."""
        self._players.pop(player_id, None)
        self._lists.forget(player_id)

    async def claim_identity(self, identity: Identity, player_id: str) -> str:
        """Let an identity stand for an account, and return the account of the first claim."""
        return self._identities.setdefault(identity, player_id)

    async def identified(self, identity: Identity) -> str | None:
        """Return the account that an identity stands for, or nothing."""
        return self._identities.get(identity)

    async def release_identity(self, identity: Identity) -> None:
        """Let an identity stand for nobody."""
        self._identities.pop(identity, None)


def page(scores: dict[str, int], first: int, after: str | None) -> tuple[str, ...]:
    """Return what `page.lua` reads of a sorted set."""
    highest_first = sorted(scores, key=lambda member: (scores[member], member), reverse=True)
    if after is None:
        return tuple(highest_first[:first])
    if after not in scores:
        return ()
    start = highest_first.index(after) + 1
    return tuple(highest_first[start : start + first])


class MemoryTokens:
    """Implements `TokenStore` in dictionaries; `clock_ms` says what has expired."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._tokens: dict[bytes, Token] = {}
        self._listed: dict[str, dict[str, bytes]] = {}

    async def put(self, token: Token, digest: bytes) -> None:
        """Keep a token until it expires."""
        self._tokens[digest] = token
        self._listed.setdefault(token.player_id, {})[token.id] = digest

    async def get(self, digest: bytes) -> Token | None:
        """Return the token of a digest, or nothing."""
        token = self._tokens.get(digest)
        if token is None or token.expires_ms is None or token.expires_ms > self._clock_ms():
            return token
        return None

    async def by_id(self, player_id: str, token_id: str) -> Token | None:
        """Return a token of an account, or nothing."""
        digest = self._listed.get(player_id, {}).get(token_id)
        return None if digest is None else await self.get(digest)

    async def of(self, player_id: str) -> tuple[Token, ...]:
        """Return the tokens of an account, the oldest first."""
        found = [await self.get(digest) for digest in self._listed.get(player_id, {}).values()]
        return oldest_first(token for token in found if token is not None)

    async def use(self, digest: bytes) -> Token | None:
        """Return a token, and note, to the hour, that it was used."""
        token = await self.get(digest)
        if token is not None:
            self._tokens[digest] = used_at(token, self._clock_ms())
        return token

    async def revoke(self, player_id: str, token_id: str) -> bool:
        """Forget a token; return whether the account had it."""
        digest = self._listed.get(player_id, {}).pop(token_id, None)
        if digest is None:
            return False
        self._tokens.pop(digest, None)
        return True


class MemoryAudit:
    """Implements `AuditStore` in a list; ids have the form of a stream's."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, AuditEntry]] = []

    async def add(self, entry: AuditEntry) -> None:
        """Add an entry at its end."""
        self._entries.append((f"{entry.at_ms}-{len(self._entries)}", entry))

    async def page(self, first: int, after: str | None) -> tuple[tuple[str, AuditEntry], ...]:
        """Return up to `first` entries with their ids, the newest first."""
        ids = [name for name, _ in self._entries]
        end = len(ids) if after is None else ids.index(after) if after in ids else 0
        return tuple(reversed(self._entries[max(0, end - first) : end]))


class MemoryBots:
    """Implements `BotStore` in dictionaries; `clock_ms` says what has lapsed."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._bots: dict[str, int] = {}
        self._owned: dict[str, dict[str, int]] = {}
        self._offers: dict[str, dict[str, Standing]] = {}
        self._playing: dict[str, set[str]] = {}

    async def list_bot(self, bot_id: str, owner_id: str, created_ms: int) -> None:
        """Note a bot among all of them, and among its owner's."""
        self._bots[bot_id] = self._owned.setdefault(owner_id, {})[bot_id] = created_ms

    async def unlist_bot(self, bot_id: str, owner_id: str) -> None:
        """Forget a bot, its offers and its matches."""
        self._bots.pop(bot_id, None)
        self._owned.get(owner_id, {}).pop(bot_id, None)
        self._offers.pop(bot_id, None)
        self._playing.pop(bot_id, None)

    async def bots(self, first: int, after: str | None) -> tuple[str, ...]:
        """Return up to `first` ids, the newest first."""
        return page(self._bots, first, after)

    async def bots_of(self, owner_id: str, first: int) -> tuple[str, ...]:
        """Return up to `first` ids of an owner's bots, the newest first."""
        return page(self._owned.get(owner_id, {}), first, None)

    async def offer(self, offer: Offer, lasts_ms: int, at_once: int) -> int | None:
        """Offer a seat and return when the offer lapses; nothing if the bot has no room."""
        standing = {at.offer.id: at for at in await self.offers(offer.bot_id)}
        if offer.id in standing:
            return standing[offer.id].lapses_ms
        if len(standing) + len(self._playing.get(offer.bot_id, ())) >= at_once:
            return None
        lapses_ms = self._clock_ms() + lasts_ms
        self._offers.setdefault(offer.bot_id, {})[offer.id] = Standing(offer, lapses_ms)
        return lapses_ms

    async def offers(self, bot_id: str) -> tuple[Standing, ...]:
        """Return the offers that stand, those first that lapse first."""
        now_ms, found = self._clock_ms(), self._offers.get(bot_id, {}).values()
        return in_order(at for at in found if at.lapses_ms > now_ms)

    async def take(self, bot_id: str, offer_id: str, match_id: str | None) -> Standing | None:
        """Take an offer away; with a match, the bot plays that from now on."""
        found = self._offers.get(bot_id, {}).pop(offer_id, None)
        if found is None or found.lapses_ms <= self._clock_ms():
            return None
        if match_id is not None:
            await self.plays(bot_id, match_id)
        return found

    async def plays(self, bot_id: str, match_id: str) -> None:
        """Note that a bot plays a match."""
        self._playing.setdefault(bot_id, set()).add(match_id)

    async def plays_no_more(self, bot_id: str, match_id: str) -> None:
        """Note that a bot does not play a match."""
        self._playing.get(bot_id, set()).discard(match_id)

    async def playing(self, bot_id: str) -> tuple[str, ...]:
        """Return the matches that a bot is noted to play."""
        return tuple(sorted(self._playing.get(bot_id, ())))
