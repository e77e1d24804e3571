"""What is published of the analysis of a match: every judged move, and what they come to."""

from enum import StrEnum
from typing import Annotated, Final, Protocol

from msgspec import Meta, Struct

from engine.bot_levels import Level
from engine.events import Cause
from schema.viewer import Viewer

PAGE_MAX: Final = 100  # moves of one answer

_Lost = Annotated[
    float,
    Meta(
        description="What those moves have lost together, in points of the rule set, rounded to "
        "hundredths: 0 or more, the more the worse, whichever total wins."
    ),
]
_Decisions = Annotated[
    int,
    Meta(
        description="How many decisions of the seat were judged that its occupant has made: not "
        "those of a bot in its stead or of the clock."
    ),
]
_Agreed = Annotated[
    int, Meta(description="In how many of them the house bot would have done the same.")
]


class AnalysisState(StrEnum):
    """How far an analysis has come; the list may grow."""

    PENDING = "pending"
    READY = "ready"


class JudgedMove(Struct, frozen=True, rename="camel", kw_only=True):
    """A decision between several answers, and what the strong house bot says of it.

    It is judged by what its seat could see then, without the other hands.
    """

    version: Annotated[int, Meta(description="The `seq` of the move's entry in the log.")]
    deal: Annotated[int, Meta(description="The number of the deal, from 1.")]
    seat: Annotated[int, Meta(description="The seat that moved.")]
    cause: Annotated[
        Cause, Meta(description="Who made the move: a person, a bot, or the clock in its stead.")
    ]
    move: Annotated[str, Meta(description="The text of the move that was made.")]
    best: Annotated[
        str,
        Meta(
            description="The text of the move that the bot would have made; `move` itself where "
            "that one does the same."
        ),
    ]
    lost: Annotated[
        float | None,
        Meta(
            description="How many points of the deal, as the rule set counts them, the move is "
            "expected to have lost against `best`, rounded to hundredths: 0 or more, whichever "
            "total wins. Null for bids and other choices that the bot makes without comparing "
            "answers by their points."
        ),
    ]
    error: Annotated[
        float,
        Meta(description="The standard error of `lost`, in the same points; 0 where it is exact."),
    ]


class DealAnalysis(Struct, frozen=True, rename="camel", kw_only=True):
    """What the decisions of a seat in one deal come to."""

    deal: Annotated[int, Meta(description="The number of the deal, from 1.")]
    decisions: _Decisions
    agreed: _Agreed
    lost: _Lost
    worst: Annotated[
        JudgedMove | None,
        Meta(description="The move that lost most; null if none has lost anything."),
    ]


class SeatAnalysis(Struct, frozen=True, rename="camel", kw_only=True):
    """What the decisions of a seat in the whole match come to."""

    seat: Annotated[int, Meta(description="The seat.")]
    decisions: _Decisions
    agreed: _Agreed
    lost: _Lost
    worst: Annotated[
        JudgedMove | None,
        Meta(description="The move that lost most; null if none has lost anything."),
    ]
    deals: Annotated[
        tuple[DealAnalysis, ...],
        Meta(description="The same deal by deal, those without a decision left out."),
    ]


class AnalysisView(Struct, frozen=True, rename="camel", kw_only=True):
    """What the strong house bot says of every decision of a match that is over."""

    match_id: Annotated[str, Meta(description="The match's id, `m_…`.")]
    state: Annotated[
        AnalysisState,
        Meta(description="Whether it is done; until then it holds what has been judged so far."),
    ]
    complete: Annotated[bool, Meta(description="Whether it is done and every decision was judged.")]
    missing: Annotated[
        int,
        Meta(
            description="How many decisions were passed over: those beyond 2,000 of one match or "
            "60 seconds of a processor, and those that the bot has failed at."
        ),
    ]
    level: Annotated[Level, Meta(description="The level of the house bot that judges.")]
    worlds: Annotated[
        int,
        Meta(
            description="In how many deals that agree with what the seat saw the answers were "
            "tried, at most: a pass takes twice as many, a lottery three times. 0 before the first."
        ),
    ]
    seats: Annotated[
        tuple[SeatAnalysis, ...], Meta(description="What it comes to, by seat; at most 7.")
    ]
    moves: Annotated[
        tuple[JudgedMove, ...],
        Meta(
            description="The decisions that were asked for, in the order of the log; at most 100."
        ),
    ]
    next: Annotated[
        int | None,
        Meta(description="What to give as `after` for more of them; null after the last."),
    ] = None


class Wanted(Struct, frozen=True):
    """Which moves of an analysis are wanted: of a deal, of a seat; null: of every.

    At most `first` of them, 1 to 100, with a version above `after`.
    """

    deal: int | None = None
    seat: int | None = None
    first: int = PAGE_MAX
    after: int = 0


class Analyses(Protocol):
    """Analyses of matches that are over."""

    async def analysis(self, viewer: Viewer, match_id: str, wanted: Wanted) -> AnalysisView:
        """Return the analysis of a match as far as it has come, once the viewer sees its end."""
        ...
