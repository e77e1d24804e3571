"""Commits a step, and does what follows it: asks the bot that is next, keeps the lists."""

import os
from typing import Final

from structlog.contextvars import bind_contextvars

from service.store.ports import Store
from service.store.record import Committed, Once, Record, SeatKind, Step
from service.usecases import steps
from service.usecases.filing import Filing
from service.usecases.ports import BotTurn, Jobs

COMMIT_BYTES: Final = 8


def next_bot_turn(record: Record) -> BotTurn | None:
    """Return the bot's turn that can be played at once; a paced one waits for the clock."""
    if record.settings.pace_ms or SeatKind.BOT not in steps.asked_kinds(record):
        return None
    return BotTurn(record.id, record.version, steps.people(record))


class Commits:
    """The way by which every request changes a match; raises the errors of the store."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs
        self._filing = Filing(store)

    async def commit(self, match_id: str, step: Step, once: Once | None = None) -> Committed:
        """Run a step and commit it, then have done what it leads to.

        The log lines of the request name the match from here on.
        """
        bind_contextvars(match=match_id)
        commit = os.urandom(COMMIT_BYTES)
        done = await self._store.update(match_id, step, commit, once)
        if done.record is not None:
            turn = next_bot_turn(done.record)
            if turn is not None:
                await self._jobs.bot_turn(turn)
            await self._filing.after(done)
        return done
