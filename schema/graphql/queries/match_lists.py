"""Find matches: to join, to watch, and those that somebody has played."""

from typing import Annotated

import strawberry

from schema.errors import Code, Refused
from schema.graphql.connections import After, First, MatchConnection, connection
from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.graphql.results import result
from schema.list_ports import OpenFilter, PageRequest
from schema.model import MatchView


@query(
    result("OpenMatchesResult", MatchConnection),
    "Public matches that wait for players, newest first. Refuses INVALID_INPUT.",
)
async def open_matches(
    info: Info,
    rule_set: Annotated[
        strawberry.ID | None,
        strawberry.argument(description="Only those of this rule set; null: of any."),
    ] = None,
    players: Annotated[
        int | None, strawberry.argument(description="Only those for so many; null: any number.")
    ] = None,
    first: First = 20,
    after: After = None,
) -> MatchConnection:
    """Return one page."""
    asked = info.context
    wanted, page = OpenFilter(rule_set, players), PageRequest(first, after)
    return connection(await asked.services.lists.open(asked.viewer, wanted, page), after)


@query(
    result("RunningMatchesResult", MatchConnection),
    "Public matches in play that may be watched, the newest first, each as late as it is shown. "
    "Refuses INVALID_INPUT.",
)
async def running_matches(info: Info, first: First = 20, after: After = None) -> MatchConnection:
    """Return one page."""
    asked = info.context
    page = PageRequest(first, after)
    return connection(await asked.services.lists.running(asked.viewer, page), after)


@query(
    result("PlayerMatchesResult", MatchConnection),
    "The matches of an account that have ended, the last to end first: public ones that are shown "
    "to all, and those in which the viewer has sat. Refuses INVALID_INPUT.",
)
async def player_matches(
    info: Info,
    player_id: Annotated[
        strawberry.ID, strawberry.argument(description="The account's id, `p_…`.")
    ],
    first: First = 20,
    after: After = None,
) -> MatchConnection:
    """Return one page."""
    asked = info.context
    page = PageRequest(first, after)
    found = await asked.services.lists.history(asked.viewer, player_id, page)
    return connection(found, after, by_end=True)


@query(
    nullable(published.output(MatchView)),
    "The match that waits and whose invite code this is; null if there is none.",
)
async def match_by_invite(
    info: Info,
    code: Annotated[
        str,
        strawberry.argument(
            description="The code: small letters, spaces and dashes do not matter."
        ),
    ],
) -> MatchView | None:
    """Return the match, or nothing."""
    asked = info.context
    try:
        return await asked.services.lists.by_invite(asked.viewer, code)
    except Refused as refused:
        if refused.refusal.code is Code.MATCH_NOT_FOUND:
            return None
        raise
