"""The registry of rule sets."""

import pytest

from engine.errors import RuleSetCode, RuleSetError
from engine.rulesets import RULE_SETS, rule_set
from engine.rulesets.kurnik import KURNIK


def test_a_rule_set_is_found_by_its_id() -> None:
    assert rule_set("kurnik") is KURNIK
    assert all(found.id == name for name, found in RULE_SETS.items())


def test_an_unknown_rule_set_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RuleSetError) as refused:
        rule_set("x" * 100)

    assert refused.value.code is RuleSetCode.UNKNOWN_RULE_SET
    assert refused.value.detail == f"no rule set '{'x' * 60}'"
    assert refused.value.allowed == tuple(RULE_SETS)
