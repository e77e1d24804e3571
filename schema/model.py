"""The model that both transports publish: one set of types, described once.

REST encodes them as JSON, GraphQL makes its types from them. What is seen of the cards comes
from `engine.seat_view`.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from engine.bot_levels import Level
from engine.rule_set import Option
from engine.rules import Deal, Direction, Ending, OddCard, Text
from engine.rulesets.custom import CustomGame
from engine.seat_view import EntryView, GameView, LegalMoves

Id = Annotated[str, Meta(min_length=1, max_length=64, description="An opaque id.")]


class MatchStatus(StrEnum):
    """Where a match is in its life; the list may grow."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"


class Visibility(StrEnum):
    """Who may find a match, and who may sit down in it; the list may grow."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    INVITED = "invited"


class Watching(StrEnum):
    """What those without a seat see of a match once it has started; the list may grow."""

    NOBODY = "nobody"
    TABLE = "table"
    OPEN_HANDS = "open_hands"


class OnExpiry(StrEnum):
    """What becomes of a seat whose time is over; the list may grow."""

    DEFAULT_MOVE = "default_move"
    BOT = "bot"
    FORFEIT = "forfeit"


class GivenUp(StrEnum):
    """How a person has given up a seat for good; the list may grow."""

    RESIGNED = "resigned"
    FORFEITED = "forfeited"


class SeatKind(StrEnum):
    """Who sits on a seat; the list may grow."""

    EMPTY = "empty"
    PERSON = "person"
    BOT = "bot"


class PlayerView(Struct, frozen=True, rename="camel", kw_only=True):
    """An account, as everybody may see it."""

    id: Annotated[str, Meta(description="The account's id, `p_…`.")]
    name: Annotated[str, Meta(description="The name it shows.")]
    guest: Annotated[bool, Meta(description="Whether it was made without proof of who it is.")]
    bot: Annotated[
        bool, Meta(description="Whether a program plays for it; that never changes.")
    ] = False


class GuestToken(Struct, frozen=True, rename="camel", kw_only=True):
    """A new guest account and the token that speaks for it; the token is told only once."""

    player: Annotated[PlayerView, Meta(description="The account.")]
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`.")]


class SeatView(Struct, frozen=True, rename="camel", kw_only=True):
    """One seat of a match and who sits on it."""

    seat: Annotated[int, Meta(description="The seat, 0 to players - 1, clockwise.")]
    kind: Annotated[SeatKind, Meta(description="Who sits there.")]
    player_id: Annotated[
        str | None, Meta(description="The person's account; null for a bot or an empty seat.")
    ] = None
    name: Annotated[
        str | None, Meta(description="The person's or bot's name; null for an empty seat.")
    ] = None
    bot_account: Annotated[
        bool, Meta(description="Whether the account is a bot's that plays through this service.")
    ] = False
    level: Annotated[
        Level | None,
        Meta(
            description="The level of the house bot that plays the seat, its own or for a person "
            "who is away; null while a person does."
        ),
    ] = None
    given_up: Annotated[
        GivenUp | None,
        Meta(description="How its person has given the seat up for good; null while he has not."),
    ] = None
    kept_for: Annotated[
        str | None, Meta(description="The account for which an empty seat is kept; null for none.")
    ] = None
    deadline_ms: Annotated[
        int | None,
        Meta(
            description="Until when the seat must choose, ms of Unix time; null while it is not "
            "asked, or without a limit."
        ),
    ] = None
    bank_ms: Annotated[
        int | None,
        Meta(
            description="What its bank held when its clock began to run, ms; null for no bank, or "
            "in the lobby."
        ),
    ] = None


class SpectatorsView(Struct, frozen=True, rename="camel", kw_only=True):
    """What those without a seat may see of a match once it has started, and how late."""

    watching: Annotated[Watching, Meta(description="What they see.")]
    delay_seconds: Annotated[
        int | None,
        Meta(description="How late they see everything, seconds; null: each deal once it is over."),
    ]


class Spectators(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """What those without a seat shall see of a match once it has started, and how late."""

    watching: Annotated[Watching, Meta(description="What they see.")] = Watching.TABLE
    delay_seconds: Annotated[
        Annotated[int, Meta(ge=0, le=86_400)] | None,
        Meta(
            description="How late they see everything, seconds; open hands are at least 60 s "
            "late. Null: each deal once it is over."
        ),
    ] = 0


class MatchView(Struct, frozen=True, rename="camel", kw_only=True):
    """A match, as the viewer may see it."""

    id: Annotated[str, Meta(description="The match's id, `m_…`.")]
    status: Annotated[MatchStatus, Meta(description="Where it is in its life.")]
    version: Annotated[
        int, Meta(description="The `seq` of the newest entry in its log; send it with a move.")
    ]
    cursor: Annotated[str, Meta(description="Where a feed goes on after this state.")]
    rule_set: Annotated[str, Meta(description="The id of its rule set.")]
    rule_set_version: Annotated[int, Meta(description="The version of the rule set's data.")]
    rules_hash: Annotated[str, Meta(description="The content hash of the rules it is pinned to.")]
    players: Annotated[int, Meta(description="How many seats it has.")]
    visibility: Annotated[Visibility, Meta(description="Who may find it.")]
    practice: Annotated[
        bool, Meta(description="Whether its deals come from a known seed, so that they can recur.")
    ]
    owner_id: Annotated[str, Meta(description="The account that made it.")]
    created_at_ms: Annotated[int, Meta(description="When it was made, ms of Unix time.")]
    updated_at_ms: Annotated[int, Meta(description="When its newest entry was made, ms.")]
    turn_seconds: Annotated[
        int | None, Meta(description="Seconds that a person has for a choice; null: no limit.")
    ]
    bank_seconds: Annotated[
        int | None,
        Meta(
            description="Seconds that each person has besides the time of each turn, which is used "
            "first; null: no bank."
        ),
    ] = None
    increment_seconds: Annotated[
        int, Meta(description="Seconds that each choice adds to the bank of its seat.")
    ] = 0
    on_expiry: Annotated[
        OnExpiry, Meta(description="What becomes of a seat whose time is over.")
    ] = OnExpiry.DEFAULT_MOVE
    bot_pace_ms: Annotated[
        int | None,
        Meta(description="How long house bots wait before they move, ms; null: set at the start."),
    ] = None
    bot_level: Annotated[
        Level, Meta(description="The level of house bots that fill seats, or stand in.")
    ] = Level.MEDIUM
    start_when_full: Annotated[
        bool, Meta(description="Whether it starts by itself once every seat is taken.")
    ] = False
    spectators: Annotated[
        SpectatorsView, Meta(description="What those without a seat see once it has started.")
    ]
    as_of_ms: Annotated[
        int | None,
        Meta(
            description="For a viewer who sees the match late, the time of the newest entry that "
            "he sees, ms of Unix time; null for one who sees it as it is."
        ),
    ] = None
    paused_ms: Annotated[
        int | None,
        Meta(description="Since when clocks and bots stand still, ms; null while they run."),
    ] = None
    invite_code: Annotated[
        str | None,
        Meta(description="What lets sit down in an invited match; told to those who sit in it."),
    ] = None
    seats: Annotated[tuple[SeatView, ...], Meta(description="The seats, from 0 clockwise.")]
    viewer_seat: Annotated[
        int | None, Meta(description="The viewer's seat; null for a spectator.")
    ] = None
    deadline_ms: Annotated[
        int | None,
        Meta(
            description="The first deadline of those to act, ms of Unix time; null while no clock "
            "runs."
        ),
    ] = None
    decision_version: Annotated[
        int | None,
        Meta(
            description="The version at which the viewer's present choice opened: a move sent "
            "with a lower one is stale. Null while the viewer is not asked."
        ),
    ] = None
    places: Annotated[
        tuple[int | None, ...] | None,
        Meta(
            description="The place of each seat among those that were not given up, from 1; equal "
            "totals share one, and a seat given up has none (null). Null until the match is "
            "finished."
        ),
    ] = None
    game: Annotated[
        GameView | None, Meta(description="The play as the viewer sees it; null in the lobby.")
    ] = None
    legal_moves: Annotated[
        LegalMoves | None,
        Meta(description="What the viewer's seat is asked; null while it is not asked."),
    ] = None


class MatchPage(Struct, frozen=True, rename="camel", kw_only=True):
    """Some matches of a longer list, newest first."""

    items: Annotated[tuple[MatchView, ...], Meta(description="At most 100 matches.")]
    next: Annotated[
        str | None, Meta(description="Send it as `after` for the next page; null at the end.")
    ]


class NewMatch(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """What to agree on when a match is made."""

    rule_set: Annotated[str, Meta(max_length=64, description="The id of the rule set.")] = "kurnik"
    players: Annotated[int, Meta(ge=3, le=7, description="How many seats.")] = 4
    options: Annotated[
        dict[str, str], Meta(description="Options of the rule set that differ from the default.")
    ] = {}
    visibility: Annotated[Visibility, Meta(description="Who may find it.")] = Visibility.UNLISTED
    turn_seconds: Annotated[
        Annotated[int, Meta(ge=1, le=1_209_600)] | None,
        Meta(description="Seconds that a person has for a choice, at most 14 days; null: none."),
    ] = 120
    bank_seconds: Annotated[
        Annotated[int, Meta(ge=1, le=86_400)] | None,
        Meta(
            description="Seconds that each person has for the whole match besides the time of each "
            "turn, at most a day; null: no bank."
        ),
    ] = None
    increment_seconds: Annotated[
        int, Meta(ge=0, le=3_600, description="Seconds that each choice adds to the bank.")
    ] = 0
    on_expiry: Annotated[
        OnExpiry, Meta(description="What becomes of a seat whose time is over.")
    ] = OnExpiry.DEFAULT_MOVE
    bot_level: Annotated[
        Level, Meta(description="The level of house bots that fill seats, or stand in.")
    ] = Level.MEDIUM
    start_when_full: Annotated[
        bool, Meta(description="Whether it starts by itself once every seat is taken.")
    ] = False
    spectators: Annotated[
        Spectators, Meta(description="What those without a seat see once it has started.")
    ] = Spectators()
    bot_pace_ms: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None,
        Meta(
            description="How long house bots wait before they move, ms; null: 600 where a person "
            "sits, 0 for bots only."
        ),
    ] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2_147_483_647)] | None,
        Meta(description="Makes a practice match whose deals follow from this number."),
    ] = None
    sit: Annotated[bool, Meta(description="Whether the maker takes seat 0.")] = True
    custom: Annotated[
        CustomGame | None,
        Meta(
            description="A table's own rules; the rule set is then `custom` and takes no options. "
            "Null otherwise."
        ),
    ] = None


class QuickMatch(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to play with whoever comes."""

    rule_set: Annotated[str, Meta(max_length=64, description="The id of the rule set.")] = "kurnik"
    players: Annotated[int, Meta(ge=3, le=7, description="How many seats.")] = 4
    options: Annotated[
        dict[str, str], Meta(description="Options of the rule set that differ from the default.")
    ] = {}
    turn_seconds: Annotated[
        Annotated[int, Meta(ge=1, le=1_209_600)] | None,
        Meta(description="Seconds that a person has for a choice, at most 14 days; null: none."),
    ] = 120
    bank_seconds: Annotated[
        Annotated[int, Meta(ge=1, le=86_400)] | None,
        Meta(
            description="Seconds that each person has for the whole match besides the time of each "
            "turn, at most a day; null: no bank."
        ),
    ] = None
    increment_seconds: Annotated[
        int, Meta(ge=0, le=3_600, description="Seconds that each choice adds to the bank.")
    ] = 0


class MoveRequest(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A move that a player asks for."""

    move: Annotated[
        str,
        Meta(max_length=200, description="The move in its text form, such as `play QS`."),
    ]
    expected_version: Annotated[
        int,
        Meta(ge=0, le=2_147_483_647, description="The version of the match that the player saw."),
    ]
    idempotency_key: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="The caller's own name for this move: sent again with the same move, it "
            "gets the same answer and moves nothing.",
        ),
    ]


class MoveCheck(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """A move that a player thinks of."""

    move: Annotated[
        str,
        Meta(max_length=200, description="The move in its text form, such as `play QS`."),
    ]
    expected_version: Annotated[
        Annotated[int, Meta(ge=0, le=2_147_483_647)] | None,
        Meta(description="The version of the match that the player saw; null: the present one."),
    ] = None


class MoveAllowed(Struct, frozen=True, rename="camel", kw_only=True):
    """The move would be accepted now; nothing was moved."""

    match_id: Annotated[str, Meta(description="The match.")]
    version: Annotated[int, Meta(description="Its version; send it as `expectedVersion`.")]
    move: Annotated[str, Meta(description="The move in its text form, as `legalMoves` lists it.")]


class Accepted(Struct, frozen=True, rename="camel", kw_only=True):
    """A move was made, or had been made before by the same idempotency key."""

    match_id: Annotated[str, Meta(description="The match.")]
    version: Annotated[int, Meta(description="The version of the match after the move.")]
    entry: Annotated[
        EntryView, Meta(description="The log's entry: the move, its effects, and who is next.")
    ]


class EntropyRequest(Struct, frozen=True, rename="camel", kw_only=True, forbid_unknown_fields=True):
    """Bytes that a player adds to the shuffle of the next deal."""

    deal: Annotated[
        int,
        Meta(
            ge=1,
            le=2_147_483_647,
            description="The number of the deal: 1 before the start, then that after the present.",
        ),
    ]
    value: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{2}){1,32}$",
            description="1 to 32 bytes, hexadecimal, small letters.",
        ),
    ]


class EntropyReceipt(Struct, frozen=True, rename="camel", kw_only=True):
    """The bytes will be in the shuffle; keep what you sent, and compare it once it is shown."""

    match_id: Annotated[str, Meta(description="The match.")]
    version: Annotated[int, Meta(description="The version of the match with the receipt in it.")]
    deal: Annotated[int, Meta(description="The number of the deal.")]
    seat: Annotated[int, Meta(description="The seat that has added them.")]
    receipt: Annotated[
        str, Meta(description="SHA-256 over deal, match, seat and bytes, hexadecimal.")
    ]


class SeatPresence(Struct, frozen=True, rename="camel", kw_only=True):
    """Whether the account of a seat is there."""

    seat: Annotated[int, Meta(description="The seat.")]
    present: Annotated[
        bool | None,
        Meta(
            description="Whether it has followed or read the match, or moved in it, in the last 45 "
            "seconds; null where no account sits."
        ),
    ]


class PresenceView(Struct, frozen=True, rename="camel", kw_only=True):
    """Who is there, at the moment of the answer."""

    match_id: Annotated[str, Meta(description="The match.")]
    seats: Annotated[
        tuple[SeatPresence, ...] | None,
        Meta(description="The seats, from 0 clockwise; null for who sees the match late."),
    ]


class WaitingTurn(Struct, frozen=True, rename="camel", kw_only=True):
    """A match that waits for the viewer to choose."""

    match_id: Annotated[str, Meta(description="The match.")]
    seat: Annotated[int, Meta(description="The viewer's seat.")]
    version: Annotated[
        int, Meta(description="The version of the match; send it as `expectedVersion`.")
    ]
    decision_version: Annotated[int, Meta(description="The version at which this choice opened.")]
    deadline_ms: Annotated[
        int | None, Meta(description="Until when to choose, ms of Unix time; null: no limit.")
    ] = None


class TurnsKind(StrEnum):
    """What an item of the turns' feed is; the list may grow."""

    WAITING = "waiting"
    ADDED = "added"
    REMOVED = "removed"
    HEARTBEAT = "heartbeat"


class TurnsItem(Struct, frozen=True, rename="camel", kw_only=True, weakref=True):
    """One item of the feed of matches that wait for the viewer: it has no cursor."""

    kind: Annotated[TurnsKind, Meta(description="What it is; it says which fields it has.")]
    turns: Annotated[
        tuple[WaitingTurn, ...],
        Meta(description="All that wait, in the first item; in `added` those that wait anew."),
    ] = ()
    match_ids: Annotated[
        tuple[str, ...], Meta(description="In `removed`, the matches that wait no more.")
    ] = ()
    server_time_ms: Annotated[
        int | None, Meta(description="The store's time, in a heartbeat; null elsewhere.")
    ] = None


class FeedKind(StrEnum):
    """What an item of a feed is; the list may grow."""

    SNAPSHOT = "snapshot"
    ENTRY = "entry"
    HEARTBEAT = "heartbeat"
    END = "end"


class SnapshotReason(StrEnum):
    """Why a feed begins with a snapshot; the list may grow."""

    NO_CURSOR = "no_cursor"
    AHEAD_OF_LOG = "ahead_of_log"
    OTHER_LOG = "other_log"


class FeedItem(Struct, frozen=True, rename="camel", kw_only=True, weakref=True):
    """One item of a match's feed: a snapshot, an entry, a heartbeat, or its end."""

    kind: Annotated[FeedKind, Meta(description="What it is; it says which fields it has.")]
    seq: Annotated[
        int,
        Meta(description="The entry's number; for the others the newest number in the log."),
    ]
    cursor: Annotated[
        str | None, Meta(description="Where to go on after it; null for a heartbeat.")
    ] = None
    server_time_ms: Annotated[
        int | None, Meta(description="The store's time, in a heartbeat; null elsewhere.")
    ] = None
    reason: Annotated[
        SnapshotReason | None, Meta(description="Why a snapshot came; null elsewhere.")
    ] = None
    match: Annotated[
        MatchView | None, Meta(description="The match, in a snapshot; null elsewhere.")
    ] = None
    entry: Annotated[EntryView | None, Meta(description="The entry; null elsewhere.")] = None
    presence: Annotated[
        tuple[SeatPresence, ...] | None,
        Meta(
            description="Who is there, in a snapshot for who sees the match as it is; null "
            "elsewhere."
        ),
    ] = None


class RuleSetView(Struct, frozen=True, rename="camel", kw_only=True):
    """A rule set that a match can be made with."""

    id: Annotated[str, Meta(description="Its id.")]
    version: Annotated[int, Meta(description="The version of its data.")]
    name: Annotated[Text, Meta(description="What it is called.")]
    summary: Annotated[Text, Meta(description="What is played, in a sentence.")]
    source: Annotated[str, Meta(description="The section of the rule book.")]
    direction: Annotated[Direction, Meta(description="Which total wins.")]
    players: Annotated[tuple[int, ...], Meta(description="The numbers of players it takes.")]
    options: Annotated[tuple[Option, ...], Meta(description="What a table may agree on.")]
    games: Annotated[
        tuple["RulesView", ...],
        Meta(description="The rules by number of players, every option at its default."),
    ]


class RulesView(Struct, frozen=True, rename="camel", kw_only=True):
    """One game resolved for a number of players and a choice of options."""

    hash: Annotated[str, Meta(description="The content hash of this data.")]
    players: Annotated[int, Meta(description="How many seats play.")]
    options: Annotated[
        tuple["OptionValue", ...], Meta(description="Every option with the value chosen.")
    ]
    removed: Annotated[tuple[str, ...], Meta(description="Cards taken out of the 52.")]
    hand_size: Annotated[int, Meta(description="How many cards each seat plays with.")]
    direction: Annotated[Direction, Meta(description="Which total wins.")]
    deals: Annotated[
        tuple[Deal, ...],
        Meta(description="The deals in the order of play; with an ending, again and again."),
    ]
    odd_card: Annotated[
        OddCard | None,
        Meta(description="What becomes of the card set aside; null: none is set aside."),
    ] = None
    ending: Annotated[
        Ending | None, Meta(description="When the match ends; null: after the last deal.")
    ] = None


class OptionValue(Struct, frozen=True, rename="camel"):
    """An option and the value that holds."""

    id: Annotated[str, Meta(description="The option's name.")]
    value: Annotated[str, Meta(description="The value.")]
