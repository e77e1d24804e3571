"""Creating, reading and updating a match, the same on every store."""

import asyncio

import pytest
from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause, Entry, Next
from engine.state import Phase
from service.store.errors import LostRaceError, MatchNotFoundError, RulesNotFoundError
from service.store.ports import Store
from service.store.record import Change, Snapshot
from tests.fixtures.store import RULES, a_record, created, moved, says


class TooLateError(Exception):
    """A step refuses: somebody else has moved."""


async def test_a_new_match_has_version_1_and_one_entry(store: Store) -> None:
    done = await store.create(created(a_record()), b"commit-1")

    assert done.record is not None
    assert not done.repeated
    assert (done.record.version, done.record.commit) == (1, b"commit-1")
    assert done.record.chain == done.entry.hash
    assert done.record.updated_ms == done.entry.at_ms
    assert done.entry.action == Action(ActionKind.CREATED, Cause.PLAYER, seat=0, name="Ala")
    assert await store.entries("m_1", 0, 10) == (done.entry,)


async def test_what_is_read_is_what_was_committed(store: Store) -> None:
    done = await store.create(created(a_record()), b"commit-1")

    snapshot = await store.read("m_1")

    assert snapshot.record == done.record
    assert snapshot.rules == RULES
    assert snapshot.now_ms >= done.entry.at_ms


async def test_a_match_that_nobody_made_is_not_found(store: Store) -> None:
    with pytest.raises(MatchNotFoundError):
        await store.read("m_1")
    with pytest.raises(MatchNotFoundError):
        await store.update("m_1", says("play QS"), b"commit-1")

    assert await store.entries("m_1", 0, 10) == ()
    assert await store.checkpoint("m_1", 9) is None


async def test_a_match_whose_rules_are_missing_cannot_be_read(store: Store) -> None:
    await store.create(created(replace(a_record(), rules_hash="0" * 32)), b"commit-1")

    with pytest.raises(RulesNotFoundError):
        await store.read("m_1")


async def test_an_id_is_taken_once(store: Store) -> None:
    first = await store.create(created(a_record()), b"commit-1")

    with pytest.raises(LostRaceError):
        await store.create(created(a_record()), b"commit-2")

    assert (await store.read("m_1")).record == first.record


async def test_creating_again_by_the_same_commit_id_answers_the_first_entry(store: Store) -> None:
    first = await store.create(created(a_record()), b"commit-1")
    await store.update("m_1", says("play QS"), b"commit-2")

    again = await store.create(created(a_record()), b"commit-1")

    assert again.repeated
    assert again.record is None
    assert again.entry == first.entry
    assert (await store.read("m_1")).record.version == 2


async def test_creating_again_in_the_same_moment_is_told_apart(store: Store) -> None:
    ahead_ms = await store.now_ms() + 60_000
    change = created(replace(a_record(), updated_ms=ahead_ms))
    first = await store.create(change, b"commit-1")

    again = await store.create(change, b"commit-1")

    assert again.entry == first.entry
    assert again.repeated
    assert again.record is None


async def test_versions_count_the_entries_without_a_gap(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    for number in range(2, 6):
        done = await store.update("m_1", says(f"play {number}C"), b"commit-%d" % number)
        assert done.record is not None
        assert done.record.version == done.entry.seq == number

    entries = await store.entries("m_1", 0, 10)
    assert [entry.seq for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry.action.move for entry in entries[1:]] == [
        "play 2C",
        "play 3C",
        "play 4C",
        "play 5C",
    ]


async def test_the_whole_change_is_kept(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    asked = Next(Phase.TRICKS, (2,), 5_000)

    def step(snapshot: Snapshot) -> Change:
        record = replace(snapshot.record, deadline_ms=5_000, decision_versions=(0, 0, 2, 0))
        return replace(moved(snapshot), record=record, next=asked)

    done = await store.update("m_1", step, b"commit-2")

    snapshot = await store.read("m_1")
    assert snapshot.record.deadline_ms == 5_000
    assert snapshot.record.decision_versions == (0, 0, 2, 0)
    assert await store.entries("m_1", 1, 1) == (done.entry,)
    assert done.entry.next == asked


async def test_a_step_that_raises_changes_nothing(store: Store) -> None:
    before = await store.create(created(a_record()), b"commit-1")

    def step(_: Snapshot) -> Change:
        raise TooLateError

    with pytest.raises(TooLateError):
        await store.update("m_1", step, b"commit-2")

    assert (await store.read("m_1")).record == before.record
    assert await store.entries("m_1", 0, 10) == (before.entry,)


async def test_of_twenty_at_once_one_wins_when_the_step_allows_one(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    def step(snapshot: Snapshot) -> Change:
        if snapshot.record.version != 1:
            raise TooLateError
        return moved(snapshot)

    calls = [store.update("m_1", step, b"commit-%d" % number) for number in range(2, 22)]
    results = await asyncio.gather(*calls, return_exceptions=True)

    assert sum(isinstance(result, TooLateError) for result in results) == 19
    assert (await store.read("m_1")).record.version == 2
    assert len(await store.entries("m_1", 0, 10)) == 2


async def test_who_loses_a_race_steps_again_on_the_newer_record(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    def step(snapshot: Snapshot) -> Change:
        return moved(snapshot, f"after {snapshot.record.version}")

    calls = [store.update("m_1", step, b"commit-%d" % number) for number in range(2, 8)]
    done = await asyncio.gather(*calls)

    assert sorted(each.entry.seq for each in done) == [2, 3, 4, 5, 6, 7]
    for entry in await store.entries("m_1", 1, 10):
        assert entry.action.move == f"after {entry.seq - 1}"


async def test_the_same_commit_id_again_answers_the_entry_that_stands(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    first = await store.update("m_1", says("play QS"), b"bot-1")

    again = await store.update("m_1", says("play KH"), b"bot-1")

    assert again.repeated
    assert again.record is None
    assert again.entry == first.entry
    assert len(await store.entries("m_1", 0, 10)) == 2


async def test_a_step_sees_a_time_that_is_never_before_the_newest_entry(store: Store) -> None:
    ahead_ms = await store.now_ms() + 60_000
    await store.create(created(replace(a_record(), updated_ms=ahead_ms)), b"commit-1")
    seen: list[int] = []

    def step(snapshot: Snapshot) -> Change:
        seen.append(snapshot.now_ms)
        return moved(snapshot)

    done = await store.update("m_1", step, b"commit-2")

    assert seen == [ahead_ms]
    assert done.entry.at_ms == ahead_ms
    assert (await store.read("m_1")).now_ms == ahead_ms


async def test_an_entry_bears_the_time_that_its_step_saw(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    done = await store.update("m_1", lambda at: moved(at, f"at {at.now_ms}"), b"commit-2")

    assert done.entry.action.move == f"at {done.entry.at_ms}"


async def test_matches_do_not_touch_each_other(store: Store) -> None:
    for match_id in ("m_1", "m_2"):
        await store.create(created(a_record(match_id)), b"commit-1")

    await store.update("m_1", says("play QS"), b"commit-2")

    assert (await store.read("m_1")).record.version == 2
    assert (await store.read("m_2")).record.version == 1


async def test_entries_come_in_pages(store: Store) -> None:
    first = await store.create(created(a_record()), b"commit-1")
    more = [await store.update("m_1", says("x"), b"commit-%d" % number) for number in range(2, 6)]
    log = (first.entry, *(done.entry for done in more))

    pages: list[tuple[Entry, ...]] = []
    while page := await store.entries("m_1", sum(map(len, pages)), 2):
        pages.append(page)

    assert pages == [log[:2], log[2:4], log[4:]]


async def test_a_checkpoint_is_the_newest_of_at_most_a_version(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    kept = {}

    def step(snapshot: Snapshot) -> Change:
        return replace(moved(snapshot), checkpoint=snapshot.record.version in {2, 4})

    for number in range(2, 7):
        kept[number] = (await store.update("m_1", step, b"commit-%d" % number)).record

    assert [await store.checkpoint("m_1", version) for version in range(7)] == [
        None,
        None,
        None,
        kept[3],
        kept[3],
        kept[5],
        kept[5],
    ]
