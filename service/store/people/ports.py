"""What the use cases ask of a store about accounts.

Implemented in memory and on Redis or Valkey. Every method may raise StoreUnavailableError; those
that write also StoreFullError.
"""

from collections.abc import Callable
from typing import Protocol

from service.store.people.record import AuditEntry, Identity, Offer, Player, Standing, Token

Alter = Callable[[Player], Player]
"""A pure function from an account to what it shall be; it raises to refuse."""


class AccountStore(Protocol):
    """Accounts, and who they are elsewhere."""

    async def put(self, player: Player) -> None:
        """Keep a new account."""
        ...

    async def get(self, player_id: str) -> Player | None:
        """Return an account, or nothing."""
        ...

    async def alter(self, player_id: str, alter: Alter) -> Player | None:
        """Change an account as a whole and return it; nothing if there is none.

        Runs `alter` again on the newer account when another was faster. Raises LostRaceError.
        """
        ...

    async def delete(self, player_id: str) -> None:
        """Forget an account and the lists of its matches; may be said again."""
        ...

    async def claim_identity(self, identity: Identity, player_id: str) -> str:
        """Let an identity stand for an account, and return the account that it stands for.

        That is the one of the first claim. May be said again.
        """
        ...

    async def identified(self, identity: Identity) -> str | None:
        """Return the account that an identity stands for, or nothing."""
        ...

    async def release_identity(self, identity: Identity) -> None:
        """Let an identity stand for nobody; may be said again."""
        ...


class TokenStore(Protocol):
    """Tokens and overlay keys, by the digest of their text and by their account."""

    async def put(self, token: Token, digest: bytes) -> None:
        """Keep a token until it expires."""
        ...

    async def get(self, digest: bytes) -> Token | None:
        """Return the token of a digest; nothing for one that is revoked, expired or unknown."""
        ...

    async def by_id(self, player_id: str, token_id: str) -> Token | None:
        """Return a token of an account, as `get`."""
        ...

    async def of(self, player_id: str) -> tuple[Token, ...]:
        """Return the tokens and keys of an account, the oldest first."""
        ...

    async def use(self, digest: bytes) -> Token | None:
        """Return a token as `get`, and note, to the hour, that it was used."""
        ...

    async def revoke(self, player_id: str, token_id: str) -> bool:
        """Forget a token; return whether the account had it."""
        ...


class AuditStore(Protocol):
    """What administrators have done; entries are only ever added."""

    async def add(self, entry: AuditEntry) -> None:
        """Add an entry at its end."""
        ...

    async def page(self, first: int, after: str | None) -> tuple[tuple[str, AuditEntry], ...]:
        """Return up to `first` entries with their ids, the newest first.

        With `after`, an entry's id, those before it.
        """
        ...


class BotStore(Protocol):
    """Bots, the seats that they are offered, and the matches that they play."""

    async def list_bot(self, bot_id: str, owner_id: str, created_ms: int) -> None:
        """Note a bot among all of them, and among its owner's; may be said again."""
        ...

    async def unlist_bot(self, bot_id: str, owner_id: str) -> None:
        """Forget a bot, its offers and its matches; may be said again."""
        ...

    async def bots(self, first: int, after: str | None) -> tuple[str, ...]:
        """Return up to `first` ids, the newest first; with `after`, those that follow it."""
        ...

    async def bots_of(self, owner_id: str, first: int) -> tuple[str, ...]:
        """Return up to `first` ids of an owner's bots, the newest first."""
        ...

    async def offer(self, offer: Offer, lasts_ms: int, at_once: int) -> int | None:
        """Offer a seat and return when the offer lapses; nothing if the bot has no room.

        It has room while its standing offers and the matches that it plays are fewer than
        `at_once`; two callers at once never exceed that. The same id again changes nothing.
        """
        ...

    async def offers(self, bot_id: str) -> tuple[Standing, ...]:
        """Return the offers that stand, those first that lapse first."""
        ...

    async def take(self, bot_id: str, offer_id: str, match_id: str | None) -> Standing | None:
        """Take an offer away and return it; nothing if it does not stand.

        With a match, the bot is noted to play it in the same moment, so that its room stays taken.
        """
        ...

    async def plays(self, bot_id: str, match_id: str) -> None:
        """Note that a bot plays a match; may be said again."""
        ...

    async def plays_no_more(self, bot_id: str, match_id: str) -> None:
        """Note that a bot does not play a match; may be said again."""
        ...

    async def playing(self, bot_id: str) -> tuple[str, ...]:
        """Return the matches that a bot is noted to play."""
        ...
