"""What a client is told of an error: always a code, and never the text of a fault of ours."""

import secrets
from typing import Final

import structlog
from graphql import GraphQLError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from schema.errors import Code, Refusal, Refused

_log = structlog.get_logger(__name__)

_ID_BYTES: Final = 8
_OF_THE_REQUEST: Final = (CannotGetOperationTypeError, InvalidOperationTypeError)


def told(error: GraphQLError) -> GraphQLError:
    """Return the form of an error that a client may see.

    A refusal keeps its sentence and code. An error of the request keeps its text, which speaks
    of the client's own words. Everything else is a fault: logged, and masked.
    """
    cause = error.original_error
    if isinstance(cause, Refused):
        return _with(error, cause.refusal.message, _extensions(cause.refusal))
    if _is_of_the_request(error):
        return _with(error, error.message, {"code": Code.INVALID_INPUT.value})
    path = None if error.path is None else ".".join(map(str, error.path))
    return _with(error, "The service has failed.", masked(cause or error, path=path))


def refusal_error(refusal: Refusal) -> GraphQLError:
    """Return the refusal of a whole request as an error."""
    return GraphQLError(refusal.message, extensions=_extensions(refusal))


def _extensions(refusal: Refusal) -> dict[str, object]:
    """Return the code of a refusal, and the scope that a token lacks."""
    told: dict[str, object] = {"code": refusal.code.value}
    if refusal.code is Code.FORBIDDEN and refusal.allowed:
        told["scope"] = " ".join(refusal.allowed)
    return told


def fault_error(fault: Exception) -> GraphQLError:
    """Log a fault outside of any operation, and return the error to tell."""
    return GraphQLError("The service has failed.", extensions=masked(fault, path=None))


def masked(fault: Exception, *, path: str | None) -> dict[str, object]:
    """Log a fault and return the extensions that are told instead of its text."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    fault_id = str(request_id or f"f_{secrets.token_hex(_ID_BYTES)}")
    _log.error("graphql_fault", fault_id=fault_id, path=path, exc_info=fault)
    return {"code": Code.INTERNAL.value, "requestId": fault_id}


def _is_of_the_request(error: GraphQLError) -> bool:
    """Return whether parsing, validation or the coercion of an input found the error.

    These come before any field is resolved and so have no path; all but the coercion of an
    argument, which then points into the client's text by itself.
    """
    cause = error.original_error
    if cause is None:
        return error.path is None
    if isinstance(cause, GraphQLError):
        return error.path is None or bool(cause.nodes)
    return isinstance(cause, _OF_THE_REQUEST)


def _with(error: GraphQLError, message: str, extensions: dict[str, object]) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions,
    )
