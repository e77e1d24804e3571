"""What a client is told of an error: always a code, and never the text of a fault of ours."""

from typing import Final

from graphql import GraphQLError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from schema.errors import Code, Refusal, Refused
from service.faults import Faults
from service.metrics import Transport

_MASK: Final = "The service has failed."
_OF_THE_REQUEST: Final = (CannotGetOperationTypeError, InvalidOperationTypeError)


def told(error: GraphQLError, faults: Faults, transport: Transport) -> GraphQLError:
    """Return the form of an error that a client may see.

    A refusal keeps its sentence and code. An error of the request keeps its text, which speaks
    of the client's own words. Everything else is a fault: logged, counted, and masked.
    """
    cause = error.original_error
    if isinstance(cause, Refused):
        return _with(error, cause.refusal.message, _extensions(cause.refusal))
    if _is_of_the_request(error):
        return _with(error, error.message, {"code": Code.INVALID_INPUT.value})
    path = None if error.path is None else ".".join(map(str, error.path))
    fault_id = faults.note(cause or error, transport, path=path)
    return _with(error, _MASK, _masked(fault_id))


def refusal_error(refusal: Refusal) -> GraphQLError:
    """Return the refusal of a whole request as an error."""
    return GraphQLError(refusal.message, extensions=_extensions(refusal))


def _extensions(refusal: Refusal) -> dict[str, object]:
    """Return the code of a refusal, the scope that a token lacks, and when to ask again."""
    told: dict[str, object] = {"code": refusal.code.value}
    if refusal.code is Code.FORBIDDEN and refusal.allowed:
        told["scope"] = " ".join(refusal.allowed)
    if refusal.retry_after_ms is not None:
        told["retryAfterMs"] = refusal.retry_after_ms
    return told


def fault_error(fault_id: str) -> GraphQLError:
    """Return the error that tells nothing of a fault outside of any operation but its id."""
    return GraphQLError(_MASK, extensions=_masked(fault_id))


def _masked(fault_id: str) -> dict[str, object]:
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
