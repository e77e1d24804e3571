"""Matches that are played and followed while every process is replaced, and what came of it."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from msgspec import Struct, field

from service.store.redis import RedisStore
from tests.chaos.audit import Audit
from tests.chaos.followers import SseFollower
from tests.chaos.storm import Table
from tests.fixtures.waiting import soon
from tests.rolling.build import Build
from tests.rolling.clients import Client, Watcher, python_bot
from tests.rolling.deployment import Deployment

_RETENTION_S: Final = 3_600
_PATIENCE_S: Final = 60.0
FINE: Final = {200, 201, 409, 503}
"""What a client may see of a rollout; it sends again what came back with 503."""

_GROWTH: Final = 8  # entries of each match between two steps

_PLAYED: Final[dict[str, Any]] = {"ruleSet": "kurnik", "turnSeconds": 60, "botPaceMs": 30}
_ASLEEP: Final[dict[str, Any]] = {"ruleSet": "kurnik", "turnSeconds": 1, "botPaceMs": 0}
"""Of a match whose only person never chooses: the clock and its worker do."""


class Figures(Struct):
    """What came of a rollout: answers to people by status, closed sockets by code, the log."""

    statuses: Counter[int] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    replaced: int = 0
    matches: int = 0
    entries: int = 0
    promised: int = 0
    retries: int = 0
    resumed: int = 0
    lost: int = 0
    doubles: int = 0

    def table(self) -> str:
        """Return the figures as lines of text."""
        rows: list[tuple[str, object]] = [
            ("processes replaced", self.replaced),
            ("matches", self.matches),
            ("entries checked", self.entries),
            ("moves of people that were confirmed", self.promised),
            ("requests that had to be repeated", self.retries),
            ("feeds that went on from a cursor", self.resumed),
            ("lost entries", self.lost),
            ("moves made twice", self.doubles),
        ]
        rows += [(f"answers {status}", n) for status, n in sorted(self.statuses.items())]
        rows += [(f"sockets closed with {code}", n) for code, n in sorted(self.closes.items())]
        return "\n".join(f"  {name:<40}{value:>10}" for name, value in rows)


class Traffic:
    """Matches of people, of the published bot and of house bots, at one address."""

    def __init__(self, url: str, store: RedisStore, figures: Figures) -> None:
        self.figures = figures
        self.tables: list[Table] = []
        self._url = url
        self._store = store

    async def person(self, name: str) -> Client:
        """Return somebody with an account."""
        made = Client(self._url, self.figures.statuses)
        await made.sign_in(name)
        return made

    async def made(self, owner: Client, choices: dict[str, Any]) -> str:
        """Make a match of four and return its id."""
        answer = await owner.ask("POST", "/v1/matches", {"players": 4, **choices})
        match_id: str = answer.json()["id"]
        return match_id

    async def start(self, owner: Client, match_id: str, *, plays: bool = True) -> None:
        """Start a match, with bots of the house on what is free, and follow it in two ways."""
        await owner.start(match_id)
        watcher = Watcher(owner, match_id, self.figures.closes)
        followers = [watcher, SseFollower(owner, match_id)]
        people = {0: owner} if plays else {}
        self.tables.append(Table(Audit(match_id), dict(people), list(followers)))

    async def grows(self) -> bool:
        """Wait until every match that goes on has some more entries, and check them all."""
        wanted = {at: len(at.audit.entries) + _GROWTH for at in self.tables}

        async def reached() -> bool:
            return all(
                [
                    await self._looked(at) or len(at.audit.entries) >= wanted[at]
                    for at in self.tables
                ]
            )

        return await soon(reached, seconds=_PATIENCE_S)

    async def _looked(self, table: Table) -> bool:
        table.raise_faults()
        return await table.audit.look(self._store)

    async def settle(self) -> None:
        """Let people stop, check every match as a whole, and count."""
        for table in self.tables:
            await table.check(self._store)
            self._count(table)

    def _count(self, table: Table) -> None:
        figures, audit = self.figures, table.audit
        figures.matches += 1
        figures.entries += len(audit.entries)
        figures.promised += len(audit.promises)
        figures.lost += audit.lost
        figures.doubles += audit.doubles
        figures.retries += sum(person.retries for person in table.people.values())
        figures.resumed += sum(at.resumed for at in table.followers)


@asynccontextmanager
async def traffic(
    url: str, store_url: str, figures: Figures, tables: int
) -> AsyncIterator[Traffic]:
    """Play so many matches with the published bot, and one in which a person sleeps."""
    store = RedisStore.connect(store_url, retention_s=_RETENTION_S)
    made = Traffic(url, store, figures)
    bot, sleeper = await made.person("Bot"), await made.person("Sleeper")
    owners = [await made.person(f"Person {number}") for number in range(tables)]
    matches = [await made.made(owner, _PLAYED) for owner in owners]
    asleep = await made.made(sleeper, _ASLEEP)
    with python_bot(bot, matches):
        try:
            assert await soon(lambda: _sits(bot, matches), seconds=_PATIENCE_S)
            for owner, match_id in zip(owners, matches, strict=True):
                await made.start(owner, match_id)
            await made.start(sleeper, asleep, plays=False)
            yield made
            await made.settle()
        finally:
            for table in made.tables:
                await table.close()
            for person in (bot, sleeper):
                await person.http.aclose()
            await store.close()


async def _sits(bot: Client, matches: list[str]) -> bool:
    for match_id in matches:
        seats = (await bot.ask("GET", f"/v1/matches/{match_id}")).json()["seats"]
        if not any(at is not None and at["name"] == "Bot" for at in seats):
            return False
    return True


async def rolled(made: Deployment, played: Traffic, to: Build) -> None:
    """Replace every process, one of each kind first, while all matches grow."""
    while number := await made.roll(to):
        played.figures.replaced += number
        assert await played.grows()
        assert await made.have_worked(seconds=_PATIENCE_S)
