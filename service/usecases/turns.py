"""Turns that nobody takes by a request: house bots', and those whose time is over."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from engine import views as seen
from engine.bot_levels import Level
from engine.errors import NotationError
from engine.events import Cause
from engine.match import default_move
from engine.moves import Move, parse_move
from engine.rules import Rules
from engine.seat_view import LegalMoves, SeatTurn
from engine.state import MatchState
from service.store.ports import Store
from service.store.record import Change, Record, SeatKind, Snapshot, Step
from service.usecases import steps
from service.usecases.commits import next_bot_turn
from service.usecases.filing import Filing, opens_ms
from service.usecases.ports import BotTurn, Jobs
from service.usecases.refusals import notation_refused, store_errors_refused

_LATE_AT_ONCE: Final = 7  # as many as may sit in a match
_encode: Final = msgspec.json.Encoder().encode

_Choose = Callable[[Snapshot, int], Move]


class PendingKind(StrEnum):
    """What the clock must start for a match."""

    BOT_TURN = "bot_turn"
    TURN_TIMEOUT = "turn_timeout"
    LOBBY_DUE = "lobby_due"
    MATCH_ENDED = "match_ended"


class Pending(Struct, frozen=True):
    """Work that is due in a match at a version.

    `people`: a person sits there. `asked_before`: the commit has put a job in line for it, which
    is late or lost.
    """

    kind: PendingKind
    match_id: str
    version: int
    people: bool
    asked_before: bool = False


class BotSeat(Struct, frozen=True):
    """The seat of a house bot that is to act: its level, and as JSON of SeatTurn what it sees.

    `seeded`: the match is one of practice, which is to go the same way each time.
    """

    level: Level
    turn: bytes
    seeded: bool


def turn_json(rules: Rules, state: MatchState, asked: LegalMoves) -> bytes:
    """Return as JSON of SeatTurn what the seat that is asked sees, and nothing else."""
    game = seen.view_for(rules, state, asked.seat)
    return _encode(SeatTurn(rules=rules, game=game, legal_moves=asked))


class _NotWanted(Exception):  # noqa: N818 - no error: the turn has been taken already
    """The match has moved on since the turn was asked for."""


def _waits_too_long(snapshot: Snapshot) -> bool:
    return steps.is_to_start(snapshot.record) or steps.is_abandoned(snapshot)


def _is_late(record: Record) -> bool:
    """Return whether a deadline had passed when the record was written."""
    return record.deadline_ms is not None and record.deadline_ms <= record.updated_ms


def _level(record: Record, seat: int) -> Level:
    who = record.seats[seat]
    return (None if who is None else who.level) or Level.MEDIUM


class Turns:
    """Plays the turns that jobs and the clock ask for; each is safe to ask twice."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs
        self._filing = Filing(store)

    async def pending(self, match_id: str) -> Pending | None:
        """Return what must be started for a match whose due time has come, or nothing."""
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
        record = snapshot.record
        if steps.late_seat(snapshot) is not None:
            kind = PendingKind.TURN_TIMEOUT
        elif SeatKind.BOT in steps.asked_kinds(record):
            kind = PendingKind.BOT_TURN
        elif _waits_too_long(snapshot):
            kind = PendingKind.LOBBY_DUE
        elif record.status.ended:
            kind = PendingKind.MATCH_ENDED
        else:
            return None
        return Pending(
            kind,
            match_id,
            record.version,
            steps.people(record),
            asked_before=kind is PendingKind.BOT_TURN and next_bot_turn(record) is not None,
        )

    async def seat_turn(self, match_id: str, version: int) -> BotSeat | None:
        """Return how well the bot to act at that version plays, and what it sees.

        Null when the match has moved on: the turn is no longer wanted.
        """
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
        record, rules = snapshot.record, snapshot.rules
        seat = steps.asked_seat(record, SeatKind.BOT)
        if record.version != version or seat is None or record.state is None:
            return None
        legal = seen.legal_moves(rules, record.state, seat)
        if legal is None:
            return None
        turn = turn_json(rules, record.state, legal)
        return BotSeat(_level(record, seat), turn, record.settings.seed is not None)

    async def bot_move(self, match_id: str, version: int, move: str) -> BotTurn | None:
        """Make a bot's move and return the bot's turn that can follow at once, or nothing.

        Does nothing if the match has moved on. Refuses BAD_MOVE and the codes of the rules.
        """
        try:
            parsed = parse_move(move)
        except NotationError as error:
            raise notation_refused(error) from error
        return await self._bot(match_id, version, lambda *_: parsed)

    async def default_bot_move(self, match_id: str, version: int) -> BotTurn | None:
        """Make the default move for a bot that has failed; otherwise like `bot_move`."""
        return await self._bot(
            match_id,
            version,
            lambda at, seat: default_move(at.rules, steps.in_play(at.record), seat),
        )

    async def _bot(self, match_id: str, version: int, choose: _Choose) -> BotTurn | None:
        def step(snapshot: Snapshot) -> Change:
            seat = steps.asked_seat(snapshot.record, SeatKind.BOT)
            if snapshot.record.version != version or seat is None:
                raise _NotWanted
            return steps.moved(snapshot, seat, choose(snapshot, seat), Cause.BOT)

        record = await self._commit(match_id, step, f"bot-{version}")
        return None if record is None else next_bot_turn(record)

    async def time_out(self, match_id: str, version: int) -> None:
        """Do to each seat whose time is over what the match's settings say; else do nothing.

        Seats that choose at the same time may be late together: none waits for another job.
        """
        for _ in range(_LATE_AT_ONCE):
            record = await self._time_out_one(match_id, version)
            await self._go_on(record)
            if record is None or not _is_late(record):
                return
            version = record.version

    async def _time_out_one(self, match_id: str, version: int) -> Record | None:
        def step(snapshot: Snapshot) -> Change:
            seat = steps.late_seat(snapshot)
            if snapshot.record.version != version or seat is None:
                raise _NotWanted
            return steps.timed_out(snapshot, seat)

        return await self._commit(match_id, step, f"timeout-{version}")

    async def lobby_due(self, match_id: str, version: int) -> None:
        """Start a match whose seats are all taken, or give up one that nobody goes on with."""

        def step(snapshot: Snapshot) -> Change:
            if snapshot.record.version != version or not _waits_too_long(snapshot):
                raise _NotWanted
            if steps.is_to_start(snapshot.record):
                return steps.full(snapshot)
            return steps.expired(snapshot)

        await self._go_on(await self._commit(match_id, step, f"lobby-{version}"))

    async def match_ended(self, match_id: str) -> bool:
        """Put a match that has ended into its lists; return whether its end is open to all.

        Then it was for the last time, and whoever asks decides when the match is due again.
        """
        with store_errors_refused():
            snapshot = await self._store.read(match_id)
            if not snapshot.record.status.ended:
                return False
            await self._filing.file(snapshot.record, snapshot.now_ms)
            return snapshot.now_ms >= opens_ms(snapshot.record)

    async def _go_on(self, record: Record | None) -> None:
        turn = None if record is None else next_bot_turn(record)
        if turn is not None:
            await self._jobs.bot_turn(turn)

    async def _commit(self, match_id: str, step: Step, commit: str) -> Record | None:
        """Commit a step once; return the record after it, or nothing if it was not wanted."""
        try:
            with store_errors_refused():
                done = await self._store.update(match_id, step, commit.encode())
        except _NotWanted:
            return None
        await self._filing.after(done)
        return done.record
