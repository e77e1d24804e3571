"""What the use cases ask of the outside, besides the store."""

from typing import Protocol

from msgspec import Struct


class BotTurn(Struct, frozen=True):
    """A bot is to move in a match at a version. `people`: a person sits there and waits."""

    match_id: str
    version: int
    people: bool


class Jobs(Protocol):
    """Starts background work soon. Losing a job is harmless: the clock's sweep starts it again."""

    async def bot_turn(self, turn: BotTurn) -> None:
        """Have a worker play the bot's turn; never raises for an unreachable queue."""
        ...


class AnalysisJobs(Protocol):
    """Has matches analysed when there is time for it; what is not started is asked for again."""

    async def analysis(
        self, match_id: str, version: int, attempt: int = 0, *, first: bool = False
    ) -> bool:
        """Have a worker go on with an analysis that has come to a version; return whether it will.

        It will not while bots wait for the worker, unless it is to come `first`, before them all.
        `attempt` tells apart the jobs that are started at one version. Never raises for an
        unreachable queue.
        """
        ...


class Claims(Struct, frozen=True):
    """What a checked token of an OpenID Connect issuer says; `name` is null where it says none."""

    issuer: str
    subject: str
    name: str | None
    expires_ms: int


class Issuer(Protocol):
    """The OpenID Connect issuer of the host application."""

    async def claims(self, token: str) -> Claims:
        """Return what a token says; refuses UNAUTHENTICATED, ISSUER_UNAVAILABLE."""
        ...
