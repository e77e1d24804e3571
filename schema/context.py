"""What the transports ask of the service: the ports that resolvers and routes call.

The service implements them; `schema` never imports it. Every method may raise `Refused`.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol

from msgspec import Struct

from engine.bot_levels import Level
from engine.notation.model import WrittenMatch
from schema.analysis import Analyses
from schema.identity_ports import Admin, Bots, OverlayKeys, Players, Tokens
from schema.list_ports import MatchLists, Pairing
from schema.live_ports import Presence, WaitingTurns
from schema.model import (
    Accepted,
    EntropyReceipt,
    EntropyRequest,
    FeedItem,
    MatchView,
    MoveAllowed,
    MoveCheck,
    MoveRequest,
    NewMatch,
    RuleSetView,
    RulesView,
)
from schema.seat_ports import LobbyOwner, Seats
from schema.viewer import Viewer

__all__ = [
    "Admin",
    "Analyses",
    "Bots",
    "Catalogue",
    "Health",
    "Lobby",
    "LobbyOwner",
    "MatchLists",
    "Matches",
    "OverlayKeys",
    "Pairing",
    "Players",
    "Presence",
    "Seats",
    "Services",
    "Tokens",
    "Viewer",
    "WaitingTurns",
]


class Catalogue(Protocol):
    """The published rule sets; answers without waiting, since it is data."""

    def rule_sets(self) -> tuple[RuleSetView, ...]:
        """Return every rule set."""
        ...

    def rule_set(self, name: str) -> RuleSetView:
        """Return one rule set; raises Refused UNKNOWN_RULE_SET."""
        ...

    def rules(self, name: str, players: int, options: Mapping[str, str]) -> RulesView:
        """Return the rules that a match with these options would be pinned to."""
        ...


class Lobby(Protocol):
    """Making matches and filling their seats. All need an account."""

    async def create(self, viewer: Viewer, new: NewMatch) -> MatchView:
        """Make a match."""
        ...

    async def join(
        self, viewer: Viewer, match_id: str, seat: int | None, invite_code: str = ""
    ) -> MatchView:
        """Sit down on a seat, or on the one kept for the account, or the first that is free."""
        ...

    async def leave(self, viewer: Viewer, match_id: str) -> MatchView:
        """Stand up before the match has started."""
        ...

    async def add_bot(
        self, viewer: Viewer, match_id: str, seat: int | None, level: Level | None
    ) -> MatchView:
        """Put a house bot on a seat, the first empty one if none is named; the owner's right."""
        ...

    async def start(self, viewer: Viewer, match_id: str, *, fill: bool) -> MatchView:
        """Deal the first cards, with bots on the empty seats if `fill`; the owner's right."""
        ...


class Matches(Protocol):
    """Reading and playing matches."""

    async def match(self, viewer: Viewer, match_id: str) -> MatchView:
        """Return a match as the viewer may see it."""
        ...

    async def match_at(
        self, viewer: Viewer, match_id: str, version: int, seat: int | None
    ) -> MatchView:
        """Return a match as it stood at a version, through a seat's eyes if one is named."""
        ...

    async def rules(self, viewer: Viewer, match_id: str) -> RulesView:
        """Return the rules that a match is pinned to, whatever this process knows today."""
        ...

    async def submit(self, viewer: Viewer, match_id: str, request: MoveRequest) -> Accepted:
        """Make a move; safe to repeat with the same key."""
        ...

    async def check(self, viewer: Viewer, match_id: str, wanted: MoveCheck) -> MoveAllowed:
        """Answer as `submit` would, and move nothing."""
        ...

    async def add_entropy(
        self, viewer: Viewer, match_id: str, request: EntropyRequest
    ) -> EntropyReceipt:
        """Add bytes to the shuffle of the next deal; safe to repeat."""
        ...

    async def export(self, viewer: Viewer, match_id: str) -> WrittenMatch:
        """Return a match that is over as it is written down."""
        ...

    def feed(self, viewer: Viewer, match_id: str, after: str | None) -> AsyncIterator[FeedItem]:
        """Yield a match's log from a cursor on, then live, to its end; snapshots as needed."""
        ...

    async def entries(
        self, viewer: Viewer, match_id: str, after: str | None, wait_s: float
    ) -> tuple[FeedItem, ...]:
        """Return at most 500 items of the same feed, waiting up to `wait_s` for the first."""
        ...


class Clock(Protocol):
    """The one clock of the service, by which deadlines are kept."""

    def now_ms(self) -> int | None:
        """Return its time, milliseconds of Unix time; nothing before it is known."""
        ...


class Health(Protocol):
    """Whether this process can serve."""

    async def ready(self) -> bool:
        """Return whether the store answers and takes writes."""
        ...


class Services(Struct, frozen=True):
    """Every port of one process."""

    players: Players
    tokens: Tokens
    overlay_keys: OverlayKeys
    admin: Admin
    bots: Bots
    catalogue: Catalogue
    lobby: Lobby
    lobby_owner: LobbyOwner
    seats: Seats
    lists: MatchLists
    pairing: Pairing
    presence: Presence
    turns: WaitingTurns
    matches: Matches
    analyses: Analyses
    health: Health
    clock: Clock
