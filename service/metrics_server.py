"""A port at which a process that serves nothing else shows its metrics."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import start_http_server

from service.config import METRICS_PORT
from service.errors import StartError
from service.metrics import Metrics


@contextmanager
def shown(metrics: Metrics, host: str, port: int | None) -> Iterator[None]:
    """Serve the metrics from a thread of their own; without a port serve nothing.

    Raises StartError for a port that cannot be had.
    """
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, registry=metrics.registry)
    except OSError as cause:
        reason = f"{METRICS_PORT}: cannot listen on {host} port {port}"
        raise StartError(reason) from cause
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
