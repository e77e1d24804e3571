"""The table holds together: names, addresses, links, and types taken from signatures."""

import re

import pytest
from msgspec import structs

from schema.errors import Code
from schema.model import MatchView, MoveRequest
from schema.rest.models import FeedQuery, MatchPath, Nothing
from schema.rest.operation import Access, Method, Operation
from schema.rest.operations import OPERATIONS

TABLE = {
    "POST /v1/guests": "createGuest",
    "GET /v1/me": "getMe",
    "DELETE /v1/me": "eraseMe",
    "POST /v1/me/identity": "linkIdentity",
    "POST /v1/bots": "createBot",
    "GET /v1/bots": "listBots",
    "POST /v1/offers": "offerSeat",
    "GET /v1/offers": "listOffers",
    "POST /v1/offers/{offerId}/accept": "acceptOffer",
    "POST /v1/offers/{offerId}/decline": "declineOffer",
    "GET /v1/admin/accounts/{accountId}": "getAccount",
    "POST /v1/admin/accounts/{accountId}": "administerAccount",
    "POST /v1/admin/matches/{matchId}": "administerMatch",
    "GET /v1/admin/audit": "listAudit",
    "POST /v1/tokens": "createToken",
    "GET /v1/tokens": "listTokens",
    "DELETE /v1/tokens/{tokenId}": "revokeToken",
    "POST /v1/overlay-keys": "createOverlayKey",
    "GET /v1/overlay-keys": "listOverlayKeys",
    "DELETE /v1/overlay-keys/{keyId}": "revokeOverlayKey",
    "GET /v1/rule-sets": "listRuleSets",
    "GET /v1/rule-sets/{ruleSetId}": "getRuleSet",
    "GET /v1/rule-sets/{ruleSetId}/rules": "getRules",
    "GET /v1/rules": "getRuleBook",
    "GET /v1/problems": "listProblems",
    "POST /v1/matches": "createMatch",
    "GET /v1/matches": "listMatches",
    "GET /v1/open-matches": "listOpenMatches",
    "GET /v1/running-matches": "listRunningMatches",
    "GET /v1/players/{playerId}/matches": "listPlayerMatches",
    "GET /v1/invites/{code}": "getInvited",
    "POST /v1/matches/{matchId}/rematch": "rematch",
    "POST /v1/quick-match": "quickMatch",
    "GET /v1/matches/{matchId}": "getMatch",
    "GET /v1/matches/{matchId}/rules": "getMatchRules",
    "GET /v1/matches/{matchId}/analysis": "getAnalysis",
    "POST /v1/matches/{matchId}/seats": "joinMatch",
    "DELETE /v1/matches/{matchId}/seats/me": "leaveMatch",
    "POST /v1/matches/{matchId}/bots": "addBot",
    "POST /v1/matches/{matchId}/start": "startMatch",
    "POST /v1/matches/{matchId}/kick": "kick",
    "POST /v1/matches/{matchId}/order": "reorderSeats",
    "POST /v1/matches/{matchId}/kept-seats": "keepSeat",
    "POST /v1/matches/{matchId}/take-over": "takeOver",
    "POST /v1/matches/{matchId}/reclaim": "reclaimSeat",
    "POST /v1/matches/{matchId}/resign": "resign",
    "POST /v1/matches/{matchId}/moves/check": "validateMove",
    "GET /v1/turns": "getTurns",
    "GET /v1/matches/{matchId}/presence": "getPresence",
    "GET /v1/matches/{matchId}/moves": "getMoves",
    "POST /v1/matches/{matchId}/moves": "submitMove",
    "GET /v1/matches/{matchId}/events": "getEvents",
    "POST /v1/matches/{matchId}/entropy": "addEntropy",
    "GET /v1/matches/{matchId}/export": "exportMatch",
    "GET /livez": "getLivez",
    "GET /readyz": "getReadyz",
}
BY_ID = {at.id: at for at in OPERATIONS}
every_operation = pytest.mark.parametrize("at", OPERATIONS, ids=lambda at: at.id)


def test_the_table_has_these_operations() -> None:
    assert {f"{at.method} {at.path}": at.id for at in OPERATIONS} == TABLE


def test_ids_are_unique() -> None:
    assert len(BY_ID) == len(OPERATIONS)


@every_operation
def test_a_path_has_the_parameters_that_the_handler_takes(at: Operation) -> None:
    taken = {field.encode_name for field in structs.fields(at.types[0])}

    assert set(re.findall(r"{(\w+)}", at.path)) == taken


@every_operation
def test_a_link_leads_to_an_operation_and_fills_its_path(at: Operation) -> None:
    for link in at.links.values():
        target = BY_ID[link.operation]
        path, query, body = ({f.encode_name for f in structs.fields(t)} for t in target.types)
        assert path <= set(link.parameters) <= path | query
        assert set(link.body) <= body


@every_operation
def test_only_what_changes_something_has_a_body(at: Operation) -> None:
    assert not at.has_body or at.method is Method.POST


@every_operation
def test_an_example_is_a_body_of_its_operation(at: Operation) -> None:
    assert isinstance(at.example, at.types[2]) == at.has_body


@every_operation
def test_a_code_is_named_once(at: Operation) -> None:
    assert len(set(at.codes)) == len(at.codes)


def test_types_come_from_the_handlers_signature() -> None:
    submit, events = BY_ID["submitMove"], BY_ID["getEvents"]

    assert submit.types == (MatchPath, Nothing, MoveRequest)
    assert submit.needs_body
    assert events.types == (MatchPath, FeedQuery, Nothing)
    assert BY_ID["createMatch"].answer is MatchView
    assert BY_ID["createMatch"].answer_description == "A match, as the viewer may see it."
    assert not BY_ID["joinMatch"].needs_body


def test_what_reading_may_refuse_is_added_to_the_codes() -> None:
    open_get, account_post = BY_ID["listRuleSets"], BY_ID["joinMatch"]

    assert open_get.refusals == (Code.INVALID_INPUT, Code.NOT_ACCEPTABLE, Code.INTERNAL)
    assert account_post.access is Access.ACCOUNT
    assert set(account_post.refusals) - set(account_post.codes) == {
        Code.UNAUTHENTICATED,
        Code.ACCOUNT_BANNED,
        Code.ISSUER_UNAVAILABLE,
        Code.FORBIDDEN,
        Code.INVALID_INPUT,
        Code.NOT_FOUND,
        Code.NOT_ACCEPTABLE,
        Code.UNSUPPORTED_MEDIA_TYPE,
        Code.BODY_TOO_LARGE,
        Code.RATE_LIMITED,
        Code.INTERNAL,
    }


def test_every_code_is_told_by_some_operation() -> None:
    told = {code for at in OPERATIONS for code in at.refusals}

    assert set(Code) - told == {
        Code.METHOD_NOT_ALLOWED,  # told where no operation is meant
        Code.UNKNOWN_DOCUMENT,  # this and the next by GraphQL alone
        Code.PERSISTED_ONLY,
    }
