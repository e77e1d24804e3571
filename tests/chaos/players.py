"""People who play over the API, and ask again until they have been answered."""

import asyncio
import itertools
import random
from typing import Any, Final

import httpx

from tests.chaos.audit import Audit, Promise
from tests.fixtures.untrusting import nobody_trusted

Json = dict[str, Any]  # decoded JSON has no narrower type

_PAUSE_S: Final = 0.1  # before asking again
_TWICE: Final = 0.1  # how often a request is sent two times at once


class Person:
    """Somebody with a token, who outlives everything that happens to the service."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=10.0, verify=nobody_trusted())
        self.chance = chance
        self.retries = 0
        self.think_s = 0.0
        self.look_s = _PAUSE_S  # from one look at whether it is this person's turn to the next
        self.leaves = False
        self._keys = itertools.count()

    async def sign_in(self, name: str) -> None:
        """Get a token."""
        answer = await self.ask("POST", "/v1/guests", {"name": name})
        self.http.headers["authorization"] = f"Bearer {answer.json()['token']}"

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Ask until there is an answer that is not about the service's own troubles."""
        while True:
            try:
                answer = await self.http.request(method, path, json=body)
            except httpx.TransportError:
                pass
            else:
                if answer.status_code < 500:
                    return answer
            self.retries += 1
            await asyncio.sleep(_PAUSE_S)

    async def join(self, match_id: str) -> None:
        """Sit down in a match."""
        await self._once(f"/v1/matches/{match_id}/seats", {}, "ALREADY_SEATED")

    async def start(self, match_id: str) -> None:
        """Start a match, with bots on the seats that are empty."""
        await self._once(f"/v1/matches/{match_id}/start", {"fillWithBots": True}, "ALREADY_STARTED")

    async def _once(self, path: str, body: Json, done_before: str) -> None:
        """Do something that an earlier try, whose answer was lost, may have done."""
        answer = await self.ask("POST", path, body)
        assert answer.is_success or answer.json()["code"] == done_before, answer.text

    async def play(self, audit: Audit, seat: int) -> None:
        """Play a seat to the end of the match, or until it `leaves`: never amid a move."""
        path = f"/v1/matches/{audit.match_id}"
        while not self.leaves:
            match = (await self.ask("GET", path)).json()
            if match["status"] in {"finished", "void"}:
                return
            if match["legalMoves"] is None:
                await asyncio.sleep(self.look_s)
                continue
            await asyncio.sleep(self.think_s)
            await self._move(audit, seat, match)

    async def _move(self, audit: Audit, seat: int, match: Json) -> None:
        key = f"{seat}-{next(self._keys)}"
        body = {
            "move": self._choice(match["legalMoves"]),
            "expectedVersion": match["version"],
            "idempotencyKey": key,
        }
        path = f"/v1/matches/{audit.match_id}/moves"
        times = 2 if self.chance.random() < _TWICE else 1
        answers = await asyncio.gather(*(self.ask("POST", path, body) for _ in range(times)))
        for answer in answers:
            if answer.is_success:
                said = answer.json()
                audit.promised(Promise(key, seat, said["version"], said["entry"]["action"]["move"]))

    def _choice(self, legal: Json) -> str:
        if legal["moves"]:
            move: str = self.chance.choice(legal["moves"])
            return move
        if legal["choose"] is not None:
            playable = [at["card"] for at in legal["cards"] if at["playable"]]
            return f"give {' '.join(self.chance.sample(playable, legal['choose']))}"
        number = legal["number"]
        return f"{number['kind']} {number['minimum']}"
