"""Tasks end when they are told to, and the first of several decides."""

import asyncio
from contextlib import suppress
from functools import partial

import pytest

from service.tasks import Interruption, cancelled, first_of, uninterrupted


async def returning(value: int) -> int:
    return value


async def waiting(noted: list[str]) -> int:
    try:
        await asyncio.Event().wait()
    finally:
        noted.append("cancelled")
    return 0


async def failing() -> int:
    raise ValueError("wrong")


async def test_the_first_of_several_works_decides_and_the_others_are_over() -> None:
    noted: list[str] = []

    assert await first_of(waiting(noted), returning(7), waiting(noted)) == 7
    assert noted == ["cancelled", "cancelled"]


async def test_the_first_works_error_is_raised() -> None:
    noted: list[str] = []

    with pytest.raises(ValueError, match="wrong"):
        await first_of(failing(), waiting(noted))

    assert noted == ["cancelled"]


async def test_being_cancelled_cancels_every_work() -> None:
    noted: list[str] = []
    task = asyncio.create_task(first_of(waiting(noted), waiting(noted)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert noted == ["cancelled", "cancelled"]


async def stubborn(noted: list[str]) -> None:
    """Lose the first cancellation and wait on."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        noted.append("lost")
    await waiting(noted)


async def test_a_task_that_loses_a_cancellation_is_asked_again() -> None:
    noted: list[str] = []

    task = asyncio.create_task(stubborn(noted))
    await asyncio.sleep(0)
    await asyncio.wait_for(cancelled(task), 1)

    assert task.cancelled()
    assert noted == ["lost", "cancelled"]


async def test_tasks_that_have_ended_are_left_as_they_are() -> None:
    good, bad = asyncio.create_task(returning(7)), asyncio.create_task(failing())
    await asyncio.wait((good, bad))

    await cancelled(good, bad)

    assert good.result() == 7
    assert isinstance(bad.exception(), ValueError)


async def test_there_may_be_nothing_to_cancel() -> None:
    await cancelled()


async def test_uninterrupted_work_is_carried_out_before_its_caller_is_cancelled() -> None:
    goes_on, noted = asyncio.Event(), list[str]()

    async def work() -> None:
        await goes_on.wait()
        noted.append("done")

    caller = asyncio.create_task(uninterrupted(work()))
    for _ in range(3):
        await asyncio.sleep(0)
        caller.cancel()
    assert not caller.done()
    goes_on.set()

    with pytest.raises(asyncio.CancelledError):
        await caller
    assert noted == ["done"]


async def test_uninterrupted_work_gives_what_it_comes_to() -> None:
    assert await uninterrupted(returning(7)) == 7
    with pytest.raises(ValueError, match="wrong"):
        await uninterrupted(failing())


async def test_who_is_cancelled_while_he_ends_a_task_ends_it_nevertheless() -> None:
    noted: list[str] = []

    task = asyncio.create_task(stubborn(noted))
    await asyncio.sleep(0)
    ending = asyncio.create_task(cancelled(task))
    await asyncio.sleep(0)
    ending.cancel()

    with pytest.raises(asyncio.CancelledError):
        await ending

    assert noted == ["lost", "cancelled"]
    assert task.cancelled()


async def test_what_is_waited_for_is_interrupted_for_the_first_reason() -> None:
    interruption, noted = Interruption[str](), list[str]()
    running = asyncio.create_task(interruption.run(partial(waiting, noted)))
    await asyncio.sleep(0)
    interruption.because("first")
    interruption.because("second")

    assert await running is None
    assert (interruption.reason, noted) == ("first", ["cancelled"])


async def test_nothing_is_begun_once_there_is_a_reason() -> None:
    interruption, noted = Interruption[str](), list[str]()
    interruption.because("before")

    assert await interruption.run(partial(waiting, noted)) is None
    assert noted == []


async def test_what_comes_to_its_end_is_not_interrupted_after_it() -> None:
    interruption = Interruption[str]()

    assert await interruption.run(partial(returning, 7)) == 7
    interruption.because("late")
    await asyncio.sleep(0)
    assert interruption.reason == "late"


async def test_a_task_that_is_cancelled_by_others_is_cancelled() -> None:
    interruption, noted = Interruption[str](), list[str]()
    for reason in (None, "too"):
        running = asyncio.create_task(interruption.run(partial(waiting, noted)))
        await asyncio.sleep(0)
        if reason is not None:
            interruption.because(reason)
        running.cancel()
        await asyncio.wait({running})

        assert running.cancelled()
    assert noted == ["cancelled", "cancelled"]


async def test_whoever_misses_his_interruption_has_none_left_over() -> None:
    interruption = Interruption[str]()

    async def deaf() -> int:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return 7

    async def heard() -> tuple[int | None, int]:
        found = await interruption.run(deaf)
        task = asyncio.current_task()
        assert task is not None
        return found, task.cancelling()

    running = asyncio.create_task(heard())
    await asyncio.sleep(0)
    interruption.because("unheard")

    assert await running == (7, 0)
