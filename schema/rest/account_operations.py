"""The operations about accounts and tokens."""

from http import HTTPStatus
from typing import Final

from schema.accounts import NewOverlayKey, NewToken
from schema.budgets import Budget
from schema.errors import Code
from schema.identity import Scope
from schema.rest import account_handlers as handlers
from schema.rest.models import IdentityProof, NewGuest
from schema.rest.operation import Access, Cache, Link, Method, Operation

_CREATING: Final = (Scope.MATCH_CREATE,)

ACCOUNTS: Final = (
    Operation(
        id="createGuest",
        method=Method.POST,
        path="/v1/guests",
        tag="accounts",
        summary="Make a guest account and its token.",
        description="The token is told only here. Send it as `Authorization: Bearer …`.",
        handle=handlers.create_guest,
        charged=Budget.GUESTS,
        access=Access.OPEN,
        codes=(Code.STORE_UNAVAILABLE, Code.STORE_FULL),
        status=HTTPStatus.CREATED,
        cache=Cache.NEVER,
        location="/v1/me",
        example=NewGuest(name="Ada"),
    ),
    Operation(
        id="getMe",
        method=Method.GET,
        path="/v1/me",
        tag="accounts",
        summary="Return the account that the token speaks for, and what the token is good for.",
        handle=handlers.get_me,
        access=Access.ACCOUNT,
    ),
    Operation(
        id="eraseMe",
        method=Method.DELETE,
        path="/v1/me",
        tag="accounts",
        summary="Erase the caller's account and its bots.",
        description="It leaves its seats in lobbies and gives up those in play to house bots. Its "
        "record, identity, tokens, keys and lists go at once. The token of this request must be "
        "good for all that a guest's is.",
        handle=handlers.erase_me,
        access=Access.ACCOUNT,
        codes=(Code.FORBIDDEN, Code.BUSY, Code.STORE_FULL),
    ),
    Operation(
        id="linkIdentity",
        method=Method.POST,
        path="/v1/me/identity",
        tag="accounts",
        summary="Make a guest's account that of whom an OpenID Connect issuer names.",
        description="The account keeps its id, its matches and its tokens, and the issuer's "
        "tokens speak for it from now on. The token of this request must be good for all that a "
        "guest's is. The same identity again changes nothing.",
        handle=handlers.link_identity,
        access=Access.ACCOUNT,
        codes=(Code.FORBIDDEN, Code.NO_ISSUER, Code.IDENTITY_TAKEN, Code.BUSY, Code.STORE_FULL),
        example=IdentityProof("eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"),
    ),
    Operation(
        id="createToken",
        method=Method.POST,
        path="/v1/tokens",
        tag="accounts",
        summary="Make a personal access token.",
        description="Its text is told only here. It is good for no more than the token of this "
        "request: a scope that it lacks is refused as FORBIDDEN.",
        handle=handlers.create_token,
        access=Access.ACCOUNT,
        codes=(Code.FORBIDDEN, Code.LIMIT_REACHED, Code.ACCOUNT_NOT_FOUND, Code.STORE_FULL),
        status=HTTPStatus.CREATED,
        cache=Cache.NEVER,
        example=NewToken(name="my overlay", scopes=(Scope.OVERLAY_READ,)),
        links={
            "revoke": Link(
                operation="revokeToken",
                description="Take it back.",
                parameters={"tokenId": "$response.body#/id"},
            )
        },
    ),
    Operation(
        id="listTokens",
        method=Method.GET,
        path="/v1/tokens",
        tag="accounts",
        summary="Return the tokens of the caller's account, or of a bot of it.",
        handle=handlers.list_tokens,
        access=Access.ACCOUNT,
        codes=(Code.FORBIDDEN, Code.ACCOUNT_NOT_FOUND),
    ),
    Operation(
        id="revokeToken",
        method=Method.DELETE,
        path="/v1/tokens/{tokenId}",
        tag="accounts",
        summary="Take a token back.",
        description="It is refused everywhere within 5 seconds, and streams that it has opened "
        "end. A token takes back itself, and those of its account that are good for no more.",
        handle=handlers.revoke_token,
        access=Access.ACCOUNT,
        codes=(Code.FORBIDDEN, Code.TOKEN_NOT_FOUND),
    ),
    Operation(
        id="createOverlayKey",
        method=Method.POST,
        path="/v1/overlay-keys",
        tag="accounts",
        summary="Make an overlay key.",
        description="Its text is told only here. It is safe in an address: whoever has it may "
        "watch one match, or the matches of the caller, as an overlay may, and nothing else.",
        handle=handlers.create_overlay_key,
        access=Access.ACCOUNT,
        scopes=_CREATING,
        codes=(Code.MATCH_NOT_FOUND, Code.NOT_SEATED, Code.LIMIT_REACHED, Code.STORE_FULL),
        status=HTTPStatus.CREATED,
        cache=Cache.NEVER,
        example=NewOverlayKey(name="my stream"),
        links={
            "revoke": Link(
                operation="revokeOverlayKey",
                description="Take it back.",
                parameters={"keyId": "$response.body#/id"},
            )
        },
    ),
    Operation(
        id="listOverlayKeys",
        method=Method.GET,
        path="/v1/overlay-keys",
        tag="accounts",
        summary="Return the overlay keys of the caller's account.",
        handle=handlers.list_overlay_keys,
        access=Access.ACCOUNT,
        scopes=_CREATING,
    ),
    Operation(
        id="revokeOverlayKey",
        method=Method.DELETE,
        path="/v1/overlay-keys/{keyId}",
        tag="accounts",
        summary="Take an overlay key back.",
        description="It is refused everywhere within 5 seconds, and streams that it has opened "
        "end.",
        handle=handlers.revoke_overlay_key,
        access=Access.ACCOUNT,
        scopes=_CREATING,
        codes=(Code.KEY_NOT_FOUND,),
    ),
)
