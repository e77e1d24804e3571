"""What the doctor finds."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct


class State(StrEnum):
    """How bad a finding is; only the last kind makes `kierki doctor` end with 1."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class Finding(Struct, frozen=True):
    """What was looked at, how it is, and what to do about it, if anything."""

    check: str
    state: State
    what: str
    advice: str | None = None


class Grade(Struct, frozen=True):
    """From where on a number is worth a warning, and from where on it is a failure."""

    warning: float
    failed: float

    def of(self, number: float) -> State:
        """Return how bad a number is."""
        if number >= self.failed:
            return State.FAILED
        return State.WARNING if number >= self.warning else State.OK


def graded(check: str, state: State, what: str, advice: str) -> Finding:
    """Return a finding that gives its advice only if there is something to do."""
    return Finding(check, state, what, None if state is State.OK else advice)


def found(check: str, fault: str | None, what: str, advice: str) -> Finding:
    """Return a failure, if there is a fault, else that all is well."""
    if fault is None:
        return Finding(check, State.OK, what)
    return Finding(check, State.FAILED, fault, advice)


Check = Callable[[], Finding]
"""Looks at one thing."""
