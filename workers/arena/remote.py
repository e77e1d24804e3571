"""A bot behind an address: it is sent what its seat sees, and answers with a move.

`POST` with a `SeatTurn` as JSON, the very one that house bots get; the answer is 200 with
`{"move": "play QS"}`. docs/arena.md tells it to authors of bots.
"""

import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct

from engine.seat_view import SeatTurn
from workers.errors import BotAnswerError

_ANSWER_BYTES: Final = 4_096  # a move of 17 cards has under a hundred
_HEADERS: Final = {"content-type": "application/json"}

_encode: Final = msgspec.json.Encoder().encode


class Answer(Struct, frozen=True):
    """What a bot answers; other fields are passed over."""

    move: str


_decode: Final = msgspec.json.Decoder(Answer).decode


class RemoteBot:
    """Asks one address; `seconds` is how long each answer may take."""

    def __init__(
        self,
        address: str,
        *,
        seconds: float,
        transport: httpx.BaseTransport | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = httpx.Client(timeout=seconds, headers=_HEADERS, transport=transport)
        self._address = address
        self._seconds = seconds
        self._monotonic = monotonic

    def choose(self, turn: SeatTurn) -> str:
        """Return the bot's move; raises BotAnswerError where none came in time."""
        ends_at = self._monotonic() + self._seconds
        try:
            with self._http.stream("POST", self._address, content=_encode(turn)) as answer:
                if answer.status_code != httpx.codes.OK:
                    reason = f"HTTP_{answer.status_code}"
                    raise BotAnswerError(reason)
                return _decode(self._body(answer, ends_at)).move
        except httpx.TimeoutException as error:
            raise BotAnswerError("LATE") from error
        except httpx.TransportError as error:
            raise BotAnswerError("NO_ANSWER") from error
        except msgspec.MsgspecError as error:
            raise BotAnswerError("NO_MOVE_IN_ANSWER") from error

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def _body(self, answer: httpx.Response, ends_at: float) -> bytes:
        """Return the body; the client's own limit is for each piece, this one for all."""
        body = b""
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > _ANSWER_BYTES:
                raise BotAnswerError("ANSWER_TOO_LONG")
            if self._monotonic() > ends_at:
                raise BotAnswerError("LATE")
        return body


def is_address(name: str) -> bool:
    """Return whether a bot is named by its address."""
    return name.startswith(("http://", "https://"))


def address_label(address: str) -> str:
    """Return an address for showing: without user, password and query, which may be secret."""
    url = urlsplit(address)
    return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"
