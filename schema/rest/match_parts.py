"""What operations on matches share: codes, scopes, and the links that lead on from a match."""

from typing import Final

from schema.errors import Code
from schema.identity import Scope
from schema.rest.operation import Link

WRITES: Final = (Code.STORE_UNAVAILABLE, Code.STORE_FULL, Code.BUSY)
LOBBY: Final = (Code.MATCH_NOT_FOUND, Code.ALREADY_STARTED, Code.MATCH_VOID, *WRITES)
SEATING: Final = (
    *LOBBY,
    Code.NO_SUCH_SEAT,
    Code.SEAT_TAKEN,
    Code.SEAT_KEPT,
    Code.MATCH_FULL,
)
SEEING: Final = (Code.MATCH_NOT_FOUND, Code.NOT_FOR_SPECTATORS)
READING: Final = (Scope.MATCH_READ,)
CREATING: Final = (Scope.MATCH_CREATE,)
PLAYING: Final = (Scope.MATCH_PLAY, Scope.BOT_PLAY)


def match_link(
    operation: str,
    description: str,
    *,
    match_id: str = "id",
    body: dict[str, str | int | bool] | None = None,
) -> Link:
    """Return a link from an answer that names a match to an operation on that match."""
    return Link(
        operation=operation,
        description=description,
        parameters={"matchId": f"$response.body#/{match_id}"},
        body=body or {},
    )


MATCH_LINKS: Final = {
    "match": match_link("getMatch", "The match as it then stands."),
    "join": match_link("joinMatch", "Sit down in it."),
    "leave": match_link("leaveMatch", "Stand up again."),
    "addBot": match_link("addBot", "Put a house bot on a seat."),
    "start": match_link(
        "startMatch",
        "Deal the first cards, with bots on the empty seats.",
        body={"fillWithBots": True},
    ),
    "order": match_link("reorderSeats", "Seat everybody anew."),
    "takeOver": match_link("takeOver", "Let a bot play for the caller, once it is in play."),
    "reclaim": match_link("reclaimSeat", "Play oneself again."),
    "rematch": match_link("rematch", "Play it once more, when it is over."),
    "moves": match_link("getMoves", "What the caller's seat is asked."),
    "events": match_link("getEvents", "The match's log."),
    "rules": match_link("getMatchRules", "The rules it is pinned to."),
    "entropy": match_link(
        "addEntropy",
        "Add to the shuffle of the first deal.",
        body={"deal": 1, "value": "6b6965726b69"},
    ),
    "export": match_link("exportMatch", "The whole match, once it is over."),
    "analysis": match_link("getAnalysis", "What a house bot says of its moves, once it is over."),
}
