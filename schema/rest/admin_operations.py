"""The operations of administrators."""

from typing import Final

from schema.administration import AccountMeasure, AccountOrder, MatchMeasure, MatchOrder
from schema.errors import Code
from schema.identity import Scope
from schema.rest import admin_handlers as handlers
from schema.rest.operation import Access, Link, Method, Operation

_ADMIN: Final = (Scope.ADMIN,)

ADMINISTRATION: Final = (
    Operation(
        id="getAccount",
        method=Method.GET,
        path="/v1/admin/accounts/{accountId}",
        tag="administration",
        summary="Return an account as administrators see it.",
        handle=handlers.get_account,
        access=Access.ACCOUNT,
        scopes=_ADMIN,
        codes=(Code.ACCOUNT_NOT_FOUND,),
    ),
    Operation(
        id="administerAccount",
        method=Method.POST,
        path="/v1/admin/accounts/{accountId}",
        tag="administration",
        summary="Ban an account, let it in again, or revoke all its tokens and keys.",
        description="It works everywhere within 5 seconds, on open streams too. The audit is told "
        "first. Saying it again changes nothing.",
        handle=handlers.administer_account,
        access=Access.ACCOUNT,
        scopes=_ADMIN,
        codes=(Code.ACCOUNT_NOT_FOUND, Code.BUSY, Code.STORE_FULL),
        example=AccountOrder(measure=AccountMeasure.BAN, reason="Sold moves."),
    ),
    Operation(
        id="administerMatch",
        method=Method.POST,
        path="/v1/admin/matches/{matchId}",
        tag="administration",
        summary="Pause a match, let it go on, or end it without a result.",
        description="The audit is told first.",
        handle=handlers.administer_match,
        access=Access.ACCOUNT,
        scopes=_ADMIN,
        codes=(
            Code.MATCH_NOT_FOUND,
            Code.MATCH_NOT_STARTED,
            Code.MATCH_PAUSED,
            Code.NOT_PAUSED,
            Code.MATCH_OVER,
            Code.MATCH_VOID,
            Code.BUSY,
            Code.STORE_FULL,
        ),
        example=MatchOrder(measure=MatchMeasure.PAUSE, reason="A fault is looked into."),
    ),
    Operation(
        id="listAudit",
        method=Method.GET,
        path="/v1/admin/audit",
        tag="administration",
        summary="Return what administrators have done, newest first.",
        handle=handlers.list_audit,
        access=Access.ACCOUNT,
        scopes=_ADMIN,
        links={
            "next": Link(
                operation="listAudit",
                description="The next page.",
                parameters={"after": "$response.body#/next"},
            )
        },
    ),
)
