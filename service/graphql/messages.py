"""The messages that a client may send over graphql-transport-ws."""

from typing import Any

import msgspec
from msgspec import Struct

# Any: payloads and variables are JSON of the client's choice.
_Json = dict[str, Any]


class _ConnectionInit(Struct, tag_field="type", tag="connection_init"):
    payload: _Json = {}


class _Ping(Struct, tag_field="type", tag="ping"):
    payload: _Json | None = None


class _Pong(Struct, tag_field="type", tag="pong"):
    payload: _Json | None = None


class _Asked(Struct, rename="camel"):
    query: str
    variables: _Json | None = None
    operation_name: str | None = None
    extensions: _Json | None = None


class _Subscribe(Struct, tag_field="type", tag="subscribe"):
    id: str
    payload: _Asked


class _Complete(Struct, tag_field="type", tag="complete"):
    id: str


_Message = _ConnectionInit | _Ping | _Pong | _Subscribe | _Complete


def is_message(value: object) -> bool:
    """Return whether a client may send this; it closes the socket with 4400 otherwise."""
    try:
        msgspec.convert(value, _Message)
    except msgspec.ValidationError:
        return False
    return True
