"""Counters, gauges and histograms that one thread counts with, shown as Prometheus' client does.

That client's own take a lock and check their labels each time, which costs a move more than all
that it counts; only what shows them is used.
"""

import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Final, Generic, TypeVar

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.utils import INF, floatToGoString

_Series = TypeVar("_Series")


class Count:
    """What one series has come to; that of a gauge may go down again."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0.0

    def inc(self, amount: float = 1) -> None:
        """Count something."""
        self.value += amount

    def dec(self, amount: float = 1) -> None:
        """Count something that is over, in a gauge."""
        self.value -= amount

    @contextmanager
    def track_inprogress(self) -> Iterator[None]:
        """Count something for as long as a block runs, in a gauge."""
        self.inc()
        try:
            yield
        finally:
            self.dec()


class Spread:
    """How the values of one series are spread over the buckets of a histogram."""

    __slots__ = ("_bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @contextmanager
    def time(self) -> Iterator[None]:
        """Count the seconds that a block takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - began)


class _Family(ABC, Generic[_Series]):
    """The series of one name, by the values of their labels; one that has none begins at once."""

    kind: str

    def __init__(self, name: str, description: str, labels: tuple[str, ...] = ()) -> None:
        self.name: Final = name
        self.description: Final = description
        self.label_names: Final = labels
        self._series: dict[tuple[str, ...], _Series] = {}
        if not labels:
            self.labels()

    def labels(self, *values: str) -> _Series:
        """Return the series of these values, in the order of the labels; it begins at zero."""
        found = self._series.get(values)
        if found is None:
            assert len(values) == len(self.label_names)
            found = self._series[values] = self._new()
        return found

    def _now(self) -> Sequence[tuple[tuple[str, ...], _Series]]:
        """Return the series as they are now: another thread may show them while one begins."""
        return tuple(self._series.items())

    @abstractmethod
    def _new(self) -> _Series:
        """Return a series that begins."""


class Counter(_Family[Count]):
    """Counts what happens."""

    kind = "counter"

    def inc(self, amount: float = 1) -> None:
        """Count something that has no labels."""
        self.labels().inc(amount)

    def collect(self) -> Iterator[Metric]:
        """Yield what has been counted."""
        found = CounterMetricFamily(self.name, self.description, labels=self.label_names)
        for values, count in self._now():
            found.add_metric(values, count.value)
        yield found

    def _new(self) -> Count:
        return Count()


class Gauge(_Family[Count]):
    """Counts what there is now."""

    kind = "gauge"

    def collect(self) -> Iterator[Metric]:
        """Yield how much there is."""
        found = GaugeMetricFamily(self.name, self.description, labels=self.label_names)
        for values, count in self._now():
            found.add_metric(values, count.value)
        yield found

    def _new(self) -> Count:
        return Count()


class Histogram(_Family[Spread]):
    """Counts values by the buckets whose upper bounds they do not pass."""

    kind = "histogram"

    def __init__(
        self, name: str, description: str, bounds: Sequence[float], labels: tuple[str, ...] = ()
    ) -> None:
        self._bounds = bounds
        self._told: list[str] = [
            floatToGoString(bound)  # type: ignore[no-untyped-call] # theirs has no types
            for bound in (*bounds, INF)
        ]
        super().__init__(name, description, labels)

    def observe(self, value: float) -> None:
        """Count a value that has no labels."""
        self.labels().observe(value)

    def collect(self) -> Iterator[Metric]:
        """Yield what has been counted."""
        found = HistogramMetricFamily(self.name, self.description, labels=self.label_names)
        for values, spread in self._now():
            up_to = zip(self._told, accumulate(spread.counts), strict=True)
            found.add_metric(values, [(bound, count) for bound, count in up_to], spread.sum)
        yield found

    def _new(self) -> Spread:
        return Spread(self._bounds)
