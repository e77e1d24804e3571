"""A storm: matches of bots and of people over the API, and one fault after the other."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from engine.events import Cause, Entry
from engine.views import cursor
from service.store.redis import RedisStore
from tests.chaos.audit import Audit, BrokenError
from tests.chaos.faults import Fault, Scene
from tests.chaos.followers import Follower, SocketFollower, SseFollower
from tests.chaos.players import Person
from tests.chaos.world import World

BOUND_S: Final = 10.0  # no seat waits longer once everything runs, on a machine that is shared
PACE_MS: Final = 30
_REPORTED: Final = 100  # faults between two reports
_QUIET_S: Final = 30.0
_RETENTION_S: Final = 3_600

GAMES: Final[tuple[tuple[str, int, dict[str, str]], ...]] = (
    ("kurnik", 4, {}),
    ("classic", 5, {}),
    ("ten_deal", 3, {}),
    ("greek", 4, {"limit": "30"}),
    ("american", 4, {"limit": "30"}),
    ("black_maria", 3, {"limit": "50"}),
    ("king", 4, {}),
    ("lottery", 3, {}),
    ("polish", 4, {}),
    ("sik", 4, {}),
)


class Figures(Struct):
    """What a storm has come to."""

    faults: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    ended: int = 0
    entries: int = 0
    promised: int = 0
    retries: int = 0
    resumed: int = 0
    losses: int = 0
    doubles: int = 0
    waited_s: float = 0.0
    stalled_s: float = 0.0
    took_s: float = 0.0

    def table(self) -> str:
        """Return the figures as lines of text."""
        lines = [f"  {name:<40}{number:>10}" for name, number in sorted(self.faults.items())]
        lines += ["", f"  {'faults':<40}{self.faults.total():>10}"]
        for name, value in (
            ("matches played, of these to the end", f"{self.matches}, {self.ended}"),
            ("entries checked", self.entries),
            ("moves of people that were confirmed", self.promised),
            ("requests that had to be repeated", self.retries),
            ("feeds that went on from a cursor", self.resumed),
            ("lost entries", self.losses),
            ("moves made twice", self.doubles),
            ("longest wait for a bot or the clock, s", f"{self.waited_s:.1f}"),
            ("the same while everything ran, s", f"{self.stalled_s:.1f}"),
            ("minutes", f"{self.took_s / 60:.1f}"),
        ):
            lines.append(f"  {name:<40}{value:>10}")
        return "\n".join(lines)


class Table:
    """One match: who plays it, who follows it, and what has been checked of it."""

    def __init__(self, audit: Audit, people: dict[int, Person], followers: list[Follower]) -> None:
        self.audit = audit
        self.people = people
        self.followers = followers
        self._playing = [
            asyncio.create_task(person.play(audit, seat)) for seat, person in people.items()
        ]
        self._following = [asyncio.create_task(follower.follow()) for follower in followers]

    async def check(self, store: RedisStore, *, seconds: float = _QUIET_S) -> None:
        """Check it as a whole: nothing is under way any more."""
        for person in self.people.values():
            person.leaves = True
        async with asyncio.timeout(seconds):
            await asyncio.gather(*self._playing)
        await self.audit.look(store)
        self.audit.count_whole(set(self.people))
        told = [cursor(entry.seq, entry.hash) for entry in self.audit.entries]
        for follower in self.followers:
            await follower.reaches(len(told), seconds)
            if follower.cursors[: len(told)] != told:
                raise BrokenError(self.audit.match_id, "a feed does not join to the log")

    async def close(self) -> None:
        """Stop playing and following, and leave no connection of anybody open."""
        await _stopped([*self._playing, *self._following])
        for person in {*self.people.values(), *(at.person for at in self.followers)}:
            await person.http.aclose()

    def raise_faults(self) -> None:
        """Raise what has ended a player or a follower too soon."""
        for task in (*self._playing, *self._following):
            if task.done() and not task.cancelled():
                task.result()


class Storm:
    """Plays matches while faults happen, and checks all of it after each."""

    def __init__(self, world: World, chance: random.Random, *, tables: int, scale: float) -> None:
        self.figures = Figures()
        self._world = world
        self._chance = chance
        self._size = tables
        self._store = RedisStore.connect(world.server.url, retention_s=_RETENTION_S)
        self._tables: list[Table] = []
        self._outages: list[tuple[float, float]] = []
        self._scene = Scene(world, self._store, self._live, chance, scale)

    async def run(self, faults: Iterable[Fault], *, rest_s: float) -> Figures:
        """Let every fault happen, about `rest_s` seconds apart, and return what came of it."""
        began = time.monotonic()
        assert await self._world.is_up()
        try:
            await self._refill()
            for number, fault in enumerate(faults, 1):
                await asyncio.sleep(self._chance.uniform(0, 2 * rest_s))
                await self._suffer(fault)
                await self._look()
                await self._refill()
                if number % _REPORTED == 0:
                    self._report(number, time.monotonic() - began)
            await self._end()
        finally:
            for table in self._tables:
                await table.close()
            await self._store.close()
        self.figures.took_s = time.monotonic() - began
        return self.figures

    def _report(self, number: int, seconds: float) -> None:
        """Say how far it is; figures are of the matches that have been checked to their end."""
        figures = self.figures
        print(
            f"{number} faults in {seconds / 60:.0f} min: {figures.matches} matches,"
            f" {figures.losses} lost entries, {figures.doubles} moves made twice",
            flush=True,
        )

    def _live(self) -> list[str]:
        return [table.audit.match_id for table in self._tables]

    async def _suffer(self, fault: Fault) -> None:
        """Let a fault happen, and wait until everything runs again."""
        began = time.time()
        await fault.harm(self._scene)
        if not await self._world.is_up():
            raise BrokenError(fault.name, "the service is not up again")
        self._outages.append((began, time.time()))
        self.figures.faults[fault.name] += 1

    async def _look(self) -> None:
        """Check what is new in every match, and clear the tables whose match has ended."""
        for table in list(self._tables):
            table.raise_faults()
            if await table.audit.look(self._store):
                await self._clear(table)
                self.figures.ended += 1

    async def _end(self) -> None:
        for table in list(self._tables):
            await self._clear(table)

    async def _clear(self, table: Table) -> None:
        await table.check(self._store)
        self._count(table)
        await table.close()
        self._tables.remove(table)

    async def _refill(self) -> None:
        while len(self._tables) < self._size:
            self._tables.append(await self._open(self.figures.matches))
            self.figures.matches += 1

    async def _open(self, number: int) -> Table:
        """Start a match of the next game: every other of bots alone, else with people."""
        name, players, options = GAMES[number % len(GAMES)]
        seats = 0 if number % 2 else self._chance.randint(1, players)
        people = [await self._person(f"Person {seat}") for seat in range(max(seats, 1))]
        owner = people[0]
        choices = {
            "ruleSet": name,
            "players": players,
            "options": options,
            "sit": bool(seats),
            "turnSeconds": self._chance.randint(2, 5),
            "botPaceMs": self._chance.choice((0, PACE_MS)),
            "botLevel": self._chance.choice(("easy", "medium")),
        }
        match_id = (await owner.ask("POST", "/v1/matches", choices)).json()["id"]
        for person in people[1:]:
            await person.join(match_id)
        await owner.start(match_id)
        followers: list[Follower] = [
            kind(owner, match_id) for kind in (SseFollower, SocketFollower)
        ]
        return Table(Audit(match_id), dict(enumerate(people[:seats])), followers)

    async def _person(self, name: str) -> Person:
        person = Person(self._world.url, self._chance)
        await person.sign_in(name)
        return person

    def _count(self, table: Table) -> None:
        figures, audit = self.figures, table.audit
        figures.entries += len(audit.entries)
        figures.promised += len(audit.promises)
        figures.losses += audit.lost
        figures.doubles += audit.doubles
        figures.retries += sum(person.retries for person in table.people.values())
        figures.resumed += sum(follower.resumed for follower in table.followers)
        for before, after in zip(audit.entries, audit.entries[1:], strict=False):
            waited_s = _waited_ms(before, after) / 1_000
            figures.waited_s = max(figures.waited_s, waited_s)
            stalled_s = waited_s - self._out_s(before.at_ms / 1_000, after.at_ms / 1_000)
            figures.stalled_s = max(figures.stalled_s, stalled_s)

    def _out_s(self, since: float, until: float) -> float:
        """Return for how long of a time not everything ran."""
        return sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in self._outages)


def _waited_ms(before: Entry, after: Entry) -> int:
    """Return how long an entry of a bot or of the clock came after it was due."""
    match after.action.cause:
        case Cause.BOT:
            return max(0, after.at_ms - before.at_ms - PACE_MS)
        case Cause.TIMEOUT:
            return max(0, after.at_ms - (before.next.deadline_ms or after.at_ms))
        case _:
            return 0


async def _stopped(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
