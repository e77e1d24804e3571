"""A match of four API clients goes on through ten kills, and ends."""

import asyncio
import random
from pathlib import Path

from service.store.redis import RedisStore
from tests.chaos.audit import Audit
from tests.chaos.players import Person
from tests.chaos.world import World, world

KILLED = ("service api", "service clock", "worker people", "worker clock", "worker background")
THINK_S = 0.25  # while parts are killed
LIMIT_S = 180


async def four_people(url: str) -> list[Person]:
    """Return four clients, each with an account."""
    people = [Person(url, random.Random(seat)) for seat in range(4)]
    for seat, person in enumerate(people):
        await person.sign_in(f"Person {seat}")
        person.think_s = THINK_S
    return people


async def match_of(people: list[Person]) -> str:
    """Start a short match with two seconds for each choice."""
    choices = {"ruleSet": "greek", "options": {"limit": "50"}, "turnSeconds": 2}
    made = await people[0].ask("POST", "/v1/matches", choices)
    match_id: str = made.json()["id"]
    for person in people[1:]:
        await person.join(match_id)
    await people[0].start(match_id)
    return match_id


async def kill_one(made: World, chance: random.Random) -> None:
    """Kill a part, the store or everything, and wait until all runs again."""
    match chance.choice((*KILLED, "store", "supervisor")):
        case "store":
            made.server.kill()
            made.server.start()
        case "supervisor":
            made.kill_supervisor()
            made.start()
        case part:
            made.kill(part)
    assert await made.is_up()


async def test_a_match_of_four_clients_survives_ten_kills_and_ends(tmp_path: Path) -> None:
    chance = random.Random(11)
    with world(tmp_path, "always") as made:
        assert await made.is_up()
        store = RedisStore.connect(made.server.url, retention_s=3_600)
        people = await four_people(made.url)
        audit = Audit(await match_of(people))
        playing = [asyncio.create_task(at.play(audit, seat)) for seat, at in enumerate(people)]

        for _ in range(10):
            await kill_one(made, chance)
            assert not await audit.look(store)
        for person in people:
            person.think_s, person.look_s = 0.0, 0.02
        async with asyncio.timeout(LIMIT_S):
            await asyncio.gather(*playing)

        assert await audit.look(store)
        audit.count_whole(set(range(4)))
        for person in people:
            await person.http.aclose()
        await store.close()
    assert (audit.lost, audit.doubles) == (0, 0)
    assert len(audit.promises) > 52
