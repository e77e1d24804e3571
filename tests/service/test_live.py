"""What stays open ends for each reason that its process has, and is counted while it is."""

import asyncio

import pytest
from starlette.types import Message

from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import GUEST_SCOPES
from service.errors import ClientGoneError
from service.live import ROUNDS_A_CHECK, STUCK_ROUNDS, Ending, Live, Outlet
from service.stopping import Stopping
from tests.fixtures.ports import ALA

ALAS = Viewer(ALA, GUEST_SCOPES, token_id="t_1")
ALAS_OTHER = Viewer(ALA, GUEST_SCOPES, token_id="t_2")
LIMIT_S = 5.0


class Tokens:
    """Knows which tokens have been taken back, and notes who asked about which."""

    def __init__(self) -> None:
        self.gone: set[str | None] = set()
        self.asked: list[str | None] = []
        self.was_asked = asyncio.Event()
        self.fails: Exception | None = None

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return whether the token was not taken back."""
        self.asked.append(viewer.token_id)
        self.was_asked.set()
        if self.fails is not None:
            raise self.fails
        return viewer.token_id not in self.gone


async def taken(message: Message) -> None:
    """Take a message at once."""
    del message


async def never_taken(message: Message) -> None:
    """Take no message at all."""
    del message
    await asyncio.Event().wait()


async def ending_of(outlet: Outlet) -> Ending:
    async with asyncio.timeout(LIMIT_S):
        return await outlet.ended()


async def test_a_token_that_was_taken_back_ends_its_outlets_alone() -> None:
    tokens = Tokens()
    live = Live(tokens)
    async with (
        live.outlet(taken, ALAS) as first,
        live.outlet(taken, ALAS) as second,
        live.outlet(taken, ALAS_OTHER) as other,
        live.outlet(taken, Viewer()) as nobodys,
    ):
        tokens.gone.add("t_1")
        await live.check_tokens()

        assert await ending_of(first) is await ending_of(second) is Ending.EXPIRED
        assert not other.is_to_end
        assert not nobodys.is_to_end
        assert sorted(map(str, tokens.asked)) == ["t_1", "t_2"]


async def test_tokens_are_checked_every_few_rounds() -> None:
    tokens = Tokens()
    live = Live(tokens)
    async with live.outlet(taken, ALAS):
        for _ in range(2 * ROUNDS_A_CHECK):
            await live.round()

    assert tokens.asked == ["t_1", "t_1"]


async def test_rounds_go_on_by_themselves_whatever_fails() -> None:
    tokens = Tokens()
    tokens.fails = RuntimeError("of a round")
    live = Live(tokens, round_s=0.001)
    async with live.outlet(taken, ALAS) as outlet:
        await asyncio.wait_for(tokens.was_asked.wait(), LIMIT_S)
        tokens.fails = None
        tokens.gone.add("t_1")

        assert await ending_of(outlet) is Ending.EXPIRED


async def test_a_token_that_cannot_be_checked_stands() -> None:
    tokens = Tokens()
    tokens.fails = refused(Code.STORE_UNAVAILABLE, "The store does not answer.")
    live = Live(tokens)
    async with live.outlet(taken, ALAS) as outlet:
        await live.check_tokens()

        assert not outlet.is_to_end


async def test_a_process_that_stops_ends_everything_at_once() -> None:
    stopping = Stopping()
    live = Live(Tokens(), stopping, round_s=60.0)
    async with live.outlet(taken, ALAS) as outlet:
        stopping.request()
        assert await ending_of(outlet) is Ending.STOPPING

        async with live.outlet(taken, Viewer()) as late:
            assert await ending_of(late) is Ending.STOPPING


async def test_a_client_that_takes_nothing_for_too_long_is_stuck() -> None:
    live = Live(Tokens())
    async with live.outlet(never_taken, Viewer()) as outlet:
        sending = asyncio.create_task(outlet.send({"type": "x"}))
        await asyncio.sleep(0)
        for _ in range(STUCK_ROUNDS):
            assert not outlet.is_to_end
            await live.round()

        assert await ending_of(outlet) is Ending.STUCK
        sending.cancel()


async def test_a_slow_client_that_takes_something_is_not_stuck() -> None:
    room = asyncio.Semaphore(0)

    async def slowly_taken(message: Message) -> None:
        del message
        await room.acquire()

    live = Live(Tokens())
    async with live.outlet(slowly_taken, Viewer()) as outlet:
        sending = [asyncio.create_task(outlet.send({"type": "x"})) for _ in range(4)]
        for _ in range(3):
            for _ in range(STUCK_ROUNDS - 1):
                await live.round()
            room.release()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await live.round()

        assert not outlet.is_to_end
        for task in sending:
            task.cancel()


async def test_a_quiet_outlet_is_not_stuck() -> None:
    live = Live(Tokens())
    async with live.outlet(taken, Viewer()) as outlet:
        await outlet.send({"type": "x"})
        for _ in range(STUCK_ROUNDS + 2):
            await live.round()

        assert not outlet.is_to_end


async def test_a_client_that_has_gone_is_told_from_other_errors() -> None:
    async def gone(message: Message) -> None:
        del message
        raise OSError

    async with Live(Tokens()).outlet(gone, Viewer()) as outlet:
        with pytest.raises(ClientGoneError):
            await outlet.send({"type": "x"})


async def test_nothing_goes_round_once_nothing_is_open() -> None:
    before = asyncio.all_tasks()
    live = Live(Tokens())
    async with live.outlet(taken, ALAS), live.outlet(taken, ALAS):
        assert len(live) == 2
        assert len(asyncio.all_tasks() - before) == 1

    assert len(live) == 0
    assert asyncio.all_tasks() == before
