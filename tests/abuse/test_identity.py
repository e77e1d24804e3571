"""Nobody gets, by what he has, at what is another's."""

import itertools
from collections.abc import Callable

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.abuse.conftest import READS_AT_ONCE, Guest, Json, Service

Arrive = Callable[[str], Guest]


def test_no_secret_of_an_address_or_a_header_is_in_the_log(
    service: Service, arrive: Arrive, nobody: httpx.Client
) -> None:
    ada = arrive("Ada")
    match_id = ada.match(visibility="invited")
    code = ada.http.get(f"/v1/matches/{match_id}").json()["inviteCode"]
    key = ada.post("/v1/overlay-keys", {"matchId": match_id})["key"]
    wrong = "kt_" + "w" * 40
    ada.http.get("/v1/me", params={"token": ada.token, "access_token": ada.token})
    ada.http.get(f"/graphql?query={{me{{name}}}}&token={ada.token}")
    nobody.get(f"/v1/matches/{match_id}", params={"key": key})
    nobody.get(f"/v1/matches/{match_id}?key={ada.token}")
    nobody.get("/v1/me", headers={"Authorization": f"Bearer {wrong}"})
    nobody.get("/nowhere", params={"token": ada.token})
    address = f"ws://{service.host}:{service.port}/graphql?key={key}&token={ada.token}"
    with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]):
        pass

    written = service.logged()
    assert match_id in written
    assert [at for at in (ada.token, key, wrong) if at in written] == []
    assert f"code={code}" not in written


WAITING = [
    ("POST", "start", {"fillWithBots": True}, "NOT_OWNER"),
    ("POST", "seats", {}, "INVITE_NEEDED"),
    ("DELETE", "seats/me", None, "NOT_SEATED"),
    ("POST", "bots", {}, "NOT_OWNER"),
    ("POST", "kick", {"seat": 0}, "NOT_OWNER"),
]
MOVE = {"move": "pass", "expectedVersion": 2, "idempotencyKey": "k"}
PLAYING = [
    ("GET", "", None, "NOT_FOR_SPECTATORS"),
    ("GET", "/moves", None, "NOT_FOR_SPECTATORS"),
    ("GET", "/events", None, "NOT_FOR_SPECTATORS"),
    ("GET", "/export", None, "NOT_FOR_SPECTATORS"),
    ("GET", "/analysis", None, "NOT_FOR_SPECTATORS"),
    ("GET", "/presence", None, "NOT_FOR_SPECTATORS"),
    ("POST", "/moves", MOVE, "NOT_SEATED"),
    ("POST", "/moves/check", {"move": "pass"}, "NOT_SEATED"),
    ("POST", "/resign", None, "NOT_SEATED"),
    ("POST", "/reclaim", None, "NOT_SEATED"),
]


@pytest.mark.parametrize(("method", "path", "body", "code"), WAITING)
def test_the_id_of_anothers_lobby_changes_nothing_there(
    arrive: Arrive, method: str, path: str, body: Json | None, code: str
) -> None:
    ada, eve = arrive("Ada"), arrive("Eve")
    match_id = ada.match(visibility="invited")
    before = ada.http.get(f"/v1/matches/{match_id}").json()

    answer = eve.http.request(method, f"/v1/matches/{match_id}/{path}", json=body)

    assert answer.json()["code"] == code
    assert before["inviteCode"] not in eve.http.get(f"/v1/matches/{match_id}").text
    assert ada.http.get(f"/v1/matches/{match_id}").json() == before


@pytest.mark.parametrize(("method", "path", "body", "code"), PLAYING)
def test_the_id_of_anothers_match_opens_nothing(
    arrive: Arrive, method: str, path: str, body: Json | None, code: str
) -> None:
    ada, eve = arrive("Ada"), arrive("Eve")
    choices = {"spectators": {"watching": "nobody"}, "botPaceMs": 10_000}
    match_id = ada.match(visibility="invited", **choices)
    ada.post(f"/v1/matches/{match_id}/start", {"fillWithBots": True})
    before = ada.http.get(f"/v1/matches/{match_id}").json()

    answer = eve.http.request(method, f"/v1/matches/{match_id}{path}", json=body)

    assert answer.json()["code"] == code
    assert ada.http.get(f"/v1/matches/{match_id}").json() == before


def test_a_key_to_watch_anothers_match_is_not_made(arrive: Arrive) -> None:
    match_id = arrive("Ada").match()

    answer = arrive("Eve").http.post("/v1/overlay-keys", json={"matchId": match_id})

    assert answer.json()["code"] == "NOT_SEATED"


def test_the_idempotency_key_of_another_repeats_nothing_of_his(arrive: Arrive) -> None:
    ada, eve = arrive("Ada"), arrive("Eve")
    match_id = ada.match(players=3, seed=7, botPaceMs=10_000)
    eve.post(f"/v1/matches/{match_id}/seats")
    ada.post(f"/v1/matches/{match_id}/start", {"fillWithBots": True})
    mover, other = sorted((ada, eve), key=lambda at: _asked(at, match_id) is None)
    move = _asked(mover, match_id)
    assert move is not None, "the first to act is a person"
    version = mover.http.get(f"/v1/matches/{match_id}").json()["version"]
    sent = {"move": move, "expectedVersion": version, "idempotencyKey": "the-same"}
    made = mover.post(f"/v1/matches/{match_id}/moves", sent)

    replayed = other.http.post(f"/v1/matches/{match_id}/moves", json=sent)

    assert replayed.status_code in {409, 422}
    assert replayed.json()["code"] != "IDEMPOTENCY_KEY_REUSED"
    assert mover.post(f"/v1/matches/{match_id}/moves", sent) == made


def _asked(guest: Guest, match_id: str) -> str | None:
    """Return a move that the guest may make now."""
    asked = guest.http.get(f"/v1/matches/{match_id}").json()["legalMoves"]
    return asked and str(asked["moves"][0])


def test_invites_are_guessed_too_slowly_to_find_one(arrive: Arrive) -> None:
    eve = arrive("Eve")
    first = set(itertools.product("ABCD", repeat=5))
    codes = ["EEE" + "".join(letters) for letters in sorted(first)][: READS_AT_ONCE + 100]

    statuses = [eve.http.get(f"/v1/invites/{code}").status_code for code in codes]

    # of 32 ** 8 codes an account tries as many as it may read
    assert READS_AT_ONCE <= statuses.count(404) < READS_AT_ONCE + 50
    assert statuses[-1] == 429
    assert set(statuses) == {404, 429}


def test_tokens_are_guessed_too_slowly_to_find_one(nobody: httpx.Client, arrive: Arrive) -> None:
    statuses = [
        nobody.get("/v1/me", headers={"Authorization": f"Bearer kt_{number:040}"}).status_code
        for number in range(80)
    ]

    assert statuses == [401] * 60 + [429] * 20
    # a right token passes from the same address
    address = {"X-Forwarded-For": nobody.headers["X-Forwarded-For"]}
    assert arrive("Ada").http.get("/v1/me", headers=address).status_code == 200
