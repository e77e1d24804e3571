"""The tables of the pages name what the contract has: nothing is missing, nothing is made up."""

import json
import re

import pytest

from schema.rest.problems import KINDS
from tests.architecture.tree import ROOT

_SCHEMAS = json.loads((ROOT / "schema/contract/openapi.json").read_text(encoding="utf-8"))[
    "components"
]["schemas"]
_NAME = re.compile(r"`([^`]+)`")


def named(page: str, heading: str) -> list[str]:
    """Return the names in the first column of the table with this first heading."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = text.partition(f"\n\n| {heading} |")[2].partition("\n\n")[0]
    return [name for row in table.splitlines()[2:] for name in _NAME.findall(row.split("|")[1])]


@pytest.mark.parametrize(
    ("page", "heading", "enum"),
    [
        ("feeds.md", "`kind` of an item", "FeedKind"),
        ("feeds.md", "`kind` of a turns' item", "TurnsKind"),
        ("matches.md", "`onExpiry`", "OnExpiry"),
        ("overlays.md", "`watching`", "Watching"),
    ],
)
def test_a_table_has_every_value_of_an_enum(page: str, heading: str, enum: str) -> None:
    assert sorted(named(page, heading)) == sorted(_SCHEMAS[enum]["enum"])


def test_the_settings_are_those_of_a_new_match() -> None:
    settings = named("matches.md", "setting")

    assert sorted(settings) == sorted(_SCHEMAS["NewMatch"]["properties"])


def test_the_fields_beside_a_code_are_those_of_a_problem() -> None:
    always = set(_SCHEMAS["Problem"]["required"])
    beside = set(named("errors.md", "field"))

    assert beside == set(_SCHEMAS["Problem"]["properties"]) - always - {"errors"}


def test_what_to_do_is_told_for_every_status() -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    table = text.partition("| what came back |")[2].partition("\n\n")[0]

    told = set(map(int, re.findall(r"\b[45]\d\d\b", table)))
    assert told == {int(kind.status) for kind in KINDS.values()}


def test_every_target_of_the_makefile_is_told() -> None:
    (targets,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    untold = [at for at in targets.split() if not re.search(rf"\bmake {re.escape(at)}\b", told)]
    assert untold == []
