"""What is written to a socket at once is what would have been sent to it, and ends as that does."""

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest
from graphql.execution import Executor
from starlette.types import ASGIApp, Message
from structlog.contextvars import bound_contextvars, get_contextvars

from schema.export import CONTRACT
from service.edge import Edge
from service.feed.frames import Frames
from service.graphql import GraphQLApp
from service.graphql.following import Following, counted_by
from service.graphql.messages import Voice
from service.graphql.payloads import Form, Payloads
from service.live import Live
from service.metrics import Metrics
from service.usecases.matches import MatchService
from tests.fixtures.house import House, default_move_of, open_house
from tests.fixtures.metrics import counted
from tests.fixtures.ports import END
from tests.fixtures.sockets import Json, Socket

FEED = (CONTRACT.with_name("operations") / "MatchEvents.graphql").read_text("utf-8")
LONG = "b7f0e2f4-93c3-4a8e-9c33-5a2d6f0a9b11"


class Served:
    """A match in play, and the endpoint at which it is followed."""

    def __init__(self, house: House, match_id: str) -> None:
        self.house = house
        self.match_id = match_id
        self.edge = Edge(live=Live(house.services.players))
        self.app = GraphQLApp(house.services, development=False, edge=self.edge)

    async def follow(self, socket: Socket, name: str = "1") -> Json:
        """Begin a subscription and return its first message, once what follows is written."""
        await socket.welcome()
        return await self.subscribe(socket, name)

    async def subscribe(self, socket: Socket, name: str) -> Json:
        """Begin one more subscription."""
        socket.subscribe(name, FEED, matchId=self.match_id)
        first = await socket.hear()
        await turns_of_the_loop()
        return first

    async def move(self) -> None:
        """Make a move, and let everybody hear of it."""
        await default_move_of(self.house, self.match_id)
        await turns_of_the_loop()

    @property
    def followed(self) -> int:
        """Return how many matches are followed."""
        matches = self.house.services.matches
        assert isinstance(matches, MatchService)
        return matches.followed

    @property
    def streams_open(self) -> float:
        """Return how many subscriptions are open."""
        return counted(self.edge.metrics, "streams_open", transport="websocket")


async def turns_of_the_loop() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
async def served() -> Served:
    house = open_house()
    return Served(house, (await house.match_of()).id)


def without_id(message: Json) -> Json:
    return {name: value for name, value in message.items() if name != "id"}


async def test_what_is_written_is_what_is_sent_to_the_end_of_the_match(served: Served) -> None:
    app, names = served.app, ("1", LONG, "1")
    async with (
        Socket(app, writes=True) as short,
        Socket(app, writes=True) as long,
        Socket(app) as sent,
    ):
        sockets = (short, long, sent)
        heard = [[await served.follow(at, name)] for at, name in zip(sockets, names, strict=True)]
        while heard[0][-1]["type"] != "complete":
            await default_move_of(served.house, served.match_id)
            for socket, messages in zip(sockets, heard, strict=True):
                messages.append(await socket.hear())
                while not socket.has_heard_all():
                    messages.append(await socket.hear())

    for name, messages in zip(names, heard, strict=True):
        assert {message["id"] for message in messages} == {name}
        assert list(map(without_id, messages)) == list(map(without_id, heard[2]))
    assert short.written == long.written > 40
    assert short.written <= len(heard[0]) - 4  # not the first, not the last move, not the end
    assert sent.written == 0
    items = sum(len(messages) - 1 for messages in heard)
    assert counted(served.edge.metrics, "feed_items_total", transport="websocket") == items
    assert (served.streams_open, served.followed) == (0, 0)


async def test_whoever_keeps_up_needs_no_task(served: Served) -> None:
    async with Socket(served.app, writes=True) as socket:
        await socket.welcome()
        before = asyncio.all_tasks()
        for number in range(3):
            await served.subscribe(socket, str(number))
        named = [task.get_name() for task in asyncio.all_tasks() - before]

        assert named == [f"follow-{served.match_id}"]


async def test_whoever_has_no_room_is_sent_everything_in_order_and_written_to_again(
    served: Served,
) -> None:
    async with Socket(served.app, writes=True) as socket:
        first = (await served.follow(socket))["payload"]["data"]["matchEvents"]["seq"]
        socket.hold()
        for _ in range(3):
            await served.move()
        socket.release()
        await turns_of_the_loop()
        await served.move()
        heard = [await socket.hear() for _ in range(4)]

        seqs = [message["payload"]["data"]["matchEvents"]["seq"] for message in heard]
        assert seqs == [first + 1, first + 2, first + 3, first + 4]
        assert socket.written == 1
        assert socket.has_heard_all()


async def test_an_operation_that_is_completed_is_written_nothing_more(served: Served) -> None:
    async with Socket(served.app, writes=True) as socket:
        await served.follow(socket, "1")
        await served.subscribe(socket, "2")
        socket.say("complete", id="1")
        await turns_of_the_loop()
        open_then = served.streams_open
        await served.move()
        message = await socket.hear()

        assert message["id"] == "2"
        assert socket.has_heard_all()
        assert (open_then, served.followed) == (1, 1)
        assert (await served.subscribe(socket, "1"))["id"] == "1"  # which is free again


async def test_a_client_that_goes_away_is_followed_by_nothing(served: Served) -> None:
    before = asyncio.all_tasks()
    async with Socket(served.app, writes=True) as socket:
        await served.follow(socket, "1")
        await served.subscribe(socket, "2")
        open_then = served.streams_open

    assert (open_then, served.streams_open, served.followed) == (2, 0, 0)
    assert asyncio.all_tasks() == before


async def test_a_process_that_stops_closes_with_1012(served: Served) -> None:
    async with Socket(served.app, writes=True) as socket:
        await served.follow(socket)
        served.edge.live.stopping.request()

        assert await socket.closed() == 1012
    assert (served.streams_open, served.followed) == (0, 0)


class Overheard(Socket):
    """Notes in whose name it is sent messages."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, writes=True)
        self.names: set[object] = set()

    async def _take(self, message: Message) -> None:
        self.names.add(get_contextvars().get("request_id"))
        await super()._take(message)


async def test_whoever_asks_again_does_so_in_the_name_of_his_own_request(served: Served) -> None:
    with bound_contextvars(request_id="first"):
        async with Overheard(served.app) as first:
            await served.follow(first)
            with bound_contextvars(request_id="second"):
                async with Overheard(served.app) as second:
                    await served.follow(second)
                    for socket in (first, second):
                        socket.hold()
                    await served.move()
                    for socket in (first, second):
                        socket.release()
                    await turns_of_the_loop()

    assert (first.names, second.names) == ({"first"}, {"second"})
    assert first.written == second.written == 0


async def test_an_item_that_cannot_be_told_is_left_to_whoever_asks_for_it() -> None:
    def broken(item: object) -> dict[str, object]:
        raise ZeroDivisionError(item)

    async def items() -> AsyncIterator[object]:
        yield END

    def write(frame: bytes) -> bool:
        written.append(frame)
        return True

    metrics, written = Metrics(), list[bytes]()
    form = Form(cast("Executor[object]", None), broken, "form", Frames(), lambda _: {})
    payloads = Payloads(form, items())
    following = Following(Voice("1"), payloads, counted_by(metrics))
    following.keeps_up(write, lambda _: None)

    with pytest.raises(ZeroDivisionError):
        following.made(END)
    assert written == []
    assert counted(metrics, "feed_items_total", transport="websocket") == 0
    await following.close()
    await following.close()
    assert counted(metrics, "streams_open", transport="websocket") == 0
