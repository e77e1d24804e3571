"""What a person does with a seat in play: let a bot play, come back, give up."""

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView

_MATCH = published.output(MatchView)
_HELD = (
    "MATCH_NOT_FOUND, MATCH_NOT_STARTED, MATCH_PAUSED, MATCH_OVER, MATCH_VOID, NOT_SEATED, "
    "SEAT_GIVEN_UP"
)


@strawberry.type(description="A house bot plays for the viewer.")
class SeatTakenOver(Result):
    """The answer of takeOver."""

    match: MatchView = strawberry.field(
        description="The match, with the bot's `level` on the seat.", graphql_type=_MATCH
    )


@mutation(
    result("TakeOverResult", SeatTakenOver),
    "Let a house bot play for the viewer until he reclaims his seat; everybody sees that it plays. "
    f"Refuses {_HELD}, SEAT_TAKEN_OVER.",
)
async def take_over(info: Info, match_id: MatchId) -> SeatTakenOver:
    """Return the match with the bot on the seat."""
    asked = info.context
    return SeatTakenOver(match=await asked.services.seats.take_over(asked.viewer, match_id))


@strawberry.type(description="The viewer plays his seat himself.")
class SeatReclaimed(Result):
    """The answer of reclaimSeat."""

    match: MatchView = strawberry.field(description="The match.", graphql_type=_MATCH)


@mutation(
    result("ReclaimSeatResult", SeatReclaimed),
    "Play one's seat oneself again; a bank, if there is one, then holds at least ten seconds. "
    f"Refuses {_HELD}, NOT_TAKEN_OVER.",
)
async def reclaim_seat(info: Info, match_id: MatchId) -> SeatReclaimed:
    """Return the match with the person on the seat."""
    asked = info.context
    return SeatReclaimed(match=await asked.services.seats.reclaim(asked.viewer, match_id))


@strawberry.type(description="The seat is given up for good.")
class SeatResigned(Result):
    """The answer of resign."""

    match: MatchView = strawberry.field(
        description="The match, with the seat `givenUp`.", graphql_type=_MATCH
    )


@mutation(
    result("ResignResult", SeatResigned),
    "Give up one's seat for good; a house bot plays it to the end, and it takes no place in the "
    f"result. Refuses {_HELD}.",
)
async def resign(info: Info, match_id: MatchId) -> SeatResigned:
    """Return the match with the bot on the seat."""
    asked = info.context
    return SeatResigned(match=await asked.services.seats.resign(asked.viewer, match_id))
