"""Faults of our own: what the edge of a request does with an error that nobody expected."""

import secrets
from typing import Final

import structlog

from service.metrics import Metrics, Transport

_ID_BYTES: Final = 8

_log = structlog.get_logger(__name__)


class Faults:
    """Counts the requests that met an unexpected error, and logs each."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def note(self, fault: Exception, transport: Transport, **where: object) -> str:
        """Log and count a fault; return the id that stands in the log for it, the request's own.

        `where` goes into the log and says at which place of the answer it happened.
        """
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        fault_id = str(request_id or f"f_{secrets.token_hex(_ID_BYTES)}")
        self._metrics.faults.labels(transport.value).inc()
        _log.error("request_failed", fault_id=fault_id, exc_info=fault, **where)
        return fault_id
