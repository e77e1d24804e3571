"""Ban an account, let it in again, or revoke its tokens."""

from typing import Annotated

import strawberry

from schema.administration import AccountMeasure, AccountOrder, AccountView
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.input(description="What shall be done to an account, and why.")
class AdministerAccountInput:
    """The GraphQL form of AccountOrder."""

    account_id: strawberry.ID = strawberry.field(description="The account's id, `p_…`.")
    measure: AccountMeasure = input_field(AccountOrder, "measure", published.enum(AccountMeasure))
    reason: str = input_field(AccountOrder, "reason")


@strawberry.type(description="It was done, and works everywhere within 5 seconds.")
class AccountAdministered(Result):
    """The answer of administerAccount."""

    account: AccountView = strawberry.field(
        description="The account.", graphql_type=published.output(AccountView)
    )


@mutation(
    result("AdministerAccountResult", AccountAdministered),
    "Ban an account, let it in again, or revoke all its tokens and keys; needs the scope `admin`. "
    "The audit is told first. Refuses INVALID_INPUT, ACCOUNT_NOT_FOUND.",
)
async def administer_account(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        AdministerAccountInput, strawberry.argument(description="What, and why.")
    ],
) -> AccountAdministered:
    """Return the account."""
    asked = info.context
    order = checked(AccountOrder(measure=input.measure, reason=input.reason))
    done = await asked.services.admin.order_account(asked.viewer, input.account_id, order)
    return AccountAdministered(account=done)
