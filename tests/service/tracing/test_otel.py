"""What a span tells, what it hangs below, and that it never tells why something has failed."""

import asyncio
import gzip
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from service.config import TracesExporter
from service.tracing.otel import exporting
from tests.fixtures.traces import Traces, ids, links, noted, parent

REMOTE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def traces() -> Traces:
    return Traces()


def test_a_request_is_part_of_what_its_header_names(traces: Traces) -> None:
    with traces.tracer.request("POST", {"traceparent": REMOTE}) as span:
        assert span.trace_id == "0af7651916cd43dd8448eb211c80319c"
        assert span.place.startswith("00-0af7651916cd43dd8448eb211c80319c-")

    assert parent(traces.named("POST")) == "b7ad6b7169203331"


@pytest.mark.parametrize("header", ["", "x", REMOTE[:-1], "00-" + "0" * 32 + REMOTE[35:]])
def test_a_header_that_is_none_is_passed_over(traces: Traces, header: str) -> None:
    with traces.tracer.request("POST", {"traceparent": header}) as span:
        assert span.trace_id != "0af7651916cd43dd8448eb211c80319c"

    assert parent(traces.named("POST")) is None


def test_the_words_of_an_error_are_not_told(traces: Traces) -> None:
    with (
        pytest.raises(ValueError, match="QS"),
        traces.tracer.request("POST", {}),
        traces.tracer.part("store.read"),
    ):
        raise ValueError("the hidden card is QS")

    assert [noted(span)["error.type"] for span in traces.spans] == ["ValueError"] * 2
    assert all(not span.status.is_ok for span in traces.spans)
    assert "QS" not in traces.written()


def test_what_belongs_to_no_work_is_not_traced(traces: Traces) -> None:
    with traces.tracer.part("store.claim_due") as span:
        assert span is None

    assert traces.spans == ()
    assert traces.tracer.carried() == {}


async def test_a_task_that_outlives_its_request_is_no_part_of_it(traces: Traces) -> None:
    is_over = asyncio.Event()

    async def goes_on() -> None:
        await is_over.wait()
        with traces.tracer.part("store.entries"):
            pass

    with traces.tracer.request("GET", {}):
        task = asyncio.create_task(goes_on())
    is_over.set()
    await task

    assert traces.names == ["GET"]


def test_a_job_is_part_of_the_request_that_caused_it(traces: Traces) -> None:
    with traces.tracer.request("POST", {"traceparent": REMOTE, "tracestate": "a=" + "x" * 200}):
        carried = traces.tracer.carried()

    with traces.tracer.job("bot_turn", carried):
        pass

    assert list(carried) == ["traceparent"]
    assert len(carried["traceparent"]) == len(REMOTE)
    assert ids(traces.named("bot_turn"))[0] == ids(traces.named("POST"))[0]
    assert parent(traces.named("bot_turn")) == ids(traces.named("POST"))[1]


def test_a_job_that_a_job_caused_begins_anew_and_points_to_it(traces: Traces) -> None:
    with traces.tracer.job("first", {}):
        carried = traces.tracer.carried()

    with traces.tracer.job("second", carried):
        pass

    first, second = traces.named("first"), traces.named("second")
    assert list(carried) == ["link"]
    assert parent(second) is None
    assert ids(second)[0] != ids(first)[0]
    assert links(second) == [ids(first)]


@pytest.mark.parametrize("carried", [{"traceparent": "x"}, {"link": ""}, {"other": REMOTE}])
def test_a_job_that_carries_nonsense_begins_anew(traces: Traces, carried: dict[str, str]) -> None:
    with traces.tracer.job("bot_turn", carried):
        pass

    assert (parent(traces.named("bot_turn")), links(traces.named("bot_turn"))) == (None, [])


class _Collector(HTTPServer):
    """Keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.sent: list[tuple[str, bytes]] = []


class _Taking(BaseHTTPRequestHandler):
    """Takes traces over OTLP."""

    server: _Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        self.server.sent.append((self.path, gzip.decompress(body) if is_packed else body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[_Collector]:
    """Give a collector of traces on this machine."""
    with _Collector() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("named", "told"), [({}, b"kierki-api"), ({"OTEL_SERVICE_NAME": "table"}, b"table")]
)
def test_traces_go_where_the_standard_variables_say(
    collector: _Collector, monkeypatch: pytest.MonkeyPatch, named: dict[str, str], told: bytes
) -> None:
    environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}", **named}
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    tracer = exporting(TracesExporter.OTLP, "api")

    with tracer.request("mutation submitMove", {}):
        pass
    tracer.close()

    ((path, body),) = collector.sent
    assert path == "/v1/traces"
    assert told in body
    assert b"mutation submitMove" in body


def test_a_collector_that_is_away_does_not_hold_up_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    threads = set(threading.enumerate())
    tracer = exporting(TracesExporter.OTLP, "api")
    with tracer.request("POST", {}):
        pass

    began = time.monotonic()
    tracer.close()

    assert time.monotonic() - began < 2.5
    assert set(threading.enumerate()) <= threads
