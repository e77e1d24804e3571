"""Every operation does what its row of the table says, on the real use cases."""

import re

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from engine.rules import Direction, LotteryDeal, Position, Text
from engine.rulesets import RULE_SETS
from engine.rulesets.custom import CustomDeal, CustomGame
from schema.errors import Code
from schema.rest.operation import Access, Operation
from schema.rest.operations import OPERATIONS
from schema.rest.rule_book import rule_book
from tests.fixtures.rest import client_of, guest, new_match, started_match

ACCOUNT_NEEDED = [at for at in OPERATIONS if at.access is Access.ACCOUNT]


OWN = msgspec.to_builtins(
    CustomGame(
        direction=Direction.HIGH,
        deals=(
            CustomDeal(LotteryDeal("lots", Text("Los", "\u202eLot"), "", Position.DEALER, (9,))),
        ),
    )
)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == answer.status_code
    return answer.status_code, told["code"]


async def test_a_guest_gets_an_account_and_its_token(app: Starlette) -> None:
    async with client_of(app) as nobody:
        made = await nobody.post("/v1/guests", json={"name": "Ada"})
    async with client_of(app, made.json()["token"]) as ada:
        me = await ada.get("/v1/me")

    assert made.status_code == 201
    assert made.headers["location"] == "/v1/me"
    assert made.headers["cache-control"] == "no-store"
    assert made.json()["player"].items() <= me.json().items()
    assert me.json()["scopes"] == ["match:create", "match:play", "match:read"]
    assert me.json()["name"] == "Ada"
    assert me.json()["guest"] is True


@pytest.mark.parametrize("name", ["", "x" * 41, " ", "a\0b", "a\nb\u202e"])
async def test_a_name_that_nobody_can_read_is_refused(app: Starlette, name: str) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.post("/v1/guests", json={"name": name})

    assert code(answer) == (422, Code.INVALID_INPUT)


async def test_rule_sets_are_listed_and_found_by_id(app: Starlette) -> None:
    async with client_of(app) as nobody:
        every = await nobody.get("/v1/rule-sets")
        one = await nobody.get("/v1/rule-sets/kurnik")
        none = await nobody.get("/v1/rule-sets/bridge")

    assert one.json() in every.json()["items"]
    assert one.json()["players"] == [3, 4]
    assert one.headers["cache-control"] == "public, max-age=60"
    assert "vary" not in one.headers or "Authorization" not in one.headers["vary"]
    assert code(none) == (404, Code.UNKNOWN_RULE_SET)
    assert none.json()["allowed"] == list(RULE_SETS)


async def test_rules_follow_players_and_options(app: Starlette) -> None:
    path = "/v1/rule-sets/kurnik/rules"
    async with client_of(app) as nobody:
        three = await nobody.get(f"{path}?players=3&option=trump_leader:declarer")
        usual = await nobody.get(path)

    assert (three.json()["players"], usual.json()["players"]) == (3, 4)
    assert {"id": "trump_leader", "value": "declarer"} in three.json()["options"]
    assert three.json()["hash"] != usual.json()["hash"]


@pytest.mark.parametrize(
    ("query", "expected", "places"),
    [
        ("players=5", Code.WRONG_PLAYER_COUNT, ["players"]),
        ("option=seven:up", Code.UNKNOWN_OPTION, ["option"]),
        ("option=trump_leader:nobody", Code.OPTION_OUT_OF_RANGE, ["option"]),
        ("option=trump_leader:declarer&option=trump_leader:declarer", Code.INVALID_INPUT, []),
    ],
)
async def test_rules_that_do_not_exist_are_refused(
    app: Starlette, query: str, expected: Code, places: list[str]
) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get(f"/v1/rule-sets/kurnik/rules?{query}")

    assert code(answer) == (422, expected)
    assert [place["parameter"] for place in answer.json().get("errors", ())] == places


@pytest.mark.parametrize(
    ("new", "expected", "pointer"),
    [
        ({"ruleSet": "bridge"}, Code.UNKNOWN_RULE_SET, "#/ruleSet"),
        ({"ruleSet": "king", "players": 3}, Code.WRONG_PLAYER_COUNT, "#/players"),
        ({"options": {"limit": "9"}}, Code.UNKNOWN_OPTION, "#/options/limit"),
        ({"options": {"early_end": "?"}}, Code.OPTION_OUT_OF_RANGE, "#/options/early_end"),
        (
            {"ruleSet": "black_maria", "options": {"queen_breaks_hearts": "on"}},
            Code.OPTION_WITHOUT_CONDITION,
            "#/options/queen_breaks_hearts",
        ),
        ({"ruleSet": "custom"}, Code.INVALID_INPUT, "#/custom"),
        (
            {"ruleSet": "custom", "custom": OWN},
            Code.INVALID_INPUT,
            "#/custom/deals/0/deal/name/en",
        ),
        (
            {"spectators": {"watching": "open_hands", "delaySeconds": 1}},
            Code.INVALID_INPUT,
            "#/spectators/delaySeconds",
        ),
    ],
)
async def test_a_refused_choice_is_told_by_its_place(
    ada: httpx.AsyncClient, new: dict[str, object], expected: Code, pointer: str
) -> None:
    answer = await ada.post("/v1/matches", json=new)

    told = answer.json()
    assert told["code"] == expected
    assert told["errors"] == [{"detail": told["detail"], "pointer": pointer}]
    assert (await ada.get("/v1/matches")).json()["items"] == []


async def test_the_rule_book_has_the_sections_that_answers_name(app: Starlette) -> None:
    async with client_of(app) as nobody:
        book = await nobody.get("/v1/rules")
        rules = await nobody.get("/v1/rule-sets/kurnik/rules")

    assert book.headers["content-type"] == "text/markdown; charset=utf-8"
    assert book.text == rule_book()
    for deal in rules.json()["deals"]:
        assert re.search(rf"\b{re.escape(deal['source'])}\b", book.text)


async def test_problems_are_listed(app: Starlette) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get("/v1/problems")

    assert [kind["code"] for kind in answer.json()["items"]] == list(Code)


async def test_a_match_is_made_found_and_listed(ada: httpx.AsyncClient) -> None:
    made = await ada.post("/v1/matches", json={"players": 3, "turnSeconds": None})
    match = made.json()
    found = await ada.get(made.headers["location"])
    listed = await ada.get("/v1/matches")

    assert made.status_code == 201
    assert made.headers["location"] == f"/v1/matches/{match['id']}"
    assert (match["status"], match["players"], match["viewerSeat"]) == ("lobby", 3, 0)
    assert match["turnSeconds"] is None
    assert found.json() == match
    assert listed.json() == {"items": [match], "next": None}
    assert found.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in found.headers["vary"]


async def test_a_list_of_matches_goes_on_where_the_page_before_ended(
    ada: httpx.AsyncClient,
) -> None:
    made = {await new_match(ada) for _ in range(3)}

    first = (await ada.get("/v1/matches?first=2")).json()
    second = (await ada.get(f"/v1/matches?first=2&after={first['next']}")).json()

    assert len(first["items"]) == 2
    assert second["next"] is None
    assert {match["id"] for match in first["items"] + second["items"]} == made


async def test_a_match_of_unknown_rules_is_not_made(ada: httpx.AsyncClient) -> None:
    unknown = await ada.post("/v1/matches", json={"ruleSet": "bridge"})
    wrong = await ada.post("/v1/matches", json={"options": {"trump_leader": "nobody"}})

    assert code(unknown) == (404, Code.UNKNOWN_RULE_SET)
    assert code(wrong) == (422, Code.OPTION_OUT_OF_RANGE)
    assert wrong.json()["allowed"] == ["left_of_dealer", "declarer"]
    assert (await ada.get("/v1/matches")).json()["items"] == []


async def test_seats_are_taken_and_left(ada: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    match_id = await new_match(ada)
    path = f"/v1/matches/{match_id}/seats"

    joined = await bob.post(path, json={"seat": 2})
    again = await bob.post(path)
    left = await bob.delete(f"{path}/me")
    gone = await bob.delete(f"{path}/me")
    anywhere = await bob.post(path)

    assert joined.status_code == 200
    assert joined.json()["viewerSeat"] == 2
    assert code(again) == (409, Code.ALREADY_SEATED)
    assert left.json()["viewerSeat"] is None
    assert code(gone) == (403, Code.NOT_SEATED)
    assert anywhere.json()["viewerSeat"] == 1


async def test_a_seat_that_is_taken_or_none_is_refused(
    ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada, players=3)
    path = f"/v1/matches/{match_id}"
    before = (await ada.get(path)).json()

    taken = await bob.post(f"{path}/seats", json={"seat": 0})
    none = await bob.post(f"{path}/seats", json={"seat": 3})
    negative = await bob.post(f"{path}/seats", json={"seat": -1})

    assert code(taken) == (409, Code.SEAT_TAKEN)
    assert taken.json()["version"] == 1
    assert code(none) == (409, Code.NO_SUCH_SEAT)
    assert code(negative) == (422, Code.INVALID_INPUT)
    assert (await ada.get(path)).json() == before


async def test_only_the_owner_adds_bots_and_starts(
    ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    match_id = await new_match(ada, players=3)
    path = f"/v1/matches/{match_id}"

    assert code(await bob.post(f"{path}/bots")) == (403, Code.NOT_OWNER)
    assert code(await bob.post(f"{path}/start")) == (403, Code.NOT_OWNER)
    with_bot = await ada.post(f"{path}/bots", json={"seat": 2})
    assert [seat["kind"] for seat in with_bot.json()["seats"]] == ["person", "empty", "bot"]
    assert code(await ada.post(f"{path}/start")) == (409, Code.SEATS_EMPTY)
    started = await ada.post(f"{path}/start", json={"fillWithBots": True})
    assert started.json()["status"] == "playing"
    assert code(await ada.post(f"{path}/start")) == (409, Code.ALREADY_STARTED)
    assert code(await ada.post(f"{path}/bots")) == (409, Code.ALREADY_STARTED)


async def test_a_match_shows_a_hand_to_its_seat_alone(
    app: Starlette, ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    path = f"/v1/matches/{await started_match(ada)}"
    async with client_of(app) as nobody:
        views = [(await at.get(path)).json() for at in (ada, bob, nobody)]

    hands = [view["game"]["deal"]["hand"] for view in views]
    assert len(hands[0]) == 13
    assert hands[1:] == [None, None]


async def test_a_seat_is_told_what_it_is_asked_and_moves(app: Starlette) -> None:
    people = [await guest(app, name) for name in ("Ada", "Bob", "Cyd")]
    match_id = await new_match(people[0], players=3)
    path = f"/v1/matches/{match_id}"
    for person in people[1:]:
        await person.post(f"{path}/seats")
    await people[0].post(f"{path}/start")
    turns = [(await person.get(f"{path}/moves")).json() for person in people]
    asked = next(seat for seat, turn in enumerate(turns) if turn["legalMoves"])
    move = {
        "move": turns[asked]["legalMoves"]["moves"][0],
        "expectedVersion": turns[asked]["version"],
        "idempotencyKey": "first",
    }

    accepted = await people[asked].post(f"{path}/moves", json=move)
    repeated = await people[asked].post(f"{path}/moves", json=move)

    assert [turn["seat"] for turn in turns] == [0, 1, 2]
    assert [turn["decisionVersion"] for turn in turns].count(None) == 2
    assert turns[asked]["decisionVersion"] == turns[asked]["version"]
    assert turns[asked]["deadlineMs"] is not None
    assert accepted.status_code == 200
    assert accepted.json()["version"] == turns[asked]["version"] + 1
    assert accepted.json()["entry"]["action"]["move"] == move["move"]
    assert repeated.json() == accepted.json()
    for person in people:
        await person.aclose()


async def test_a_refused_move_tells_the_rule_and_changes_nothing(ada: httpx.AsyncClient) -> None:
    match_id = await started_match(ada, seed=3)
    path = f"/v1/matches/{match_id}"
    before = (await ada.get(path)).json()
    version = before["version"]

    def move(text: str, expected: int = version) -> dict[str, object]:
        return {"move": text, "expectedVersion": expected, "idempotencyKey": "k"}

    out_of_turn = await ada.post(f"{path}/moves", json=move("play QS"))
    nonsense = await ada.post(f"{path}/moves", json=move("dance"))
    stale = await ada.post(f"{path}/moves", json=move("play QS", version + 1))

    status, refused_with = code(out_of_turn)
    assert (status, refused_with) == (409, Code.NOT_YOUR_TURN)
    assert out_of_turn.json()["version"] == version
    assert out_of_turn.json()["section"].startswith("R")
    assert code(nonsense) == (422, Code.BAD_MOVE)
    assert code(stale) == (409, Code.STALE_VERSION)
    assert (await ada.get(path)).json() == before


async def test_only_a_seat_of_the_match_is_told_moves(
    ada: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    path = f"/v1/matches/{await started_match(ada)}/moves"

    asked = await bob.get(path)

    assert code(asked) == (403, Code.NOT_SEATED)
    assert "version" not in asked.json()


async def test_a_page_of_the_feed_begins_with_a_snapshot_or_after_a_cursor(
    ada: httpx.AsyncClient,
) -> None:
    path = f"/v1/matches/{await started_match(ada)}/events"

    first = (await ada.get(path)).json()["items"]
    whole = (await ada.get(f"{path}?after=0")).json()["items"]
    since = (await ada.get(f"{path}?after={whole[0]['cursor']}")).json()["items"]

    assert [(item["kind"], item["seq"]) for item in first] == [("snapshot", 2)]
    assert first[0]["match"]["viewerSeat"] == 0
    assert [(item["kind"], item["seq"]) for item in whole] == [("entry", 1), ("entry", 2)]
    assert since == whole[1:]


@pytest.mark.parametrize("at", ACCOUNT_NEEDED, ids=lambda at: at.id)
async def test_what_needs_an_account_refuses_nobody_and_wrong_tokens(
    app: Starlette, at: Operation
) -> None:
    path = re.sub(r"{(\w+)}", "x_1", at.path)
    async with client_of(app) as nobody:
        without = await nobody.request(at.method, path)
        wrong = await nobody.request(at.method, path, headers={"Authorization": "Bearer x"})
        nonsense = await nobody.request(at.method, path, headers={"Authorization": "Basic eA=="})

    for answer in (without, wrong, nonsense):
        assert code(answer) == (401, Code.UNAUTHENTICATED)
    assert without.headers["www-authenticate"] == 'Bearer realm="kierki"'
    assert wrong.headers["www-authenticate"] == 'Bearer realm="kierki", error="invalid_token"'


async def test_a_wrong_token_is_refused_where_none_is_needed(app: Starlette) -> None:
    async with client_of(app, "wrong") as stranger:
        match = await stranger.get("/v1/matches/m_1")
        rule_sets = await stranger.get("/v1/rule-sets")

    assert code(match) == (401, Code.UNAUTHENTICATED)
    assert rule_sets.status_code == 200


@pytest.mark.parametrize(
    "at",
    [at for at in OPERATIONS if "{matchId}" in at.path and at.tag != "administration"],
    ids=lambda at: at.id,
)
async def test_a_match_that_does_not_exist_is_not_found(
    ada: httpx.AsyncClient, at: Operation
) -> None:
    body = msgspec.to_builtins(at.example) if at.needs_body else None

    answer = await ada.request(at.method, at.path.format(matchId="m_none"), json=body)
    nowhere = await ada.request(at.method, at.path.format(matchId="a%20b"), json=body)

    assert code(answer) == (404, Code.MATCH_NOT_FOUND)
    assert code(nowhere) == (404, Code.NOT_FOUND)


async def test_a_process_says_that_it_lives_and_is_ready(app: Starlette) -> None:
    async with client_of(app) as nobody:
        alive, ready = await nobody.get("/livez"), await nobody.get("/readyz")

    assert (alive.status_code, alive.json()) == (200, {"status": "alive"})
    assert (ready.status_code, ready.json()) == (200, {"status": "ready"})
    assert ready.headers["cache-control"] == "no-store"
