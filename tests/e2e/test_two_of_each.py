"""Two processes of each part on one store: what one does another tells, and one may die."""

import asyncio
import statistics
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.fixtures.worker_processes import Server, running
from tests.rolling.build import this_build
from tests.rolling.clients import Client, Watcher
from tests.rolling.deployment import API, KINDS, deployment
from tests.rolling.rollout import FINE, Figures, traffic

BOUND_S: Final = 0.1  # from the answer to a move to its event at another process
LATE_S: Final = 5.0  # what even a very busy machine keeps
MOVES: Final = 15


class Clocked(Watcher):
    """Notes when each entry came."""

    def __init__(self, person: Client, match_id: str) -> None:
        super().__init__(person, match_id, Figures().closes)
        self.came: list[float] = []

    def _took(self, kind: str, cursor: str) -> bool:
        if kind == "entry":
            self.came.append(time.monotonic())
        return super()._took(kind, cursor)


async def test_a_move_at_one_process_is_an_event_at_the_other(empty_valkey_url: str) -> None:
    async with deployment(empty_valkey_url, this_build(), (API, API, "worker people")) as made:
        here, there = (f"http://127.0.0.1:{part.port}" for part in made.parts if part.kind == API)
        person = Client(here, Figures().statuses)
        await person.sign_in("Ala")
        choices = {"ruleSet": "kurnik", "turnSeconds": 60, "botPaceMs": 0}
        match_id = (await person.ask("POST", "/v1/matches", choices)).json()["id"]
        await person.start(match_id)
        watching = Client(there, Figures().statuses)
        watching.http.headers["authorization"] = person.http.headers["authorization"]
        watcher = Clocked(watching, match_id)
        following = asyncio.create_task(watcher.follow())
        await watcher.reaches(2, 10.0)

        waits = []
        for _ in range(MOVES):
            version = (await person.move(match_id))["version"]
            answered = time.monotonic()
            await watcher.reaches(version, LATE_S)
            assert len(watcher.came) >= version
            waits.append(watcher.came[version - 1] - answered)

        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        for client in (person, watching):
            await client.http.aclose()
    print(
        f"from an answer to the event elsewhere, ms: {sorted(round(at * 1e3, 1) for at in waits)}"
    )
    assert statistics.median(waits) <= BOUND_S


async def test_one_of_each_is_killed_and_the_others_go_on(tmp_path: Path) -> None:
    figures = Figures()
    with running(Server(tmp_path)) as server:
        async with (
            deployment(server.url, this_build()) as made,
            traffic(made.url, server.url, figures, tables=2) as played,
        ):
            assert await played.grows()
            for kind in KINDS:
                await made.kill(next(part for part in made.parts if part.kind == kind))
                assert await played.grows()
            left = next(part for part in made.parts if part.kind == API)  # every feed is there now
            await made.start(API, this_build())
            await made.kill(left)
            assert await played.grows()

    print(figures.table())
    assert (figures.lost, figures.doubles) == (0, 0)
    assert set(figures.statuses) <= FINE
    assert figures.closes[1006] >= figures.matches == 3
    assert figures.resumed >= 2 * figures.matches
