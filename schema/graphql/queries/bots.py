"""Find bots, and read the offers of one."""

from typing import Annotated

import strawberry

from schema.bots import BotPage, OfferList
from schema.graphql.context import Info
from schema.graphql.fields import query
from schema.graphql.published import published
from schema.graphql.results import result


@query(
    result("BotsResult", published.output(BotPage)),
    "Bots that a seat can be offered to, the newest first. Refuses INVALID_INPUT.",
)
async def bots(
    info: Info,
    first: Annotated[int, strawberry.argument(description="How many: 1 to 100.")] = 20,
    after: Annotated[
        str | None,
        strawberry.argument(description="`next` of the page before; null for the first page."),
    ] = None,
) -> BotPage:
    """Return one page."""
    return await info.context.services.bots.find(first, after)


@query(
    result("OffersResult", published.output(OfferList)),
    "The seats that are offered to the viewer, a bot, now. Needs the scope `bot:play`.",
)
async def offers(info: Info) -> OfferList:
    """Return the list."""
    asked = info.context
    return await asked.services.bots.offers(asked.viewer)
