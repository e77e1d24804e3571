"""How sockets end and what they refuse: limits, lost rights, clients that do not read."""

import asyncio
import gc
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from schema.budgets import Budget
from schema.context import Viewer
from schema.documents import documents
from schema.graphql import build_schema
from schema.model import MatchView
from service.edge import Edge
from service.graphql import GraphQLApp
from service.graphql.connection import MAX_MESSAGE, Terms
from service.graphql.documents import Documents
from service.graphql.persisted import Persisted
from service.graphql.running import Runner
from service.graphql.sockets import Sockets
from service.limits.admission import Admission
from service.limits.limiter import Limiter
from service.live import STUCK_ROUNDS, Live
from service.metrics import Transport
from service.usecases.matches import MatchService
from tests.fixtures.house import open_house
from tests.fixtures.ports import ALA, ALAS_TOKEN, SNAPSHOT, FakePorts
from tests.fixtures.sockets import WAIT_SECONDS, Socket

ME = "{ me { name } }"
FEED = 'subscription { matchEvents(matchId: "m_0001") { kind seq } }'


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def app(ports: FakePorts) -> GraphQLApp:
    return GraphQLApp(ports.services(), development=False)


def sockets_of(
    ports: FakePorts,
    *,
    live: Live | None = None,
    limiter: Limiter | None = None,
    max_open: int = 9,
    **terms: float,
) -> Sockets:
    """Return sockets on other terms than those of the service."""
    admission = Admission(limiter=limiter or Limiter())
    edge = Edge(live=Live(ports) if live is None else live, admission=admission)
    schema = build_schema()
    runner = Runner(schema, Documents(schema.core), edge, Transport.WEBSOCKET)
    return Sockets(Terms(ports.services(), runner, Persisted(documents()), edge, **terms), max_open)


async def test_socket_that_does_not_begin_in_time_is_closed_with_4408(ports: FakePorts) -> None:
    hasty = sockets_of(ports, init_s=0.01)

    async with Socket(hasty) as socket:
        assert await socket.closed() == 4408


async def test_message_that_is_too_long_closes_with_1009(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.say("ping", payload={"": "x" * MAX_MESSAGE})

        assert await socket.closed() == 1009


async def test_socket_too_many_closes_with_1013(ports: FakePorts) -> None:
    sockets = sockets_of(ports, max_open=1)

    async with Socket(sockets) as first:
        await first.welcome()
        async with Socket(sockets) as second:
            assert await second.closed() == 1013
        first.say("ping")
        assert await first.hear() == {"type": "pong"}

    async with Socket(sockets) as third:
        await third.welcome()


async def test_process_that_stops_closes_with_1012(ports: FakePorts) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False
    live = Live(ports)

    async with Socket(sockets_of(ports, live=live)) as socket:
        await socket.welcome()
        socket.subscribe("feed", FEED)
        await socket.hear()
        live.stopping.request()

        assert await socket.closed() == 1012
        assert ports.open_feeds == 0


class Deaf(FakePorts):
    """Ports by which whoever looks a token up does not hear that he is cancelled."""

    async def viewer(self, token: str | None) -> Viewer:
        """Wait until it is too late."""
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return await super().viewer(token)


async def test_process_that_stops_is_heard_by_whoever_cannot_be_interrupted() -> None:
    live = Live()
    async with Socket(sockets_of(Deaf(), live=live)) as socket:
        socket.say("connection_init")
        await asyncio.sleep(0)
        live.stopping.request()

        assert await socket.hear() == {"type": "connection_ack"}
        assert await socket.closed() == 1012


class Revoking(FakePorts):
    """Ports that take every token back."""

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return false."""
        del viewer
        return False


async def test_token_that_was_taken_back_closes_with_4403() -> None:
    ports = Revoking()
    ports.items, ports.ends = (SNAPSHOT,), False
    live = Live(ports)
    sockets = sockets_of(ports, live=live)

    async with Socket(sockets) as alas, Socket(sockets) as nobodys:
        await nobodys.welcome()
        await alas.welcome({"token": ALAS_TOKEN})
        alas.subscribe("feed", FEED)
        await alas.hear()
        await live.check_tokens()

        assert await alas.closed() == 4403
        assert ports.open_feeds == 0
        nobodys.say("ping")
        assert await nobodys.hear() == {"type": "pong"}


async def test_client_that_takes_nothing_any_more_is_closed(ports: FakePorts) -> None:
    ports.items, ports.ends = (SNAPSHOT,) * 3, False
    live = Live(ports)

    async with Socket(sockets_of(ports, live=live)) as socket:
        await socket.welcome()
        socket.hold()
        socket.subscribe("feed", FEED)
        await asyncio.wait_for(ports.opened.wait(), WAIT_SECONDS)
        for _ in range(STUCK_ROUNDS + 2):
            await asyncio.sleep(0)
            await live.round()

        await asyncio.wait_for(ports.left.wait(), WAIT_SECONDS)
        socket.release()
        assert await socket.closed() == 1013


async def test_quiet_socket_is_asked_whether_it_is_there(ports: FakePorts) -> None:
    async with Socket(sockets_of(ports, ping_s=0.01)) as socket:
        await socket.welcome()

        for _ in range(2):
            assert await socket.hear() == {"type": "ping"}
            socket.say("pong")


async def test_client_that_takes_nothing_is_asked_no_second_time(ports: FakePorts) -> None:
    async with Socket(sockets_of(ports, ping_s=0.01)) as socket:
        await socket.welcome()
        socket.hold()
        await asyncio.sleep(0.1)
        pings = [task for task in asyncio.all_tasks() if task.get_name() == "ping"]
        socket.release()

        assert len(pings) == 1
        assert await socket.hear() == {"type": "ping"}


async def test_fault_of_the_beginning_closes_with_1011(app: GraphQLApp, ports: FakePorts) -> None:
    ports.fails["viewer"] = RuntimeError("secret")

    async with Socket(app) as socket:
        with capture_logs() as logged:
            socket.say("connection_init", payload={"token": ALAS_TOKEN})

            assert await socket.closed() == 1011

    assert [line["event"] for line in logged] == ["request_failed"]


class Faulty(Limiter):
    """Charges nobody, and has a fault of ours as long as it is `broken`."""

    broken = False

    async def spend(self, budget: Budget, client: str, count: int = 1) -> None:
        """Charge nobody, or fail."""
        if self.broken:
            raise RuntimeError("secret")


async def test_fault_of_one_operation_is_masked_and_the_others_go_on(ports: FakePorts) -> None:
    ports.items, ports.ends = (SNAPSHOT,), False
    limiter = Faulty()
    async with Socket(sockets_of(ports, limiter=limiter)) as socket:
        await socket.welcome()
        socket.subscribe("feed", FEED)
        assert (await socket.hear())["id"] == "feed"

        limiter.broken = True
        with capture_logs() as logged:
            socket.subscribe("me", ME)
            heard = await socket.hear()
        limiter.broken = False

        assert (heard["id"], heard["type"]) == ("me", "error")
        assert [(at["message"], at["extensions"]) for at in heard["payload"]] == [
            ("The service has failed.", {"code": "INTERNAL", "requestId": logged[0]["fault_id"]})
        ]
        socket.subscribe("me", ME)  # its id is free again
        assert (await socket.hear())["type"] == "next"
        assert ports.open_feeds == 1


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "complete", "id": ""}',
        '{"type": "subscribe", "id": "", "payload": {"query": "{ me { id } }"}}',
    ],
)
async def test_empty_id_closes_with_4400(app: GraphQLApp, message: str) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.say_text(message)

        assert await socket.closed() == 4400


async def test_id_is_told_back_as_it_was_given(app: GraphQLApp) -> None:
    name = 'ż"\\\u2028\n'

    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe(name, ME)

        assert [(await socket.hear())["id"] for _ in range(2)] == [name, name]


async def test_completing_what_does_not_run_is_no_error(app: GraphQLApp) -> None:
    async with Socket(app) as socket:
        await socket.welcome()
        socket.say("complete", id="nothing")
        socket.say("ping")

        assert await socket.hear() == {"type": "pong"}


class Slow(FakePorts):
    """Ports that take their time to let somebody leave a match."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.goes_on, self.done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def leave(self, viewer: Viewer, match_id: str) -> MatchView:
        """Return the match once it may go on."""
        self.begun.set()
        await self.goes_on.wait()
        self.done.set()
        return await super().leave(viewer, match_id)


async def test_mutation_is_carried_out_though_nobody_waits_for_it() -> None:
    ports = Slow()

    async with Socket(GraphQLApp(ports.services(), development=False)) as socket:
        await socket.welcome({"token": ALAS_TOKEN})
        socket.subscribe("a", 'mutation { leaveMatch(matchId: "m_0001") { __typename } }')
        await asyncio.wait_for(ports.begun.wait(), WAIT_SECONDS)
        socket.say("complete", id="a")
        socket.say("ping")
        assert await socket.hear() == {"type": "pong"}
        ports.goes_on.set()
        await asyncio.wait_for(ports.done.wait(), WAIT_SECONDS)
        socket.subscribe("a", ME)

        assert (await socket.hear())["payload"] == {"data": {"me": {"name": "Ala"}}}

    assert ports.asked[0] == ("leave", ALA.id, "m_0001")


@pytest.mark.parametrize("writes", [False, True])
async def test_sockets_that_come_and_go_leave_nothing_behind(*, writes: bool) -> None:
    house = open_house()
    match = await house.match_of()
    live = Live(house.services.players)
    app = GraphQLApp(house.services, development=False, edge=Edge(live=live))
    query = f'subscription {{ matchEvents(matchId: "{match.id}") {{ seq kind }} }}'
    before = asyncio.all_tasks()

    async def come_and_go(number: int) -> None:
        """Follow on two sockets, as with two tabs, and leave in one of several ways."""
        async with Socket(app, writes=writes) as first, Socket(app, writes=writes) as second:
            for socket in (first, second):
                await socket.welcome()
                socket.subscribe("feed", query)
                await socket.hear()
            if number % 3 == 0:
                first.say("complete", id="feed")
            if number % 3 == 1:
                first.say_text("nonsense")

    for start in range(0, 100, 20):
        await asyncio.gather(*map(come_and_go, range(start, start + 20)))

    assert asyncio.all_tasks() == before
    assert len(live) == 0
    gc.collect()  # what was cancelled is known to its own traceback
    assert len(live.frames) == 0
    matches = house.services.matches
    assert isinstance(matches, MatchService)
    assert matches.followed == 0


@pytest.mark.parametrize("writes", [False, True])
async def test_a_viewer_who_waits_keeps_nothing_of_what_he_has_been_told(*, writes: bool) -> None:
    house = open_house()
    match_id = (await house.match_of()).id
    live = Live(house.services.players)
    app = GraphQLApp(house.services, development=False, edge=Edge(live=live))
    async with Socket(app, writes=writes) as viewer:
        await viewer.welcome()
        viewer.subscribe(
            "feed",
            f'subscription {{ matchEvents(matchId: "{match_id}") {{ seq match {{ id }} }} }}',
        )
        told = await viewer.hear()
        for _ in range(10):  # until the socket waits for what comes next
            await asyncio.sleep(0)
        gc.collect()

        assert told["payload"]["data"]["matchEvents"]["match"] == {"id": match_id}
        assert len(live.frames) == 0  # which are kept as long as their items
        assert not [
            at for at in gc.get_objects() if isinstance(at, MatchView) and at.id == match_id
        ]


async def test_published_operation_may_be_sent_by_its_id(app: GraphQLApp) -> None:
    published = next(at for at in documents() if at.text.startswith("# Follow a match"))

    async with Socket(app) as socket:
        await socket.welcome()
        variables = {"matchId": "m_0001"}
        payload = {"documentId": published.id, "variables": variables}
        socket.say("subscribe", id="feed", payload=payload)
        assert (await socket.hear())["payload"]["data"]["matchEvents"]["kind"] == "END"
        assert (await socket.hear())["type"] == "complete"
        socket.say("subscribe", id="feed", payload={"documentId": "sha256:none"})

        heard = await socket.hear()
        assert heard["payload"][0]["extensions"] == {"code": "UNKNOWN_DOCUMENT"}


async def test_what_is_not_published_is_refused_where_nothing_else_is_taken(
    ports: FakePorts,
) -> None:
    app = GraphQLApp(ports.services(), development=False, edge=Edge(persisted_only=True))

    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("a", ME)

        heard = await socket.hear()
        assert heard["payload"][0]["extensions"] == {"code": "PERSISTED_ONLY"}
