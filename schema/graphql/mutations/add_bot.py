"""Put a house bot on a seat of a match."""

import strawberry

from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId, SeatNumber
from schema.graphql.fields import mutation
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView


@strawberry.type(description="A house bot has sat down.")
class BotAdded(Result):
    """The answer of addBot."""

    match: MatchView = strawberry.field(
        description="The match.", graphql_type=published.output(MatchView)
    )


@mutation(
    result("AddBotResult", BotAdded),
    "Put a house bot on a seat before the match has started; the owner's right. "
    "Refuses MATCH_NOT_FOUND, NOT_OWNER, ALREADY_STARTED, NO_SUCH_SEAT, SEAT_TAKEN, MATCH_FULL.",
)
async def add_bot(info: Info, match_id: MatchId, seat: SeatNumber = None) -> BotAdded:
    """Return the match with the bot."""
    asked = info.context
    return BotAdded(match=await asked.services.lobby.add_bot(asked.viewer, match_id, seat))
