"""Reads an operation out of an HTTP request."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from schema.errors import Code, refused
from service.bodies import whole_body
from service.fields import field

MAX_BODY: Final = 65_536  # bytes; the longest operation of a client is about 5 kB
_JSON: Final = "application/json"
_UTF8: Final = frozenset({"utf-8", "utf8"})


class Operation(Struct, frozen=True, rename="camel"):
    """What a client asks to run: a text, empty where it sends the id of a published one instead.

    Any: the values of variables are JSON of its choice.
    """

    query: str = ""
    document_id: str | None = None
    variables: dict[str, Any] | None = None
    operation_name: str | None = None
    extensions: dict[str, Any] | None = None

    @property
    def says_nothing(self) -> bool:
        """Return whether there is neither a text nor an id."""
        return not self.query and self.document_id is None


_decode: Final = msgspec.json.Decoder(Operation).decode


async def read_operation(request: Request) -> Operation:
    """Return the operation of a GET, HEAD or POST request.

    Refuses UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_INPUT.
    """
    if request.scope["method"] != "POST":
        return _operation(_from_url(request))
    _check_media_type(field(request.scope, b"content-type") or "")
    try:
        body = await whole_body(request.receive, MAX_BODY)
    except ClientDisconnect as error:
        raise refused(Code.INVALID_INPUT, "The body was cut off.") from error
    if len(body) > MAX_BODY:
        raise refused(Code.BODY_TOO_LARGE, f"A body has at most {MAX_BODY} bytes.")
    try:
        return _decode(body)  # in one step, unless something is wrong
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _operation(_json(body))


def _operation(parameters: object) -> Operation:
    try:
        return msgspec.convert(parameters, Operation)
    except msgspec.ValidationError as error:
        detail = (
            "A request is one JSON object: query or documentId, a text; variables and extensions, "
            "objects or null; operationName, a text or null. There are no batches."
        )
        raise refused(Code.INVALID_INPUT, detail) from error


def _from_url(request: Request) -> dict[str, object]:
    given = request.query_params.multi_items()
    parameters: dict[str, object] = dict(given)
    if len(parameters) < len(given):
        raise refused(Code.INVALID_INPUT, "A parameter is given more than once.")
    for name in ("variables", "extensions"):
        text = request.query_params.get(name)
        if text is not None:
            parameters[name] = _json(text.encode()) if text else None
    return parameters


def _check_media_type(media_type: str) -> None:
    if media_type != _JSON and not _is_json(media_type):
        detail = "The body is application/json in UTF-8."
        raise refused(Code.UNSUPPORTED_MEDIA_TYPE, detail)


def _is_json(media_type: str) -> bool:
    name, *parameters = media_type.lower().split(";")
    charset = next((at.strip()[8:] for at in parameters if at.strip().startswith("charset=")), "")
    return name.strip() == _JSON and charset.strip('"') in _UTF8 | {""}


def _json(text: bytes) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise refused(Code.INVALID_INPUT, "The request is not JSON.") from error
    except RecursionError as error:
        raise refused(Code.INVALID_INPUT, "The JSON is nested too deeply.") from error
