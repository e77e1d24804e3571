"""Faults of our own: what the edge of a request does with an error that nobody expected."""

import structlog

_log = structlog.get_logger(__name__)


class Faults:
    """Counts the requests that ended in an unexpected error, and logs each."""

    def __init__(self) -> None:
        self.count = 0

    def note(self, fault: Exception) -> None:
        """Log and count a fault; the request's id is in the log's context."""
        self.count += 1
        _log.error("request_failed", exc_info=fault)
