"""Everything that is done to the service, one at a time, at random moments."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import httpx
import redis
from msgspec import Struct

from service.jobs import RqJobs
from service.store.redis import RedisStore
from service.usecases.ports import BotTurn
from tests.chaos.world import World


class Scene(Struct):
    """What a fault may touch: the processes, the store behind the wire, live matches, chance.

    `scale` shortens what takes long: 1.0 for as long as the faults are said to last.
    """

    world: World
    store: RedisStore
    live: Callable[[], Sequence[str]]
    chance: random.Random
    scale: float


Harm = Callable[[Scene], Awaitable[None]]


class Fault(Struct, frozen=True):
    """A fault by its name; `weight` is how often it comes in the long form."""

    name: str
    harm: Harm
    weight: int = 10


def _kill(command: str) -> Harm:
    async def harm(scene: Scene) -> None:
        scene.world.kill(command)

    return harm


async def _kill_supervisor(scene: Scene) -> None:
    scene.world.kill_supervisor()
    scene.world.start()


async def _kill_store(scene: Scene) -> None:
    scene.world.server.kill()
    scene.world.server.start()


async def _stop_store(scene: Scene) -> None:
    scene.world.server.stop()
    await asyncio.sleep(10.0 * scene.scale)
    scene.world.server.start()


async def _pause_store(scene: Scene) -> None:
    """Let the store stand still for longer than its clients wait."""
    scene.world.server.pause()
    try:
        await asyncio.sleep(max(2.5, 6.0 * scene.scale))
    finally:
        scene.world.server.go_on()


async def _fill_store(scene: Scene) -> None:
    """Leave the store no memory: writes are refused as such, and all goes on afterwards."""
    with redis.Redis.from_url(scene.world.server.url) as client:
        client.config_set("maxmemory", 1)
        try:
            async with httpx.AsyncClient(base_url=scene.world.url, timeout=10.0) as http:
                answer = await http.post("/v1/guests", json={"name": "Ala"})
                ready = await http.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "STORE_FULL"), answer.text
            assert ready.status_code == 503, ready.text
        finally:
            client.config_set("maxmemory", 0)


async def _lose_answers(scene: Scene) -> None:
    scene.world.wire.lose_answers(scene.chance.randint(1, 8))


async def _cut(scene: Scene) -> None:
    scene.world.wire.cut()


async def _jobs_twice(scene: Scene) -> None:
    await _ask(scene, late=0, times=2)


async def _jobs_late(scene: Scene) -> None:
    await _ask(scene, late=scene.chance.randint(1, 30), times=1)


async def _ask(scene: Scene, late: int, times: int) -> None:
    """Start every kind of job for every match, so many versions late."""
    jobs = RqJobs.connect(scene.world.server.url)
    for match_id in scene.live():
        version = max(1, (await scene.store.read(match_id)).record.version - late)
        for attempt in range(times):
            people = scene.chance.random() < 0.5
            number = scene.chance.randrange(10**9) + attempt
            await jobs.bot_turn(BotTurn(match_id, version, people), number)
            await jobs.turn_timeout(match_id, version, number)
            await jobs.lobby_due(match_id, version, number)
    await jobs.close()


async def _two_clocks(scene: Scene) -> None:
    await _with_more(scene, "workers", "clock")


async def _wrong_clock(scene: Scene) -> None:
    await _with_more(scene, "tests.chaos.wrong_clock", "-7200", "clock")


async def _wrong_worker(scene: Scene) -> None:
    queue = scene.chance.choice(("people", "background", "clock"))
    await _with_more(scene, "tests.chaos.wrong_clock", "3600", "worker", queue)


async def _with_more(scene: Scene, *command: str) -> None:
    """Run one more process for a while and kill it."""
    with scene.world.start_worker(*command) as process:
        await asyncio.sleep(max(2.0, 5.0 * scene.scale))
        assert process.poll() is None, f"{command} has ended with {process.returncode}"
        process.kill()


FAULTS: Final = (
    Fault("kill the API", _kill("service api")),
    Fault("kill the worker of people", _kill("worker people")),
    Fault("kill the worker of bots", _kill("worker background")),
    Fault("kill the worker of the clock", _kill("worker clock")),
    Fault("kill the clock", _kill("service clock")),
    Fault("kill the supervisor", _kill_supervisor, 4),
    Fault("kill the store", _kill_store),
    Fault("stop the store for 10 s", _stop_store, 1),
    Fault("pause the store for 6 s", _pause_store, 2),
    Fault("fill the store", _fill_store),
    Fault("lose answers of the store", _lose_answers, 40),
    Fault("cut every connection", _cut, 20),
    Fault("run every job twice", _jobs_twice, 20),
    Fault("deliver jobs late", _jobs_late, 20),
    Fault("run two clocks", _two_clocks, 2),
    Fault("a clock two hours behind", _wrong_clock, 2),
    Fault("a worker an hour ahead", _wrong_worker, 2),
)


def chosen(number: int, chance: random.Random) -> list[Fault]:
    """Return so many faults: each kind once, as far as they reach, the others by weight."""
    every = list(FAULTS)
    chance.shuffle(every)
    more = chance.choices(FAULTS, [fault.weight for fault in FAULTS], k=max(0, number - len(every)))
    return [*every, *more][:number]
