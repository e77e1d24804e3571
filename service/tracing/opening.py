"""Opens the tracer of a process, where its settings ask for one."""

import importlib
from collections.abc import Callable
from types import ModuleType

import structlog

from service.config import Settings, TracesExporter
from service.tracing.ports import Tracer

_log = structlog.get_logger(__name__)


def open_tracer(
    settings: Settings, part: str, load: Callable[[str], ModuleType] = importlib.import_module
) -> Tracer | None:
    """Return the tracer of a process that is this part of the service, or nothing.

    OpenTelemetry is an extra of this package, loaded only where traces are asked for. Where it
    is missing a line in the log says so, and the process runs without.
    """
    if settings.traces is TracesExporter.NONE:
        return None
    try:
        otel = load("service.tracing.otel")
    except ModuleNotFoundError as error:
        _log.warning("traces_unavailable", missing=error.name, install="kierki[otel]")
        return None
    tracer: Tracer = otel.exporting(settings.traces, part)
    return tracer
