"""Every section that the engine names stands in the rule book."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from tests.engine import rule_book

ENGINE = Path(__file__).parents[2] / "engine"
_SOURCE = re.compile(r"Source: (R[\d.]+(?:, R[\d.]+)*)\.?")
_SECTION = re.compile(r'"(R\d+(?:\.\d+)?)"')


def named_sections() -> Iterator[tuple[str, str]]:
    """Yield every section that a file of the engine names, with the file's name."""
    for path in sorted(ENGINE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lists = _SOURCE.findall(source)
        numbers = [number.rstrip(".") for found in lists for number in found.split(", ")]
        for number in [*numbers, *_SECTION.findall(source)]:
            yield str(path.relative_to(ENGINE)), number


def test_every_section_that_the_engine_names_stands_in_the_book() -> None:
    known = rule_book.sections()

    unknown = [(where, number) for where, number in named_sections() if number not in known]

    assert unknown == []


def test_every_source_note_is_read() -> None:
    written = sum(path.read_text().count("Source:") for path in ENGINE.rglob("*.py"))
    read = sum(len(_SOURCE.findall(path.read_text())) for path in ENGINE.rglob("*.py"))

    assert read == written > 20


@pytest.mark.parametrize("found", RULE_SETS.values(), ids=lambda found: found.id)
def test_every_section_that_a_rule_set_publishes_stands_in_the_book(found: RuleSet) -> None:
    sections = {found.source, *(option.source for option in found.options)}
    for players in found.players:
        sections.update(deal.source for deal in found.resolve(players, {}).deals)

    assert sections <= set(rule_book.sections())


def test_sections_stand_in_order_under_their_chapters() -> None:
    numbers = [tuple(map(int, number[1:].split("."))) for number in rule_book.sections()]

    assert numbers == sorted(numbers)
    assert {number[:1] for number in numbers} == {number for number in numbers if len(number) == 1}


def test_every_section_that_the_book_refers_to_stands_in_it() -> None:
    referred = set(re.findall(r"\bR\d+(?:\.\d+)?", rule_book.text()))

    assert referred <= set(rule_book.sections())
