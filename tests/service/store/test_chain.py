"""The hash chain covers what everybody sees of a log, in order, and nothing else."""

import hashlib
import hmac
import json

import msgspec
from msgspec.structs import replace

from engine.events import (
    Action,
    ActionKind,
    Cause,
    Commitment,
    DealScored,
    DealStarted,
    Entry,
    Next,
    Reveal,
    TrumpNamed,
)
from engine.state import Phase
from engine.views import entry_for
from service.store.chain import HASH_BYTES, entry_hash, public_part, seal
from service.store.ports import Store
from service.store.record import Change
from tests.fixtures.store import a_record, created, moved, says

KEY = bytes(range(32))
HANDS = (bytes((0, 1)), bytes((2, 3)), bytes((4, 5)), bytes((6, 7)))
REVEALS = (Reveal(1, "cd" * 32),)
OTHER_HANDS = (bytes((7, 6)), bytes((5, 4)), bytes((3, 2)), bytes((1, 0)))


def an_entry(*effects: DealStarted | TrumpNamed | DealScored) -> Entry:
    """Return an entry with these effects."""
    return Entry(
        seq=3,
        at_ms=1_000,
        action=Action(ActionKind.MOVED, Cause.PLAYER, seat=1, move="play QS"),
        effects=effects,
        next=Next(Phase.TRICKS, (2,), 31_000),
        commitments=(Commitment(2, "ab" * 32),),
        commit=b"commit-3",
    )


def test_the_public_part_is_sorted_json_without_null_and_empty_values() -> None:
    public = public_part(an_entry(DealScored(1, (0, -20, 0, 0), (0, -20, 0, 0))))

    assert public == (
        b'{"action":{"cause":"player","kind":"moved","move":"play QS","seat":1},"atMs":1000,'
        b'"commitments":[{"deal":2,"hash":"' + b"ab" * 32 + b'"}],"cursor":"3-",'
        b'"effects":[{"kind":"deal_scored","number":1,"points":[0,-20,0,0],'
        b'"totals":[0,-20,0,0]}],'
        b'"next":{"deadlineMs":31000,"phase":"tricks","seats":[2]},"seq":3}'
    )


def test_the_public_part_is_found_again_from_what_a_spectator_gets() -> None:
    entry = replace(an_entry(DealStarted(2, 1, 2, HANDS, None)), hash=bytes(HASH_BYTES))
    seen = json.loads(_json(entry))
    seen["cursor"] = f"{seen['seq']}-"

    kept = json.dumps(_pruned(seen), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert kept.encode() == public_part(entry)


def test_the_public_part_knows_every_field_of_what_a_spectator_gets() -> None:
    view = entry_for(an_entry(), None)
    part = json.loads(public_part(replace(an_entry(DealScored(1, (0,), (0,))), reveals=REVEALS)))

    assert set(part) == set(view.__struct_encode_fields__)
    assert set(part["next"]) == set(view.next.__struct_encode_fields__)


def test_the_public_part_leaves_out_the_empty_lists_of_an_effect() -> None:
    effects = json.loads(public_part(an_entry(DealStarted(2, 1, None, HANDS, None))))["effects"]

    assert effects == [{"kind": "deal_started", "number": 2, "seat": 1}]


def test_the_hash_is_an_hmac_over_the_one_before_the_commit_id_and_the_public_part() -> None:
    entry, previous = an_entry(), b"previous"
    message = previous + b"\x08commit-3" + public_part(entry)

    expected = hmac.new(KEY, message, hashlib.sha256).digest()[:HASH_BYTES]

    assert entry_hash(KEY, previous, entry) == expected


def test_cards_that_nobody_may_see_do_not_change_the_hash() -> None:
    started = [
        entry_hash(KEY, b"", an_entry(DealStarted(2, 1, 2, hands, 5)))
        for hands in (HANDS, OTHER_HANDS)
    ]
    named = [
        entry_hash(KEY, b"", an_entry(TrumpNamed(1, 2, hands))) for hands in (HANDS, OTHER_HANDS)
    ]

    assert started[0] == started[1]
    assert named[0] == named[1]


def test_everything_else_changes_the_hash() -> None:
    entry = an_entry()
    hashes = {
        entry_hash(KEY, b"", entry),
        entry_hash(bytes(32), b"", entry),
        entry_hash(KEY, b"previous", entry),
        entry_hash(KEY, b"", replace(entry, commit=b"commit-4")),
        entry_hash(KEY, b"", replace(entry, at_ms=1_001)),
        entry_hash(KEY, b"", replace(entry, action=replace(entry.action, move="play KS"))),
        entry_hash(KEY, b"", replace(entry, next=Next())),
        entry_hash(KEY, b"", replace(entry, commitments=())),
        entry_hash(KEY, b"", an_entry(DealScored(1, (0, 0, 0, 0), (0, 0, 0, 0)))),
    }

    assert len(hashes) == 9


def test_the_hash_that_an_entry_has_already_does_not_count() -> None:
    entry = an_entry()

    assert entry_hash(KEY, b"", replace(entry, hash=b"whatever")) == entry_hash(KEY, b"", entry)


def test_sealing_gives_number_time_hash_and_commit_id() -> None:
    before = replace(a_record(), version=6, chain=b"previous")
    change = Change(replace(before, deadline_ms=9), Action(ActionKind.STARTED, Cause.PLAYER))

    sealed = seal(before, change, 5_000, b"commit-7")

    assert (sealed.entry.seq, sealed.entry.at_ms, sealed.entry.commit) == (7, 5_000, b"commit-7")
    assert sealed.entry.hash == entry_hash(before.log_key, b"previous", sealed.entry)
    assert sealed.record == replace(
        before,
        version=7,
        chain=sealed.entry.hash,
        commit=b"commit-7",
        updated_ms=5_000,
        deadline_ms=9,
    )


async def test_the_chain_of_a_log_can_be_computed_again(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    for number in range(2, 9):
        await store.update("m_1", says(f"play {number}C"), b"commit-%d" % number)

    previous = b""
    for entry in await store.entries("m_1", 0, 100):
        assert entry.hash == entry_hash(a_record().log_key, previous, entry)
        previous = entry.hash
    assert (await store.read("m_1")).record.chain == previous


async def test_each_entry_has_a_cursor_of_its_own(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    for number in range(2, 9):
        await store.update("m_1", moved, b"commit-%d" % number)

    entries = await store.entries("m_1", 0, 100)

    assert len({entry_for(entry, None).cursor.split("-")[1] for entry in entries}) == 8


def _json(entry: Entry) -> bytes:
    return msgspec.json.encode(entry_for(entry, None))


def _pruned(value: object) -> object:
    if isinstance(value, dict):
        return {name: _pruned(part) for name, part in value.items() if part not in (None, [])}
    return [_pruned(part) for part in value] if isinstance(value, list) else value
