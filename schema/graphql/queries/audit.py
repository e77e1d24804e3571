"""Read what administrators see."""

from typing import Annotated

import strawberry

from schema.administration import AccountView, AuditPage
from schema.errors import Code, Refused
from schema.graphql.context import Info
from schema.graphql.fields import nullable, query
from schema.graphql.published import published
from schema.graphql.results import result


@query(
    nullable(published.output(AccountView)),
    "An account as administrators see it; null if there is none of that id. Needs the scope "
    "`admin`.",
)
async def account(
    info: Info,
    id: Annotated[  # noqa: A002 - the contract's name
        strawberry.ID, strawberry.argument(description="The account's id, `p_…`.")
    ],
) -> AccountView | None:
    """Return the account, or nothing."""
    asked = info.context
    try:
        return await asked.services.admin.account(asked.viewer, id)
    except Refused as refused:
        if refused.refusal.code is Code.ACCOUNT_NOT_FOUND:
            return None
        raise


@query(
    result("AuditResult", published.output(AuditPage)),
    "What administrators have done, newest first. Needs the scope `admin`. Refuses INVALID_INPUT.",
)
async def audit(
    info: Info,
    first: Annotated[int, strawberry.argument(description="How many: 1 to 100.")] = 20,
    after: Annotated[
        str | None,
        strawberry.argument(description="`next` of the page before; null for the first page."),
    ] = None,
) -> AuditPage:
    """Return one page."""
    asked = info.context
    return await asked.services.admin.audit(asked.viewer, first, after)
