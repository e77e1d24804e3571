"""What one process counts, for Prometheus.

Every process makes one `Metrics`, with a registry of its own, and hands it to whoever counts.
No label ever holds an id, a name or a card: its values are a short list that the code knows.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder

from engine.bot_levels import Level
from schema.errors import Code
from service.counting import Counter, Gauge, Histogram

# Seconds. Most requests take a few milliseconds; 60 is above every wait there is.
_REQUEST_BUCKETS: Final = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25),
    *(0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0),
)
_LAG_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 30.0)
_THINK_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Transport(StrEnum):
    """By which door a request or a stream has come."""

    REST = "rest"
    GRAPHQL = "graphql"
    WEBSOCKET = "websocket"


class Way(StrEnum):
    """How a GraphQL operation was executed: by the plan of its document, or without one."""

    PLANNED = "planned"
    ORDINARY = "ordinary"


class Judged(StrEnum):
    """What has become of a decision in an analysis."""

    DONE = "done"
    PASSED_OVER = "passed_over"
    FAILED = "failed"
    PUT_OFF = "put_off"


class Page(Struct, frozen=True):
    """Everything that was counted, in the format that a scraper has asked for."""

    body: bytes
    media_type: str


class Metrics:
    """The counters of one process, by what they count.

    Requests: `requests` by transport, operation and status, `request_seconds` by transport and
    operation, `refusals` by transport and code, `faults` by transport, `rate_limited` by budget,
    `limiter_failures`, `operations` by transport and way. An operation is a REST operation's id, or
    the field of a GraphQL operation, its kind if it has several; the status is that of HTTP, on a
    socket `next` or `error`.
    Feeds: `streams_open` and `feed_items` by transport. Store: `commits` by the entry's action,
    `lost_races`. Clock and jobs: `due_lag_seconds`, `sweep_rescues`, `queue_wait_seconds` by
    queue, `job_failures` by job, `jobs_dropped` by queue; `bot_think_seconds`, `bot_fallbacks` and
    `bot_cuts` by level. Analyses: `analysis_slices`, `analysis_seconds`, `analysis_decisions` by
    outcome.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._count_requests()
        self._count_play()
        self._count_jobs()
        self._count_analyses()
        self._begin_at_zero()

    def _count_requests(self) -> None:
        self.requests = self._counter(
            "requests", "Requests answered.", "transport", "operation", "status"
        )
        self.request_seconds = self._histogram(
            "request_seconds",
            "Seconds from a request to the end of its answer.",
            _REQUEST_BUCKETS,
            "transport",
            "operation",
        )
        self.refusals = self._counter("refusals", "Refusals told.", "transport", "code")
        self.faults = self._counter("faults", "Unexpected errors, masked.", "transport")
        self.rate_limited = self._counter("rate_limited", "Requests over a budget.", "budget")
        self.limiter_failures = self._counter(
            "limiter_failures", "Requests let pass because the store did not count them."
        )
        self.operations = self._counter(
            "operations", "GraphQL operations executed.", "transport", "way"
        )

    def _count_play(self) -> None:
        self.streams_open = Gauge("kierki_streams_open", "Feeds open now.", ("transport",))
        self.registry.register(self.streams_open)
        self.feed_items = self._counter("feed_items", "Items of feeds sent.", "transport")
        self.commits = self._counter("commits", "Entries appended to logs.", "action")
        self.lost_races = self._counter("lost_races", "Commits that somebody else came before.")

    def _count_jobs(self) -> None:
        self.due_lag_seconds = self._histogram(
            "due_lag_seconds", "Seconds from a due time to its first claim.", _LAG_BUCKETS
        )
        self.sweep_rescues = self._counter(
            "sweep_rescues", "Turns started by the clock whose job was lost or late."
        )
        self.queue_wait_seconds = self._histogram(
            "queue_wait_seconds", "Seconds that a job waited in its queue.", _LAG_BUCKETS, "queue"
        )
        self.job_failures = self._counter("job_failures", "Jobs that ended in an error.", "job")
        self.bot_think_seconds = self._histogram(
            "bot_think_seconds", "Seconds that a house bot thought.", _THINK_BUCKETS, "level"
        )
        self.bot_fallbacks = self._counter(
            "bot_fallbacks", "Choices of a house bot's level that failed.", "level"
        )
        self.bot_cuts = self._counter(
            "bot_cuts", "Choices of a house bot that its time limit cut off.", "level"
        )
        self.jobs_dropped = self._counter(
            "jobs_dropped", "Jobs not put in line: the clock starts them.", "queue"
        )

    def _count_analyses(self) -> None:
        self.analysis_slices = self._counter("analysis_slices", "Slices of analyses made.")
        self.analysis_seconds = self._counter(
            "analysis_seconds", "Seconds of a processor that judging moves took."
        )
        self.analysis_decisions = self._counter(
            "analysis_decisions", "Decisions judged, put off or passed over.", "outcome"
        )

    def _begin_at_zero(self) -> None:
        """Show from the start what alerts wait for: in a rate, a series' first value is no step."""
        for transport in Transport:
            self.faults.labels(transport.value)
            for code in (Code.STORE_FULL, Code.STORE_UNAVAILABLE):
                self.refusals.labels(transport.value, code.value)
        for level in Level:
            self.bot_fallbacks.labels(level.value)

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        counter = Counter(f"kierki_{name}", description, labels)
        self.registry.register(counter)
        return counter

    def _histogram(
        self, name: str, description: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        histogram = Histogram(f"kierki_{name}", description, buckets, labels)
        self.registry.register(histogram)
        return histogram

    def refused(self, transport: Transport, code: Code) -> None:
        """Count a refusal."""
        self.refusals.labels(transport.value, code.value).inc()

    def page(self, accept: str = "") -> Page:
        """Return the page for a scraper; `accept` is its Accept header."""
        encode, media_type = choose_encoder(accept)
        return Page(encode(self.registry), media_type)
