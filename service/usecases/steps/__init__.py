"""What each action makes of a match: pure functions from a snapshot to a change.

They refuse by raising `Refused`, and neither wait nor read a clock. Who may do what is decided
here too, on the newest record, so that a race cannot slip past it.
"""

from service.usecases.steps.absence import reclaimed, resigned, taken_over, timed_out
from service.usecases.steps.authority import paused, resumed, voided
from service.usecases.steps.clocks import (
    ABANDONED_MS,
    LOBBY_MS,
    deadline_of,
    is_abandoned,
    is_to_start,
    late_seat,
)
from service.usecases.steps.lobby import (
    bot_added,
    created,
    expired,
    full,
    joined,
    kicked,
    left,
    reordered,
    seat_kept,
    started,
)
from service.usecases.steps.play import (
    decision_versions,
    entropy_added,
    entropy_of,
    entropy_of_seat_added,
    moved,
    next_deal,
)
from service.usecases.steps.seats import (
    asked,
    asked_kinds,
    asked_seat,
    in_lobby,
    in_play,
    owned,
    people,
    played_seat,
    running,
    seat_of,
)

__all__ = [
    "ABANDONED_MS",
    "LOBBY_MS",
    "asked",
    "asked_kinds",
    "asked_seat",
    "bot_added",
    "created",
    "deadline_of",
    "decision_versions",
    "entropy_added",
    "entropy_of",
    "entropy_of_seat_added",
    "expired",
    "full",
    "in_lobby",
    "in_play",
    "is_abandoned",
    "is_to_start",
    "joined",
    "kicked",
    "late_seat",
    "left",
    "moved",
    "next_deal",
    "owned",
    "paused",
    "people",
    "played_seat",
    "reclaimed",
    "reordered",
    "resigned",
    "resumed",
    "running",
    "seat_kept",
    "seat_of",
    "started",
    "taken_over",
    "timed_out",
    "voided",
]
