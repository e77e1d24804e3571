"""Pages of a longer list, as Relay's specification of connections has them."""

from typing import Annotated

import strawberry

from schema.graphql.answer import Result
from schema.graphql.published import published
from schema.model import MatchPage, MatchView


@strawberry.type(description="Where a page of a list begins and ends.")
class PageInfo:
    """What Relay asks of every page."""

    has_next_page: bool = strawberry.field(description="Whether more follow.")
    has_previous_page: bool = strawberry.field(description="Whether others came before.")
    start_cursor: str | None = strawberry.field(
        description="The cursor of the first item; null on an empty page."
    )
    end_cursor: str | None = strawberry.field(
        description="Send it as `after` for the next page; null on an empty last page. A page may "
        "have fewer items than asked for, and more follow."
    )


@strawberry.type(description="A match in a list.")
class MatchEdge:
    """An item and where it stands."""

    cursor: str = strawberry.field(description="Send it as `after` to go on behind this match.")
    node: MatchView = strawberry.field(
        description="The match.", graphql_type=published.output(MatchView)
    )


@strawberry.type(description="Some matches of a longer list, newest first.")
class MatchConnection(Result):
    """The GraphQL form of MatchPage."""

    edges: list[MatchEdge] = strawberry.field(description="At most 100 matches.")
    page_info: PageInfo = strawberry.field(description="Where this page ends.")


First = Annotated[int, strawberry.argument(description="How many: 1 to 100.")]
After = Annotated[
    str | None,
    strawberry.argument(description="`endCursor` of the page before; null for the first."),
]


def connection(page: MatchPage, after: str | None, *, by_end: bool = False) -> MatchConnection:
    """Return a page that was asked for behind a cursor; without one it is the first.

    `by_end`: the list is ordered by when matches have ended, not by when they were made.
    """
    edges = [
        MatchEdge(
            cursor=f"{match.updated_at_ms if by_end else match.created_at_ms}-{match.id}",
            node=match,
        )
        for match in page.items
    ]
    last = edges[-1].cursor if edges else None
    return MatchConnection(
        edges=edges,
        page_info=PageInfo(
            has_next_page=page.next is not None,
            has_previous_page=after is not None,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=page.next or last,
        ),
    )
