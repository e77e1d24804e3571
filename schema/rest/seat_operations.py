"""The operations about seats, before the start and in play."""

from typing import Final

from schema.errors import Code
from schema.rest import seat_handlers as handlers
from schema.rest.match_parts import CREATING, LOBBY, MATCH_LINKS, PLAYING, SEATING, WRITES
from schema.rest.models import SeatKept, SeatNumber, SeatOrder
from schema.rest.operation import Access, Method, Operation

_IN_PLAY: Final = (
    Code.MATCH_NOT_FOUND,
    Code.MATCH_NOT_STARTED,
    Code.MATCH_PAUSED,
    Code.MATCH_OVER,
    Code.MATCH_VOID,
    *WRITES,
)
_HELD_SEAT: Final = (*_IN_PLAY, Code.NOT_SEATED, Code.SEAT_GIVEN_UP)

WAITING_SEATS: Final = (
    Operation(
        id="kick",
        method=Method.POST,
        path="/v1/matches/{matchId}/kick",
        tag="matches",
        summary="Free a seat before the match has started.",
        description="Only the owner may. A person who is sent away cannot come back, unless a "
        "seat is kept for the account; a seat that is kept for somebody is so no longer.",
        handle=handlers.kick,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*LOBBY, Code.NOT_OWNER, Code.NO_SUCH_SEAT, Code.SEAT_EMPTY),
        example=SeatNumber(seat=1),
        links=MATCH_LINKS,
    ),
    Operation(
        id="reorderSeats",
        method=Method.POST,
        path="/v1/matches/{matchId}/order",
        tag="matches",
        summary="Seat everybody anew before the match has started.",
        description="Only the owner may. Who moves loses what he has added to the first shuffle.",
        handle=handlers.reorder,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*LOBBY, Code.NOT_OWNER, Code.BAD_ORDER),
        example=SeatOrder(order=(1, 0, 2, 3)),
        links=MATCH_LINKS,
    ),
    Operation(
        id="keepSeat",
        method=Method.POST,
        path="/v1/matches/{matchId}/kept-seats",
        tag="matches",
        summary="Keep an empty seat for an account before the match has started.",
        description="Only the owner may. The account sits down there without an invite code, and "
        "nobody else does; one seat is kept for an account at a time.",
        handle=handlers.keep_seat,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*SEATING, Code.NOT_OWNER, Code.ALREADY_SEATED, Code.ACCOUNT_NOT_FOUND),
        example=SeatKept(player_id="p_ola", seat=1),
        links=MATCH_LINKS,
    ),
)
PLAYED_SEATS: Final = (
    Operation(
        id="takeOver",
        method=Method.POST,
        path="/v1/matches/{matchId}/take-over",
        tag="play",
        summary="Let a house bot play for the caller until he reclaims his seat.",
        description="The bot has the match's `botLevel`; everybody sees that it plays.",
        handle=handlers.take_over,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*_HELD_SEAT, Code.SEAT_TAKEN_OVER),
        links=MATCH_LINKS,
    ),
    Operation(
        id="reclaimSeat",
        method=Method.POST,
        path="/v1/matches/{matchId}/reclaim",
        tag="play",
        summary="Play the caller's seat oneself again.",
        description="Its clock goes on where it stood; each choice gets at least ten seconds once.",
        handle=handlers.reclaim,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*_HELD_SEAT, Code.NOT_TAKEN_OVER),
        links=MATCH_LINKS,
    ),
    Operation(
        id="resign",
        method=Method.POST,
        path="/v1/matches/{matchId}/resign",
        tag="play",
        summary="Give up the caller's seat for good.",
        description="A house bot plays it to the end, and it takes no place in the result.",
        handle=handlers.resign,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=_HELD_SEAT,
        links=MATCH_LINKS,
    ),
)
