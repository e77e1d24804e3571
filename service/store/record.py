"""What the store keeps of a match: the whole secret truth, never sent to anybody.

`Record` is the state blob of one match, from its lobby to its end. `Change` is what a step
makes of it. Sizes matter: a record is read and written by every move.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engine.bot_levels import Level
from engine.events import Action, Commitment, Effect, Entry, Next, Reveal
from engine.rules import Rules
from engine.state import MatchState


class Status(StrEnum):
    """Where a match is in its life; the list may grow."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"

    @property
    def ended(self) -> bool:
        """Return whether nothing will happen in the match any more."""
        return self is Status.FINISHED or self is Status.VOID


class Visibility(StrEnum):
    """Who may find a match, and who may sit down in it."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    INVITED = "invited"


class Watching(StrEnum):
    """What those who have no seat may see of a match once it has started."""

    NOBODY = "nobody"
    TABLE = "table"
    OPEN_HANDS = "open_hands"


class OnExpiry(StrEnum):
    """What becomes of a seat whose time is over."""

    DEFAULT_MOVE = "default_move"
    BOT = "bot"
    FORFEIT = "forfeit"


class GivenUp(StrEnum):
    """How a person has given up a seat for good."""

    RESIGNED = "resigned"
    FORFEITED = "forfeited"


class SeatKind(StrEnum):
    """Who sits on a seat."""

    PERSON = "person"
    BOT = "bot"


class Occupant(Struct, frozen=True, array_like=True):
    """Who sits on a seat: an account's id and name; a house bot's id is its level.

    `bot_account`: the account is a bot's. `stand_in` is the level of the house bot that plays
    for a person who is away, `given_up` how a person has left the seat to it for good.
    """

    kind: SeatKind
    player_id: str
    name: str
    bot_account: bool = False
    stand_in: Level | None = None
    given_up: GivenUp | None = None

    @property
    def level(self) -> Level | None:
        """Return the level of the house bot that plays the seat, null while a person does."""
        if self.kind is _PERSON:
            return self.stand_in
        return _LEVELS.get(self.player_id, Level.MEDIUM)


_PERSON: Final = SeatKind.PERSON  # a member by its name costs Python 3.11 more than the rest
_LEVELS: Final = {level.value: level for level in Level}


class Spectators(Struct, frozen=True, array_like=True):
    """What the owner lets spectators see, and how late.

    `delay_ms` null: each deal once it is over.
    """

    watching: Watching = Watching.TABLE
    delay_ms: int | None = 0


class Settings(Struct, frozen=True, array_like=True):
    """What was agreed when the match was created; times in milliseconds.

    `turn_ms` null: no limit but the bank's. `pace_ms` null: decided at the start, by who then
    sits there. `seed` is that of a practice match, null for a fair one. `bank_ms` is what each
    person has besides the time of each turn, null for no bank; a move adds `increment_ms` to it.
    `start_when_full`: the match starts by itself once every seat is taken. `level` is that of
    house bots that fill seats or stand in.
    """

    visibility: Visibility
    turn_ms: int | None
    pace_ms: int | None
    seed: int | None = None
    bank_ms: int | None = None
    increment_ms: int = 0
    on_expiry: OnExpiry = OnExpiry.DEFAULT_MOVE
    spectators: Spectators = Spectators()
    start_when_full: bool = False
    level: Level = Level.MEDIUM


class Record(Struct, frozen=True, array_like=True):
    """A match as the store keeps it.

    `version` is the `seq` of its last entry, `chain` that entry's hash and `commit` its commit
    id. `secret` feeds the deals and `log_key` keys the hash chain. `decision_versions` holds, per
    seat, the version at which its present decision, or its rest between two, opened. `state` is
    null in the lobby; `entropy` holds what the seats have added to the first deal there.

    `deadline_ms` is the first of the seats' deadlines, null while no clock runs. `opened_ms`
    holds, per seat, since when its choice is open, 0 while it has none; `banks_ms` what its bank
    held then. `paused_ms` is since when the match rests. In the lobby `invite` is the code that
    lets sit down, empty for none needed; `kept_for` the accounts for which seats are kept, by
    seat; `barred` those that the owner has sent away. `late_versions` holds, per seat, the version
    at which the clock has last chosen for it; empty before the first time.

    While a bot stands in, `spent_ms` holds, per seat, what its person has used of the turn's time
    for the choice that is open, below 0 for time on top; empty if nobody has. `eased_versions`
    holds, per seat, the decision for which a reclaim has last given time; empty before that.
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
    opened_ms: tuple[int, ...] = ()
    banks_ms: tuple[int, ...] = ()
    paused_ms: int | None = None
    invite: str = ""
    kept_for: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    late_versions: tuple[int, ...] = ()
    spent_ms: tuple[int, ...] = ()
    eased_versions: tuple[int, ...] = ()

    def seat_of(self, player_id: str) -> int | None:
        """Return the seat on which an account sits, or nothing."""
        for seat, occupant in enumerate(self.seats):
            if occupant is not None and occupant.player_id == player_id:
                return seat if occupant.kind is SeatKind.PERSON else None
        return None


class Change(Struct, frozen=True):
    """What a step makes of a record; the store adds number, time and hash.

    `due_ms` is when the clock must step in, null for never. `checkpoint` asks to keep the record
    for replays: true where a deal starts, and for all that is neither a move nor entropy.
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
