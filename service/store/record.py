"""What the store keeps of a match: the whole secret truth, never sent to anybody.

`Record` is the state blob of one match, from its lobby to its end. `Change` is what a step
makes of it. Sizes matter: a record is read and written by every move.
"""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from engine.events import Action, Commitment, Effect, Entry, Next, Reveal
from engine.rules import Rules
from engine.state import MatchState


class Status(StrEnum):
    """Where a match is in its life; the list may grow."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"


class Visibility(StrEnum):
    """Who may find and watch a match."""

    PUBLIC = "public"
    UNLISTED = "unlisted"


class SeatKind(StrEnum):
    """Who sits on a seat."""

    PERSON = "person"
    BOT = "bot"


class Occupant(Struct, frozen=True, array_like=True):
    """Who sits on a seat: an account's id and name; a house bot's id is its level."""

    kind: SeatKind
    player_id: str
    name: str


class Settings(Struct, frozen=True, array_like=True):
    """What was agreed when the match was created; times in milliseconds.

    `turn_ms` null: no limit. `pace_ms` null: decided at the start, by who then sits there.
    `seed` is that of a practice match, null for a fair one.
    """

    visibility: Visibility
    turn_ms: int | None
    pace_ms: int | None
    seed: int | None = None


class Record(Struct, frozen=True, array_like=True):
    """A match as the store keeps it.

    `version` is the `seq` of its last entry, `chain` that entry's hash and `commit` its commit
    id. `secret` feeds the deals and `log_key` keys the hash chain. `decision_versions` holds, per
    seat, the version at which its present decision, or its rest between two, opened. `state` is
    null in the lobby; `entropy` holds what the seats have added to the first deal there.
    """

    id: str
    status: Status
    owner_id: str
    rules_hash: str
    settings: Settings
    seats: tuple[Occupant | None, ...]
    created_ms: int
    secret: bytes
    log_key: bytes
    version: int = 0
    chain: bytes = b""
    commit: bytes = b""
    updated_ms: int = 0
    decision_versions: tuple[int, ...] = ()
    deadline_ms: int | None = None
    state: MatchState | None = None
    entropy: tuple[bytes, ...] = ()

    def seat_of(self, player_id: str) -> int | None:
        """Return the seat on which an account sits, or nothing."""
        for seat, occupant in enumerate(self.seats):
            if occupant is not None and occupant.player_id == player_id:
                return seat if occupant.kind is SeatKind.PERSON else None
        return None


class Change(Struct, frozen=True):
    """What a step makes of a record; the store adds number, time and hash.

    `due_ms` is when the clock must step in, null for never. `checkpoint` asks to keep the record
    for replays: true where a deal starts.
    """

    record: Record
    action: Action
    effects: tuple[Effect, ...] = ()
    next: Next = Next()
    commitments: tuple[Commitment, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    due_ms: int | None = None
    checkpoint: bool = False


class Snapshot(Struct, frozen=True):
    """A record, the rules it is pinned to, and the store's time of reading in milliseconds.

    `now_ms` is never below the time of the newest entry.
    """

    record: Record
    rules: Rules
    now_ms: int


Step = Callable[[Snapshot], Change]
"""A pure function of what the store holds to what it shall hold; it raises to refuse."""


class Once(Struct, frozen=True):
    """Makes a commit safe to repeat: an account's key for a match, and what it asked for.

    `key` is a digest of account and idempotency key, `body` a digest of the request. Both are
    kept as they are with every commit that has them, so 8-16 bytes each.
    """

    key: bytes
    body: bytes


class Committed(Struct, frozen=True):
    """An entry that stands in the log. `repeated`: it already stood there before this call.

    `record` is the record after the entry; null when repeated.
    """

    entry: Entry
    record: Record | None
    repeated: bool = False
