"""Idempotency keys, the same on every store."""

import asyncio
from typing import NoReturn

import pytest

from service.store.errors import KeyReusedError
from service.store.ports import Store
from service.store.record import Once, Snapshot, Step
from tests.fixtures.store import a_record, created, moved, says

KEY = Once(key=b"account and key", body=b"a request")
OTHER_BODY = Once(key=KEY.key, body=b"a quite other request")


def never(_: Snapshot) -> NoReturn:
    """Stand for a step that would refuse, or do something else, by now."""
    raise AssertionError("the step must not run")


async def test_the_same_request_again_answers_its_entry_before_any_step(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    first = await store.update("m_1", says("play QS"), b"commit-2", KEY)
    await store.update("m_1", says("play KH"), b"commit-3")

    again = await store.update("m_1", never, b"commit-4", KEY)

    assert again.repeated
    assert again.record is None
    assert again.entry == first.entry
    assert (await store.read("m_1")).record.version == 3


async def test_a_key_for_another_request_is_refused_before_any_step(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    await store.update("m_1", says("play QS"), b"commit-2", KEY)

    with pytest.raises(KeyReusedError):
        await store.update("m_1", never, b"commit-3", OTHER_BODY)

    assert (await store.read("m_1")).record.version == 2


async def test_a_request_that_was_refused_leaves_its_key_free(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    with pytest.raises(AssertionError):
        await store.update("m_1", never, b"commit-2", KEY)

    done = await store.update("m_1", says("play QS"), b"commit-3", OTHER_BODY)

    assert not done.repeated


async def test_the_same_request_many_times_at_once_is_done_once(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    calls = [store.update("m_1", moved, b"commit-%d" % number, KEY) for number in range(2, 12)]
    done = await asyncio.gather(*calls)

    assert {each.entry.seq for each in done} == {2}
    assert [each.repeated for each in done].count(False) == 1
    assert len(await store.entries("m_1", 0, 10)) == 2


async def test_two_requests_with_one_key_at_once_leave_one_entry(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")

    done, refused = await asyncio.gather(
        store.update("m_1", moved, b"commit-2", KEY),
        store.update("m_1", moved, b"commit-3", OTHER_BODY),
        return_exceptions=True,
    )

    assert sorted(type(result).__name__ for result in (done, refused)) == [
        "Committed",
        "KeyReusedError",
    ]
    assert len(await store.entries("m_1", 0, 10)) == 2


async def test_a_key_counts_for_its_match_alone(store: Store) -> None:
    for match_id in ("m_1", "m_2"):
        await store.create(created(a_record(match_id)), b"commit-1")

    first = await store.update("m_1", says("play QS"), b"commit-2", KEY)
    second = await store.update("m_2", says("play QS"), b"commit-3", OTHER_BODY)

    assert not first.repeated
    assert not second.repeated


async def test_keys_of_a_long_match_are_all_remembered(store: Store) -> None:
    await store.create(created(a_record()), b"commit-1")
    keys = [Once(b"key-%d" % number, b"body-%d" % number) for number in range(60)]
    for number, once in enumerate(keys):
        await store.update("m_1", _counted(number), b"commit-%d" % (number + 2), once)

    answers = [await store.update("m_1", never, b"again", once) for once in keys]

    assert [answer.entry.action.move for answer in answers] == [f"move {n}" for n in range(60)]


def _counted(number: int) -> Step:
    return says(f"move {number}")
