"""The GraphQL schema breaks nothing of the newest release before its notice is over."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from graphql import build_schema

from schema.export import RELEASED
from tests.contract.notice import gone_with_its_fields, may_go, reasons
from tests.judges.judge import CONTRACT, FOLDER, judge

pytestmark = pytest.mark.judges

OLD = """
type Query {
  stays(first: Int = 20): Int!
  old: Leaf @deprecated(reason: "Since 2027-01-01: use `stays`.")
}
type Leaf { size: Int }
enum Shade { LIGHT DARK }
input Wish { shade: Shade }
"""
LONG_AFTER, SOON_AFTER = date(2027, 6, 30), date(2027, 6, 29)


def broken(old: Path, new: Path, today: date) -> list[str]:
    """Return what graphql-inspector calls breaking, less what has had its notice."""
    schema = build_schema(old.read_text(encoding="utf-8"))
    notices = reasons(schema)
    return [
        change["message"]
        for change in json.loads(judge(FOLDER / "breaking_changes.ts", old, new))
        if not may_go(notices.get(change["path"]), today)
        and not gone_with_its_fields(schema, change["path"], today)
    ]


def test_nothing_breaks_before_its_notice_is_over() -> None:
    name = "schema.graphql"
    today = datetime.now(UTC).date()

    assert broken(RELEASED / name, CONTRACT / name, today) == []


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        ("): Int!", "): Int", "Field 'Query.stays' changed type from 'Int!' to 'Int'"),
        ("(first: Int = 20)", "", "Argument 'first: Int' was removed from field 'Query.stays'"),
        (
            "= 20",
            "= 30",
            "Default value for argument 'first' on field 'Query.stays' changed from '20' to '30'",
        ),
        ("LIGHT ", "", "Enum value 'LIGHT' was removed from enum 'Shade'"),
        (
            "{ shade: Shade }",
            "{ shade: Shade! }",
            "Input field 'Wish.shade' changed type from 'Shade' to 'Shade!'",
        ),
    ],
)
def test_a_change_that_breaks_a_client_is_found(
    tmp_path: Path, was: str, now: str, found: str
) -> None:
    assert changed(tmp_path, was, now, LONG_AFTER) == [found]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("LIGHT ", "LIGHT PALE "),
        ("{ size: Int }", "{ size: Int! }"),
        ("(first: Int = 20)", "(first: Int = 20, after: String)"),
    ],
)
def test_what_may_grow_grows(tmp_path: Path, was: str, now: str) -> None:
    assert changed(tmp_path, was, now, SOON_AFTER) == []


def test_what_was_announced_goes_180_days_later_and_takes_its_type_along(tmp_path: Path) -> None:
    field = '  old: Leaf @deprecated(reason: "Since 2027-01-01: use `stays`.")\n'
    gone = field + "}\ntype Leaf { size: Int }"

    assert changed(tmp_path, gone, "}", LONG_AFTER) == []
    assert changed(tmp_path, gone, "}", SOON_AFTER) == [
        "Type 'Leaf' was removed",
        "Field 'old' (deprecated) was removed from object type 'Query'",
    ]


def changed(folder: Path, was: str, now: str, today: date) -> list[str]:
    """Return what a change of the example breaks."""
    assert was in OLD
    old, new = folder / "old.graphql", folder / "new.graphql"
    old.write_text(OLD, encoding="utf-8")
    new.write_text(OLD.replace(was, now), encoding="utf-8")
    return broken(old, new, today)
