"""What the OpenAPI document says of an operation's answers: bodies, headers, links, refusals."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Final

from schema.errors import Code
from schema.json_schema import Json
from schema.rest.json_schemas import reference
from schema.rest.models import SEEN_END
from schema.rest.operation import Link, Operation
from schema.rest.problems import KINDS, MEDIA_TYPE, Problem

SERVER_TIME_HEADER: Final = "Server-Time-Ms"
REQUEST_ID_HEADER: Final = "X-Request-Id"
EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
TEXT: Final = "text/plain"

_UNREADABLE: Final = "Unreadable"


def _header(description: str, kind: str, *, required: bool = True) -> Json:
    return {"description": description, "required": required, "schema": {"type": kind}}


HEADERS: Final[Json] = {
    "RequestId": _header(
        "The request's name in the service's log: the caller's own, if it sends one of at most 64 "
        "letters, digits, `.`, `_` and `-`.",
        "string",
    ),
    "ServerTime": _header(
        "The service's clock as it answered, milliseconds of Unix time; left out while a process "
        "that has just started does not know it yet.",
        "integer",
        required=False,
    ),
    "Location": _header("The path of what was made.", "string"),
    "ETag": _header(
        "A strong tag of this answer: send it as `If-None-Match` to get 304 while nothing in the "
        "answer has changed.",
        "string",
    ),
    "RetryAfter": _header("Seconds after which to try again.", "integer"),
    "RateLimit": _header(
        "The budget that is used up: its name, `r` what is left of it, `t` seconds until more.",
        "string",
    ),
    "RateLimitPolicy": _header(
        "That budget: its name, `q` how much it holds, `w` seconds in which it fills; `qu` is what "
        "it counts if not requests.",
        "string",
    ),
    "Authenticate": _header("What kind of token is needed, by RFC 6750.", "string"),
    "Scope": {
        "description": "With the code FORBIDDEN: `insufficient_scope` and the scope that the token "
        "lacks, by RFC 6750.",
        "required": False,
        "schema": {"type": "string"},
    },
}


def _from_components(name: str) -> Json:
    return {"$ref": f"#/components/headers/{name}"}


_ALWAYS: Final[Json] = {
    REQUEST_ID_HEADER: _from_components("RequestId"),
    SERVER_TIME_HEADER: _from_components("ServerTime"),
}
_WITH_STATUS: Final[Mapping[int, Json]] = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": _from_components("Authenticate")},
    HTTPStatus.FORBIDDEN: {"WWW-Authenticate": _from_components("Scope")},
    HTTPStatus.TOO_MANY_REQUESTS: {
        "Retry-After": _from_components("RetryAfter"),
        "RateLimit": _from_components("RateLimit"),
        "RateLimit-Policy": _from_components("RateLimitPolicy"),
    },
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": _from_components("RetryAfter")},
}
_SEEN_TO_THE_END: Final[Json] = {
    "description": "The match is over, and `Last-Event-ID` is the `id` of its feed's `end`.",
    "headers": _ALWAYS,
}

_NOT_MODIFIED: Final[Json] = {
    "description": "The answer is the one that `If-None-Match` names.",
    "headers": {**_ALWAYS, "ETag": _from_components("ETag")},
}


def responses(at: Operation) -> Json:
    """Return every response of an operation, by status."""
    found = {str(at.status.value): _answer(at)}
    if at.resumes:
        found["204"] = _SEEN_TO_THE_END
    if at.is_tagged:
        found["304"] = _NOT_MODIFIED
    return {**found, **_refusals(at)}


def _answer(at: Operation) -> Json:
    schema = {"type": "string"} if at.answer is str else reference(at.answer)
    answer: Json = {
        "description": at.answer_description,
        "headers": dict(_ALWAYS),
        "content": {at.media_type: {"schema": schema}},
    }
    if at.location:
        answer["headers"]["Location"] = _from_components("Location")
    if at.is_tagged:
        answer["headers"]["ETag"] = _from_components("ETag")
    if at.feed:
        answer["content"].update(_streams(at))
    if at.as_text:
        answer["content"][TEXT] = {"schema": {"type": "string"}}
    if at.links:
        answer["links"] = {name: _link(link) for name, link in at.links.items()}
    return answer


def _streams(at: Operation) -> Json:
    name = at.item.__name__
    item = {"x-itemSchema": reference(at.item)}  # as OpenAPI 3.2 says it without the `x-`
    cursor = f"`id` is the cursor (the end's with `{SEEN_END}`), " if at.resumes else ""
    events = f"Server-sent events: {cursor}`data` one `{name}`."
    return {
        EVENT_STREAM: {
            "schema": {"type": "string", "description": events},
            **item,
        },
        NDJSON: {
            "schema": {"type": "string", "description": f"One `{name}` a line."},
            **item,
        },
    }


def _link(link: Link) -> Json:
    told: Json = {"operationId": link.operation, "description": link.description}
    told["parameters"] = link.parameters
    if link.body:
        told["requestBody"] = link.body
    return told


def shared_responses(operations: Iterable[Operation]) -> Json:
    """Return the responses that operations refer to: a refusal for each code that comes alone."""
    listed = [codes for at in operations for codes in _by_status(at).values()]
    single = {codes[0] for codes in listed if len(codes) == 1}
    alone = {code.value: _refusal(KINDS[code].status, [code]) for code in Code if code in single}
    return {_UNREADABLE: _refusal(HTTPStatus.BAD_REQUEST, [Code.INVALID_INPUT]), **alone}


def _refusals(at: Operation) -> Json:
    found = {HTTPStatus.BAD_REQUEST: [], **_by_status(at)}
    return {str(int(status)): _refused_with(status, found[status]) for status in sorted(found)}


def _by_status(at: Operation) -> dict[int, list[Code]]:
    """Return the codes that an operation refuses with, by the status that tells them."""
    found: dict[int, list[Code]] = {}
    for code in at.refusals:
        found.setdefault(KINDS[code].status, []).append(code)
    return found


def _refused_with(status: int, codes: list[Code]) -> Json:
    if len(codes) > 1:
        return _refusal(status, codes)
    name = codes[0].value if codes else _UNREADABLE
    return {"$ref": f"#/components/responses/{name}"}


def _refusal(status: int, codes: list[Code]) -> Json:
    only = {"properties": {"code": {"enum": [code.value for code in codes]}}}
    return {
        "description": "\n".join(f"- `{code}`: {_meaning(status, code)}" for code in codes),
        "headers": {**_ALWAYS, **_WITH_STATUS.get(status, {})},
        "content": {MEDIA_TYPE: {"schema": {"allOf": [reference(Problem), only]}}},
    }


def _meaning(status: int, code: Code) -> str:
    if status == HTTPStatus.BAD_REQUEST:
        return "The request cannot be read."
    return KINDS[code].title
