"""Two hundred matches of chance of every rule set, with options and players of chance."""

import pytest

from engine.rule_set import RuleSet
from engine.rulesets import RULE_SETS
from tests.engine.random_matches import play_one

MATCHES = 200
LARGEST_STATE = 500  # bytes; each move reads and writes one


@pytest.mark.parametrize("found", RULE_SETS.values(), ids=lambda found: found.id)
def test_matches_of_chance_end_and_hold_what_must_hold(found: RuleSet) -> None:
    played = [play_one(found, seed) for seed in range(MATCHES)]

    assert min(match.deals for match in played) > 0
    assert max(match.largest for match in played) < LARGEST_STATE
    if found.id in {"greek", "american"}:
        assert sum(match.moons for match in played) > 0
