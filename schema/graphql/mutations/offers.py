"""Offer a seat to a bot, and answer an offer as one."""

from typing import Annotated

import strawberry

from schema.bots import NewOffer, OfferView
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView

OfferId = Annotated[strawberry.ID, strawberry.argument(description="The offer's id, `o_…`.")]


@strawberry.input(description="A seat to offer to a bot.")
class OfferSeatInput:
    """The GraphQL form of NewOffer."""

    bot_id: strawberry.ID = input_field(NewOffer, "bot_id")
    match_id: strawberry.ID = input_field(NewOffer, "match_id")
    seat: int | None = input_field(NewOffer, "seat")


@strawberry.type(description="The seat is offered; the bot has 30 seconds to answer.")
class SeatOffered(Result):
    """The answer of offerSeat."""

    offer: OfferView = strawberry.field(
        description="The offer.", graphql_type=published.output(OfferView)
    )


@strawberry.type(description="The bot has sat down.")
class OfferAccepted(Result):
    """The answer of acceptOffer."""

    match: MatchView = strawberry.field(
        description="The match.", graphql_type=published.output(MatchView)
    )


@strawberry.type(description="The bot does not want the seat.")
class OfferDeclined(Result):
    """The answer of declineOffer."""

    offer: OfferView = strawberry.field(
        description="The offer.", graphql_type=published.output(OfferView)
    )


@mutation(
    result("OfferSeatResult", SeatOffered),
    "Offer a bot a seat of the viewer's match in its lobby, for 30 seconds. A bot never has more "
    "offers and matches than it takes at a time. Refuses INVALID_INPUT, ACCOUNT_NOT_FOUND, "
    "MATCH_NOT_FOUND, NOT_OWNER, ALREADY_STARTED, MATCH_VOID, ALREADY_SEATED, NO_SUCH_SEAT, "
    "SEAT_TAKEN, MATCH_FULL, RULES_NOT_ACCEPTED, BOT_BUSY.",
)
async def offer_seat(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        OfferSeatInput, strawberry.argument(description="The bot and the seat.")
    ],
) -> SeatOffered:
    """Return the offer."""
    asked = info.context
    new = checked(NewOffer(bot_id=input.bot_id, match_id=input.match_id, seat=input.seat))
    return SeatOffered(offer=await asked.services.bots.offer(asked.viewer, new))


@mutation(
    result("AcceptOfferResult", OfferAccepted),
    "Sit down as it was offered; a bot's right. Refuses OFFER_NOT_FOUND, MATCH_NOT_FOUND, "
    "ALREADY_STARTED, MATCH_VOID, ALREADY_SEATED, KICKED, INVITE_NEEDED, NO_SUCH_SEAT, "
    "SEAT_TAKEN, SEAT_KEPT, MATCH_FULL.",
)
async def accept_offer(info: Info, offer_id: OfferId) -> OfferAccepted:
    """Return the match as the bot sees it."""
    asked = info.context
    return OfferAccepted(match=await asked.services.bots.accept(asked.viewer, offer_id))


@mutation(
    result("DeclineOfferResult", OfferDeclined),
    "Decline an offer; a bot's right. Refuses OFFER_NOT_FOUND.",
)
async def decline_offer(info: Info, offer_id: OfferId) -> OfferDeclined:
    """Return the offer."""
    asked = info.context
    return OfferDeclined(offer=await asked.services.bots.decline(asked.viewer, offer_id))
