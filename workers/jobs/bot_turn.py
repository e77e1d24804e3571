"""The job that plays a house bot's turn, and the bots' turns that follow it at once."""

from typing import Final

import msgspec
import structlog

from engine.bot_levels import Level, at_most
from engine.errors import RuleCode
from engine.seat_view import SeatTurn
from schema.errors import Code, Refused
from service.usecases.ports import BotTurn
from workers.errors import WorkerError
from workers.faults import fault
from workers.jobs.context import Choose, JobContext

MOST_TURNS: Final = 20  # then the other matches of the queue have their turn
PLAY_SECONDS: Final = 1.0  # the same, for slow bots
_BOT_FAULTS: Final = frozenset({Code.BAD_MOVE, *(Code(code) for code in RuleCode)})
_decode: Final = msgspec.json.Decoder(SeatTurn).decode

_log = structlog.get_logger(__name__)


async def run(context: JobContext, match_id: str, version: int) -> None:
    """Play the bot's turn at a version, and what follows; nothing if it is no longer wanted."""
    ends_at = context.monotonic() + PLAY_SECONDS
    turn = await play(context, match_id, version)
    for _ in range(MOST_TURNS - 1):
        if turn is None or context.monotonic() >= ends_at:
            break
        turn = await play(context, match_id, turn.version)
    if turn is not None:
        await context.jobs.bot_turn(turn)


async def play(context: JobContext, match_id: str, version: int) -> BotTurn | None:
    """Play one turn and return the bot's turn that can follow at once, or nothing.

    A level that fails, or whose move is refused, leaves its choice to the next lower one; after
    the lowest the default move is made.
    """
    seen = await context.turns.seat_turn(match_id, version)
    if seen is None:
        return None
    turn = _decode(seen.turn)
    choose = (seen.seeded and context.by_count) or context.choose
    for level in at_most(seen.level):
        try:
            move = _move(context, choose, turn, level)
            return await context.turns.bot_move(match_id, version, move)
        except _BotFailedError as failed:
            reason = failed.reason
        except Refused as refused:
            if refused.refusal.code not in _BOT_FAULTS:
                raise
            reason = {"error": refused.refusal.code.value}
        context.metrics.bot_fallbacks.labels(level.value).inc()
        told = {"match": match_id, "version": version, "level": level.value}
        _log.warning("bot_fallback", **told, **reason)
    return await context.turns.default_bot_move(match_id, version)


def _move(context: JobContext, choose: Choose, turn: SeatTurn, level: Level) -> str:
    metrics = context.metrics
    try:
        with metrics.bot_think_seconds.labels(level.value).time():
            choice = choose(turn, level)
    except Exception as error:  # re-raised as ours: a bot may fail in any way, a match not
        raise _BotFailedError(fault(error)) from error
    metrics.bot_cuts.labels(level.value).inc(choice.cut)
    return choice.move


class _BotFailedError(WorkerError):
    """A bot raised instead of answering; `reason` may be logged."""

    def __init__(self, reason: dict[str, str]) -> None:
        super().__init__(reason["error"])
        self.reason = reason
