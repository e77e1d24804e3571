"""What the use cases ask of a store. Implemented in memory and on Redis or Valkey."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from msgspec import Struct

from engine.events import Entry
from engine.rules import Rules
from service.store.analysis import AnalysisStore
from service.store.errors import StoreError
from service.store.people.ports import AccountStore, AuditStore, BotStore, TokenStore
from service.store.places import ListName, Place
from service.store.record import Change, Committed, Once, Record, Snapshot, Step


class Claim(Struct, frozen=True):
    """A match that is due, and by how many milliseconds it is late.

    `again`: it had been claimed before, and nothing has been committed since.
    """

    match_id: str
    late_ms: int
    again: bool


class StoreTime(Protocol):
    """The store's time as this process knows it without asking."""

    def now_ms(self) -> int | None:
        """Return it, milliseconds of Unix time; nothing before the store's first answer."""
        ...


class Listener(Protocol):
    """Is told of a match as soon as this process knows; it neither waits nor raises."""

    def tell(self, head: int, entry: Entry | None = None) -> None:
        """Say what the newest `seq` is; `entry` is that entry, where this process has made it."""
        ...

    def fail(self, fault: StoreError) -> None:
        """Say why there will be no more news."""
        ...


class MatchLists(Protocol):
    """Lists of matches, and what leads to one match; written after the matches themselves."""

    async def put(self, name: ListName, place: Place) -> None:
        """Put a match into a list; may be said again. LIVE also tells who follows the account."""
        ...

    async def drop(self, name: ListName, match_id: str) -> None:
        """Take a match out of a list; may be said again."""
        ...

    async def page(
        self, name: ListName, first: int, after: Place | None, *, oldest: bool = False
    ) -> tuple[Place, ...]:
        """Return up to `first` places behind another, the newest first unless `oldest`.

        `after` need not be in the list any more.
        """
        ...

    async def sample(self, name: ListName, most: int) -> tuple[str, ...]:
        """Return up to so many matches of a list, drawn at random."""
        ...

    async def meet(self, meeting: str, match_id: str, instead_of: str = "") -> str:
        """Return the id of the match that all have who ask within ten seconds of the first.

        It is that of the first caller, until one names it as `instead_of`: then it is his.
        """
        ...

    async def invite(self, code: str, match_id: str, life_s: int) -> None:
        """Let an invite code lead to a match for so many seconds from now."""
        ...

    async def invited(self, code: str) -> str | None:
        """Return the id of the match that an invite code leads to, or nothing."""
        ...


class Store(Protocol):
    """Live matches, their logs, and the accounts that play them.

    Every method may raise StoreUnavailableError; those that write also StoreFullError.
    """

    @property
    def clock(self) -> StoreTime:
        """Return the store's time."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """Return where accounts are kept."""
        ...

    @property
    def lists(self) -> MatchLists:
        """Return the lists of matches."""
        ...

    @property
    def analyses(self) -> AnalysisStore:
        """Return where analyses of matches are kept."""
        ...

    @property
    def tokens(self) -> TokenStore:
        """Return where tokens are kept."""
        ...

    @property
    def bots(self) -> BotStore:
        """Return where bots and their offers are kept."""
        ...

    @property
    def audit(self) -> AuditStore:
        """Return where it is kept what administrators have done."""
        ...

    async def create(self, change: Change, commit: bytes) -> Committed:
        """Store a new match with its first entry.

        The same commit id again answers the entry that stands. Raises LostRaceError if the
        record's id is taken.
        """
        ...

    async def read(self, match_id: str) -> Snapshot:
        """Return a match, its rules and the store's time; raises MatchNotFoundError."""
        ...

    async def update(
        self, match_id: str, step: Step, commit: bytes, once: Once | None = None
    ) -> Committed:
        """Run a step on the newest snapshot and commit what it makes, all or nothing.

        The rules come from the process's cache after their first use.

        The same `once` key, or the commit id of the newest entry, answers the entry that stands
        already; both are looked up before the step runs. A lost race runs the step again on the
        newer record, a bounded number of times. Raises MatchNotFoundError, KeyReusedError,
        LostRaceError and whatever the step raises, with nothing written.
        """
        ...

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return up to `limit` entries with a `seq` above `after`, in order.

        There are none if there is no such match.
        """
        ...

    async def checkpoint(self, match_id: str, version: int) -> Record | None:
        """Return the newest kept record of at most that version, or nothing."""
        ...

    async def pack(self, match_id: str, version: int) -> bool:
        """Keep the history of a match that has ended at a version in a small form from now on.

        Its entries lose their commit ids and hashes, and its idempotency keys are forgotten.
        Return whether it is packed; not, if the match has another version or is gone.
        """
        ...

    def follow(self, match_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Watch a match: yields its newest `seq` now, and after each change of it.

        Numbers may be merged or repeated, never lost: after a cut connection the head is read
        again and yielded. Entering raises MatchNotFoundError; the iterator raises it, or
        StoreUnavailableError, when there will be no more news.
        """
        ...

    def listen(self, match_id: str, listener: Listener) -> AbstractAsyncContextManager[None]:
        """Let a listener be told what `follow` yields, in the moment in which it is known here.

        Of what this process commits it hears before the commit returns. Entering raises
        MatchNotFoundError; the listener has been told the newest `seq` by then.
        """
        ...

    async def touch(self, match_id: str, seat: int) -> None:
        """Note that the account of a seat is there; may be said again."""
        ...

    async def seen(self, match_id: str) -> dict[int, int]:
        """Return how many milliseconds ago the account of each seat was seen.

        Seats that were not seen for a minute may be left out.
        """
        ...

    async def put_rules(self, rules: Rules) -> str:
        """Keep rules by their content and return their hash."""
        ...

    async def rules(self, rules_hash: str) -> Rules:
        """Return the rules of that hash; raises RulesNotFoundError."""
        ...

    def follow_player(self, player_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Watch an account's list LIVE: yields a number now, and when a match comes into it.

        After a cut connection it yields again. The iterator raises StoreUnavailableError when
        there will be no more news.
        """
        ...

    async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return matches whose due time has come, and move that time on by the lease.

        Two callers at once never get the same match within one lease.
        """
        ...

    async def set_due(self, match_id: str, at_ms: int, *, unless_due: bool = False) -> None:
        """Let a match be due at a time, milliseconds of the store's.

        `unless_due`: leave it as it is if it is due at all.
        """
        ...

    async def forget_due(self, match_id: str) -> None:
        """Let a match be due no more; for one that is there no longer."""
        ...

    async def now_ms(self) -> int:
        """Return the store's time, milliseconds of Unix time."""
        ...

    async def ping(self) -> None:
        """Return if the store answers and takes writes."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
