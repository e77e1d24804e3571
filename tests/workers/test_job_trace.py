"""A move and the bot's turn that it causes are one trace, which tells no secret."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from redis.asyncio import Redis
from structlog.testing import capture_logs

from schema.documents import documents
from service.app import create_app
from service.config import Settings
from service.jobs import JobName, RqJobs
from service.metrics import Metrics
from service.queues import QueueName
from service.usecases.ports import BotTurn
from service.usecases.turns import Turns
from tests.contract.test_canaries import CARD
from tests.fixtures.traces import Traces, ids, links, noted, parent
from workers.__main__ import Addresses, open_ports
from workers.bots import choose
from workers.job_trace import JobTrace
from workers.jobs import JobContext, bot_turn
from workers.queue_watch import QueueWatch
from workers.queue_worker import QueueWorker, connect
from workers.runtime import Runtime
from workers.stop import Stop

# Any: the JSON of an answer.
Json = dict[str, Any]


class Table:
    """A service whose API and worker share this process, and a person at a table of bots."""

    def __init__(self, url: str, runner: asyncio.Runner) -> None:
        self.api, self.worker = Traces(), Traces()
        self._url, self._runner = url, runner
        settings = Settings(redis_url=url, data_dir=Path("/nonexistent"), pages=False)
        app = create_app(settings, tracer=self.api.tracer)
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://kierki.test"
        )
        self._open = AsyncExitStack()
        runner.run(self._open.enter_async_context(app.router.lifespan_context(app)))
        self.secrets: list[str] = []
        self.match_id = ""

    def ask(self, method: str, path: str, **request: Any) -> Json:
        """Send a request and return the answer."""
        answer = self._runner.run(self._client.request(method, path, **request))
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def open(self) -> None:
        """Begin a private match of a new guest and bots that make no pauses."""
        player = self.ask("POST", "/v1/guests", json={"name": "Canary Ada"})
        self._client.headers["Authorization"] = f"Bearer {player['token']}"
        new = {"visibility": "invited", "botPaceMs": 0, "seed": 7}
        match = self.ask("POST", "/v1/matches", json=new)
        self.match_id = match["id"]
        self.ask("POST", f"/v1/matches/{self.match_id}/start", json={"fillWithBots": True})
        key = self.ask("POST", "/v1/overlay-keys", json={"matchId": self.match_id})
        self.secrets += [player["token"], "Canary Ada", key["key"], match["inviteCode"]]

    def close(self) -> None:
        """Close the service's connections, and the client's."""
        self._runner.run(self._client.aclose())
        self._runner.run(self._open.aclose())

    def move(self, transport: str) -> None:
        """Make the person's move, after the bots have made theirs."""
        match = self.ask("GET", f"/v1/matches/{self.match_id}")
        while match["legalMoves"] is None:
            self._runner.run(self._start(match["version"]))
            self.work()
            match = self.ask("GET", f"/v1/matches/{self.match_id}")
        key = f"canary-{match['version']}"
        self.secrets.append(key)
        made = {
            "move": match["legalMoves"]["moves"][0],
            "expectedVersion": match["version"],
            "idempotencyKey": key,
        }
        self.api.clear()
        self.worker.clear()
        if transport == "rest":
            self.ask("POST", f"/v1/matches/{self.match_id}/moves", json=made)
        else:
            query = next(at.text for at in documents() if at.name == "SubmitMove")
            variables = {
                "input": {
                    "matchId": self.match_id,
                    **made,
                    "move": {"play": made["move"].removeprefix("play ")},
                }
            }
            asked = {"query": query, "variables": variables, "operationName": "SubmitMove"}
            assert "errors" not in self.ask("POST", "/graphql", json=asked)

    async def _start(self, version: int) -> None:
        """Put a bot's turn in line once more, as the clock does: a slow machine loses some."""
        jobs = RqJobs(Redis.from_url(self._url))
        await jobs.bot_turn(BotTurn(self.match_id, version, people=True), attempt=1)
        await jobs.close()

    def work(self) -> None:
        """Run the jobs that wait."""
        watch = QueueWatch(QueueName.PEOPLE)
        with Runtime(trace=JobTrace(self.worker.tracer, watch)) as runtime:
            addresses = Addresses(self._url, self._url, 0)
            store, jobs = runtime.enter(open_ports(addresses, Metrics(), self.worker.tracer))
            context = JobContext(Turns(store, jobs), jobs, choose)
            name = JobName.BOT_TURN.value
            functions = {name: runtime.as_job(name, partial(bot_turn.run, context))}
            QueueWorker(watch, connect(self._url), functions, Stop()).work(
                burst=True, logging_level=None
            )


@pytest.fixture
def table(empty_valkey_url: str) -> Iterator[Table]:
    """Give a table at which a person sits."""
    with asyncio.Runner() as runner:
        made = Table(empty_valkey_url, runner)
        try:
            made.open()
            yield made
        finally:
            made.close()


@pytest.mark.parametrize(
    ("transport", "name"),
    [("rest", "POST /v1/matches/{matchId}/moves"), ("graphql", "mutation submitMove")],
)
def test_a_bots_turn_is_part_of_the_move_that_caused_it(
    table: Table, transport: str, name: str
) -> None:
    table.move(transport)
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]):
        table.work()

    move, asked = table.api.named(name), table.api.named("jobs.bot_turn")
    job = table.worker.spans[-1]
    assert job.name == "jobs.bot_turn"
    assert (ids(job)[0], parent(job)) == (ids(move)[0], ids(asked)[1])
    assert {noted(span)["kierki.match_id"] for span in (move, asked, job)} == {table.match_id}
    assert parent(table.api.named("store.update")) == ids(move)[1]
    assert {parent(span) for span in table.worker.spans[:-1]} == {ids(job)[1]}
    assert "store.update" in table.worker.names


def test_no_secret_and_no_card_is_in_any_span(table: Table) -> None:
    written = table.api.written()
    for transport in ("rest", "graphql", "rest", "graphql"):
        table.move(transport)
        table.work()
        written += table.api.written() + table.worker.written()

    assert written.count("store.update") > 10
    assert [secret for secret in table.secrets if secret in written] == []
    assert CARD.findall(written) == []
    assert "matchId:" not in written  # the text of the operation
    assert links(table.worker.spans[-1]) == []
