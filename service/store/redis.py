"""The store on Redis or Valkey: each match in one slot, every change of it by one script."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Final, Self

import msgspec

from engine.events import ActionKind, Entry
from engine.rules import Rules
from service.counting import Count
from service.metrics import Metrics
from service.store import keys
from service.store.allowances import ServerAllowances
from service.store.analyses import RedisAnalyses
from service.store.chain import seal
from service.store.client import ServerCommands
from service.store.clock import StoreClock
from service.store.cluster import ClusterCommands, Topology
from service.store.cluster_subscriber import cluster_subscribers
from service.store.codec import Written, decode_record
from service.store.commands import ManySlots
from service.store.due import DueSets
from service.store.errors import MatchNotFoundError
from service.store.follower import Connect, Follower
from service.store.keys import MatchKeys, match_keys
from service.store.lists import RedisLists
from service.store.matches import Answer, Commit, Matches, Outcome, Retention
from service.store.past import Past
from service.store.people.accounts import RedisAccounts
from service.store.people.audit import RedisAudit
from service.store.people.offers import RedisBots
from service.store.people.tokens import RedisTokens
from service.store.ports import Claim, Listener
from service.store.record import Change, Committed, Once, Record, Snapshot, Step
from service.store.repeating import Repeating
from service.store.schemes import is_cluster
from service.store.shelf import DAY_S, RulesShelf
from service.store.subscriber import ServerSubscriber

_TRIES: Final = 10  # each lost race means that somebody else has won it
_PING_SECONDS: Final = 60
_ACCOUNT: Final = "p_"  # how the ids of accounts begin
_RULES_DAYS: Final = 60  # twice as long as a match may rest without anybody reading its rules


def rules_lifetime_s(retention: Retention) -> int:
    """Return for how long rules are kept after their last use; 0: for ever."""
    return retention.finished_s and retention.finished_s + _RULES_DAYS * DAY_S


class RedisStore:
    """Implements `Store` on a server; made by `connect`, and connects at first use."""

    def __init__(
        self,
        commands: ManySlots,
        connect: Connect,
        retention: Retention,
        metrics: Metrics,
        written: Written = Written.PREVIOUS,
    ) -> None:
        self._commands = commands
        self._server = Repeating(commands)
        self._matches = Matches(self._server, retention, written.codec)
        self._past = Past(self._server)
        self.accounts: Final = RedisAccounts(self._server)
        self.lists: Final = RedisLists(self._server)
        self.analyses: Final = RedisAnalyses(self._server, written.codec)
        self.tokens: Final = RedisTokens(self._server)
        self.bots: Final = RedisBots(self._server)
        self.audit: Final = RedisAudit(self._server)
        self._shelf = RulesShelf(self._server, rules_lifetime_s(retention))
        self._due = DueSets(commands)
        self._metrics = metrics
        self._counters: dict[ActionKind, Count] = {}
        self.clock = StoreClock()
        self.allowances = ServerAllowances(commands)
        self._follower = Follower(connect, self._head)

    @classmethod
    def connect(
        cls,
        url: str,
        *,
        retention_s: int,
        lobby_retention_s: int = DAY_S,
        metrics: Metrics | None = None,
        written: Written = Written.PREVIOUS,
    ) -> Self:
        """Return the store at an address; `retention_s` 0 keeps finished matches for ever.

        `written` is the codec of what it writes; it reads both.
        `redis+cluster://` and `rediss+cluster://` name one node of a cluster.
        """
        retention = Retention(retention_s, lobby_retention_s)
        counted = metrics or Metrics()
        if is_cluster(url):
            topology = Topology(url)
            subscribers = cluster_subscribers(topology)
            return cls(ClusterCommands(topology), subscribers, retention, counted, written)
        subscriber = partial(ServerSubscriber, url)
        return cls(ServerCommands(url), subscriber, retention, counted, written)

    async def create(self, change: Change, commit: bytes) -> Committed:
        """Store a new match; raises LostRaceError if its id is taken."""
        before = change.record
        at_ms = max(await self.now_ms(), before.updated_ms)
        sealed = seal(before, change, at_ms, commit)
        request = Commit(before.id, before.version, before.chain, sealed, change)
        return _result(await self._commit(match_keys(before.id), request))

    async def read(self, match_id: str) -> Snapshot:
        """Return a match, its rules and the store's time; raises MatchNotFoundError."""
        return await self._snapshot(await self._look_up(match_keys(match_id), None))

    async def update(
        self, match_id: str, step: Step, commit: bytes, once: Once | None = None
    ) -> Committed:
        """Run a step and commit what it makes, again on each newer record up to ten times."""
        at = match_keys(match_id)
        request = self._foreseen(match_id, step, commit, once)
        answer: Answer | Committed
        if request is None:
            answer = await self._look_up(at, once)
        else:
            answer = await self._commit(at, request)
        for _ in range(_TRIES):
            if isinstance(answer, Committed) or answer.outcome is not Outcome.STATE:
                break
            before = await self._snapshot(answer)
            if before.record.commit == commit:
                (newest,) = await self._past.entries(at, before.record.version - 1, 1)
                return Committed(newest, None, repeated=True)
            answer = await self._commit(at, _request(before, step(before), commit, once))
            if isinstance(answer, Answer) and answer.outcome is Outcome.STATE:
                self._metrics.lost_races.inc()
        return _result(answer)

    def _foreseen(
        self, match_id: str, step: Step, commit: bytes, once: Once | None
    ) -> Commit | None:
        """Step from what this process has committed last to a match that is followed here.

        That saves reading it. Null: it must be read; so what is refused on a record that may be
        old is asked again on the one that stands, after the idempotency key.
        """
        newest, now_ms = self._follower.newest(match_id), self.clock.now_ms()
        if newest is None or now_ms is None or newest.record.commit == commit:
            return None
        record = newest.record
        rules = self._shelf.near(record.rules_hash)
        if rules is None:
            return None
        before = Snapshot(record, rules, max(now_ms, record.updated_ms))
        try:
            change = step(before)
        except Exception:  # noqa: BLE001 - whatever it is, it is raised again by the step that counts
            return None
        return _request(before, change, commit, once, reckoned=True)

    async def _look_up(self, at: MatchKeys, once: Once | None) -> Answer:
        asked = self.clock.asking()
        answer = await self._matches.look_up(at, once)
        if answer.tells_time:
            self.clock.learn(answer.number, asked)
        return answer

    async def _commit(self, at: MatchKeys, request: Commit) -> Committed | Answer:
        """Commit and tell those who follow the match here; return what the server says else."""
        sealed, follower, committed = request.sealed, self._follower, None
        asked = self.clock.asking()
        follower.commits(request.match_id, sealed.entry.seq)
        try:
            answer = await self._matches.commit(at, request)
            if answer.outcome is Outcome.COMMITTED:
                committed = sealed
        finally:
            follower.answered(request.match_id, committed)
        if answer.tells_time:
            self.clock.learn(answer.number, asked)
        if committed is None:
            return answer
        self._count(sealed.entry.action.kind)
        return Committed(sealed.entry, sealed.record)

    def _count(self, kind: ActionKind) -> None:
        counter = self._counters.get(kind)
        if counter is None:
            counter = self._counters[kind] = self._metrics.commits.labels(kind.value)
        counter.inc()

    async def _snapshot(self, answer: Answer) -> Snapshot:
        if not answer.blob:
            raise MatchNotFoundError("there is no such match")
        record = decode_record(answer.blob)
        rules = await self._shelf.get(record.rules_hash)
        return Snapshot(record, rules, max(answer.number, record.updated_ms))

    async def entries(self, match_id: str, after: int, limit: int) -> tuple[Entry, ...]:
        """Return up to `limit` entries with a `seq` above `after`, in order."""
        newest = self._follower.newest(match_id)
        if newest is not None and newest.entry.seq == after + 1:
            return (newest.entry,)
        return await self._past.entries(match_keys(match_id), after, limit)

    async def checkpoint(self, match_id: str, version: int) -> Record | None:
        """Return the newest kept record of at most that version, or nothing."""
        return await self._past.checkpoint(match_keys(match_id), version)

    async def pack(self, match_id: str, version: int) -> bool:
        """Pack the history of a match that has ended at a version."""
        return await self._past.pack(match_keys(match_id), version)

    def follow(self, match_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Watch a match: its present head first; raises MatchNotFoundError."""
        return self._follower.follow(match_id, match_keys(match_id).channel)

    def listen(self, match_id: str, listener: Listener) -> AbstractAsyncContextManager[None]:
        """Let a listener be told of a match; raises MatchNotFoundError."""
        return self._follower.listen(match_id, match_keys(match_id).channel, listener)

    def follow_player(self, player_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Watch an account's list of matches that go on."""
        return self._follower.follow(player_id, keys.player_news(player_id))

    async def _head(self, topic: str) -> int:
        """Return the version of a match, or for an account the time: its list may have grown."""
        if topic.startswith(_ACCOUNT):
            return await self.now_ms() * 1_000
        return await self._matches.head(match_keys(topic))

    async def touch(self, match_id: str, seat: int) -> None:
        """Note that the account of a seat is there."""
        await self._matches.touch(match_keys(match_id), seat)

    async def seen(self, match_id: str) -> dict[int, int]:
        """Return how many milliseconds ago the account of each seat was seen."""
        return await self._matches.seen(match_keys(match_id))

    async def put_rules(self, rules: Rules) -> str:
        """Keep rules by their content and return their hash."""
        return await self._shelf.put(rules)

    async def rules(self, rules_hash: str) -> Rules:
        """Return the rules of that hash; raises RulesNotFoundError."""
        return await self._shelf.get(rules_hash)

    async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return matches whose due time has come, and move that time on by the lease."""
        return await self._due.claim(lease_ms, limit)

    async def set_due(self, match_id: str, at_ms: int, *, unless_due: bool = False) -> None:
        """Let a match be due at a time; `unless_due`: leave it as it is if it is due at all."""
        await self._due.set(match_id, at_ms, unless_due=unless_due)

    async def overdue_ms(self) -> int:
        """Return for how many milliseconds the longest overdue match is due; 0: none is."""
        return await self._due.overdue_ms()

    async def forget_due(self, match_id: str) -> None:
        """Let a match be due no more."""
        await self._due.forget(match_id)

    async def now_ms(self) -> int:
        """Return the store's time, milliseconds of Unix time."""
        asked = self.clock.asking()
        reply = await self._server.call("TIME")
        seconds, micros = map(int, msgspec.convert(reply, tuple[bytes, bytes]))
        now_ms = seconds * 1_000 + micros // 1_000
        self.clock.learn(now_ms, asked)
        return now_ms

    async def ping(self) -> None:
        """Write a word that goes by itself, so that a full or read-only server is noticed."""
        await self._commands.call("SET", keys.PING, "", "EX", _PING_SECONDS)

    async def close(self) -> None:
        """Close every connection and end every watch."""
        await self._follower.close()
        await self._commands.close()


def _request(
    before: Snapshot, change: Change, commit: bytes, once: Once | None, *, reckoned: bool = False
) -> Commit:
    """Return what is asked of the server once a step has made a change of a snapshot."""
    stood = before.record
    sealed = seal(stood, change, before.now_ms, commit)
    return Commit(stood.id, stood.version, stood.chain, sealed, change, once, reckoned)


def _result(answer: Committed | Answer) -> Committed:
    """Return what was committed or stood already; raises KeyReusedError, LostRaceError."""
    return answer if isinstance(answer, Committed) else answer.standing()
