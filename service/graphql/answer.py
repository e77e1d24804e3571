"""Writes answers to HTTP requests: their media type, status and headers."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final

import msgspec
from graphql import GraphQLError
from starlette.responses import Response

from schema.errors import Code, Refused, refused
from schema.rest.problems import KINDS
from service.bodies import WholeResponse
from service.graphql.faults import fault_error, refusal_error
from service.graphql.running import Outcome
from service.limits.refusals import RateLimited
from service.rest.negotiation import preferred

GRAPHQL: Final = "application/graphql-response+json"
JSON: Final = "application/json"
METHODS: Final = ("GET", "HEAD", "POST")
ALLOW: Final = ", ".join((*METHODS, "OPTIONS"))
SERVER_TIME: Final = "serverTimeMs"  # null before the store has told its time

# Request errors found in the document or its variables are 400 too, as the audit suite of
# graphql-http asks; with plain JSON they are 200, as clients of the older custom expect.
_STATUSES: Final[Mapping[Code, HTTPStatus]] = {
    Code.INVALID_INPUT: HTTPStatus.BAD_REQUEST,
    Code.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Code.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Code.ACCOUNT_BANNED: HTTPStatus.FORBIDDEN,
    Code.METHOD_NOT_ALLOWED: HTTPStatus.METHOD_NOT_ALLOWED,
    Code.NOT_ACCEPTABLE: HTTPStatus.NOT_ACCEPTABLE,
    Code.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.UNSUPPORTED_MEDIA_TYPE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Code.RATE_LIMITED: HTTPStatus.TOO_MANY_REQUESTS,
    Code.TOO_MANY_STREAMS: HTTPStatus.TOO_MANY_REQUESTS,
    Code.UNKNOWN_DOCUMENT: HTTPStatus.BAD_REQUEST,
    Code.PERSISTED_ONLY: HTTPStatus.FORBIDDEN,
    Code.ISSUER_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.STORE_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.STORE_FULL: HTTPStatus.SERVICE_UNAVAILABLE,
}
_encode: Final = msgspec.json.Encoder().encode
_CHALLENGE: Final = 'Bearer error="invalid_token"'
_HEADERS: Final = {
    media_type: (
        (b"cache-control", b"no-store"),
        (b"vary", b"accept, authorization"),
        (b"content-type", f"{media_type}; charset=utf-8".encode()),
    )
    for media_type in (GRAPHQL, JSON)
}


def negotiated(accept: str | None) -> str:
    """Return the media type to answer in; refuses NOT_ACCEPTABLE.

    The older one where the client leaves it open: not every client that does knows the newer.
    """
    named = GRAPHQL in (accept or "").lower()
    found = preferred(accept, (GRAPHQL, JSON) if named else (JSON, GRAPHQL))
    if found is None:
        raise refused(Code.NOT_ACCEPTABLE, f"Answers are {GRAPHQL} or {JSON}.")
    return found


def executed(outcome: Outcome, media_type: str, now_ms: int | None) -> Response:
    """Return the answer to a request that was run, or found wrong before; with the time."""
    extensions: dict[str, object] = {SERVER_TIME: now_ms}
    if not outcome.errors:
        body: dict[str, object] = {"data": outcome.data, "extensions": extensions}
        return _response(body, media_type, HTTPStatus.OK)
    if outcome.is_request_error:
        status = HTTPStatus.BAD_REQUEST if media_type == GRAPHQL else HTTPStatus.OK
        return _response(outcome.body(), media_type, status)
    return _response(outcome.body() | {"extensions": extensions}, media_type, HTTPStatus.OK)


def refused_answer(error: Refused, method: str, media_type: str = JSON) -> Response:
    """Return the answer to a request that was not run."""
    refusal = error.refusal
    status = _STATUSES[refusal.code]
    response = _response({"errors": _formatted([refusal_error(refusal)])}, media_type, status)
    if status is HTTPStatus.UNAUTHORIZED:
        response.headers["www-authenticate"] = _CHALLENGE
    retry_after_s = KINDS[refusal.code].retry_after_s
    if retry_after_s is not None:
        response.headers["retry-after"] = str(retry_after_s)
    if isinstance(error, RateLimited):
        response.headers.update(error.fields)
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        # what GET may not do, POST may
        response.headers["allow"] = "POST" if method in METHODS else ALLOW
    return response


def failed_answer(fault_id: str, media_type: str = JSON) -> Response:
    """Return the answer that tells nothing of a fault but its id."""
    body: dict[str, object] = {"errors": _formatted([fault_error(fault_id)])}
    return _response(body, media_type, HTTPStatus.INTERNAL_SERVER_ERROR)


def _formatted(errors: Sequence[GraphQLError]) -> list[object]:
    return [error.formatted for error in errors]


def _response(body: Mapping[str, object], media_type: str, status: HTTPStatus) -> Response:
    return WholeResponse(_encode(body), status, _HEADERS[media_type])
