"""From the errors of the engine and the store to refusals: one table for both."""

from types import TracebackType
from typing import Final

from engine.cards import Suit
from engine.errors import NotationError, RuleError, RuleSetCode, RuleSetError
from schema.errors import Code, Refusal, Refused, refused
from service.store.errors import (
    BlobTooNewError,
    KeyReusedError,
    LostRaceError,
    MatchNotFoundError,
    StoreError,
    StoreFullError,
    StoreUnavailableError,
)

_STORE: Final[dict[type[StoreError], tuple[Code, str]]] = {
    MatchNotFoundError: (Code.MATCH_NOT_FOUND, "There is no such match."),
    KeyReusedError: (
        Code.IDEMPOTENCY_KEY_REUSED,
        "This idempotency key was used for another move.",
    ),
    BlobTooNewError: (Code.BUSY, "A newer release has written this; try again."),
    LostRaceError: (Code.BUSY, "Many others act on this match right now; try again."),
    StoreFullError: (Code.STORE_FULL, "The store takes no more writes; nothing was changed."),
    StoreUnavailableError: (Code.STORE_UNAVAILABLE, "The store does not answer; try again."),
}

_FIELDS: Final = {
    RuleSetCode.UNKNOWN_RULE_SET: "ruleSet",
    RuleSetCode.WRONG_PLAYER_COUNT: "players",
}


def rule_refused(error: RuleError, version: int) -> Refused:
    """Return the refusal of a move by the rules."""
    return Refused(
        Refusal(
            code=Code(error.code),
            message=error.detail,
            version=version,
            section=error.section,
            suit=None if error.suit is None else Suit(error.suit),
        )
    )


def rule_set_refused(error: RuleSetError) -> Refused:
    """Return the refusal of a choice of rules."""
    field = _FIELDS.get(error.code) if error.option is None else f"options.{error.option}"
    return Refused(
        Refusal(code=Code(error.code), message=error.detail, allowed=error.allowed, field=field)
    )


def notation_refused(error: NotationError) -> Refused:
    """Return the refusal of a text that names no move."""
    return refused(Code.BAD_MOVE, f"Not a move: {error.form}.")


def refuse_store_error(error: StoreError) -> None:
    """Raise the refusal that an error of the store is told as; nothing for a fault of our own."""
    known = next((at for at in type(error).__mro__ if at in _STORE), None)
    if known is not None:
        code, message = _STORE[known]
        raise refused(code, message) from error


def store_errors_refused() -> "_StoreErrorsRefused":
    """Turn what the store cannot do into refusals; faults of our own pass through."""
    return _STORE_ERRORS_REFUSED


class _StoreErrorsRefused:
    """Holds nothing, so one serves all: a generator for each request takes three times as long."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, StoreError):
            refuse_store_error(error)


_STORE_ERRORS_REFUSED: Final = _StoreErrorsRefused()
