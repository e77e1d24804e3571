"""Keys are stable, lie in one slot per match, and are all in the table of the store's README."""

import re
from collections import Counter
from pathlib import Path

import redis
from msgspec import Struct
from msgspec.structs import replace

from service.store import keys
from service.store.allowances import Bucket
from service.store.analysis import Analysis
from service.store.people.record import AuditEntry, Identity, Offer, Player, first_token
from service.store.places import ListKind, ListName, Place
from service.store.record import Once
from service.store.redis import RedisStore
from tests.fixtures.store import RULES, a_record, created, due, ends, moved

README = Path(keys.__file__).with_name("README.md")
_ROW = re.compile(
    r"^\| `([^`]+)` \| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \|$", re.MULTILINE
)
_PART = re.compile(r"<[a-z]+>")


class Row(Struct, frozen=True):
    """One row of the table: the pattern of a key, its type, its lifetime."""

    pattern: str
    type: str
    lifetime: str

    def names(self, key: str) -> bool:
        """Return whether a key has this pattern."""
        parts = [re.escape(part) for part in _PART.split(self.pattern)]
        return re.fullmatch("[^:]+".join(parts), key) is not None


def table() -> list[Row]:
    """Return the rows of the table."""
    found = _ROW.findall(README.read_text(encoding="utf-8"))
    return [Row(pattern, kind, lifetime) for pattern, _, kind, lifetime, _ in found]


def test_the_partition_of_a_match_is_the_same_for_ever() -> None:
    ids = ("m_1", "m_0123456789abcdef0123", "m_2")

    assert [keys.partition_of(match_id) for match_id in ids] == [192, 88, 122]


def test_partitions_are_even() -> None:
    counts = Counter(keys.partition_of(f"m_{number:020x}") for number in range(25_600))

    assert len(counts) == keys.PARTITIONS
    assert max(counts.values()) < 150
    assert min(counts.values()) > 60


def test_the_keys_of_a_match_are_the_same_for_ever() -> None:
    assert keys.match_keys("m_1") == keys.MatchKeys(
        state="match:{17}:m_1:state",
        log="match:{17}:m_1:log",
        due="due:{17}",
        channel="match:{17}:m_1:news",
        checkpoints="match:{17}:m_1:checkpoints",
        presence="match:{17}:m_1:presence",
        analysis="match:{17}:m_1:analysis",
        packed="match:{17}:m_1:packed",
        once=(
            "match:{17}:m_1:once:0",
            "match:{17}:m_1:once:1",
            "match:{17}:m_1:once:2",
            "match:{17}:m_1:once:3",
        ),
    )


def test_the_keys_of_a_match_lie_in_one_slot(cluster_url: str) -> None:
    *single, once = keys.match_keys("m_0123456789abcdef0123")

    with redis.Redis.from_url(cluster_url) as client:
        slots = {client.execute_command("CLUSTER KEYSLOT", key) for key in (*single, *once)}

    assert len(slots) == 1


def test_once_hashes_are_filled_evenly() -> None:
    counts = Counter(keys.once_bucket(b"key %d" % number) for number in range(400))

    assert sorted(counts) == list(range(keys.ONCE_BUCKETS))
    assert max(counts.values()) < 130


def test_every_key_that_is_built_is_in_the_table_once() -> None:
    *single, once = keys.match_keys("m_1")
    others = (
        keys.rules("0" * 32),
        keys.player("p_1"),
        *(keys.match_list(ListName(kind, "x")) for kind in ListKind),
        keys.player_news("p_1"),
        keys.meeting("0"),
        keys.invite("ABCD2345"),
        keys.player_tokens("p_1"),
        keys.identity("https://id.example", "ala"),
        keys.token(b"\x01\xff"),
        keys.limit("reads", "p_1"),
        keys.PING,
        keys.CLOCK,
        keys.AUDIT,
        keys.ANALYSIS_LINE,
        keys.ANALYSIS_TURN,
        keys.BOTS,
        keys.player_bots("p_1"),
        *keys.bot("p_1"),
    )

    named = [[row for row in table() if row.names(key)] for key in (*single, *once, *others)]

    assert [len(rows) for rows in named] == [1] * len(named)
    assert {rows[0].pattern for rows in named} == {row.pattern for row in table()}


async def test_every_key_on_a_server_has_the_type_and_lifetime_of_the_table(
    server_store: RedisStore, store_url: str
) -> None:
    await fill(server_store)

    with redis.Redis.from_url(store_url) as client:
        found = {key.decode(): client.type(key).decode() for key in client.scan_iter()}
        ends_by_itself = {key for key in found if client.ttl(key) != -1}

    rows = {key: next(row for row in table() if row.names(key)) for key in found}
    assert {key: row.type for key, row in rows.items()} == found
    assert {row.pattern for row in rows.values()} == {
        row.pattern for row in table() if row.type != "channel"
    }
    live = {key for key in found if "m_live" in key}
    assert not live & ends_by_itself
    assert ends_by_itself - live == {
        key for key, row in rows.items() if row.lifetime != "for ever" and key not in live
    }


async def fill_accounts(store: RedisStore) -> None:
    """Make an account that has everything an account can have."""
    await store.accounts.put(Player("p_ala", "Ala", guest=True, created_ms=1))
    await store.accounts.claim_identity(Identity("https://id.example", "ala"), "p_ala")
    await store.tokens.put(first_token("p_ala", b"digest"), b"digest")
    await store.bots.list_bot("p_bot", "p_ala", 1)
    await store.bots.plays("p_bot", "m_live")
    await store.bots.offer(Offer("o_1", "p_bot", "m_live", 1, "kurnik", 4, "p_ala"), 30_000, 9)
    await store.audit.add(AuditEntry(1, "p_ala", "ban", "p_ola", "spam"))


async def fill(store: RedisStore) -> None:
    """Do all that a store can do, in a match that goes on and in one that has ended."""
    await store.put_rules(RULES)
    await fill_accounts(store)
    for kind in ListKind:
        await store.lists.put(ListName(kind, "p_ala"), Place(1, "m_live"))
    await store.touch("m_over", 1)
    await store.lists.meet("wanted", "m_live")
    await store.lists.invite("ABCD2345", "m_live", 60)
    await store.ping()
    await store.claim_due(1, 0)
    await store.analyses.turn("m_over", 1, 60_000, used=False)
    await store.allowances.take(Bucket(keys.limit("reads", "p_ala"), 1_000_000, 100), 1)
    for match_id in ("m_live", "m_over"):
        await store.create(created(a_record(match_id)), b"commit-1")
        for number in range(20):
            once = Once(b"key-%d" % number, b"body")
            await store.update(match_id, due(1), b"commit-2", once)
        await store.update(match_id, lambda at: replace(moved(at), checkpoint=True), b"commit-3")
        await store.analyses.keep(match_id, Analysis(version=1), 0)
    await store.update("m_live", due(1), b"commit-4")
    await store.update("m_over", ends, b"commit-4")
    await store.create(created(a_record("m_packed")), b"commit-1")
    await store.update("m_packed", ends, b"commit-2")
    await store.pack("m_packed", 2)
