"""The store in memory and the one on a server answer the same to any sequence of calls."""

import asyncio
from collections.abc import Awaitable, Sequence
from operator import attrgetter
from typing import Any

import redis
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from engine.events import Entry
from service.store.analysis import Analysis
from service.store.errors import StoreError
from service.store.memory import MemoryStore
from service.store.people.record import Identity, Player, first_token, token_id
from service.store.places import ListKind, ListName, Place
from service.store.ports import Store
from service.store.record import Change, Committed, Once, Record, Snapshot, Status
from service.store.redis import RedisStore
from tests.fixtures.store import RULES, a_record, created, moved, wall_clock_ms

MATCHES = st.sampled_from(("m_1", "m_2"))
COMMITS = st.integers(0, 6).map(lambda number: b"commit-%d" % number)
ONCES = st.none() | st.builds(
    Once, st.sampled_from((b"key-1", b"key-2", b"key-3")), st.sampled_from((b"body-1", b"body-2"))
)
TIMES = st.none() | st.sampled_from((1, 2_000_000_000_000))
LISTS = st.sampled_from(
    (ListName(ListKind.OPEN), ListName(ListKind.LIVE, "p_1"), ListName(ListKind.ENDED, "p_1"))
)
PLACES = st.builds(Place, st.integers(0, 2), st.sampled_from("abcd"))
_OF_MATCHES = ("read", "analyses.get")
_OF_PLAYERS = ("accounts.get", "tokens.of")
PLAYERS = st.sampled_from(("p_1", "p_2"))


class RefusedError(Exception):
    """A step refuses."""


def timeless(value: object) -> object:
    """Return a value without what depends on the moment of the call."""
    match value:
        case Record():
            return replace(value, updated_ms=0, chain=b"")
        case Entry():
            return replace(value, at_ms=0, hash=b"")
        case Committed():
            return (timeless(value.entry), timeless(value.record), value.repeated)
        case Snapshot():
            return (timeless(value.record), value.rules)
        case tuple():
            return tuple(map(timeless, value))
        case _:
            return value


async def answers(store: Store, calls: Sequence[tuple[Any, ...]]) -> list[object]:
    """Return what a store answers to calls that are made at once, or what it raises."""
    return await asyncio.gather(*(_answer(attrgetter(at)(store)(*more)) for at, *more in calls))


async def _answer(call: Awaitable[object]) -> object:
    try:
        return timeless(await call)
    except (StoreError, RefusedError) as error:
        return type(error)


class SameAnswers(RuleBasedStateMachine):
    """Calls both stores and compares what they answer or raise."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
        self.runner = asyncio.Runner()
        self.stores: tuple[Store, Store] = (
            MemoryStore(wall_clock_ms),
            RedisStore.connect(self.url, retention_s=0),
        )
        self.both("put_rules", RULES)

    def teardown(self) -> None:
        """Close both stores."""
        self.both("close")
        self.runner.close()

    def both(self, method: str, *arguments: Any) -> None:  # of any method of the port
        """Call a method on both stores; they must answer alike."""
        self.all_of_both([(method, *arguments)])

    def all_of_both(self, calls: Sequence[tuple[Any, ...]]) -> None:
        """Call methods on both stores, all at once; they must answer alike."""
        memory, server = (self.runner.run(answers(store, calls)) for store in self.stores)
        assert memory == server

    @rule(match=MATCHES, commit=COMMITS)
    def create(self, match: str, commit: bytes) -> None:
        """Create a match, or one that is there."""
        self.both("create", created(a_record(match)), commit)

    @rule(
        match=MATCHES,
        commit=COMMITS,
        once=ONCES,
        due_ms=TIMES,
        flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    )
    def update(
        self,
        match: str,
        commit: bytes,
        once: Once | None,
        due_ms: int | None,
        flags: tuple[bool, bool, bool],
    ) -> None:
        """Commit a change that refuses, keeps a checkpoint or ends the match, as flagged."""
        is_refused, is_kept, is_last = flags

        def step(snapshot: Snapshot) -> Change:
            if is_refused:
                raise RefusedError
            change = replace(moved(snapshot), due_ms=due_ms, checkpoint=is_kept)
            status = Status.FINISHED if is_last else Status.PLAYING
            return replace(change, record=replace(change.record, status=status))

        self.both("update", match, step, commit, once)

    @rule(match=MATCHES, after=st.integers(0, 9), limit=st.integers(1, 4))
    def entries(self, match: str, after: int, limit: int) -> None:
        """Read a page of a log."""
        self.both("entries", match, after, limit)

    @rule(match=MATCHES, version=st.integers(0, 20))
    def checkpoint(self, match: str, version: int) -> None:
        """Read a checkpoint."""
        self.both("checkpoint", match, version)

    @rule(
        match=MATCHES,
        analysis=st.builds(Analysis, st.integers(1, 3), st.booleans()),
        after=st.integers(0, 2),
    )
    def keep_analysis(self, match: str, analysis: Analysis, after: int) -> None:
        """Keep an analysis that goes on from another, or from one that does not stand."""
        self.both("analyses.keep", match, analysis, after)

    @rule(match=MATCHES, at_ms=st.sampled_from((1, 2_000_000_000_000)), unless=st.booleans())
    def set_due(self, match: str, at_ms: int, *, unless: bool) -> None:
        """Let a match be due, though it may not be there."""
        for store in self.stores:
            self.runner.run(store.set_due(match, at_ms, unless_due=unless))

    @rule(lease_ms=st.sampled_from((0, 1_000_000)))
    def claim_due(self, lease_ms: int) -> None:
        """Claim what is due; the order is nobody's business."""
        memory, server = (
            sorted(
                (claim.match_id, claim.again)
                for claim in self.runner.run(store.claim_due(lease_ms, 10))
            )
            for store in self.stores
        )
        assert memory == server

    @rule(player=PLAYERS, name=st.text(max_size=3))
    def put_account(self, player: str, name: str) -> None:
        """Keep an account."""
        self.both("accounts.put", Player(player, name, guest=True, created_ms=5))

    @rule(player=PLAYERS, name=st.text(max_size=3))
    def alter_account(self, player: str, name: str) -> None:
        """Change an account, or one that is not there."""
        self.both("accounts.alter", player, lambda at: replace(at, name=name))

    @rule(player=PLAYERS)
    def delete_account(self, player: str) -> None:
        """Forget an account."""
        self.both("accounts.delete", player)

    @rule(player=PLAYERS, subject=st.sampled_from("ab"))
    def claim_identity(self, player: str, subject: str) -> None:
        """Let an identity stand for an account."""
        self.both("accounts.claim_identity", Identity("https://id", subject), player)

    @rule(subject=st.sampled_from("ab"))
    def release_identity(self, subject: str) -> None:
        """Let an identity stand for nobody."""
        self.both("accounts.release_identity", Identity("https://id", subject))

    @rule(player=PLAYERS, token=st.sampled_from((b"t1", b"t2")))
    def put_token(self, player: str, token: bytes) -> None:
        """Keep a token."""
        digest = token + player.encode()  # no two accounts share a token
        self.both("tokens.put", first_token(player, digest, 5), digest)

    @rule(player=PLAYERS, token=st.sampled_from((b"t1", b"t2")))
    def revoke_token(self, player: str, token: bytes) -> None:
        """Revoke a token, or one that the account does not have."""
        self.both("tokens.revoke", player, token_id(token + player.encode()))

    @rule(name=LISTS, match=st.sampled_from("abc"), at_ms=st.integers(0, 2))
    def put_in_list(self, name: ListName, match: str, at_ms: int) -> None:
        """Put a match into a list."""
        self.both("lists.put", name, Place(at_ms, match))

    @rule(name=LISTS, match=st.sampled_from("abc"))
    def drop_from_list(self, name: ListName, match: str) -> None:
        """Take a match out of a list, though it may not be there."""
        self.both("lists.drop", name, match)

    @rule(name=LISTS, first=st.integers(1, 3), after=st.none() | PLACES, oldest=st.booleans())
    def page_of_list(
        self, name: ListName, first: int, after: Place | None, *, oldest: bool
    ) -> None:
        """Read a part of a list, behind a match that may not be there."""
        memory, server = (
            self.runner.run(store.lists.page(name, first, after, oldest=oldest))
            for store in self.stores
        )
        assert memory == server

    @rule(match=st.sampled_from("abc"), other=st.sampled_from(("", "a", "b")))
    def meet(self, match: str, other: str) -> None:
        """Meet in a match, or instead of another."""
        self.both("lists.meet", "somewhere", match, other)

    @invariant()
    def they_hold_the_same(self) -> None:
        """Compare every match and account."""
        self.all_of_both(
            [
                *((method, match) for match in ("m_1", "m_2") for method in _OF_MATCHES),
                *(("tokens.get", token) for token in (b"t1p_1", b"t2p_1", b"t1p_2", b"t2p_2")),
                *((method, player) for player in ("p_1", "p_2") for method in _OF_PLAYERS),
                *(("accounts.identified", Identity("https://id", subject)) for subject in "ab"),
            ]
        )


def test_both_stores_answer_the_same(store_url: str) -> None:
    machine = type("Machine", (SameAnswers,), {"url": store_url})

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            stateful_step_count=25,
        ),
    )
