"""The small client goes on through cut connections and tells refusals in one line."""

import itertools
import json
from collections.abc import Callable

import httpx
import pytest

from service.play.client import AwayError, Client, PlayError, RefusedError

Handler = Callable[[httpx.Request], httpx.Response]


def client(handler: Handler, slept: list[float] | None = None) -> Client:
    pauses = [] if slept is None else slept
    return Client(
        "http://kierki.test",
        patience_s=3.0,
        transport=httpx.MockTransport(handler),
        sleep=pauses.append,
    )


def events(*items: dict[str, object]) -> httpx.Response:
    text = "retry: 1000\n\n" + "".join(f"data: {json.dumps(item)}\n\n" for item in items)
    return httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


def entry(seq: int) -> dict[str, object]:
    return {"kind": "entry", "cursor": f"{seq}-abcd", "entry": {"seq": seq}}


END: dict[str, object] = {"kind": "end"}
HEARTBEAT: dict[str, object] = {"kind": "heartbeat", "seq": 2}


def test_a_feed_cut_anywhere_is_joined_by_its_cursors() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        after = request.url.params["after"]
        asked.append(after)
        match len(asked):
            case 1:
                return events(entry(1), HEARTBEAT, entry(2))
            case 2:
                raise httpx.ConnectError("away")
            case 3:
                return httpx.Response(503, json={"code": "STORE_UNAVAILABLE", "detail": "…"})
            case _:
                return events(entry(3), END)

    followed = list(client(answer).follow("m_1"))

    assert [at["seq"] for at in followed] == [1, 2, 3]
    assert asked == ["0", "2-abcd", "2-abcd", "2-abcd"]


def test_a_server_that_stays_away_is_given_up_with_growing_pauses() -> None:
    slept: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("away")

    with pytest.raises(PlayError, match="has been away for 3 s"):
        list(client(answer, slept).follow("m_1"))

    assert slept == pytest.approx([0.2, 0.4, 0.8, 1.6])


def test_a_log_that_lost_its_tail_is_told() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return events({"kind": "snapshot", "reason": "ahead_of_log", "cursor": "1-ffff"})

    with pytest.raises(PlayError, match="has lost a part"):
        list(client(answer).follow("m_1"))


def test_a_match_that_is_not_there_ends_the_following() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(404, json={"code": "MATCH_NOT_FOUND", "detail": "No such match."})

    with pytest.raises(PlayError, match="MATCH_NOT_FOUND: No such match"):
        list(client(answer).follow("m_1"))


def test_a_refusal_is_told_with_what_is_allowed() -> None:
    body = {"code": "WRONG_PLAYER_COUNT", "detail": "not played by 9", "allowed": ["3", "4"]}

    with pytest.raises(PlayError, match=r"WRONG_PLAYER_COUNT: not played by 9 \(allowed: 3, 4\)"):
        client(lambda _: httpx.Response(422, json=body)).call("POST", "/v1/matches", {})


@pytest.mark.parametrize(
    ("detail", "told"),
    [
        ("Expected `int`", "Expected `int` (at #/custom/deals/0/deal/trick)"),
        ("No `int` at #/custom/deals/0/deal/trick", "No `int` at #/custom/deals/0/deal/trick"),
    ],
)
def test_a_refusal_is_told_with_its_place_once(detail: str, told: str) -> None:
    place = {"detail": "Expected `int`", "pointer": "#/custom/deals/0/deal/trick"}
    parameter = {"detail": "Expected `int`", "parameter": "players"}
    body = {"code": "INVALID_INPUT", "detail": detail, "errors": [place, parameter]}

    with pytest.raises(PlayError) as refused:
        client(lambda _: httpx.Response(422, json=body)).call("POST", "/v1/matches", {})

    assert str(refused.value) == f"INVALID_INPUT: {told}"


def test_an_answer_that_is_no_json_is_told() -> None:
    with pytest.raises(PlayError, match="answered 502 without JSON"):
        client(lambda _: httpx.Response(502, text="<html>")).call("GET", "/v1/me")


def test_the_token_of_the_guest_is_sent_from_then_on() -> None:
    seen = itertools.count()
    tokens: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        next(seen)
        tokens.append(request.headers.get("authorization"))
        return httpx.Response(200, json={"token": "kt_1"})

    speaking = client(answer)
    speaking.sign_in("Ala")
    speaking.call("GET", "/v1/me")

    assert tokens == [None, "Bearer kt_1"]


def test_a_request_that_is_safe_to_repeat_is_repeated_until_it_is_answered() -> None:
    slept: list[float] = []
    bodies: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(request.content)
        match len(bodies):
            case 1:
                raise httpx.RemoteProtocolError("cut")
            case 2:
                return httpx.Response(503, json={"code": "BUSY", "detail": "…"})
            case 3:
                return httpx.Response(502, text="<html>")
            case _:
                return httpx.Response(200, json={"version": 5})

    found = client(answer, slept).insist("POST", "/v1/matches/m_1/moves", {"move": "play QS"})

    assert found == {"version": 5}
    assert set(bodies) == {b'{"move":"play QS"}'}
    assert slept == pytest.approx([0.2, 0.4, 0.8])


def test_patience_with_a_server_that_is_away_ends() -> None:
    slept: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("away")

    with pytest.raises(AwayError, match="no answer from"):
        client(answer, slept).insist("GET", "/v1/me")

    assert sum(slept) == pytest.approx(3.0)


def test_a_refusal_is_not_asked_again() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return httpx.Response(409, json={"code": "NOT_IN_HAND", "detail": "…", "section": "R1.3"})

    with pytest.raises(RefusedError) as refusal:
        client(answer).insist("POST", "/v1/matches/m_1/moves", {"move": "play QS"})

    assert asked == ["POST"]
    assert refusal.value.problem["section"] == "R1.3"


def test_a_page_of_the_feed_says_how_long_it_would_wait() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json={"items": [END]})

    assert client(answer).page("m_1", "3-abcd", 20) == [END]
    assert asked == ["http://kierki.test/v1/matches/m_1/events?after=3-abcd&wait=20"]


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, {"name": "another"}), (200, []), (200, {"token": 7}), (404, {"detail": "Not Found"})],
)
def test_another_service_is_told_from_this_one(status: int, body: object) -> None:
    with pytest.raises(PlayError, match="what answers there is not this service"):
        client(lambda _: httpx.Response(status, json=body)).sign_in("Ala")
