"""Refusals as HTTP answers: the problem, its headers, and refusals of what cannot be read."""

from http import HTTPStatus
from typing import Final

import msgspec
from starlette.responses import Response

from schema.errors import Code, Refusal, Refused
from schema.rest.problems import KINDS, MEDIA_TYPE, InputError, Problem, problem
from service.limits.refusals import RateLimited

_CHALLENGE = 'Bearer realm="kierki"'
_STEPS: Final = str.maketrans({".": "/", "[": "/", "]": None})  # from `deals[0].id` to a pointer
_PARAMETERS: Final = {"players": "players", "options": "option"}  # of fields, in a query


class InputRefused(Refused):
    """Raised for a request that is not as described, with the places that are wrong.

    `status` is 422 for a request that was understood, 400 for one that could not be read.
    """

    def __init__(
        self,
        message: str,
        errors: tuple[InputError, ...] = (),
        *,
        status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    ) -> None:
        super().__init__(Refusal(code=Code.INVALID_INPUT, message=message))
        self.errors = errors
        self.status = status


def unreadable(message: str) -> InputRefused:
    """Return the refusal of a request that cannot be read at all."""
    return InputRefused(message, status=HTTPStatus.BAD_REQUEST)


def refusal_response(
    error: Refused, *, with_token: bool = False, has_body: bool = True
) -> Response:
    """Return the answer to a refused request.

    `with_token` says that it brought one, `has_body` that its input stands in its body.
    """
    refusal = error.refusal
    if isinstance(error, InputRefused):
        told = problem(refusal, status=error.status, errors=error.errors)
    else:
        told = problem(refusal, errors=_places(refusal, has_body=has_body))
    response = problem_response(told)
    if isinstance(error, RateLimited):
        response.headers.update(error.fields)
    if refusal.code is Code.UNAUTHENTICATED:
        why = ', error="invalid_token"' if with_token else ""
        response.headers["WWW-Authenticate"] = _CHALLENGE + why
    if refusal.code is Code.FORBIDDEN:
        scope = " ".join(refusal.allowed or ())
        why = f', error="insufficient_scope", scope="{scope}"' if scope else ""
        response.headers["WWW-Authenticate"] = _CHALLENGE + why
    return response


def _places(refusal: Refusal, *, has_body: bool) -> tuple[InputError, ...]:
    """Return where the field stands that the use case refuses, if it says which."""
    field = refusal.field or ""
    if has_body and field:
        pointer = f"#/{field.translate(_STEPS)}"
        return (InputError(detail=refusal.message, pointer=pointer),)
    parameter = _PARAMETERS.get(field.partition(".")[0])
    return (InputError(detail=refusal.message, parameter=parameter),) if parameter else ()


def problem_response(told: Problem) -> Response:
    """Return a problem as an answer, with when to try again if that helps."""
    body = msgspec.json.encode(told)
    response = Response(body, status_code=told.status, media_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    retry_after_s = KINDS[told.code].retry_after_s
    if retry_after_s is not None:
        response.headers["Retry-After"] = str(retry_after_s)
    return response
