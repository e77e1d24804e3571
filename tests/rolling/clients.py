"""Clients as their authors would write them: the bot of `clients/`, people, and followers."""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import httpx
import websockets

from service.process import Program, spawn
from tests.architecture.tree import ROOT
from tests.chaos.followers import SocketFollower
from tests.chaos.players import Json, Person
from tests.fixtures.processes import bare_environ
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.waiting import soon

_BOT: Final = ROOT / "clients" / "bot-python" / "bot.py"
THINK_S: Final = 0.05
_PATIENCE_S: Final = 60.0


class Client(Person):
    """A person who counts what the service answers, by status; each request may go elsewhere."""

    def __init__(self, url: str, statuses: Counter[int]) -> None:
        super().__init__(url, random.Random(len(statuses)))
        self.think_s = THINK_S
        self._statuses = statuses
        self.http = httpx.AsyncClient(
            base_url=url,
            timeout=10.0,
            verify=nobody_trusted(),
            limits=httpx.Limits(max_keepalive_connections=0),
            event_hooks={"response": [self._note]},
        )

    async def turn(self, match_id: str) -> Json:
        """Wait until this person is to choose, and return the match."""
        found: Json = {}

        async def asked() -> bool:
            found.update((await self.ask("GET", f"/v1/matches/{match_id}")).json())
            return found["legalMoves"] is not None

        assert await soon(asked, seconds=_PATIENCE_S)
        return found

    async def move(self, match_id: str) -> Json:
        """Make the first move that is allowed, as soon as one is, and return the answer."""
        return await self.submit(match_id, self.first_move(await self.turn(match_id)))

    async def submit(self, match_id: str, body: Json) -> Json:
        """Ask for a move and return the answer."""
        answer: Json = (await self.ask("POST", f"/v1/matches/{match_id}/moves", body)).json()
        return answer

    def first_move(self, match: Json) -> Json:
        """Return the body of the first move that is allowed, with a key of its own."""
        return {
            "move": match["legalMoves"]["moves"][0],
            "expectedVersion": match["version"],
            "idempotencyKey": f"at {match['version']}",
        }

    async def _note(self, answer: httpx.Response) -> None:
        self._statuses[answer.status_code] += 1


class Watcher(SocketFollower):
    """Follows by WebSocket and counts with which codes its sockets were closed."""

    def __init__(self, person: Person, match_id: str, codes: Counter[int]) -> None:
        super().__init__(person, match_id)
        self._codes = codes

    async def _listen(self, after: str) -> bool:
        try:
            return await super()._listen(after)
        except websockets.ConnectionClosed as closed:
            self._codes[closed.rcvd.code if closed.rcvd else 1006] += 1
            raise


@contextmanager
def python_bot(person: Person, matches: Sequence[str]) -> Iterator[None]:
    """Let the published bot play for an account; it ends at an answer that it does not retry."""
    _, _, token = person.http.headers["authorization"].partition(" ")
    command = (sys.executable, str(_BOT), str(person.http.base_url).rstrip("/"), *matches)
    process = spawn(Program(name="bot", command=command, environ=bare_environ(KIERKI_TOKEN=token)))
    try:
        yield
        assert process.poll() is None, "the bot has met an answer that it does not send again"
    finally:
        process.kill()
        process.wait(10)
