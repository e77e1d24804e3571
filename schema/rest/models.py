"""What only REST has: paths, queries, small bodies, and the envelopes of lists."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.bot_levels import Level
from engine.seat_view import LegalMoves
from schema.model import FeedItem, MatchStatus, RuleSetView, WaitingTurn
from schema.rest.problems import ProblemKind

ID_PATTERN: Final = "^[A-Za-z0-9_-]{1,64}$"
PLACE_PATTERN: Final = "^[0-9]{1,15}-[A-Za-z0-9_-]{1,48}$"
CURSOR_PATTERN: Final = "^[0-9]{1,15}(-[0-9a-f]{8})?$"
SEEN_END: Final = "-end"
"""What the id of a server-sent event has behind its cursor if the event is a feed's last."""

EVENT_ID_PATTERN: Final = f"^[0-9]{{1,15}}(-[0-9a-f]{{8}})?({SEEN_END})?$"
AUDIT_PATTERN: Final = "^[0-9]{1,15}-[0-9]{1,15}$"
OPTION_PATTERN: Final = "^[a-z0-9_]{1,40}:[A-Za-z0-9_.,-]{1,200}$"
WAIT_MAX_S: Final = 25  # below the 30 s after which many proxies give up


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No path parameters, no query or no body."""


class MatchPath(Struct, frozen=True, rename="camel"):
    """The address of a match."""

    match_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The match's id, `m_…`.")]


class RuleSetPath(Struct, frozen=True, rename="camel"):
    """The address of a rule set."""

    rule_set_id: Annotated[
        str, Meta(pattern=ID_PATTERN, description="The rule set's id.", examples=["kurnik"])
    ]


# A credential: of whatever form it is, one that is not valid is told as such.
_Key = Annotated[
    str | None, Meta(description="An overlay key, `ko_…`, instead of a token; null: none.")
]


class KeyQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How a match is looked at."""

    key: _Key = None


class MatchQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The moment at which a match is wanted, and whose eyes."""

    version: Annotated[
        Annotated[int, Meta(ge=1, le=2_147_483_647)] | None,
        Meta(description="The match as it stood at this version; without it as it stands now."),
    ] = None
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(
            description="With `version`: through whose eyes. Another's than the caller's own only "
            "once the match is over."
        ),
    ] = None
    key: _Key = None


class AnalysisQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which moves of an analysis are wanted."""

    deal: Annotated[
        Annotated[int, Meta(ge=1, le=2_147_483_647)] | None,
        Meta(description="Only `moves` of this deal, from 1; without it of all."),
    ] = None
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="Only `moves` of this seat; without it of all."),
    ] = None
    first: Annotated[int, Meta(ge=1, le=100, description="How many `moves`, at most 100.")] = 100
    after: Annotated[
        int,
        Meta(
            ge=0, le=2_147_483_647, description="Only `moves` behind this version: the last `next`."
        ),
    ] = 0
    key: _Key = None


class PageQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which part of a list is wanted."""

    first: Annotated[int, Meta(ge=1, le=100, description="How many items, at most 100.")] = 20
    after: Annotated[
        Annotated[str, Meta(pattern=PLACE_PATTERN)] | None,
        Meta(description="The `next` of the page before; without it the list begins."),
    ] = None


class MatchesQuery(PageQuery, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which of the caller's matches are wanted."""

    status: Annotated[
        MatchStatus | None, Meta(description="Only those that are so; without it all of them.")
    ] = None
    key: _Key = None


class OpenQuery(PageQuery, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which matches that wait are wanted."""

    rule_set: Annotated[
        Annotated[str, Meta(pattern=ID_PATTERN)] | None,
        Meta(description="Only those of this rule set."),
    ] = None
    players: Annotated[
        Annotated[int, Meta(ge=3, le=7)] | None, Meta(description="Only those for so many.")
    ] = None


class PlayerPath(Struct, frozen=True, rename="camel"):
    """The address of an account."""

    player_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The account's id, `p_…`.")]


class InvitePath(Struct, frozen=True, rename="camel"):
    """The address of an invited match."""

    code: Annotated[
        str,
        Meta(
            pattern=ID_PATTERN,
            description="The invite code; small letters and dashes do not matter.",
        ),
    ]


class RulesQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The choices that a table would make."""

    players: Annotated[int, Meta(ge=3, le=7, description="How many seats.", examples=[4])] = 4
    option: Annotated[
        tuple[
            Annotated[
                str,
                Meta(pattern=OPTION_PATTERN, description="An option's name, a colon, its value."),
            ],
            ...,
        ],
        Meta(
            max_length=32,
            description="Options that differ from the default, each `name:value`, each name once.",
            examples=[["trump_leader:declarer"]],
        ),
    ] = ()


class FeedQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Where a feed goes on, and how patient the caller is."""

    after: Annotated[
        Annotated[str, Meta(pattern=CURSOR_PATTERN)] | None,
        Meta(
            description="Where to go on: the cursor of the last item seen, or its bare `seq`. "
            "Without it the feed begins with a snapshot."
        ),
    ] = None
    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=WAIT_MAX_S,
            description="Seconds to wait for the first item; streams do not heed it.",
        ),
    ] = 0
    key: _Key = None


class TokenPath(Struct, frozen=True, rename="camel"):
    """The address of a token."""

    token_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The token's id, `t_…`.")]


class KeyPath(Struct, frozen=True, rename="camel"):
    """The address of an overlay key."""

    key_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The key's id, `k_…`.")]


class AccountPath(Struct, frozen=True, rename="camel"):
    """The address of an account."""

    account_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The account's id, `p_…`.")]


class AuditQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which part of the audit is wanted."""

    first: Annotated[int, Meta(ge=1, le=100, description="How many entries, at most 100.")] = 20
    after: Annotated[
        Annotated[str, Meta(pattern=AUDIT_PATTERN)] | None,
        Meta(description="The `next` of the page before; without it the newest entries."),
    ] = None


class OfferPath(Struct, frozen=True, rename="camel"):
    """The address of an offer."""

    offer_id: Annotated[str, Meta(pattern=ID_PATTERN, description="The offer's id, `o_…`.")]


class BotQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Whose tokens are meant."""

    bot: Annotated[
        Annotated[str, Meta(pattern=ID_PATTERN)] | None,
        Meta(description="The id of a bot of the caller; without it the caller's own account."),
    ] = None


class NewGuest(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Who wants to play."""

    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            description="The name to show: printable characters, at least one of them no space.",
        ),
    ]


class IdentityProof(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Who somebody is, by the OpenID Connect issuer of the host application."""

    token: Annotated[
        str, Meta(min_length=1, max_length=8192, description="A token of the issuer, a JWT.")
    ]


class SeatChoice(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which seat is meant."""

    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat, 0 to players - 1, clockwise; null: the first empty one."),
    ] = None
    invite_code: Annotated[
        str, Meta(max_length=64, description="What an invited match asks for.")
    ] = ""


class BotChoice(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which seat a house bot is to take, and how well it is to play."""

    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat, 0 to players - 1, clockwise; null: the first empty one."),
    ] = None
    level: Annotated[
        Level | None, Meta(description="How well it plays; null: the match's `botLevel`.")
    ] = None


class SeatNumber(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A seat that is meant."""

    seat: Annotated[int, Meta(ge=0, le=6, description="The seat, 0 to players - 1, clockwise.")]


class SeatOrder(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Who shall sit where."""

    order: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=6)], ...],
        Meta(
            min_length=3,
            max_length=7,
            description="By new seat, from 0, the seat from which its occupant comes; each once.",
        ),
    ]


class SeatKept(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """For whom a seat is to be kept."""

    player_id: Annotated[
        str, Meta(pattern=ID_PATTERN, description="The account's id, `p_…`.", examples=["p_ola"])
    ]
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat, 0 to players - 1, clockwise; null: the first empty one."),
    ] = None


class StartChoice(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How to start."""

    fill_with_bots: Annotated[
        bool, Meta(description="Whether house bots take the seats that are empty.")
    ] = False


class Turn(Struct, frozen=True, rename="camel", kw_only=True):
    """What the viewer's seat is asked now."""

    match_id: Annotated[str, Meta(description="The match.")]
    version: Annotated[int, Meta(description="Its version; send it as `expectedVersion`.")]
    seat: Annotated[int, Meta(description="The viewer's seat.")]
    decision_version: Annotated[
        int | None,
        Meta(description="The version at which this choice opened; null while none is asked."),
    ] = None
    deadline_ms: Annotated[
        int | None,
        Meta(description="Until when those to act must choose, ms of Unix time; null: no limit."),
    ] = None
    legal_moves: Annotated[
        LegalMoves | None, Meta(description="The choice; null while the seat is not asked.")
    ] = None


class FeedPage(Struct, frozen=True):
    """A part of a match's feed."""

    items: Annotated[
        tuple[FeedItem, ...],
        Meta(description="At most 501 items in order; none if nothing came while waiting."),
    ]


class TurnsQuery(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How patient the caller is."""

    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=WAIT_MAX_S,
            description="Seconds to wait until a match waits; streams do not heed it.",
        ),
    ] = 0


class TurnsPage(Struct, frozen=True):
    """The matches that wait for the caller."""

    items: Annotated[
        tuple[WaitingTurn, ...], Meta(description="All of them, the first deadline first.")
    ]


class RuleSetList(Struct, frozen=True):
    """Every rule set."""

    items: Annotated[tuple[RuleSetView, ...], Meta(description="The rule sets.")]


class ProblemList(Struct, frozen=True):
    """Every code that the service refuses with."""

    items: Annotated[tuple[ProblemKind, ...], Meta(description="The codes; the list may grow.")]


class HealthStatus(StrEnum):
    """What a healthy process says."""

    ALIVE = "alive"
    READY = "ready"


class Health(Struct, frozen=True):
    """The process serves."""

    status: Annotated[HealthStatus, Meta(description="What was asked after.")]
