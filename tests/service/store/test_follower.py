"""What the follower says to its connection, and when it believes the answers."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from redis.exceptions import ConnectionError as Cut

from engine.events import Action, ActionKind, Cause
from service.store.chain import Sealed, seal
from service.store.errors import MatchNotFoundError, StoreUnavailableError
from service.store.follower import Follower
from service.store.record import Change
from tests.fixtures.store import a_record

NEWS = "news"
LIMIT_S = 10.0
QUIET_S = 0.02


class Line:
    """Implements `Subscriber`; a test hears what was said and decides what is answered."""

    def __init__(self, *, confirms: bool, refuses: bool) -> None:
        self.is_connected = False
        self._confirms = confirms
        self._refuses = refuses
        self.may_send = asyncio.Event()
        self.may_send.set()
        self._said: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._answers: asyncio.Queue[object] = asyncio.Queue()

    async def connect(self) -> None:
        """Connect at once, or refuse."""
        if self._refuses:
            raise Cut
        self.is_connected = True

    async def send_command(self, *command: str | bytes) -> None:
        """Note a command, once it may be sent."""
        await self.may_send.wait()
        self._said.put_nowait(command[0])
        if self._confirms and command[0] == "SSUBSCRIBE":
            self.confirm()

    async def read_response(self, *, timeout: float) -> object:  # noqa: ASYNC109 - as redis-py
        """Return the next answer, or raise it."""
        try:
            async with asyncio.timeout(timeout):
                answer = await self._answers.get()
        except TimeoutError:
            return None
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def disconnect(self, *, nowait: bool) -> None:
        """Close at once."""
        assert nowait
        self.is_connected = False

    async def heard(self) -> str | bytes:
        """Return the next command that was sent."""
        async with asyncio.timeout(LIMIT_S):
            return await self._said.get()

    def confirm(self) -> None:
        """Answer that the channel is listened to."""
        self.answer([b"ssubscribe", NEWS.encode(), 1])

    def tell(self, seq: int, channel: str = NEWS) -> None:
        """Send a message."""
        self.answer([b"smessage", channel.encode(), b"%d" % seq])

    def answer(self, message: object) -> None:
        """Send what the server says, or cut the line by an error."""
        self._answers.put_nowait(message)


class Lines:
    """Makes connections, and knows the version of the match that is followed."""

    def __init__(self) -> None:
        self.head = 1
        self.reads = 0
        self.confirms = True
        self.refusals = 0
        self._made: asyncio.Queue[Line] = asyncio.Queue()

    def connect(self) -> Line:
        """Make the next connection."""
        line = Line(confirms=self.confirms, refuses=self.refusals > 0)
        self.refusals -= 1
        self._made.put_nowait(line)
        return line

    async def made(self) -> Line:
        """Return the next connection that was made."""
        async with asyncio.timeout(LIMIT_S):
            return await self._made.get()

    async def read_head(self, match_id: str) -> int:
        """Return the version."""
        assert match_id == "m_1"
        self.reads += 1
        return self.head


@pytest.fixture
def lines() -> Lines:
    """Give connections that a test answers for."""
    return Lines()


@pytest.fixture
async def follower(lines: Lines) -> AsyncIterator[Follower]:
    """Give a follower on them."""
    made = Follower(lines.connect, lines.read_head, quiet_s=QUIET_S)
    yield made
    await made.close()


async def turns() -> None:
    """Let every task run as far as it can."""
    for _ in range(50):
        await asyncio.sleep(0)


async def soon(heads: AsyncIterator[int]) -> int:
    """Return the next head."""
    async with asyncio.timeout(LIMIT_S):
        return await anext(heads)


async def look(follower: Follower, *, stays: bool = False) -> int:
    """Return the first head of the match and leave, or stay until it is cancelled."""
    async with follower.follow("m_1", NEWS) as heads:
        first = await soon(heads)
        while stays:
            await anext(heads)
        return first


async def test_the_head_is_read_only_once_the_channel_is_listened_to(
    follower: Follower, lines: Lines
) -> None:
    lines.confirms = False
    task = asyncio.create_task(look(follower))
    line = await lines.made()
    assert await line.heard() == "SSUBSCRIBE"
    await turns()
    assert lines.reads == 0

    lines.head = 2
    line.confirm()

    assert await task == 2
    assert await line.heard() == "SUNSUBSCRIBE"


async def test_who_joins_just_after_somebody_left_waits_for_the_second_answer(
    follower: Follower, lines: Lines
) -> None:
    lines.confirms = False
    first = asyncio.create_task(look(follower))
    line = await lines.made()
    await turns()
    first.cancel()
    await turns()
    second = asyncio.create_task(look(follower))
    said = [await line.heard() for _ in range(3)]
    assert said == ["SSUBSCRIBE", "SUNSUBSCRIBE", "SSUBSCRIBE"]

    line.confirm()
    await turns()
    assert lines.reads == 0

    line.confirm()
    assert await second == 1


async def test_a_channel_that_is_joined_after_everybody_has_left_is_left_again(
    follower: Follower, lines: Lines
) -> None:
    """The reader joins again what its server has left, and somebody may leave meanwhile."""
    lines.confirms = False
    task = asyncio.create_task(look(follower))
    line = await lines.made()
    await turns()
    task.cancel()
    await turns()
    assert [await line.heard() for _ in range(2)] == ["SSUBSCRIBE", "SUNSUBSCRIBE"]

    line.confirm()

    assert await line.heard() == "SUNSUBSCRIBE"


async def test_a_channel_is_left_though_its_viewer_is_cancelled_again(
    follower: Follower, lines: Lines
) -> None:
    task = asyncio.create_task(look(follower, stays=True))
    line = await lines.made()
    assert await line.heard() == "SSUBSCRIBE"
    await turns()
    line.may_send.clear()
    task.cancel()
    await turns()
    task.cancel()
    await turns()
    line.may_send.set()

    assert await line.heard() == "SUNSUBSCRIBE"
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_who_joins_somebody_asks_for_nothing(follower: Follower, lines: Lines) -> None:
    async with follower.follow("m_1", NEWS) as one:
        line = await lines.made()
        assert await line.heard() == "SSUBSCRIBE"
        lines.head = 5
        async with follower.follow("m_1", NEWS) as two:
            assert await soon(two) == 5
        assert await soon(one) == 5

    assert await line.heard() == "SUNSUBSCRIBE"


async def test_a_message_that_is_older_than_the_head_is_no_news(
    follower: Follower, lines: Lines
) -> None:
    lines.head = 5
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 5
        line = await lines.made()

        line.tell(4)
        line.tell(9, channel="other news")
        line.tell(6)

        assert await soon(heads) == 6


def sealed(seq: int) -> Sealed:
    """Return an entry of that number and the record after it."""
    before = replace(a_record("m_1"), version=seq - 1)
    return seal(before, Change(before, Action(ActionKind.MOVED, Cause.PLAYER)), 5_000, b"commit")


async def test_news_of_an_own_commit_wait_for_its_answer(follower: Follower, lines: Lines) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line, done = await lines.made(), sealed(2)
        follower.commits("m_1", 2)

        line.tell(2)
        told = asyncio.ensure_future(anext(heads))
        await turns()
        assert not told.done()

        follower.answered("m_1", done)
        assert await told == 2
        assert follower.newest("m_1") is done


async def test_an_own_commit_whose_news_come_late_is_told_once(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line, done = await lines.made(), sealed(2)
        follower.commits("m_1", 2)
        follower.answered("m_1", done)
        assert await soon(heads) == 2

        line.tell(2)
        line.tell(3)

        assert await soon(heads) == 3
        assert follower.newest("m_1") is None


async def test_an_own_commit_is_at_hand_though_its_news_were_told_before(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line, done = await lines.made(), sealed(2)
        line.tell(2)
        assert await soon(heads) == 2

        follower.commits("m_1", 2)
        follower.answered("m_1", done)

        assert follower.newest("m_1") is done


async def test_news_that_were_held_back_are_told_when_the_commit_has_failed(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line = await lines.made()
        follower.commits("m_1", 2)
        line.tell(2)
        await turns()

        follower.answered("m_1", None)

        assert await soon(heads) == 2
        assert follower.newest("m_1") is None


async def test_news_of_later_entries_do_not_wait_for_an_own_commit(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line = await lines.made()
        follower.commits("m_1", 2)

        line.tell(2)
        line.tell(3)
        assert await soon(heads) == 3

        follower.answered("m_1", sealed(2))
        assert follower.newest("m_1") is None


async def test_after_a_cut_the_head_is_read_again(follower: Follower, lines: Lines) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1

        lines.head = 7
        (await lines.made()).answer(Cut("cut"))

        assert await soon(heads) == 7
        assert await (await lines.made()).heard() == "SSUBSCRIBE"


async def test_a_head_that_was_lost_with_a_server_is_told_as_it_is_now(
    follower: Follower, lines: Lines
) -> None:
    lines.head = 7
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 7

        lines.head = 4
        (await lines.made()).answer(Cut("cut"))

        assert await soon(heads) == 4


async def test_a_match_that_was_lost_with_a_server_is_watched_no_longer(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1

        lines.head = 0
        (await lines.made()).answer(Cut("cut"))

        with pytest.raises(MatchNotFoundError):
            await soon(heads)


async def test_a_server_that_is_away_for_a_while_is_tried_again(
    follower: Follower, lines: Lines
) -> None:
    lines.refusals = 2

    assert await look(follower) == 1

    assert [(await lines.made()).is_connected for _ in range(3)] == [False, False, True]


async def test_a_line_that_says_nothing_is_tried_and_then_replaced(
    follower: Follower, lines: Lines
) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1
        line = await lines.made()

        lines.head = 2

        assert [await line.heard(), await line.heard()] == ["SSUBSCRIBE", "PING"]
        assert await soon(heads) == 2
        assert not line.is_connected


async def test_a_line_that_answers_is_kept(follower: Follower, lines: Lines) -> None:
    async with follower.follow("m_1", NEWS):
        line = await lines.made()
        assert await line.heard() == "SSUBSCRIBE"
        for _ in range(5):
            assert await line.heard() == "PING"
            line.answer([b"pong", b""])

        assert line.is_connected


async def test_a_channel_that_is_never_confirmed_cannot_be_followed(
    lines: Lines,
) -> None:
    lines.confirms = False
    follower = Follower(lines.connect, lines.read_head, quiet_s=QUIET_S, patience_s=QUIET_S)

    with pytest.raises(StoreUnavailableError):
        await look(follower)

    await follower.close()


async def test_closing_ends_every_watch(follower: Follower, lines: Lines) -> None:
    async with follower.follow("m_1", NEWS) as heads:
        assert await soon(heads) == 1

        await follower.close()

        with pytest.raises(StoreUnavailableError):
            await soon(heads)
    assert not (await lines.made()).is_connected
