"""The words of graphql-transport-ws: what a client may say, what it is told, how sockets close."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from service.graphql.request import Operation

PROTOCOL: Final = "graphql-transport-ws"

# Any: payloads are JSON of the client's choice.
Json = dict[str, Any]
Id = Annotated[str, Meta(min_length=1)]


class Init(Struct, tag_field="type", tag="connection_init", frozen=True):
    """The beginning; its payload says who asks."""

    payload: Json | None = None


class Ping(Struct, tag_field="type", tag="ping", frozen=True):
    """A question whether the other side is there."""

    payload: Json | None = None


class Pong(Struct, tag_field="type", tag="pong", frozen=True):
    """The answer to it, or a sign of life that nobody asked for."""

    payload: Json | None = None


class Subscribe(Struct, tag_field="type", tag="subscribe", frozen=True):
    """An operation to run; what it comes to is told under its id."""

    id: Id
    payload: Operation


class Complete(Struct, tag_field="type", tag="complete", frozen=True):
    """An operation in which the client has lost interest."""

    id: Id


Message = Init | Ping | Pong | Subscribe | Complete

_decode: Final = msgspec.json.Decoder(Message).decode
_encode: Final = msgspec.json.Encoder().encode

ACK: Final = '{"type":"connection_ack"}'
PING: Final = '{"type":"ping"}'
PONG: Final = '{"type":"pong"}'


class Close(Struct, frozen=True):
    """A code with which a socket is closed, and what it means."""

    code: int
    reason: str


BAD_MESSAGE: Final = Close(4400, "Not a message of graphql-transport-ws")
UNAUTHORIZED: Final = Close(4401, "Unauthorized")
FORBIDDEN: Final = Close(4403, "Forbidden")
OTHER_PROTOCOL: Final = Close(4406, "Subprotocol not acceptable")
INIT_TIMEOUT: Final = Close(4408, "Connection initialisation timeout")
ID_TAKEN: Final = Close(4409, "Subscriber for this id already exists")
SECOND_INIT: Final = Close(4429, "Too many initialisation requests")
TOO_BIG: Final = Close(1009, "Message too big")
FAULT: Final = Close(1011, "The service has failed")
RESTART: Final = Close(1012, "Service restart")
TRY_AGAIN_LATER: Final = Close(1013, "Try again later")


def read_message(text: str) -> Message | None:
    """Return what a client says, or nothing if no client may say that."""
    try:
        message = _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return None if isinstance(message, Subscribe) and message.payload.says_nothing else message


class Voice:
    """Says what comes of one operation: its id is put into JSON once."""

    def __init__(self, operation_id: str) -> None:
        self.operation_id: Final = operation_id
        self._id = _encode(operation_id)
        self._next = b'{"id":%b,"type":"next","payload":' % self._id

    def next(self, payload: bytes) -> str:
        """Return the message with one result, given as JSON."""
        return self.message(payload).decode()

    def message(self, payload: bytes) -> bytes:
        """Return the same in UTF-8."""
        return b"%b%b}" % (self._next, payload)

    def error(self, errors: list[object]) -> str:
        """Return the message that ends an operation which did not begin."""
        return (b'{"id":%b,"type":"error","payload":%b}' % (self._id, _encode(errors))).decode()

    def complete(self) -> str:
        """Return the message that ends an operation."""
        return (b'{"id":%b,"type":"complete"}' % self._id).decode()
