"""The operations that find matches: lists, invite codes, the rematch and the quick match."""

from typing import Final

from schema.budgets import Budget
from schema.errors import RULES_REFUSALS, Code
from schema.model import QuickMatch
from schema.rest import list_handlers as handlers
from schema.rest.match_parts import MATCH_LINKS, PLAYING, READING, SEATING, WRITES
from schema.rest.operation import Access, Link, Method, Operation

_PAGES: Final = (
    "Newest first. A page may have fewer matches than asked for, or none, and more follow: the "
    "list is over when `next` is null. Each match comes once, whatever happens meanwhile."
)


def _next(operation: str, parameters: dict[str, str] | None = None) -> dict[str, Link]:
    return {
        "next": Link(
            operation=operation,
            description="The next page.",
            parameters={**(parameters or {}), "after": "$response.body#/next"},
        )
    }


FINDING: Final = (
    Operation(
        id="listMatches",
        method=Method.GET,
        path="/v1/matches",
        tag="matches",
        summary="Return the matches in which the caller sits or has sat.",
        description=f"{_PAGES} With a `status` of the ended ones, by their end.",
        handle=handlers.list_matches,
        access=Access.ACCOUNT,
        scopes=READING,
        links=_next("listMatches"),
    ),
    Operation(
        id="listOpenMatches",
        method=Method.GET,
        path="/v1/open-matches",
        tag="matches",
        summary="Return public matches that wait for players.",
        description=_PAGES,
        handle=handlers.list_open,
        access=Access.ANYONE,
        scopes=READING,
        links=_next("listOpenMatches"),
    ),
    Operation(
        id="listRunningMatches",
        method=Method.GET,
        path="/v1/running-matches",
        tag="matches",
        summary="Return public matches in play that may be watched.",
        description=f"Each as late as it is shown. {_PAGES}",
        handle=handlers.list_running,
        access=Access.ANYONE,
        scopes=READING,
        links=_next("listRunningMatches"),
    ),
    Operation(
        id="listPlayerMatches",
        method=Method.GET,
        path="/v1/players/{playerId}/matches",
        tag="matches",
        summary="Return the matches of an account that have ended.",
        description="Public ones that are shown to all, and those in which the caller has sat. "
        f"{_PAGES}",
        handle=handlers.list_played,
        access=Access.ANYONE,
        scopes=READING,
        links=_next("listPlayerMatches", {"playerId": "$request.path.playerId"}),
    ),
    Operation(
        id="getInvited",
        method=Method.GET,
        path="/v1/invites/{code}",
        tag="matches",
        summary="Return the match that waits and whose invite code this is.",
        handle=handlers.get_invited,
        access=Access.ANYONE,
        scopes=READING,
        codes=(Code.MATCH_NOT_FOUND,),
        links=MATCH_LINKS,
    ),
    Operation(
        id="rematch",
        method=Method.POST,
        path="/v1/matches/{matchId}/rematch",
        tag="matches",
        summary="Play a match that has ended once more, at the same seats.",
        description="Whoever asks first makes the new match, of the same rules and settings, and "
        "owns it; bots sit there again, and the seats of the others are kept for them until they "
        "ask too. May be said again.",
        handle=handlers.rematch,
        charged=Budget.MATCHES,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(
            *(code for code in SEATING if code is not Code.NO_SUCH_SEAT),
            Code.NOT_SEATED,
            Code.MATCH_NOT_OVER,
            Code.KICKED,
            Code.INVITE_NEEDED,
        ),
        links=MATCH_LINKS,
    ),
    Operation(
        id="quickMatch",
        method=Method.POST,
        path="/v1/quick-match",
        tag="matches",
        summary="Sit down in the oldest public match that is as wanted, or in a new one.",
        description="As wanted: the same rules and clocks, and fair deals. A new one is public, "
        "and starts once it is full. Who sits in such a match already stays there.",
        handle=handlers.quick_match,
        charged=Budget.MATCHES,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*RULES_REFUSALS, *WRITES),
        example=QuickMatch(players=4, turn_seconds=60),
        links=MATCH_LINKS,
    ),
)
