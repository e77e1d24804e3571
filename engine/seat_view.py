"""What a viewer may see of a match: the types that leave the process.

Cards are texts (`QS`), seats are numbers from 0 clockwise, per-seat lists are in seat order.
Only `engine.views` builds these from the secret state.
"""

from enum import Enum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from engine.bot_levels import Level
from engine.cards import Suit, Trump
from engine.errors import RuleCode
from engine.events import ActionKind, Cause
from engine.moves import MoveKind
from engine.rules import MoonWay, Rules
from engine.state import Phase

Seat = Annotated[int, Meta(ge=0, le=6, description="A seat, 0 to players - 1, clockwise.")]


class Eyes(Enum):
    """Eyes that see more than one seat's."""

    CASTER = "caster"


Viewer = int | Eyes | None
"""Through whose eyes: a seat, a caster who sees what every seat sees, or a spectator (null)."""


class CardPlay(Struct, frozen=True, rename="camel"):
    """A card on the table and the seat that played it."""

    seat: Seat
    card: Annotated[str, Meta(description="The card, such as QS.")]


class Trick(Struct, frozen=True, rename="camel"):
    """A finished trick."""

    number: Annotated[int, Meta(description="Which trick of the deal, from 1.")]
    leader: Annotated[int, Meta(description="The seat that led.")]
    cards: Annotated[tuple[str, ...], Meta(description="The cards clockwise from the lead.")]
    taker: Annotated[int, Meta(description="The seat that took it.")]
    points: Annotated[int, Meta(description="What it is worth to its taker, signed.")]


class Row(Struct, frozen=True, rename="camel"):
    """The cards of one suit in the layout of a lottery."""

    suit: Annotated[Suit, Meta(description="The suit.")]
    cards: Annotated[tuple[str, ...], Meta(description="What lies in it, lowest first.")]


class SaleView(Struct, frozen=True, rename="camel"):
    """The sale of the talon, as everybody sees it."""

    minimum: Annotated[int, Meta(description="What the declarer asks for at least.")]
    high: Annotated[int, Meta(description="The highest bid, 0 before the first.")]
    bidder: Annotated[int | None, Meta(description="Who made it; null before the first.")]
    passed: Annotated[tuple[int, ...], Meta(description="The seats that bid no more.")]


class TransferView(Struct, frozen=True, rename="camel"):
    """Cards that the viewer gave or got."""

    giver: Annotated[int, Meta(description="The seat that gave them.")]
    receiver: Annotated[int, Meta(description="The seat that got them.")]
    cards: Annotated[tuple[str, ...], Meta(description="The cards.")]


class DealView(Struct, frozen=True, rename="camel", kw_only=True):
    """The deal in play, as the viewer may see it."""

    number: Annotated[int, Meta(description="Which deal of the match, from 1.")]
    id: Annotated[str, Meta(description="The deal's name in the rule set, such as `hearts`.")]
    dealer: Annotated[int, Meta(description="The seat that dealt.")]
    leader: Annotated[
        int | None,
        Meta(description="The seat that leads or opens the deal; null until all know it."),
    ]
    phase: Annotated[Phase, Meta(description="What the deal is waiting for.")]
    trump: Annotated[
        Trump | None, Meta(description="The trump, `N` for no trump; null while none is named.")
    ] = None
    hand_counts: Annotated[tuple[int, ...], Meta(description="How many cards each seat holds.")]
    hand: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="The viewer's cards that he may see, in the order of dealing; null for a "
            "viewer without a seat."
        ),
    ] = None
    hidden_cards: Annotated[
        int, Meta(description="How many of the viewer's own cards are still hidden from him.")
    ] = 0
    hands: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Meta(
            description="What each seat sees of its own hand, in the order of dealing; null but "
            "for a viewer to whom all hands are open."
        ),
    ] = None
    table: Annotated[
        tuple[CardPlay, ...], Meta(description="The unfinished trick, the lead first.")
    ] = ()
    tricks: Annotated[
        tuple[Trick, ...], Meta(description="The finished tricks, the first one first.")
    ] = ()
    tricks_taken: Annotated[
        tuple[int, ...], Meta(description="How many tricks each seat has taken.")
    ]
    points: Annotated[tuple[int, ...], Meta(description="The points of this deal so far, by seat.")]
    rows: Annotated[
        tuple[Row, ...] | None, Meta(description="The layout of a lottery; null in other deals.")
    ] = None
    out: Annotated[
        tuple[int, ...], Meta(description="The seats without cards in a lottery, first one first.")
    ] = ()
    declarer: Annotated[
        int | None, Meta(description="The seat whose trump or talon it is; null for none.")
    ] = None
    talon: Annotated[
        tuple[str, ...], Meta(description="The cards that were dealt open beside the hands.")
    ] = ()
    talon_taker: Annotated[
        int | None, Meta(description="The seat that took the talon; null for none yet.")
    ] = None
    sale: Annotated[
        SaleView | None, Meta(description="The bidding for the talon; null where there is none.")
    ] = None
    put_down: Annotated[
        tuple[str, ...] | None,
        Meta(description="The cards that the viewer has put down to pass; null for none."),
    ] = None
    transfers: Annotated[
        tuple[TransferView, ...], Meta(description="The cards that the viewer gave or got.")
    ] = ()
    odd_card: Annotated[
        str | None, Meta(description="The set-aside card where it lies open; else null.")
    ] = None
    laid: Annotated[
        tuple[CardPlay, ...],
        Meta(
            description="The cards that the seats have laid in a lottery, the opening one first; "
            "a seat that is passed over between two of them could lay none."
        ),
    ] = ()


class DealScore(Struct, frozen=True, rename="camel"):
    """The points of a finished deal."""

    number: Annotated[int, Meta(description="Which deal of the match, from 1.")]
    id: Annotated[str, Meta(description="The deal's name in the rule set.")]
    points: Annotated[tuple[int, ...], Meta(description="Points by seat, signed.")]


class MatchResult(Struct, frozen=True, rename="camel"):
    """How a match ended."""

    totals: Annotated[tuple[int, ...], Meta(description="Final points by seat.")]
    ranks: Annotated[
        tuple[int, ...], Meta(description="Rank by seat from 1; equal totals share one.")
    ]
    winners: Annotated[
        tuple[int, ...], Meta(description="The seats of rank 1; several mean a draw.")
    ]


class GameView(Struct, frozen=True, rename="camel", kw_only=True):
    """A match in play or ended, as the viewer may see it."""

    viewer_seat: Annotated[
        int | None, Meta(description="The seat whose eyes these are; null for a spectator.")
    ] = None
    to_act: Annotated[tuple[int, ...], Meta(description="The seats that must choose now.")] = ()
    deal: Annotated[
        DealView | None, Meta(description="The deal in play; null once the match is over.")
    ] = None
    scores: Annotated[
        tuple[DealScore, ...], Meta(description="The finished deals, the first one first.")
    ] = ()
    totals: Annotated[tuple[int, ...], Meta(description="The points so far, by seat.")]
    entropy_seats: Annotated[
        tuple[int, ...],
        Meta(description="The seats that have added entropy to the shuffle of the next deal."),
    ] = ()
    result: Annotated[
        MatchResult | None, Meta(description="How it ended; null while it is in play.")
    ] = None


class CardChoice(Struct, frozen=True, rename="camel", kw_only=True):
    """A card of the viewer's hand, and whether it may be played now."""

    card: Annotated[str, Meta(description="The card, such as QS.")]
    playable: Annotated[bool, Meta(description="Whether it may be played now.")]
    code: Annotated[
        RuleCode | None, Meta(description="Why it may not be played; null if it may.")
    ] = None
    section: Annotated[
        str | None, Meta(description="The section of the rule book; null if it may be played.")
    ] = None
    suit: Annotated[
        Suit | None, Meta(description="The suit that stands in the way; null where none does.")
    ] = None


class NumberRange(Struct, frozen=True, rename="camel"):
    """A move that takes a whole number: its text is the verb and the number."""

    kind: Annotated[MoveKind, Meta(description="The verb.")]
    minimum: Annotated[int, Meta(description="The lowest number that is allowed.")]
    maximum: Annotated[int, Meta(description="The highest number that is allowed.")]


class LegalMoves(Struct, frozen=True, rename="camel", kw_only=True):
    """What a seat is asked to choose, and every answer with the reason against it."""

    seat: Annotated[int, Meta(description="The seat that is asked.")]
    kind: Annotated[MoveKind, Meta(description="The verb of the move asked for.")]
    cards: Annotated[
        tuple[CardChoice, ...],
        Meta(description="Every card that the seat may see, in the order of dealing."),
    ]
    moves: Annotated[
        tuple[str, ...],
        Meta(
            description="Every allowed move in its text form, but for those that `choose` and "
            "`number` describe."
        ),
    ]
    choose: Annotated[
        int | None,
        Meta(
            description="How many different cards `give` takes; in an exchange one for each other "
            "seat, clockwise from the left. Null where none are given."
        ),
    ] = None
    number: Annotated[
        NumberRange | None, Meta(description="The numbers that may be said; null for none.")
    ] = None


class EffectKind(StrEnum):
    """What an effect tells; the list may grow."""

    DEALER_DRAWN = "dealer_drawn"
    DEAL_STARTED = "deal_started"
    TRUMP_NAMED = "trump_named"
    TRICK_TAKEN = "trick_taken"
    SEAT_SKIPPED = "seat_skipped"
    GHOSTS_LAID = "ghosts_laid"
    SEAT_OUT = "seat_out"
    DEAL_SCORED = "deal_scored"
    MATCH_ENDED = "match_ended"
    CARDS_PASSED = "cards_passed"
    TALON_TAKEN = "talon_taken"
    CARDS_GIVEN = "cards_given"
    TALON_PAID = "talon_paid"
    MOON_SHOT = "moon_shot"
    ODD_CARD_SHOWN = "odd_card_shown"
    ENTROPY_ADDED = "entropy_added"


class EffectView(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """One thing that an action brought about; which fields it has follows from its kind."""

    kind: Annotated[EffectKind, Meta(description="What happened.")]
    seat: Annotated[
        int | None,
        Meta(
            description="Who it happened to: the dealer drawn or dealing, the seat that named the "
            "trump, took the trick, was skipped, went out or added entropy."
        ),
    ] = None
    number: Annotated[
        int | None, Meta(description="The number of the deal or of the trick, from 1.")
    ] = None
    leader: Annotated[int | None, Meta(description="The seat that leads or led.")] = None
    trump: Annotated[Trump | None, Meta(description="The trump named; `N` for no trump.")] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="The cards drawn by seat, of the trick from its lead, the ghosts, the "
            "talon taken, or the odd card; the viewer's own hand when a deal starts or a trump is "
            "named, and what he gets when cards are passed or given; null for what he may not see."
        ),
    ] = None
    hands: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Meta(
            description="The same for every seat, by seat: its hand, or what it gets; null but "
            "for a viewer to whom all hands are open."
        ),
    ] = None
    talon: Annotated[
        tuple[str, ...] | None, Meta(description="The talon dealt open with the deal.")
    ] = None
    odd_card: Annotated[
        str | None, Meta(description="The set-aside card, where it lies open from the deal.")
    ] = None
    bid: Annotated[
        int | None, Meta(description="What is paid for the talon; 0 for a declarer's own.")
    ] = None
    way: Annotated[MoonWay | None, Meta(description="What the moon brings.")] = None
    place: Annotated[int | None, Meta(description="The place in a lottery, 1 is first.")] = None
    points: Annotated[
        tuple[int, ...] | None, Meta(description="The points it brought, by seat.")
    ] = None
    totals: Annotated[
        tuple[int, ...] | None, Meta(description="The points of the match so far, by seat.")
    ] = None
    ranks: Annotated[tuple[int, ...] | None, Meta(description="The final ranks by seat.")] = None
    winners: Annotated[
        tuple[int, ...] | None, Meta(description="The seats of rank 1 at the end.")
    ] = None
    entropy: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="What the seats added to the shuffle of the deal, by seat, hexadecimal; "
            "null if none did."
        ),
    ] = None
    receipt: Annotated[
        str | None,
        Meta(description="SHA-256 of what a seat has added to a deal to come, hexadecimal."),
    ] = None


class ActionView(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """What one commit did."""

    kind: Annotated[ActionKind, Meta(description="What was done.")]
    cause: Annotated[Cause, Meta(description="Who or what did it.")]
    seat: Annotated[int | None, Meta(description="The seat it concerns; null for none.")] = None
    move: Annotated[
        str | None, Meta(description="The move in its text form; null for other actions.")
    ] = None
    name: Annotated[
        str | None, Meta(description="The name of the player or bot that sat down.")
    ] = None
    player_id: Annotated[
        str | None,
        Meta(
            description="The account that sat down, or for which the seat is kept; null otherwise."
        ),
    ] = None
    level: Annotated[
        Level | None,
        Meta(description="The level of the house bot that plays from now on; null for none."),
    ] = None
    order: Annotated[
        tuple[int, ...],
        Meta(
            description="By new seat, the seat from which its occupant came; empty but for "
            "`reordered`."
        ),
    ] = ()


class NextStep(Struct, frozen=True, rename="camel", kw_only=True):
    """Who must act after an entry."""

    phase: Annotated[
        Phase | None, Meta(description="What the deal waits for; null out of play.")
    ] = None
    seats: Annotated[tuple[int, ...], Meta(description="The seats that must choose.")] = ()
    deadline_ms: Annotated[
        int | None,
        Meta(description="Until when, milliseconds of Unix time; null without a limit."),
    ] = None


class DealHash(Struct, frozen=True, rename="camel"):
    """A commitment to a deal to come."""

    deal: Annotated[int, Meta(description="The number of the deal; 0 is the dealer draw.")]
    hash: Annotated[str, Meta(description="SHA-256 over seed, deal and match, hexadecimal.")]


class DealSeed(Struct, frozen=True, rename="camel"):
    """The seed of a deal that is over."""

    deal: Annotated[int, Meta(description="The number of the deal; 0 is the dealer draw.")]
    seed: Annotated[str, Meta(description="The 32-byte seed, hexadecimal.")]


class EntryView(Struct, frozen=True, rename="camel", kw_only=True):
    """One entry of the log, as the viewer may see it."""

    seq: Annotated[int, Meta(description="Its number, from 1 without a gap.")]
    cursor: Annotated[str, Meta(description="Where to go on after it: `seq-hash8`.")]
    at_ms: Annotated[int, Meta(description="When, milliseconds of Unix time, store clock.")]
    action: Annotated[ActionView, Meta(description="What was done.")]
    effects: Annotated[tuple[EffectView, ...], Meta(description="What followed, in order.")]
    next: Annotated[NextStep, Meta(description="Who must act now.")]
    commitments: Annotated[
        tuple[DealHash, ...], Meta(description="Commitments to deals to come.")
    ] = ()
    reveals: Annotated[tuple[DealSeed, ...], Meta(description="Seeds of deals that are over.")] = ()


class SeatTurn(Struct, frozen=True, rename="camel", kw_only=True):
    """All that a seat has to choose by: the rules, what it sees, and what it is asked."""

    rules: Annotated[Rules, Meta(description="The rules that the match is pinned to.")]
    game: Annotated[GameView, Meta(description="The match through the eyes of the seat.")]
    legal_moves: Annotated[LegalMoves, Meta(description="What the seat is asked.")]
