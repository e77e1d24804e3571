"""The contract breaks nothing of its newest release; the GraphQL schema is held by the judges."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema

from schema.export import CONTRACT, RELEASED
from tests.contract.compatibility import broken, broken_schema
from tests.contract.notice import announced, may_go, newest_release, reasons, reasons_in


def documents(name: str) -> tuple[Any, Any]:
    """Return a document as it was released and as it is. Any: an object or a list."""
    was, now = ((folder / name).read_text(encoding="utf-8") for folder in (RELEASED, CONTRACT))
    return json.loads(was), json.loads(now)


def has_had_its_notice(reason: str | None) -> bool:
    return may_go(reason, datetime.now(UTC).date())


def test_rest_breaks_nothing() -> None:
    assert broken(*documents("openapi.json"), has_had_its_notice) == []


def test_items_of_a_feed_are_told_as_they_were() -> None:
    pair = documents("entry.schema.json")

    assert broken_schema(*pair, has_had_its_notice, sent=False) == []


@pytest.mark.parametrize("sent", [True, False])
def test_written_matches_are_read_and_written_as_they_were(sent: bool) -> None:
    pair = documents("notation.schema.json")

    assert broken_schema(*pair, has_had_its_notice, sent=sent) == []


def test_no_code_goes_or_changes_its_status() -> None:
    was, now = (
        {entry["code"]: entry["status"] for entry in told} for told in documents("codes.json")
    )

    assert {code: now.get(code) for code in was} == was


def test_every_released_document_id_names_its_text() -> None:
    was, now = (
        {at["id"]: at["text"] for at in told["operations"]} for told in documents("operations.json")
    )

    assert {name: now.get(name) for name in was} == was


def test_what_is_newly_on_its_way_out_is_announced_after_the_release() -> None:
    before, after = _announcements(RELEASED), _announcements(CONTRACT)
    late = [at for at in after.keys() - before.keys() if after[at] < newest_release().date]
    moved = [at for at in after.keys() & before.keys() if after[at] < before[at]]

    assert late + moved == []


def test_the_release_is_in_the_changelog() -> None:
    log = (CONTRACT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert f"\n## {newest_release().version}\n" in log


@pytest.mark.parametrize(
    ("reason", "may"),
    [
        (None, False),
        ("Since 2027-01-01: use `x`.", True),
        ("Since 2027-01-02: use `x`.", False),
    ],
)
def test_notice_is_180_days(reason: str | None, may: bool) -> None:
    assert may_go(reason, date(2027, 6, 30)) is may


def test_a_reason_without_a_date_is_no_notice() -> None:
    with pytest.raises(AssertionError, match="does not begin with"):
        may_go("Use `x`.", date(2027, 6, 30))


def _announcements(folder: Path) -> dict[str, date]:
    schema = build_schema((folder / "schema.graphql").read_text(encoding="utf-8"))
    document = json.loads((folder / "openapi.json").read_text(encoding="utf-8"))
    found = {**reasons(schema), **dict(reasons_in(document))}
    return {place: announced(reason) for place, reason in found.items()}
