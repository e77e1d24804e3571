"""The operations about the present moment: who is there, and what waits for the caller."""

from typing import Final

from schema.errors import Code
from schema.model import TurnsItem
from schema.rest import live_handlers as handlers
from schema.rest.match_parts import READING, SEEING
from schema.rest.operation import Access, Cache, Link, Method, Operation

LIVE: Final = (
    Operation(
        id="getTurns",
        method=Method.GET,
        path="/v1/turns",
        tag="play",
        summary="Return or stream the matches that wait for the caller to choose.",
        description="For a bot at many tables. As JSON all of them, which `wait` delays until "
        "there is one. With `Accept: text/event-stream` or `application/x-ndjson` a stream of "
        "`TurnsItem`s: first all of them, then what is added and removed, with a heartbeat at "
        "least every 15 s. It tells the present state and has no cursor: after a cut connection "
        "it begins anew.",
        handle=handlers.get_turns,
        feed=handlers.follow_turns,
        item=TurnsItem,
        access=Access.ACCOUNT,
        scopes=READING,
        codes=(Code.BUSY,),
        cache=Cache.NEVER,
        links={
            "moves": Link(
                operation="getMoves",
                description="What the first of them asks.",
                parameters={"matchId": "$response.body#/items/0/matchId"},
            )
        },
    ),
    Operation(
        id="getPresence",
        method=Method.GET,
        path="/v1/matches/{matchId}/presence",
        tag="play",
        summary="Return which accounts of a match are there now.",
        description="By their streams, requests and moves in the last 45 s. Told only to who sees "
        "the match as it is.",
        handle=handlers.get_presence,
        access=Access.ANYONE,
        scopes=READING,
        codes=SEEING,
        cache=Cache.NEVER,
    ),
)
