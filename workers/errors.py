"""Errors of the workers.

WorkerError
├── UnlistedJobError   a job names a function that is none of ours
├── BotHangsError      a house bot thinks far longer than it may
├── MachineBusyError   a house bot had no time of a processor to think in
├── ArenaError         what the arena is asked to play cannot be played
└── BotAnswerError     a bot behind an address gave no move
"""


class WorkerError(Exception):
    """Stands above everything that the workers raise on purpose."""


class UnlistedJobError(WorkerError):
    """A job names a function that is none of ours; it is refused and nothing has run."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"job {job_id} names a function that is not on the worker's list")
        self.job_id = job_id


class BotHangsError(WorkerError):
    """A house bot thinks far longer than it may."""


class MachineBusyError(WorkerError):
    """A house bot had no time of a processor to think in; it is to be asked again later."""


class ArenaError(WorkerError):
    """What the arena is asked to play cannot be played; the text says why, for its user."""


class BotAnswerError(WorkerError):
    """A bot behind an address gave no move; `reason` is counted under its own name."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
