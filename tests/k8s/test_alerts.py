"""Alerts and the dashboard ask for what the service counts, and every alert says what to do."""

import json
import re
from collections.abc import Iterator
from typing import Any

import promql_parser
import pytest

from schema.errors import Code
from service.counting import Counter, Gauge, Histogram
from service.jobs import RqJobs
from service.metrics import Metrics
from service.queues import QueueName
from tests.architecture.tree import ROOT, files
from tests.k8s.manifests import Object, labels_of, named, ours

# The labels that the monitors add to every series of ours.
TARGET_LABELS = {"app_kubernetes_io_component"}
# What the library counts of any process, and nobody here asks for.
NOT_SHOWN = {"process_start_time_seconds", "process_virtual_memory_bytes"}
SEVERITIES = {"page", "ticket"}
_PARAGRAPH = re.compile(r"^## (\w+)\n\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def alerts() -> list[Object]:
    """Return every alert."""
    (group,) = named("full", "PrometheusRule", "kierki")["spec"]["groups"]
    return list(group["rules"])


def panels() -> list[Object]:
    """Return every panel of the dashboard."""
    data = named("full", "ConfigMap", "kierki-dashboard")["data"]
    return list(json.loads(data["kierki.json"])["panels"])


def expressions() -> list[Any]:
    """Return every expression, with the name of its alert or panel."""
    found = [(at["alert"], at["expr"]) for at in alerts()]
    for panel in panels():
        found += [(panel["title"], target["expr"]) for target in panel["targets"]]
    return [pytest.param(expression, id=f"{at}-{n}") for n, (at, expression) in enumerate(found)]


def series() -> dict[str, set[str]]:
    """Return every series that a process shows, with its own labels."""
    metrics = Metrics()
    for family in vars(metrics).values():
        if isinstance(family, Counter | Gauge | Histogram):
            family.labels(*("" for _ in family.label_names))
    found: dict[str, set[str]] = {"up": set()}
    for sample in (at for family in metrics.registry.collect() for at in family.samples):
        found.setdefault(sample.name, set()).update(sample.labels)
    return found


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_asks_for_series_and_labels_that_there_are(expression: str) -> None:
    known = series()

    asked = list(_selectors(_parsed(expression)))

    assert asked
    for name, matchers in asked:
        assert name in known
        assert matchers.keys() <= known[name] | TARGET_LABELS
        for label, value in matchers.items():
            _is_a_value(label, value)


@pytest.mark.parametrize("expression", expressions())
def test_a_sum_keeps_labels_that_its_series_have(expression: str) -> None:
    known = series()
    kept = {
        word for group in re.findall(r"by \(([^)]*)\)", expression) for word in group.split(", ")
    }

    names = [name for name, _ in _selectors(_parsed(expression))]

    assert kept <= set().union(*(known[name] for name in names), TARGET_LABELS)
    if "histogram_quantile" in expression:
        assert "le" in kept
        assert all(name.endswith("_bucket") for name in names)


def test_every_alert_has_its_section_and_every_section_its_alert() -> None:
    sections = dict(_PARAGRAPH.findall((ROOT / "docs/runbooks.md").read_text(encoding="utf-8")))

    assert list(sections) == [at["alert"] for at in alerts()]
    assert [name for name, text in sections.items() if len(text.split()) < 20] == []


def test_the_log_lines_that_the_sections_name_are_written_somewhere() -> None:
    text = (ROOT / "docs/runbooks.md").read_text(encoding="utf-8")
    code = "".join(
        (ROOT / path).read_text(encoding="utf-8")
        for path in files(".py")
        if path.parts[0] in {"service", "workers"}
    )

    named_lines = set(re.findall(r"`([a-z]+_[a-z_]+)`", text))

    assert {"store_unreachable", "job_failed", "bot_fallback"} <= named_lines
    assert [line for line in named_lines if f'"{line}"' not in code] == []


def test_what_seldom_happens_is_shown_as_zero_before_it_does() -> None:
    """Else the first time would be no step, and an alert on it would sleep through it."""
    metrics = Metrics()
    RqJobs.connect("redis://127.0.0.1:1/0", metrics)

    shown = {at.name for family in metrics.registry.collect() for at in family.samples}

    assert {
        "kierki_faults_total",
        "kierki_refusals_total",
        "kierki_bot_fallbacks_total",
        "kierki_jobs_dropped_total",
        "kierki_limiter_failures_total",
    } <= shown


def test_an_alert_says_how_bad_it_is_and_where_to_read_on() -> None:
    for alert in alerts():
        assert alert["labels"].keys() == {"severity"}
        assert alert["labels"]["severity"] in SEVERITIES
        assert alert["annotations"]["summary"].endswith(".")
        assert alert["annotations"]["runbook"] == f"docs/runbooks.md#{alert['alert'].lower()}"


def test_an_expression_that_is_none_does_not_parse() -> None:
    with pytest.raises(ValueError, match=r"."):
        promql_parser.parse("sum by (le (up)")


def test_everything_that_is_counted_is_shown() -> None:
    shown = {
        re.sub(r"_(total|bucket|count|sum)$", "", name)
        for panel in panels()
        for target in panel["targets"]
        for name, _ in _selectors(_parsed(target["expr"]))
    }

    asked = {
        re.sub(r"_(total|bucket|count|sum)$", "", name)
        for alert in alerts()
        for name, _ in _selectors(_parsed(alert["expr"]))
    }
    counted = {at.name for at in Metrics().registry.collect()}
    assert {name for name in counted - shown if name.startswith("kierki_")} == set()
    assert counted - shown - asked == NOT_SHOWN


def test_no_two_panels_lie_on_each_other() -> None:
    places = [tuple(panel["gridPos"].values()) for panel in panels()]

    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in panels()}) == len(places)


def _parsed(expression: str) -> Any:  # Any: the parser's tree has no common type
    return promql_parser.parse(
        expression.replace("$__rate_interval", "5m").replace("$__interval", "1m")
    )


def _selectors(node: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every series that an expression asks for, with the values of its matchers."""
    if isinstance(node, promql_parser.VectorSelector):
        yield str(node.name), {at.name: at.value for at in node.matchers.matchers}
        return
    for part in ("lhs", "rhs", "expr", "param", "vector_selector"):
        if (child := getattr(node, part, None)) is not None:
            yield from _selectors(child)
    for child in getattr(node, "args", None) or ():
        yield from _selectors(child)


def _is_a_value(label: str, value: str) -> None:
    """Hold a matcher's value, or each alternative of its expression, to those that can occur."""
    known = {
        "code": {code.value for code in Code},
        "queue": {queue.value for queue in QueueName},
        "operation": {"submitMove"},
        "status": {"500", "503", "none", "error"},
        "app_kubernetes_io_component": _components(),
    }
    for alternative in value.split("|"):
        assert any(re.fullmatch(alternative, at) for at in known[label]), (label, value)


def _components() -> set[str]:
    return {labels_of(at)["app.kubernetes.io/component"] for at in ours("full")}
