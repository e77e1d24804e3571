"""docs/notation.md tells every code, and no other."""

import re

from engine.errors import RuleCode
from engine.notation.faults import SECTIONS, FaultCode, FileCode
from tests.engine import rule_book
from tests.engine.notation import grammar

PAGE = grammar.PAGE.parents[2] / "docs" / "notation.md"


def test_the_page_tells_every_code() -> None:
    codes = PAGE.read_text(encoding="utf-8").partition("## Codes")[2]

    told = set(re.findall(r"`([A-Z][A-Z0-9_]+)`", codes))

    assert told - set(RuleCode) | {"CARD_TWICE"} == {*FaultCode, *FileCode}


def test_every_section_behind_a_code_stands_in_the_book() -> None:
    assert set(SECTIONS.values()) <= set(rule_book.sections())
    assert set(SECTIONS) == {*FaultCode} - {
        FaultCode.WRONG_DEAL,
        FaultCode.WRONG_CONTRACT,
        FaultCode.WRONG_RESULT,
        FaultCode.AFTER_THE_END,
        FaultCode.INCOMPLETE,
    }
