"""An outside bot is sent what its seat sees; whatever else it answers, it has given no move."""

from collections.abc import Iterator

import httpx
import msgspec
import pytest

from engine.seat_view import SeatTurn
from tests.engine.table import chance_deal, in_play, kurnik
from tests.fixtures.bots import seat_turn
from workers.arena.remote import RemoteBot, address_label, is_address
from workers.errors import BotAnswerError

RULES = kurnik()
STATE = chance_deal(RULES, "tricks")
TURN = seat_turn(RULES, STATE, in_play(STATE).to_act[0])


class Clock:
    """A clock in seconds that goes on by one each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += 1.0
        return self.now


def bot(transport: httpx.MockTransport, seconds: float = 5.0) -> RemoteBot:
    return RemoteBot(
        "http://bot.test/move", seconds=seconds, transport=transport, monotonic=Clock()
    )


def test_it_is_sent_the_turn_that_house_bots_get() -> None:
    sent: list[SeatTurn] = []

    def answer(request: httpx.Request) -> httpx.Response:
        assert (request.method, str(request.url)) == ("POST", "http://bot.test/move")
        assert request.headers["content-type"] == "application/json"
        sent.append(msgspec.json.decode(request.content, type=SeatTurn))
        return httpx.Response(200, json={"move": "play 2C", "because": "why not"})

    assert bot(httpx.MockTransport(answer)).choose(TURN) == "play 2C"
    assert sent == [TURN]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (httpx.Response(500), "HTTP_500"),
        (httpx.Response(307, headers={"location": "http://other.test/"}), "HTTP_307"),
        (httpx.Response(200, text="play 2C"), "NO_MOVE_IN_ANSWER"),
        (httpx.Response(200, json={"card": "2C"}), "NO_MOVE_IN_ANSWER"),
        (httpx.Response(200, json={"move": 2}), "NO_MOVE_IN_ANSWER"),
        (httpx.Response(200, json={"move": "x" * 5_000}), "ANSWER_TOO_LONG"),
    ],
)
def test_an_answer_without_a_move_says_what_is_wrong_with_it(
    answer: httpx.Response, reason: str
) -> None:
    with pytest.raises(BotAnswerError) as failed:
        bot(httpx.MockTransport(lambda _: answer)).choose(TURN)

    assert failed.value.reason == reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ReadTimeout("late"), "LATE"),
        (httpx.ConnectTimeout("late"), "LATE"),
        (httpx.ConnectError("away"), "NO_ANSWER"),
        (httpx.RemoteProtocolError("cut"), "NO_ANSWER"),
    ],
)
def test_a_bot_that_does_not_answer_is_told_apart_from_a_late_one(
    error: httpx.TransportError, reason: str
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(BotAnswerError) as failed:
        bot(httpx.MockTransport(answer)).choose(TURN)

    assert failed.value.reason == reason


def test_an_answer_that_drips_is_late() -> None:
    class Dripping(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield from (b"{", b'"move"', b":", b'"play 2C"', b"}")

    late = httpx.MockTransport(lambda _: httpx.Response(200, stream=Dripping()))

    with pytest.raises(BotAnswerError) as failed:
        bot(late, seconds=3.0).choose(TURN)

    assert failed.value.reason == "LATE"


def test_what_may_be_secret_in_an_address_is_not_shown() -> None:
    assert is_address("https://ala:secret@bot.test:8443/v1/move?key=secret")
    assert address_label("https://ala:secret@bot.test:8443/v1/move?key=secret") == (
        "https://bot.test:8443/v1/move"
    )
    assert not is_address("strong")
