"""What the threat model promises is enforced in a file that there is, and held by a test."""

import ast
import re

import pytest

from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (.+?) \| (`.+?`) \| (`tests/.+`) \|$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")
ROWS = _ROW.findall(PAGE)


@pytest.mark.parametrize(("promise", "enforced", "held"), ROWS, ids=[row[0] for row in ROWS])
def test_a_promise_names_code_and_tests_that_there_are(
    promise: str, enforced: str, held: str
) -> None:
    assert promise
    assert [at for at in _NAME.findall(enforced) if not (ROOT / at).is_file()] == []
    assert [at for at in _NAME.findall(held) if not is_test(at)] == []


def test_every_row_of_promises_is_read() -> None:
    table = PAGE.partition("## What is promised")[2].partition("\n## ")[0]

    assert len(ROWS) == table.count("\n|") - 2 > 30
    assert table.count("`tests/") == sum(len(_NAME.findall(row[2])) for row in ROWS)


def test_all_that_gathers_abuse_is_told_of() -> None:
    abuse = {
        f"tests/abuse/{path.name}::{name}"
        for path in (ROOT / "tests/abuse").glob("test_*.py")
        for name in functions(f"tests/abuse/{path.name}")
        if name.startswith("test_")
    }

    told = set(_NAME.findall(PAGE))
    assert sorted(abuse - told) == []


def is_test(name: str) -> bool:
    """Return whether a test stands under this name."""
    path, _, function = name.partition("::")
    return function.startswith("test_") and function in functions(path)


def functions(path: str) -> set[str]:
    """Return the names of the functions of a file; none of one that is not there."""
    file = ROOT / path
    if not file.is_file():
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {at.name for at in tree.body if isinstance(at, ast.FunctionDef | ast.AsyncFunctionDef)}
