"""Matches of bots and of people for minutes, clients that come and go, and what is left of it."""

import asyncio
import random
import sys
import time
from collections import Counter
from typing import Final

from msgspec import Struct, field

from service.store.redis import RedisStore
from tests.chaos.audit import Audit
from tests.chaos.followers import SocketFollower, SseFollower
from tests.chaos.players import Person
from tests.chaos.storm import GAMES, Table
from tests.fixtures.waiting import soon
from tests.fixtures.whole_service import Running
from tests.soak.census import Census, Sample
from tests.soak.visits import visit

_PARTS: Final = {
    "API": "service api",
    "worker people": "worker people",
    "worker background": "worker background",
    "worker clock": "worker clock",
    "clock": "service clock",
}
_SAMPLE_S: Final = 2.0
_STUCK_MS: Final = 90_000  # a match in which nothing happens for so long is stuck
_POOL: Final = 25  # connections that a process keeps for the next request
_LINGER_S: Final = 60.0  # until nothing of what was open is left


class Size(Struct, frozen=True):
    """How much is done, for how long: matches at once of bots and of people, visitors at once.

    A bot takes `pace_ms` for each of its turns. It goes on until people have made `moves`, and
    `visits` have ended, be the machine as slow as it may.
    """

    seconds: float
    bots: int
    people: int
    visitors: int
    pace_ms: int
    moves: int = 0
    visits: int = 0


class Figures(Struct):
    """What a soak has come to."""

    matches: int = 0
    ended: int = 0
    entries: int = 0
    promised: int = 0
    visits: int = 0
    lost: int = 0
    doubles: int = 0
    stuck: set[str] = field(default_factory=set)
    leaks: list[str] = field(default_factory=list)
    growth: dict[str, float] = field(default_factory=dict)
    rss: dict[str, float] = field(default_factory=dict)
    store_mib: float = 0.0
    keys: Counter[str] = field(default_factory=Counter)
    minutes: float = 0.0

    def table(self) -> str:
        """Return the figures as lines of text."""
        rows: list[tuple[str, object]] = [
            ("minutes", f"{self.minutes:.1f}"),
            ("matches, of these to the end", f"{self.matches}, {self.ended}"),
            ("entries checked", self.entries),
            ("moves of people that were confirmed", self.promised),
            ("connections that came and went", self.visits),
            ("lost entries", self.lost),
            ("moves made twice", self.doubles),
            ("matches that were stuck", len(self.stuck)),
            ("the store at the end, MiB", f"{self.store_mib:.1f}"),
        ]
        for name, mib in self.rss.items():
            grows = f"{mib:.0f}, {self.growth[name]:+.2f}"
            rows.append((f"{name}: MiB at the end, and a minute", grows))
        lines = [f"  {name:<48}{value:>14}" for name, value in rows]
        return "\n".join([*lines, *(f"  left: {leak}" for leak in self.leaks)])


class Soak:
    """Plays on a service that runs, looks at all of it now and then, and audits it at the end."""

    def __init__(self, running: Running, store_url: str, size: Size) -> None:
        self.figures = Figures()
        self._url = running.url
        self._size = size
        self._chance = random.Random(1)
        self._store = RedisStore.connect(store_url, retention_s=3_600)
        processes = {name: _only(running.children(words)) for name, words in _PARTS.items()}
        self._census = Census(processes, store_url)
        self._tables: list[Table] = []
        self._made: list[str] = []
        self._live: set[str] = set()
        self._owner = Person(self._url, self._chance)
        self._ends = 0.0

    async def run(self) -> Figures:
        """Play for as long as it is said, and return what came of it."""
        began = time.monotonic()
        before = self._census.take()
        await self._owner.sign_in("Owner")
        try:
            await self._refill()
            self._ends = began + self._size.seconds
            async with asyncio.TaskGroup() as group:
                group.create_task(self._play())
                group.create_task(self._sample())
                for _ in range(self._size.visitors):
                    group.create_task(self._visit())
            await self._audit()
        finally:
            for table in self._tables:
                await table.close()
            await self._owner.http.aclose()
            await self._store.close()
        await self._look_for_leaks(before)
        self.figures.minutes = (time.monotonic() - began) / 60
        return self.figures

    def _goes_on(self) -> bool:
        moves = sum(len(table.audit.promises) for table in self._tables)
        enough = moves >= self._size.moves and self.figures.visits >= self._size.visits
        return time.monotonic() < self._ends or not enough

    async def _play(self) -> None:
        """Keep the number of matches as they end, and look for those that stand still."""
        while self._goes_on():
            await asyncio.sleep(_SAMPLE_S)
            await self._look()
            await self._refill()

    async def _look(self) -> None:
        """Forget the matches that have ended, and note those that are stuck."""
        for match_id in tuple(self._live):
            seen = await self._store.read(match_id)
            if seen.record.status.ended:
                self._live.discard(match_id)
                self.figures.ended += 1
            elif seen.now_ms - seen.record.updated_ms > _STUCK_MS:
                self.figures.stuck.add(match_id)
                sys.stderr.write(f"{match_id} is stuck: {seen.record}\n")

    async def _refill(self) -> None:
        at_tables = {table.audit.match_id for table in self._tables} & self._live
        for _ in range(self._size.people - len(at_tables)):
            person = Person(self._url, self._chance)
            person.think_s = person.look_s = self._size.pace_ms / 4_000
            await person.sign_in("Ala")
            match_id = await self._open(person, sit=True)
            followers = [SseFollower(person, match_id), SocketFollower(person, match_id)]
            self._tables.append(Table(Audit(match_id), {0: person}, [*followers]))
        bots = len(self._live) - self._size.people
        for _ in range(self._size.bots - bots):
            await self._open(self._owner, sit=False)

    async def _open(self, owner: Person, *, sit: bool) -> str:
        name, players, options = GAMES[len(self._made) % len(GAMES)]
        choices = {
            "ruleSet": name,
            "players": players,
            "options": options,
            "sit": sit,
            "turnSeconds": 60,
            "botPaceMs": self._size.pace_ms,
            "botLevel": "easy",
        }
        match_id: str = (await owner.ask("POST", "/v1/matches", choices)).json()["id"]
        await owner.start(match_id)
        self._made.append(match_id)
        self._live.add(match_id)
        return match_id

    async def _sample(self) -> None:
        while self._goes_on():
            await asyncio.sleep(_SAMPLE_S)
            self._census.take()

    async def _visit(self) -> None:
        token = self._owner.http.headers["authorization"].removeprefix("Bearer ")
        while self._goes_on():
            await visit(self._url, token, self._chance.choice(self._made), self._chance)
            self.figures.visits += 1

    async def _audit(self) -> None:
        """Let people stop, and check every match that was made."""
        figures = self.figures
        for person in (at for table in self._tables for at in table.people.values()):
            person.leaves = True
        for table in self._tables:
            await table.check(self._store)
            figures.promised += len(table.audit.promises)
            figures.lost += table.audit.lost
            figures.doubles += table.audit.doubles
        for match_id in self._made:
            audit = Audit(match_id)
            await audit.look(self._store)
            figures.entries += len(audit.entries)
        figures.matches = len(self._made)

    async def _look_for_leaks(self, before: Sample) -> None:
        """Wait until nothing is left of what was open, and tell what is."""

        async def gone() -> bool:
            self.figures.leaks = _leaks(before, self._census.take())
            return not self.figures.leaks

        await soon(gone, seconds=_LINGER_S)
        if strangers := self._census.matches() - set(self._made):
            self.figures.leaks.append(f"keys of {len(strangers)} matches that nobody has made")
        last = self._census.samples[-1]
        self.figures.rss, self.figures.store_mib = last.rss, last.store_mib
        self.figures.growth = {name: self._census.growth(name) for name in last.rss}
        self.figures.keys = self._census.keys()


def _leaks(before: Sample, after: Sample) -> list[str]:
    """Return what there is more of than before, but for pools of connections."""
    found = [
        f"{after.files[name] - number} files of {name}"
        for name, number in before.files.items()
        if after.files[name] > number + _POOL
    ]
    if after.clients > before.clients + _POOL * len(_PARTS):
        found.append(f"{after.clients - before.clients} connections to the store")
    if after.channels:
        found.append(f"{after.channels} channels")
    return found


def _only(processes: list[int]) -> int:
    (process,) = processes
    return process
