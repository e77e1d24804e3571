"""Each mutation hands its arguments to its port and wraps the answer, or tells the refusal."""

from typing import Any

import msgspec
import pytest

from engine.cards import Suit
from engine.rulesets.custom import CustomGame
from schema.errors import Code, Refusal, Refused
from schema.model import MoveRequest, NewMatch, Visibility
from tests.fixtures.graphql import GraphQLClient, codes
from tests.fixtures.ports import ALA, ALAS_TOKEN, AT_MS, FakePorts

ENDLESS = {"limit": 0, "when": "REACH", "tie": "DRAW"}
TOLD = "__typename ... on Result { done } ... on Refusal { code message }"
MOVE = (
    "mutation($input: SubmitMoveInput!) { submitMove(input: $input) {"
    f" {TOLD}"
    " ... on MoveAccepted { matchId version entry { seq cursor atMs"
    " action { kind cause seat move name }"
    " effects { kind seat number leader trump cards place points totals ranks winners }"
    " next { phase seats deadlineMs } commitments { deal hash } reveals { deal seed } } } } }"
)


def move(**changes: Any) -> dict[str, Any]:
    """Return the input of a move."""
    plain = {
        "matchId": "m_0001",
        "expectedVersion": 7,
        "idempotencyKey": "move-7",
        "move": {"play": "QS"},
    }
    return {**plain, **changes}


@pytest.mark.parametrize(
    ("mutation", "typename", "asked"),
    [
        ("createMatch(input: {})", "MatchCreated", ("create", ALA.id, NewMatch())),
        (
            'joinMatch(matchId: "m_0001", seat: 2)',
            "MatchJoined",
            ("join", ALA.id, "m_0001", 2, ""),
        ),
        (
            'joinMatch(matchId: "m_0001")',
            "MatchJoined",
            ("join", ALA.id, "m_0001", None, ""),
        ),
        (
            'leaveMatch(matchId: "m_0001")',
            "MatchLeft",
            ("leave", ALA.id, "m_0001"),
        ),
        (
            'addBot(matchId: "m_0001", seat: 1)',
            "BotAdded",
            ("add_bot", ALA.id, "m_0001", 1, None),
        ),
        (
            'startMatch(matchId: "m_0001")',
            "MatchStarted",
            ("start", ALA.id, "m_0001", False),
        ),
        (
            'startMatch(matchId: "m_0001", fillWithBots: true)',
            "MatchStarted",
            ("start", ALA.id, "m_0001", True),
        ),
    ],
)
async def test_lobby_mutation_answers_with_the_match(
    ala: GraphQLClient,
    ports: FakePorts,
    mutation: str,
    typename: str,
    asked: tuple[object, ...],
) -> None:
    match = "{ id version status createdAtMs seats { seat kind playerId name } game { totals } }"

    data = await ala.data(
        f"mutation {{ {mutation} {{ {TOLD} ... on {typename} {{ match {match} }} }} }}"
    )

    assert data[mutation.partition("(")[0]] == {
        "__typename": typename,
        "done": True,
        "match": {
            "id": "m_0001",
            "version": 1,
            "status": "LOBBY",
            "createdAtMs": AT_MS,
            "seats": [{"seat": 0, "kind": "PERSON", "playerId": "p_ala", "name": "Ala"}],
            "game": None,
        },
    }
    assert ports.asked == [asked]


async def test_guest_gets_an_account_and_its_token(nobody: GraphQLClient, ports: FakePorts) -> None:
    data = await nobody.data(
        f'mutation {{ createGuest(name: "Ala") {{ {TOLD}'
        " ... on GuestToken { token player { id name guest } } } }"
    )

    assert data["createGuest"] == {
        "__typename": "GuestToken",
        "done": True,
        "token": ALAS_TOKEN,
        "player": {"id": "p_ala", "name": "Ala", "guest": True},
    }
    assert ports.asked == [("guest", "Ala")]


async def test_new_match_is_what_was_agreed_on(ala: GraphQLClient, ports: FakePorts) -> None:
    agreed = {
        "ruleSet": "kurnik",
        "players": 3,
        "options": [{"id": "trump_leader", "value": "declarer"}],
        "visibility": "PUBLIC",
        "turnSeconds": None,
        "botPaceMs": 0,
        "seed": 7,
        "sit": False,
    }

    await ala.data(
        f"mutation($input: CreateMatchInput!) {{ createMatch(input: $input) {{ {TOLD} }} }}",
        input=agreed,
    )

    new = NewMatch(
        rule_set="kurnik",
        players=3,
        options={"trump_leader": "declarer"},
        visibility=Visibility.PUBLIC,
        turn_seconds=None,
        bot_pace_ms=0,
        seed=7,
        sit=False,
    )
    assert ports.asked == [("create", ALA.id, new)]


@pytest.mark.parametrize(
    ("agreed", "message"),
    [
        ({"players": 8}, "Expected `int` <= 7 - at `$.players`."),
        ({"turnSeconds": 0}, "Expected `int` >= 1 - at `$.turnSeconds`."),
        ({"botPaceMs": 10_001}, "Expected `int` <= 10000 - at `$.botPaceMs`."),
        ({"seed": -1}, "Expected `int` >= 0 - at `$.seed`."),
        ({"ruleSet": "x" * 65}, "Expected `str` of length <= 64 - at `$.ruleSet`."),
        (
            {"options": [{"id": "a", "value": "1"}, {"id": "a", "value": "2"}]},
            "An option is named twice.",
        ),
    ],
)
async def test_new_match_outside_the_limits_is_refused_before_the_port_is_asked(
    ala: GraphQLClient, ports: FakePorts, agreed: dict[str, Any], message: str
) -> None:
    data = await ala.data(
        f"mutation($input: CreateMatchInput!) {{ createMatch(input: $input) {{ {TOLD} }} }}",
        input=agreed,
    )

    assert data["createMatch"] == {
        "__typename": "Refusal",
        "done": False,
        "code": "INVALID_INPUT",
        "message": message,
    }
    assert ports.asked == []


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        ({"turnSeconds": 0}, "turnSeconds"),
        ({"spectators": {"delaySeconds": 86_401}}, "spectators.delaySeconds"),
        (
            {"ruleSet": "custom", "custom": {"direction": "LOW", "deals": [], "ending": ENDLESS}},
            "custom.ending.limit",
        ),
        ({"options": [{"id": "a", "value": "1"}, {"id": "a", "value": "2"}]}, None),
    ],
)
async def test_a_refusal_names_the_field_that_is_refused(
    ala: GraphQLClient, ports: FakePorts, agreed: dict[str, Any], field: str | None
) -> None:
    data = await ala.data(
        "mutation($input: CreateMatchInput!) { createMatch(input: $input)"
        " { ... on Refusal { code field } } }",
        input=agreed,
    )

    assert data["createMatch"] == {"code": "INVALID_INPUT", "field": field}
    assert ports.asked == []


async def test_accepted_move_is_answered_with_its_entry(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    data = await ala.data(MOVE, input=move())

    effect = dict.fromkeys(("trump", "place", "totals", "ranks", "winners"))
    assert data["submitMove"] == {
        "__typename": "MoveAccepted",
        "done": True,
        "matchId": "m_0001",
        "version": 8,
        "entry": {
            "seq": 8,
            "cursor": "8-0a0b0c0d",
            "atMs": AT_MS,
            "action": {
                "kind": "MOVED",
                "cause": "PLAYER",
                "seat": 0,
                "move": "play QS",
                "name": None,
            },
            "effects": [
                {
                    **effect,
                    "kind": "TRICK_TAKEN",
                    "seat": 2,
                    "number": 1,
                    "leader": 1,
                    "cards": ["2S", "AS", "3S", "QS"],
                    "points": [0, 0, -20, 0],
                }
            ],
            "next": {"phase": "TRICKS", "seats": [2], "deadlineMs": AT_MS + 120_000},
            "commitments": [],
            "reveals": [],
        },
    }
    request = MoveRequest(move="play QS", expected_version=7, idempotency_key="move-7")
    assert ports.asked == [("submit", ALA.id, "m_0001", request)]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ({"play": "QS"}, "play QS"),
        ({"play": "10h"}, "play 10h"),
        ({"trump": "HEARTS"}, "trump H"),
        ({"text": "trump C"}, "trump C"),
        ({"trump": "NONE"}, "trump N"),
        ({"give": ["QS", "KH"]}, "give QS KH"),
        ({"bid": 125}, "bid 125"),
        ({"open": 100}, "open 100"),
        ({"lower": 50}, "lower 50"),
        ({"text": ""}, ""),
    ],
)
async def test_every_form_of_a_move_comes_to_its_text(
    ala: GraphQLClient, ports: FakePorts, form: dict[str, str], text: str
) -> None:
    await ala.data(MOVE, input=move(move=form))

    request = MoveRequest(move=text, expected_version=7, idempotency_key="move-7")
    assert ports.asked == [("submit", ALA.id, "m_0001", request)]


@pytest.mark.parametrize(
    "form",
    [{}, {"play": "QS", "trump": "HEARTS"}, {"play": None}, {"trump": "CUPS"}, {"fold": True}],
)
async def test_move_in_no_form_or_several_is_an_error_of_the_request(
    ala: GraphQLClient, ports: FakePorts, form: dict[str, Any]
) -> None:
    answer = await ala.post(MOVE, input=move(move=form))

    assert answer.status_code == 400
    assert set(codes(answer.json())) == {"INVALID_INPUT"}
    assert ports.asked == []


async def test_move_whose_variable_is_left_out_is_an_error_of_the_request(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    fields = 'matchId: "m_0001", expectedVersion: 7, idempotencyKey: "k"'

    body = await ala.run(
        f"mutation($card: String) {{ submitMove(input: {{ {fields}, move: {{ play: $card }} }})"
        f" {{ {TOLD} }} }}"
    )

    assert codes(body) == ["INVALID_INPUT"]
    assert ports.asked == []


@pytest.mark.parametrize(
    ("variables", "literal"),
    [
        ("", "{}"),
        ("", '{ play: "QS", trump: HEARTS }'),
        ("", '{ play: "QS", text: null }'),
        ("", "{ play: null }"),
        ("", "{ play: $card }"),
        ("($card: String!)", "{ play: $card }"),
    ],
)
async def test_move_written_in_no_form_or_several_is_an_error_of_the_request(
    ala: GraphQLClient, ports: FakePorts, variables: str, literal: str
) -> None:
    fields = 'matchId: "m_0001", expectedVersion: 7, idempotencyKey: "k"'

    answer = await ala.post(
        f"mutation{variables} {{ submitMove(input: {{ {fields}, move: {literal} }}) {{ {TOLD} }} }}"
    )

    assert answer.status_code == 400
    assert set(codes(answer.json())) == {"INVALID_INPUT"}
    assert ports.asked == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"expectedVersion": -1}, "Expected `int` >= 0 - at `$.expectedVersion`."),
        ({"idempotencyKey": ""}, "Expected `str` of length >= 1 - at `$.idempotencyKey`."),
        (
            {"move": {"text": "play " + "Q" * 196}},
            "Expected `str` of length <= 200 - at `$.move`.",
        ),
    ],
)
async def test_move_outside_the_limits_is_refused_before_the_port_is_asked(
    ala: GraphQLClient, ports: FakePorts, changes: dict[str, Any], message: str
) -> None:
    data = await ala.data(MOVE, input=move(**changes))

    assert data["submitMove"] == {
        "__typename": "Refusal",
        "done": False,
        "code": "INVALID_INPUT",
        "message": message,
    }
    assert ports.asked == []


async def test_refusal_tells_all_that_stands_in_the_way(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    refusal = Refusal(
        code=Code.MUST_FOLLOW_SUIT,
        message="QS: the led suit must be followed",
        version=7,
        section="R1.5",
        suit=Suit.HEARTS,
        allowed=("play 2H",),
    )
    ports.fails["submit"] = Refused(refusal)

    data = await ala.data(
        "mutation($input: SubmitMoveInput!) { submitMove(input: $input) { __typename"
        " ... on Refusal { done code message matchVersion section suit allowed } } }",
        input=move(),
    )

    assert data["submitMove"] == {
        "__typename": "Refusal",
        "done": False,
        "code": "MUST_FOLLOW_SUIT",
        "message": "QS: the led suit must be followed",
        "matchVersion": 7,
        "section": "R1.5",
        "suit": "HEARTS",
        "allowed": ["play 2H"],
    }


async def test_fault_of_one_mutation_leaves_the_answers_of_the_others(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    ports.fails["leave"] = Refused(Refusal(code=Code.STORE_UNAVAILABLE, message="Try again."))

    body = await ala.run(
        'mutation { joinMatch(matchId: "m_1") { __typename }'
        ' leaveMatch(matchId: "m_1") { __typename } addBot(matchId: "m_1") { __typename } }'
    )

    assert body["data"] == {
        "joinMatch": {"__typename": "MatchJoined"},
        "leaveMatch": None,
        "addBot": {"__typename": "BotAdded"},
    }
    assert codes(body) == ["STORE_UNAVAILABLE"]


CREATE = (
    f"mutation($input: CreateMatchInput!) {{ createMatch(input: $input) {{ {TOLD}"
    " ... on Refusal { code message } } }"
)


async def test_a_tables_own_rules_come_to_the_port_as_rest_would_send_them(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    deal = {
        "id": "aces",
        "name": {"pl": "Bez asów", "en": "No aces"},
        "source": "R14",
        "leader": "LEFT_OF_DEALER",
        "cards": [{"cards": ["AS", "AH"], "points": -50}],
        "moon": {"cards": ["AS", "AH"], "ways": ["ADD_OTHERS"]},
    }
    prizes = {**deal, "id": "out", "opener": "DEALER", "prizes": [30, -10]}
    for name in ("leader", "cards", "moon"):
        del prizes[name]
    custom = {
        "direction": "HIGH",
        "deals": [{"deal": {"tricks": deal}, "repeat": 2}, {"deal": {"lottery": prizes}}],
    }

    await ala.data(CREATE, input={"ruleSet": "custom", "players": 3, "custom": custom})

    (_, _, new) = ports.asked[0]
    assert isinstance(new, NewMatch)
    assert new.custom == msgspec.convert(
        {
            "direction": "high",
            "deals": [
                {
                    "repeat": 2,
                    "deal": {
                        **deal,
                        "kind": "tricks",
                        "leader": "left_of_dealer",
                        "moon": {"cards": ["AS", "AH"], "ways": ["add_others"]},
                    },
                },
                {"deal": {**prizes, "kind": "lottery", "opener": "dealer"}},
            ],
        },
        CustomGame,
    )


async def test_a_tables_own_rules_beyond_their_limits_are_refused(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    custom = {"direction": "LOW", "deals": [], "ending": ENDLESS}

    answer = await ala.data(CREATE, input={"ruleSet": "custom", "players": 3, "custom": custom})

    assert answer["createMatch"]["code"] == "INVALID_INPUT"
    assert ports.asked == []
