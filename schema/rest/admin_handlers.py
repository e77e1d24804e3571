"""What the REST operations of administrators do: ask a port, wrap the answer."""

from schema.administration import AccountOrder, AccountView, AuditPage, MatchOrder
from schema.context import Services
from schema.model import MatchView
from schema.rest.models import AccountPath, AuditQuery, MatchPath, Nothing
from schema.rest.operation import Call


async def get_account(services: Services, call: Call[AccountPath, Nothing, Nothing]) -> AccountView:
    """Return an account."""
    return await services.admin.account(call.viewer, call.path.account_id)


async def administer_account(
    services: Services, call: Call[AccountPath, Nothing, AccountOrder]
) -> AccountView:
    """Ban an account, let it in again, or revoke its tokens."""
    return await services.admin.order_account(call.viewer, call.path.account_id, call.body)


async def administer_match(
    services: Services, call: Call[MatchPath, Nothing, MatchOrder]
) -> MatchView:
    """Pause a match, let it go on, or end it."""
    return await services.admin.order_match(call.viewer, call.path.match_id, call.body)


async def list_audit(services: Services, call: Call[Nothing, AuditQuery, Nothing]) -> AuditPage:
    """Return a part of the audit."""
    return await services.admin.audit(call.viewer, call.query.first, call.query.after)
