"""What a process counts: shown as Prometheus reads it, and never telling who or which card."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from schema.errors import Code
from service.metrics import Metrics, Transport
from tests.architecture.tree import ROOT
from tests.fixtures.metrics import counted

LABELS = {
    "transport",
    "operation",
    "status",
    "code",
    "budget",
    "action",
    "queue",
    "job",
    "level",
    "outcome",
    "way",
}


def test_each_process_counts_for_itself() -> None:
    one, other = Metrics(), Metrics()

    one.lost_races.inc()

    assert counted(one, "lost_races_total") == 1
    assert counted(other, "lost_races_total") == 0


def test_a_refusal_is_counted_by_its_code() -> None:
    metrics = Metrics()

    metrics.refused(Transport.REST, Code.NOT_YOUR_TURN)

    assert counted(metrics, "refusals_total", transport="rest", code="NOT_YOUR_TURN") == 1


def test_the_page_can_be_read_and_says_what_everything_means() -> None:
    metrics = Metrics()
    metrics.commits.labels("moved").inc()

    page = metrics.page()

    families = {at.name: at for at in text_string_to_metric_families(page.body.decode())}
    assert page.media_type.startswith("text/plain; version=0.0.4")
    assert [at.value for at in families["kierki_commits"].samples] == [1.0]
    assert "process_resident_memory_bytes" in families
    assert all(at.documentation for at in families.values())
    assert not [name for name in families if name.endswith("_created")]


def test_a_scraper_may_ask_for_openmetrics() -> None:
    page = Metrics().page("application/openmetrics-text; version=1.0.0")

    assert page.media_type.startswith("application/openmetrics-text")
    assert page.body.endswith(b"# EOF\n")


@pytest.mark.parametrize("name", [name for name in vars(Metrics()) if name != "registry"])
def test_labels_are_of_a_short_list(name: str) -> None:
    metric = vars(Metrics())[name]

    assert set(metric.label_names) <= LABELS


def test_the_readme_lists_exactly_what_is_counted() -> None:
    text = (ROOT / "service/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(kierki_\w+)` \| (\w+) \| (.*) \| (.*) \|$", text, re.MULTILINE)
    metrics = [at for name, at in vars(Metrics()).items() if name != "registry"]

    listed = {name.removesuffix("_total"): rest for name, *rest in rows}
    assert listed == {
        at.name: [at.kind, ", ".join(f"`{label}`" for label in at.label_names), at.description]
        for at in metrics
    }
    counters = {at.name for at in metrics if at.kind == "counter"}
    assert {name.removesuffix("_total") for name, *_ in rows if name.endswith("_total")} == counters
