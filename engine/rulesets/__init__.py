"""The rule sets that tables can choose, one file each."""

from engine.errors import RuleSetCode, RuleSetError
from engine.rules import RuleSet
from engine.rulesets.kurnik import KURNIK

__all__ = ["RULE_SETS", "rule_set"]

RULE_SETS: dict[str, RuleSet] = {found.id: found for found in (KURNIK,)}


def rule_set(name: str) -> RuleSet:
    """Return the rule set of that id; raises RuleSetError UNKNOWN_RULE_SET."""
    if name not in RULE_SETS:
        detail = f"no rule set {name[:60]!r}"
        raise RuleSetError(RuleSetCode.UNKNOWN_RULE_SET, detail, tuple(RULE_SETS))
    return RULE_SETS[name]
