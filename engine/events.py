"""The log of a match: actions, their effects, and the entry that joins them.

These are the stored, complete forms. They hold hidden cards and are never sent to anybody:
`engine.views.entry_for` turns them into what a viewer may see. Cards are ints 0-51, hands are
in the order of dealing, per-seat tuples in seat order. The tags of effects are what is stored:
a new effect takes the next number.
"""

from enum import StrEnum

from msgspec import Struct

from engine.bot_levels import Level
from engine.rules import MoonWay
from engine.state import Phase


class ActionKind(StrEnum):
    """What a commit did; the list may grow."""

    CREATED = "created"
    JOINED = "joined"
    LEFT = "left"
    BOT_ADDED = "bot_added"
    STARTED = "started"
    MOVED = "moved"
    ENTROPY_ADDED = "entropy_added"
    KICKED = "kicked"
    REORDERED = "reordered"
    TAKEN_OVER = "taken_over"
    RECLAIMED = "reclaimed"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    PAUSED = "paused"
    RESUMED = "resumed"
    VOIDED = "voided"
    SEAT_KEPT = "seat_kept"


class Cause(StrEnum):
    """Who or what made the action happen; the list may grow."""

    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout"
    OWNER = "owner"
    ADMIN = "admin"


class Action(Struct, frozen=True, array_like=True):
    """What one commit did. `move` is the text of the move, `name` the player's or bot's name.

    `player` is the account that sat down, or for which a seat is kept, `level` that of the house
    bot that plays from now on. `order` holds, by new seat, the seat from which its occupant came.
    """

    kind: ActionKind
    cause: Cause
    seat: int | None = None
    move: str | None = None
    name: str | None = None
    player: str | None = None
    level: Level | None = None
    order: tuple[int, ...] = ()


class DealerDrawn(Struct, frozen=True, array_like=True, tag=1):
    """Each seat drew a card, and the highest deals first. Source: R1.6."""

    cards: bytes
    dealer: int


class DealStarted(Struct, frozen=True, array_like=True, tag=2):
    """Cards were dealt. `seen` is how many of its cards each seat may see, null for all.

    `leader` is null where the cards decide it later. `talon` and `odd` lie open. `entropy` is
    what the seats have added to the shuffle, by seat; empty if none has. Source: R15.6.
    """

    number: int
    dealer: int
    leader: int | None
    hands: tuple[bytes, ...]
    seen: int | None
    talon: bytes = b""
    odd: bytes = b""
    entropy: tuple[bytes, ...] = ()


class CardsPassed(Struct, frozen=True, array_like=True, tag=10):
    """Every seat has chosen, and the cards have gone on; `to` seats clockwise. Source: R8.1."""

    given: tuple[bytes, ...]
    to: int


class TalonTaken(Struct, frozen=True, array_like=True, tag=11):
    """A seat took the talon, for a bid or, at 0, as the declarer who keeps it. Source: R3.5."""

    seat: int
    bid: int
    talon: bytes


class CardsGiven(Struct, frozen=True, array_like=True, tag=12):
    """The seat with the talon gave each other seat a card, from its left on. Source: R3.5."""

    seat: int
    cards: bytes


class TalonPaid(Struct, frozen=True, array_like=True, tag=13):
    """The buyer has paid the declarer; points by seat. Source: R3.6."""

    points: tuple[int, ...]


class MoonShot(Struct, frozen=True, array_like=True, tag=14):
    """A seat took every penalty card; what that changes, points by seat. Source: R8.4."""

    seat: int
    way: MoonWay
    points: tuple[int, ...]


class OddCardShown(Struct, frozen=True, array_like=True, tag=15):
    """The card that was set aside is shown once the deal is over. Source: R1.4."""

    card: int


class TrumpNamed(Struct, frozen=True, array_like=True, tag=3):
    """The trump is public, and with it each seat sees its whole hand."""

    seat: int
    suit: int
    hands: tuple[bytes, ...]


class TrickTaken(Struct, frozen=True, array_like=True, tag=4):
    """A trick is complete: its cards from the lead on, its taker, and the points they cost."""

    number: int
    leader: int
    cards: bytes
    taker: int
    points: int


class SeatSkipped(Struct, frozen=True, array_like=True, tag=5):
    """A seat had no card to lay and lost its turn. Source: R5.1."""

    seat: int


class GhostsLaid(Struct, frozen=True, array_like=True, tag=6):
    """Cards that nobody holds lie by themselves. Source: R5.6."""

    cards: bytes


class SeatOut(Struct, frozen=True, array_like=True, tag=7):
    """A seat took a place in the lottery, 1 for the first; points by seat. Source: R5.5."""

    seat: int
    place: int
    points: tuple[int, ...]


class DealScored(Struct, frozen=True, array_like=True, tag=8):
    """A deal is over: its points and the totals so far, by seat."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class MatchEnded(Struct, frozen=True, array_like=True, tag=9):
    """The match is over: totals and ranks by seat; several winners are a draw. Source: R1.8."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]


class EntropyAdded(Struct, frozen=True, array_like=True, tag=16):
    """A seat has added entropy to a deal to come; its hash tells nothing of it. Source: R15.6."""

    deal: int
    seat: int
    receipt: bytes


Effect = (
    DealerDrawn
    | DealStarted
    | CardsPassed
    | TalonTaken
    | CardsGiven
    | TrumpNamed
    | TrickTaken
    | SeatSkipped
    | GhostsLaid
    | SeatOut
    | MoonShot
    | TalonPaid
    | OddCardShown
    | DealScored
    | MatchEnded
    | EntropyAdded
)


class Commitment(Struct, frozen=True, array_like=True):
    """The hash that binds the server to a deal to come; deal 0 is the dealer draw."""

    deal: int
    hash: str


class Reveal(Struct, frozen=True, array_like=True):
    """The seed of a deal that is over, 64 hexadecimal digits."""

    deal: int
    seed: str


class Next(Struct, frozen=True, array_like=True):
    """Who must act after an entry, and until when (store time, milliseconds)."""

    phase: Phase | None = None
    seats: tuple[int, ...] = ()
    deadline_ms: int | None = None


class Entry(Struct, frozen=True, array_like=True):
    """One commit in the log of a match. `seq` counts from 1 without a gap.

    `at_ms` is the store's time and never decreases. `commit` is the id of the commit, secret.
    `hash` chains this entry to the one before.
    """

    seq: int
    at_ms: int
    action: Action
    effects: tuple[Effect, ...] = ()
    next: Next = Next()
    commitments: tuple[Commitment, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    commit: bytes = b""
    hash: bytes = b""
