"""Every block of every page does what the page says, on a service that runs."""

import json
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.docs import contract
from tests.docs.blocks import Block, blocks
from tests.docs.terminal import printed

# What is compared by a test of its own.
ELSEWHERE = {
    "arena.md": "tests/workers/arena/test_page.py",
    "contract.md": "tests/judges/conftest.py",
    "fairness.md": "tests/engine/test_fairness_page.py",
    "http.md": "tests/service/limits/test_documented.py",
    "operations.md": "tests/k8s/test_operations.py",
    "notation.md": "tests/engine/notation/test_grammar.py",
    "rules.md": "tests/engine/test_rule_book.py",
}
PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md") if path.name not in ELSEWHERE)


@pytest.mark.parametrize("page", [page for page in PAGES if any(b.is_run for b in blocks(page))])
def test_what_a_page_runs_prints_what_it_shows(
    page: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    found = blocks(page)
    named = "analysing_url" if page == "analysis.md" else "kierki_url"

    outputs = printed(found, request.getfixturevalue(named), tmp_path)

    newest = 0
    for block in found:
        newest = block.line if block.is_run else newest
        if block.is_output:
            assert differences(block, outputs[newest]) == [], f"{page}:{block.line}"


def differences(block: Block, output: str) -> list[str]:
    """Return what stands against an output as it is shown."""
    if block.words[0] == "text":
        return list(contract.unlike(block.text.splitlines(), output.splitlines()))
    *_, last = filter(None, output.splitlines())
    value = json.loads(last)
    against = contract.faults(value, block.words[2]) if len(block.words) > 2 else []
    return [*contract.unlike(json.loads(block.text), value), *against]


@pytest.mark.parametrize("page", PAGES)
def test_every_value_on_a_page_is_as_the_contract_says(page: str) -> None:
    values = [b for b in blocks(page) if b.words[:1] == ("json",) and len(b.words) == 2]

    found = {
        f"{page}:{block.line}": contract.faults(
            json.loads(block.text), block.words[1], excerpt=True
        )
        for block in values
        if not block.is_variables and not block.is_output
    }

    assert [(where, faults) for where, faults in found.items() if faults] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_file_on_a_page_is_that_of_the_folder(page: str) -> None:
    for block in blocks(page):
        if block.words[:1] in {("python",), ("ts",), ("html",)} and len(block.words) == 2:
            assert block.text == (ROOT / block.words[1]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_no_block_of_a_page_goes_untested(page: str) -> None:
    assert [f"{page}:{block.line}" for block in blocks(page) if not _is_tested(block)] == []


def _is_tested(block: Block) -> bool:
    match block.words:
        case ("text",) | ("text", "output") | ("json", _) | ("json", "output", _):
            return True
        case ("python" | "ts" | "html", _):
            return True
    return block.is_run or block.is_for_operators


@pytest.mark.parametrize(("page", "test"), ELSEWHERE.items())
def test_the_other_pages_have_tests_of_their_own(page: str, test: str) -> None:
    assert page in (ROOT / test).read_text(encoding="utf-8")
