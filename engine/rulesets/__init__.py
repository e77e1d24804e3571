"""The rule sets that tables can choose: one file for each game or family."""

from typing import Final

from engine.errors import RuleSetCode, RuleSetError
from engine.rule_set import RuleSet
from engine.rulesets.classic import CLASSIC, POLISH
from engine.rulesets.hearts import AMERICAN, BLACK_MARIA, GREEK
from engine.rulesets.king import KING
from engine.rulesets.kurnik import KURNIK
from engine.rulesets.lottery import LOTTERY
from engine.rulesets.sik import SIK
from engine.rulesets.ten_deal import TEN_DEAL

__all__ = ["RULE_SETS", "rule_set"]

_ALL: Final = (
    KURNIK,
    CLASSIC,
    TEN_DEAL,
    GREEK,
    AMERICAN,
    BLACK_MARIA,
    KING,
    LOTTERY,
    POLISH,
    SIK,
)
RULE_SETS: Final[dict[str, RuleSet]] = {found.id: found for found in _ALL}


def rule_set(name: str) -> RuleSet:
    """Return the rule set of that id; raises RuleSetError UNKNOWN_RULE_SET."""
    if name not in RULE_SETS:
        detail = f"no rule set {name[:60]!r}"
        raise RuleSetError(RuleSetCode.UNKNOWN_RULE_SET, detail, tuple(RULE_SETS))
    return RULE_SETS[name]
