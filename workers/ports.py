"""What the workers ask of the service. `Turns` and `RqJobs` are what implements it."""

from typing import Protocol

from service.store.analysis import Analysis
from service.store.ports import Claim
from service.usecases.analyses import Task
from service.usecases.ports import BotTurn
from service.usecases.turns import BotSeat, Pending


class BotTurns(Protocol):
    """The turns of house bots. Nothing happens, and null answers, once a match has moved on."""

    async def seat_turn(self, match_id: str, version: int) -> BotSeat | None:
        """Return how well the bot plays and what it sees."""
        ...

    async def bot_move(self, match_id: str, version: int, move: str) -> BotTurn | None:
        """Make a move and return the bot's turn that can follow at once; refuses a wrong move."""
        ...

    async def default_bot_move(self, match_id: str, version: int) -> BotTurn | None:
        """Make the default move instead; otherwise like `bot_move`."""
        ...


class LateTurns(Protocol):
    """The turns of people whose time is over."""

    async def time_out(self, match_id: str, version: int) -> None:
        """Do what the match's settings say if a deadline has passed at this version."""
        ...


class DueLobbies(Protocol):
    """Matches that wait, and for which something is to be done."""

    async def lobby_due(self, match_id: str, version: int) -> None:
        """Start a match whose seats are all taken, or give up one that nobody wants."""
        ...


class EndedMatches(Protocol):
    """Matches that have ended."""

    async def match_ended(self, match_id: str) -> bool:
        """Put a match that has ended into its lists; return whether its end is open to all."""
        ...


class Turns(BotTurns, LateTurns, DueLobbies, EndedMatches, Protocol):
    """All that jobs need."""


class Analyses(Protocol):
    """Analyses of matches that are over."""

    async def begin(self, match_id: str) -> bool:
        """Have a match analysed, or go on; return whether nothing is left to be done."""
        ...

    async def task(self, match_id: str) -> Task | None:
        """Return what is to be judged next, or nothing."""
        ...

    async def keep(self, match_id: str, after: int, analysis: Analysis) -> None:
        """Keep a slice that went on from a version, and have the next one made."""
        ...


class Packing(Protocol):
    """Histories of matches that are over."""

    async def pack(self, match_id: str) -> None:
        """Pack a match if it is time; else it is due again when it will be."""
        ...


class DueTurns(Protocol):
    """What the clock must start."""

    async def pending(self, match_id: str) -> Pending | None:
        """Return what is due in a match, or nothing."""
        ...


class DueMatches(Protocol):
    """Which matches the clock must look at."""

    async def claim_due(self, lease_ms: int, limit: int) -> tuple[Claim, ...]:
        """Return matches whose due time has come, and move that time on by the lease."""
        ...

    async def forget_due(self, match_id: str) -> None:
        """Let a match be due no more."""
        ...

    async def now_ms(self) -> int:
        """Return the store's time, milliseconds of Unix time."""
        ...


class TurnJobs(Protocol):
    """Where jobs are started; never raises for a queue that cannot be reached."""

    async def bot_turn(self, turn: BotTurn, attempt: int = 0) -> None:
        """Have a worker play the bot's turn."""
        ...

    async def turn_timeout(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker end a turn whose time is over."""
        ...

    async def lobby_due(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker start or end a match that waits."""
        ...

    async def match_ended(self, match_id: str, version: int, attempt: int) -> None:
        """Have a worker put a match that has ended into its lists."""
        ...
