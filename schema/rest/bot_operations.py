"""The operations about bots and their offers, with what they do: ask a port, wrap the answer."""

from http import HTTPStatus
from typing import Final

from schema.bots import BotMade, BotPage, NewBot, NewOffer, OfferList, OfferView
from schema.context import Services
from schema.errors import Code
from schema.identity import Scope
from schema.model import MatchView
from schema.rest.match_parts import CREATING, SEATING, WRITES
from schema.rest.models import Nothing, OfferPath, PageQuery
from schema.rest.operation import Access, Cache, Call, Link, Method, Operation

_BOT: Final = (Scope.BOT_PLAY,)


async def create_bot(services: Services, call: Call[Nothing, Nothing, NewBot]) -> BotMade:
    """Make a bot."""
    return await services.bots.create(call.viewer, call.body)


async def list_bots(services: Services, call: Call[Nothing, PageQuery, Nothing]) -> BotPage:
    """Return some bots."""
    return await services.bots.find(call.query.first, call.query.after)


async def offer_seat(services: Services, call: Call[Nothing, Nothing, NewOffer]) -> OfferView:
    """Offer a bot a seat."""
    return await services.bots.offer(call.viewer, call.body)


async def list_offers(services: Services, call: Call[Nothing, Nothing, Nothing]) -> OfferList:
    """Return the offers of the caller, a bot."""
    return await services.bots.offers(call.viewer)


async def accept_offer(services: Services, call: Call[OfferPath, Nothing, Nothing]) -> MatchView:
    """Sit down as it was offered."""
    return await services.bots.accept(call.viewer, call.path.offer_id)


async def decline_offer(services: Services, call: Call[OfferPath, Nothing, Nothing]) -> OfferView:
    """Decline an offer."""
    return await services.bots.decline(call.viewer, call.path.offer_id)


BOTS: Final = (
    Operation(
        id="createBot",
        method=Method.POST,
        path="/v1/bots",
        tag="bots",
        summary="Make a bot's account that the caller answers for, and its first token.",
        description="The token is told only here; more of them by `POST /v1/tokens` with `botId`. "
        "The account stays a bot's for ever.",
        handle=create_bot,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(Code.UNKNOWN_RULE_SET, Code.LIMIT_REACHED, Code.STORE_FULL),
        status=HTTPStatus.CREATED,
        cache=Cache.NEVER,
        example=NewBot(name="Deep Thought", at_once=4),
    ),
    Operation(
        id="listBots",
        method=Method.GET,
        path="/v1/bots",
        tag="bots",
        summary="Return bots that a seat can be offered to, the newest first.",
        handle=list_bots,
        access=Access.OPEN,
        codes=(Code.STORE_UNAVAILABLE,),
        links={
            "next": Link(
                operation="listBots",
                description="The next page.",
                parameters={"after": "$response.body#/next"},
            )
        },
    ),
    Operation(
        id="offerSeat",
        method=Method.POST,
        path="/v1/offers",
        tag="bots",
        summary="Offer a bot a seat of the caller's match in its lobby.",
        description="It stands for 30 seconds. A bot never has more offers and matches than it "
        "takes at a time.",
        handle=offer_seat,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(
            Code.ACCOUNT_NOT_FOUND,
            Code.MATCH_NOT_FOUND,
            Code.NOT_OWNER,
            Code.ALREADY_STARTED,
            Code.MATCH_VOID,
            Code.ALREADY_SEATED,
            Code.NO_SUCH_SEAT,
            Code.SEAT_TAKEN,
            Code.MATCH_FULL,
            Code.RULES_NOT_ACCEPTED,
            Code.BOT_BUSY,
            *WRITES,
        ),
        status=HTTPStatus.CREATED,
        example=NewOffer(bot_id="p_0123456789abcdef0123", match_id="m_0123456789abcdef0123"),
    ),
    Operation(
        id="listOffers",
        method=Method.GET,
        path="/v1/offers",
        tag="bots",
        summary="Return the seats that are offered to the caller, a bot, now.",
        description="For hosts without sockets; the GraphQL subscription `offers` tells of each "
        "as it comes. An offer stands for 30 seconds: ask every few of them.",
        handle=list_offers,
        access=Access.ACCOUNT,
        scopes=_BOT,
    ),
    Operation(
        id="acceptOffer",
        method=Method.POST,
        path="/v1/offers/{offerId}/accept",
        tag="bots",
        summary="Sit down as it was offered.",
        handle=accept_offer,
        access=Access.ACCOUNT,
        scopes=_BOT,
        codes=(
            Code.OFFER_NOT_FOUND,
            *SEATING,
            Code.ALREADY_SEATED,
            Code.KICKED,
            Code.INVITE_NEEDED,
        ),
    ),
    Operation(
        id="declineOffer",
        method=Method.POST,
        path="/v1/offers/{offerId}/decline",
        tag="bots",
        summary="Decline an offer.",
        handle=decline_offer,
        access=Access.ACCOUNT,
        scopes=_BOT,
        codes=(Code.OFFER_NOT_FOUND, Code.STORE_FULL),
    ),
)
