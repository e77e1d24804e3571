"""The operation table: every REST operation, once. Routes and the document are made from it."""

from http import HTTPStatus
from typing import Final

from engine.notation.writing import text_of
from schema.budgets import Budget
from schema.errors import MOVE_REFUSALS, RULES_REFUSALS, Code
from schema.model import EntropyRequest, MoveCheck, MoveRequest, NewMatch
from schema.rest import handlers
from schema.rest.account_operations import ACCOUNTS
from schema.rest.admin_operations import ADMINISTRATION
from schema.rest.bot_operations import BOTS
from schema.rest.list_operations import FINDING
from schema.rest.live_operations import LIVE
from schema.rest.match_parts import (
    CREATING,
    LOBBY,
    MATCH_LINKS,
    PLAYING,
    READING,
    SEATING,
    SEEING,
    WRITES,
    match_link,
)
from schema.rest.models import SEEN_END, BotChoice, SeatChoice, StartChoice
from schema.rest.operation import Access, Cache, Link, Method, Operation
from schema.rest.seat_operations import PLAYED_SEATS, WAITING_SEATS

_MOVE_LINKS: Final = {
    "submit": match_link(
        "submitMove",
        "Make the first of the allowed moves.",
        match_id="matchId",
        body={
            "move": "$response.body#/legalMoves/moves/0",
            "expectedVersion": "$response.body#/version",
        },
    ),
}
_CHECKED_LINKS: Final = {
    "submit": match_link(
        "submitMove",
        "Make it.",
        match_id="matchId",
        body={
            "move": "$response.body#/move",
            "expectedVersion": "$response.body#/version",
            "idempotencyKey": "checked",
        },
    ),
}
_ACCEPTED_LINKS: Final = {
    "moves": match_link("getMoves", "What the caller's seat is asked next.", match_id="matchId"),
    "match": match_link("getMatch", "The match after the move.", match_id="matchId"),
}

_CATALOGUE: Final = (
    Operation(
        id="listRuleSets",
        method=Method.GET,
        path="/v1/rule-sets",
        tag="rules",
        summary="Return every rule set that a match can be made with.",
        handle=handlers.list_rule_sets,
        access=Access.OPEN,
        cache=Cache.PUBLIC,
        links={
            "ruleSet": Link(
                operation="getRuleSet",
                description="One of them.",
                parameters={"ruleSetId": "$response.body#/items/0/id"},
            ),
        },
    ),
    Operation(
        id="getRuleSet",
        method=Method.GET,
        path="/v1/rule-sets/{ruleSetId}",
        tag="rules",
        summary="Return one rule set.",
        handle=handlers.get_rule_set,
        access=Access.OPEN,
        codes=(Code.UNKNOWN_RULE_SET,),
        cache=Cache.PUBLIC,
        links={
            "rules": Link(
                operation="getRules",
                description="Its rules for a number of players.",
                parameters={
                    "ruleSetId": "$response.body#/id",
                    "players": "$response.body#/players/0",
                },
            ),
        },
    ),
    Operation(
        id="getRules",
        method=Method.GET,
        path="/v1/rule-sets/{ruleSetId}/rules",
        tag="rules",
        summary="Return the rules that a match with these options would be pinned to.",
        handle=handlers.get_rules,
        access=Access.OPEN,
        codes=RULES_REFUSALS,
        cache=Cache.PUBLIC,
    ),
    Operation(
        id="getRuleBook",
        method=Method.GET,
        path="/v1/rules",
        tag="rules",
        summary="Return the rule book, whose sections the other answers name.",
        handle=handlers.get_rule_book,
        access=Access.OPEN,
        cache=Cache.PUBLIC,
        media_type="text/markdown",
    ),
    Operation(
        id="listProblems",
        method=Method.GET,
        path="/v1/problems",
        tag="rules",
        summary="Return every code that the service refuses with.",
        handle=handlers.list_problems,
        access=Access.OPEN,
        cache=Cache.PUBLIC,
    ),
)
_MATCHES: Final = (
    Operation(
        id="createMatch",
        method=Method.POST,
        path="/v1/matches",
        tag="matches",
        summary="Make a match.",
        description="The caller owns it, and sits on seat 0 unless `sit` is false.",
        handle=handlers.create_match,
        charged=Budget.MATCHES,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*RULES_REFUSALS, Code.STORE_FULL),
        status=HTTPStatus.CREATED,
        location="/v1/matches/{id}",
        example=NewMatch(players=4, turn_seconds=60),
        links=MATCH_LINKS,
    ),
    Operation(
        id="getMatch",
        method=Method.GET,
        path="/v1/matches/{matchId}",
        tag="matches",
        summary="Return a match as the caller may see it.",
        description="Without a token, or without a seat, no hand is shown.",
        handle=handlers.get_match,
        access=Access.ANYONE,
        scopes=READING,
        codes=(*SEEING, Code.NO_SUCH_VERSION, Code.NO_SUCH_SEAT, Code.MATCH_NOT_OVER),
    ),
    Operation(
        id="getMatchRules",
        method=Method.GET,
        path="/v1/matches/{matchId}/rules",
        tag="matches",
        summary="Return the rules that a match is pinned to.",
        description="They never change, whatever becomes of its rule set.",
        handle=handlers.get_match_rules,
        access=Access.ANYONE,
        scopes=READING,
        codes=SEEING,
    ),
    Operation(
        id="getAnalysis",
        method=Method.GET,
        path="/v1/matches/{matchId}/analysis",
        tag="matches",
        summary="Return what the strong house bot says of the moves of a match that is over.",
        description="What it would have done at every decision, by what that seat could see, and "
        "how many points were lost by doing otherwise. It is made after the end: `state` says "
        "whether it is done.",
        handle=handlers.get_analysis,
        access=Access.ANYONE,
        scopes=READING,
        codes=(*SEEING, Code.MATCH_NOT_OVER, Code.MATCH_VOID, Code.NO_ANALYSIS),
    ),
    Operation(
        id="joinMatch",
        method=Method.POST,
        path="/v1/matches/{matchId}/seats",
        tag="matches",
        summary="Sit down on a seat.",
        handle=handlers.join_match,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*SEATING, Code.ALREADY_SEATED, Code.INVITE_NEEDED, Code.KICKED),
        example=SeatChoice(seat=1),
        links=MATCH_LINKS,
    ),
    Operation(
        id="leaveMatch",
        method=Method.DELETE,
        path="/v1/matches/{matchId}/seats/me",
        tag="matches",
        summary="Stand up before the match has started.",
        handle=handlers.leave_match,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*LOBBY, Code.NOT_SEATED),
        links=MATCH_LINKS,
    ),
    Operation(
        id="addBot",
        method=Method.POST,
        path="/v1/matches/{matchId}/bots",
        tag="matches",
        summary="Put a house bot on a seat.",
        description="Only the owner may.",
        handle=handlers.add_bot,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*SEATING, Code.NOT_OWNER),
        example=BotChoice(seat=2),
        links=MATCH_LINKS,
    ),
    Operation(
        id="startMatch",
        method=Method.POST,
        path="/v1/matches/{matchId}/start",
        tag="matches",
        summary="Deal the first cards.",
        description="Only the owner may.",
        handle=handlers.start_match,
        access=Access.ACCOUNT,
        scopes=CREATING,
        codes=(*LOBBY, Code.NOT_OWNER, Code.SEATS_EMPTY),
        example=StartChoice(fill_with_bots=True),
        links=MATCH_LINKS,
    ),
)
_PLAY: Final = (
    Operation(
        id="getMoves",
        method=Method.GET,
        path="/v1/matches/{matchId}/moves",
        tag="play",
        summary="Return what the caller's seat is asked, and every answer with what forbids it.",
        description="`legalMoves` is null while the seat is not asked.",
        handle=handlers.get_moves,
        access=Access.ACCOUNT,
        scopes=READING,
        codes=(*SEEING, Code.NOT_SEATED),
        links=_MOVE_LINKS,
    ),
    Operation(
        id="submitMove",
        method=Method.POST,
        path="/v1/matches/{matchId}/moves",
        tag="play",
        summary="Make a move.",
        description="Safe to repeat: the same `idempotencyKey` with the same move gets the same "
        "answer and moves nothing. A refused move leaves its key free.",
        handle=handlers.submit_move,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*MOVE_REFUSALS, *WRITES),
        example=MoveRequest(move="play QS", expected_version=7, idempotency_key="move-1"),
        links=_ACCEPTED_LINKS,
    ),
    Operation(
        id="validateMove",
        method=Method.POST,
        path="/v1/matches/{matchId}/moves/check",
        tag="play",
        summary="Say whether a move would be accepted now, and move nothing.",
        description="Refuses exactly as `submitMove` would.",
        handle=handlers.validate_move,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(*(code for code in MOVE_REFUSALS if code is not Code.IDEMPOTENCY_KEY_REUSED),),
        example=MoveCheck(move="play QS"),
        links=_CHECKED_LINKS,
    ),
    Operation(
        id="getEvents",
        method=Method.GET,
        path="/v1/matches/{matchId}/events",
        tag="play",
        summary="Return or stream the match's log as the caller may see it.",
        description="With `Accept: text/event-stream` or `application/x-ndjson` a stream of "
        "`FeedItem`s to the end of the match, with a heartbeat at least every 15 s; otherwise one "
        "page, which `wait` delays until there is something to tell. A cursor goes on exactly "
        "after its item, on every kind of answer. The `id` of a server-sent event is its cursor, "
        f"that of the last with `{SEEN_END}` behind it, so that a browser resumes by itself; who "
        "had the end of a finished match gets 204, and stays away.",
        handle=handlers.get_events,
        feed=handlers.follow_events,
        access=Access.ANYONE,
        scopes=READING,
        codes=(*SEEING, Code.BUSY),
    ),
)
_FAIRNESS: Final = (
    Operation(
        id="addEntropy",
        method=Method.POST,
        path="/v1/matches/{matchId}/entropy",
        tag="fairness",
        summary="Add bytes of one's own to the shuffle of the next deal.",
        description="Once a deal, until the present one is over; for the first deal until the "
        "start. The log shows the receipt at once, and the bytes when the deal starts. The same "
        "bytes again get the same receipt and change nothing.",
        handle=handlers.add_entropy,
        access=Access.ACCOUNT,
        scopes=PLAYING,
        codes=(
            Code.NOT_SEATED,
            Code.ENTROPY_CLOSED,
            Code.ENTROPY_LENGTH,
            Code.ENTROPY_TWICE,
            Code.NO_DEAL_FOLLOWS,
            Code.MATCH_OVER,
            Code.MATCH_VOID,
            Code.MATCH_NOT_FOUND,
            *WRITES,
        ),
        example=EntropyRequest(deal=1, value="6b6965726b69"),
        links={
            "match": match_link("getMatch", "The match with it.", match_id="matchId"),
        },
    ),
    Operation(
        id="exportMatch",
        method=Method.GET,
        path="/v1/matches/{matchId}/export",
        tag="fairness",
        summary="Return a match that is over as it is written down.",
        description="With its seeds and commitments, so that its points and its deals can be "
        "checked without this service. As JSON, or with `Accept: text/plain` as text.",
        handle=handlers.export_match,
        access=Access.ANYONE,
        scopes=READING,
        codes=(*SEEING, Code.MATCH_NOT_OVER),
        as_text=text_of,
    ),
)
_HEALTH: Final = (
    Operation(
        id="getLivez",
        method=Method.GET,
        path="/livez",
        tag="health",
        summary="Say whether this process answers at all.",
        handle=handlers.get_livez,
        access=Access.OPEN,
        cache=Cache.NEVER,
    ),
    Operation(
        id="getReadyz",
        method=Method.GET,
        path="/readyz",
        tag="health",
        summary="Say whether this process can serve: its store answers, and it is not stopping.",
        handle=handlers.get_readyz,
        access=Access.OPEN,
        codes=(Code.STORE_UNAVAILABLE,),
        cache=Cache.NEVER,
    ),
)

OPERATIONS: Final[tuple[Operation, ...]] = (
    *ACCOUNTS,
    *ADMINISTRATION,
    *BOTS,
    *_CATALOGUE,
    *_MATCHES,
    *FINDING,
    *WAITING_SEATS,
    *_PLAY,
    *LIVE,
    *PLAYED_SEATS,
    *_FAIRNESS,
    *_HEALTH,
)
