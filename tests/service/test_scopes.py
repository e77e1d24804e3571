"""Every operation of both transports, asked for with every scope alone."""

import re

import httpx
import pytest
from graphql import GraphQLError
from msgspec.structs import replace
from starlette.applications import Starlette
from strawberry.types.execution import PreExecutionError

from schema.accounts import Erased, Me
from schema.context import Services, Viewer
from schema.errors import Code, Refused, refused
from schema.graphql import Asked, build_schema
from schema.identity import Scope
from schema.model import GuestToken, PlayerView
from schema.rest.json_schemas import example
from schema.rest.operation import Access, Operation
from schema.rest.operations import OPERATIONS
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.rest import app_of, client_of
from tests.fixtures.services import memory_services

BY_ID = {at.id: at for at in OPERATIONS}
# What depends on the rest of the request has its tests elsewhere.
DEPENDS = {at.id for at in OPERATIONS if Code.FORBIDDEN in at.codes}
LOOKING = [at for at in OPERATIONS if at.access is not Access.OPEN and at.id not in DEPENDS]

# The operation that each root field is the twin of; none: it takes any token, and nobody.
TWINS = {
    "query { me { id } }": None,
    "query { tokens { __typename } }": "listTokens",
    'mutation { createToken(input: {name: "a", scopes: [MATCH_READ]}) '
    "{ __typename } }": "createToken",
    'mutation { revokeToken(tokenId: "t_1") { __typename } }': "revokeToken",
    "query { overlayKeys { __typename } }": "listOverlayKeys",
    "mutation { createOverlayKey(input: {}) { __typename } }": "createOverlayKey",
    'mutation { revokeOverlayKey(keyId: "k_1") { __typename } }': "revokeOverlayKey",
    'mutation { linkIdentity(token: "a.b.c") { __typename } }': "linkIdentity",
    'query { account(id: "p_1") { id } }': "getAccount",
    "query { audit { __typename } }": "listAudit",
    'mutation { administerAccount(input: {accountId: "p_1", measure: BAN, reason: "x"}) '
    "{ __typename } }": "administerAccount",
    'mutation { administerMatch(input: {matchId: "m_1", measure: VOID, reason: "x"}) '
    "{ __typename } }": "administerMatch",
    "query { bots { __typename } }": None,
    "query { offers { __typename } }": "listOffers",
    'mutation { createBot(input: {name: "Bot"}) { __typename } }': "createBot",
    'mutation { offerSeat(input: {botId: "p_1", matchId: "m_1"}) { __typename } }': "offerSeat",
    'mutation { acceptOffer(offerId: "o_1") { __typename } }': "acceptOffer",
    'mutation { declineOffer(offerId: "o_1") { __typename } }': "declineOffer",
    "subscription { offers { kind } }": "listOffers",
    "mutation { eraseAccount { __typename } }": "eraseMe",
    "query { ruleSets { id } }": None,
    'query { ruleSet(id: "kurnik") { id } }': None,
    'query { rules(ruleSet: "kurnik", players: 4) { __typename } }': None,
    'query { match(id: "m_1") { id } }': "getMatch",
    'query { matchAt(matchId: "m_1", version: 1) { __typename } }': "getMatch",
    "query { matches { __typename } }": "listMatches",
    'query { matchAnalysis(matchId: "m_1") { __typename } }': "getAnalysis",
    'query { matchExport(matchId: "m_1") { __typename } }': "exportMatch",
    'mutation { createGuest(name: "Ala") { __typename } }': None,
    "mutation { createMatch(input: {}) { __typename } }": "createMatch",
    'mutation { joinMatch(matchId: "m_1") { __typename } }': "joinMatch",
    'mutation { leaveMatch(matchId: "m_1") { __typename } }': "leaveMatch",
    'mutation { addBot(matchId: "m_1") { __typename } }': "addBot",
    'mutation { startMatch(matchId: "m_1") { __typename } }': "startMatch",
    'mutation { rematch(matchId: "m_1") { __typename } }': "rematch",
    "mutation { quickMatch(input: {}) { __typename } }": "quickMatch",
    "query { openMatches { __typename } }": "listOpenMatches",
    "query { runningMatches { __typename } }": "listRunningMatches",
    'query { playerMatches(playerId: "p_1") { __typename } }': "listPlayerMatches",
    'query { matchByInvite(code: "ABCD") { id } }': "getInvited",
    'mutation { kick(matchId: "m_1", seat: 1) { __typename } }': "kick",
    'mutation { reorderSeats(matchId: "m_1", order: [0, 1, 2]) { __typename } }': "reorderSeats",
    'mutation { keepSeat(matchId: "m_1", playerId: "p_1") { __typename } }': "keepSeat",
    'mutation { takeOver(matchId: "m_1") { __typename } }': "takeOver",
    'mutation { reclaimSeat(matchId: "m_1") { __typename } }': "reclaimSeat",
    'mutation { resign(matchId: "m_1") { __typename } }': "resign",
    'query { validateMove(matchId: "m_1", move: {text: "play QS"}) '
    "{ __typename } }": "validateMove",
    'mutation { submitMove(input: {matchId: "m_1", expectedVersion: 1, idempotencyKey: "k", '
    'move: {text: "play QS"}}) { __typename } }': "submitMove",
    'mutation { addEntropy(input: {matchId: "m_1", deal: 1, value: "ab"}) '
    "{ __typename } }": "addEntropy",
    "subscription { myTurns { kind } }": "getTurns",
    'subscription { matchEvents(matchId: "m_1") { seq } }': "getEvents",
}


class OneScope:
    """Accounts whose tokens are called as the one scope that they are good for."""

    async def guest(self, name: str) -> GuestToken:
        """Refuse: the store is not asked."""
        raise refused(Code.BUSY, name)

    async def viewer(self, token: str | None) -> Viewer:
        """Return who has the scope; that of bots belongs to a bot."""
        scope = Scope(token or "")
        is_bot = scope is Scope.BOT_PLAY
        player = PlayerView(id="p_ala", name="Ala", guest=False, bot=is_bot)
        return Viewer(player, frozenset({scope}), token_id="t_1")

    async def link(self, viewer: Viewer, token: str) -> Me:
        """Refuse: the store is not asked."""
        raise refused(Code.BUSY, token)

    async def erase(self, viewer: Viewer) -> Erased:
        """Refuse: the store is not asked."""
        raise refused(Code.BUSY, viewer.player_id or "")

    async def me(self, viewer: Viewer) -> Me:
        """Refuse: the store is not asked."""
        raise refused(Code.BUSY, viewer.player_id or "")

    async def by_key(self, key: str) -> Viewer:
        """Know no key."""
        raise refused(Code.UNAUTHENTICATED, key)

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return that it is."""
        return viewer.token_id == "t_1"


@pytest.fixture
def services() -> Services:
    return replace(memory_services(), players=OneScope())


@pytest.fixture
def app(services: Services) -> Starlette:
    return app_of(services)


async def ask(app: Starlette, at: Operation, scope: Scope) -> httpx.Response:
    """Send the example of an operation to things that do not exist."""
    body = None if at.example is None else example(at.example)
    async with client_of(app, scope) as client:
        return await client.request(at.method, re.sub(r"{(\w+)}", "x_1", at.path), json=body)


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("at", LOOKING, ids=lambda at: at.id)
async def test_an_operation_is_refused_by_the_scope_that_is_missing_and_nothing_else(
    app: Starlette, at: Operation, scope: Scope
) -> None:
    answer = await ask(app, at, scope)

    code = answer.json().get("code")
    if not at.scopes or scope in at.scopes:
        assert code not in {Code.FORBIDDEN, Code.UNAUTHENTICATED}
        return
    assert (answer.status_code, code) == (403, Code.FORBIDDEN)
    assert answer.json()["allowed"][0] in at.scopes
    challenge = f'error="insufficient_scope", scope="{answer.json()["allowed"][0]}"'
    assert answer.headers["www-authenticate"] == f'Bearer realm="kierki", {challenge}'


def test_every_root_field_has_its_twin() -> None:
    core = build_schema().core
    roots = (core.query_type, core.mutation_type, core.subscription_type)
    fields = {name for root in roots if root is not None for name in root.fields}

    assert {re.findall(r"{ (\w+)", text)[0] for text in TWINS} == fields


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("document", [text for text, at in TWINS.items() if at not in DEPENDS])
async def test_a_root_field_is_refused_exactly_where_its_twin_is(
    services: Services, document: str, scope: Scope
) -> None:
    twin = TWINS[document]
    lacks = twin is not None and bool(BY_ID[twin].scopes) and scope not in BY_ID[twin].scopes

    told = await errors_of(services, document, scope)

    if not lacks:
        assert "FORBIDDEN" not in [error["code"] for error in told]
        return
    assert twin is not None
    assert [error["code"] for error in told] == ["FORBIDDEN"]
    assert told[0]["scope"] in BY_ID[twin].scopes


async def errors_of(services: Services, document: str, scope: Scope) -> list[dict[str, object]]:
    """Return the extensions of the errors of an operation."""
    if document.startswith("subscription"):
        return await refusals_of_a_subscription(services, document, scope)
    body = await GraphQLClient(app_of(services), scope).run(document)
    return [error["extensions"] for error in body.get("errors", ())]


async def refusals_of_a_subscription(
    services: Services, document: str, scope: Scope
) -> list[dict[str, object]]:
    """Return the code and scope that an operation over a socket is refused with."""
    asked = Asked(services, await services.players.viewer(scope))
    stream = await build_schema().subscribe(document, context_value=asked)
    if isinstance(stream, PreExecutionError):
        found = list(stream.errors or ())
    else:
        found = list((await anext(stream)).errors or ())  # some go on for ever
        await stream.aclose()
    return [_told(error) for error in found]


def _told(error: GraphQLError) -> dict[str, object]:
    assert isinstance(error.original_error, Refused)
    refusal = error.original_error.refusal
    return {"code": refusal.code.value, "scope": (refusal.allowed or ("",))[0]}
