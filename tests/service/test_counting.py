"""What is counted is shown as Prometheus' own client would show it, and counted by one thread."""

import re

import prometheus_client
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

from service.counting import Counter, Gauge, Histogram

BOUNDS = (0.001, 0.5, 2.0)
_CREATED = re.compile(r"(?m)^(# \w+ )?\w+_created\b.*\n")


def page(registry: CollectorRegistry, accept: str) -> str:
    """Return what a registry shows, without when its metrics began."""
    encode, _ = choose_encoder(accept)
    return _CREATED.sub("", encode(registry).decode())


@pytest.mark.parametrize("accept", ["", "application/openmetrics-text; version=1.0.0"])
@given(
    counts=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=8),
    values=st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from((0.0, 0.001, 0.4, 2, 9)))),
)
def test_it_is_shown_as_prometheus_client_shows_its_own(
    accept: str, counts: list[tuple[str, int]], values: list[tuple[str, float]]
) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    own = (
        Counter("of_a", "Some.", ("by",)),
        Counter("bare", "One."),
        Gauge("open", "Now.", ("by",)),
        Histogram("took", "Seconds.", BOUNDS, ("by",)),
        Histogram("took_bare", "Seconds.", BOUNDS),
    )
    for family in own:
        ours.register(family)
    their = (
        prometheus_client.Counter("of_a", "Some.", ("by",), registry=theirs),
        prometheus_client.Counter("bare", "One.", registry=theirs),
        prometheus_client.Gauge("open", "Now.", ("by",), registry=theirs),
        prometheus_client.Histogram("took", "Seconds.", ("by",), buckets=BOUNDS, registry=theirs),
        prometheus_client.Histogram("took_bare", "Seconds.", buckets=BOUNDS, registry=theirs),
    )
    for counter, bare, gauge, histogram, bare_histogram in (own, their):
        for by, number in counts:
            counter.labels(by).inc(number)
            bare.inc()
            gauge.labels(by).inc(2)
            gauge.labels(by).dec()
        for by, value in values:
            histogram.labels(by).observe(value)
            bare_histogram.observe(value)

    assert page(ours, accept) == page(theirs, accept)


def test_a_block_is_timed_to_its_end_even_if_that_is_an_error() -> None:
    took = Histogram("took", "Seconds.", (60.0,))

    with pytest.raises(KeyError), took.labels().time():
        raise KeyError

    assert took.labels().counts == [1, 0]
    assert 0 < took.labels().sum < 60


def test_what_goes_on_is_counted_until_its_end_even_if_that_is_an_error() -> None:
    are_open, seen = Gauge("open", "Now.").labels(), list[float]()

    def fails() -> None:
        with are_open.track_inprogress():
            seen.append(are_open.value)
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert [*seen, are_open.value] == [1, 0]


def test_a_series_has_a_value_of_each_label() -> None:
    with pytest.raises(AssertionError):
        Counter("of_a", "Some.", ("by", "what")).labels("x")
