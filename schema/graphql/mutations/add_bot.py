"""Put a house bot on a seat of a match."""

from typing import Annotated

import strawberry

from engine.bot_levels import Level
from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId, SeatNumber
from schema.graphql.fields import mutation, nullable
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
    "Refuses MATCH_NOT_FOUND, NOT_OWNER, ALREADY_STARTED, NO_SUCH_SEAT, SEAT_TAKEN, SEAT_KEPT, "
    "MATCH_VOID, MATCH_FULL.",
)
async def add_bot(
    info: Info,
    match_id: MatchId,
    seat: SeatNumber = None,
    level: Annotated[
        Level | None,
        strawberry.argument(
            description="How well it plays; null: the match's `botLevel`.",
            graphql_type=nullable(published.enum(Level)),
        ),
    ] = None,
) -> BotAdded:
    """Return the match with the bot."""
    asked = info.context
    lobby = asked.services.lobby
    return BotAdded(match=await lobby.add_bot(asked.viewer, match_id, seat, level))
