"""Which field a refused choice of rules is about."""

import pytest

from schema.errors import Code, Refused
from service.usecases.catalogue import RuleCatalogue


@pytest.mark.parametrize(
    ("name", "players", "options", "code", "field"),
    [
        ("chess", 4, {}, Code.UNKNOWN_RULE_SET, "ruleSet"),
        ("king", 3, {}, Code.WRONG_PLAYER_COUNT, "players"),
        ("greek", 4, {"limit": "0"}, Code.OPTION_OUT_OF_RANGE, "options.limit"),
        ("greek", 4, {"limits": "9"}, Code.UNKNOWN_OPTION, "options.limits"),
        ("polish", 4, {"max_bid": "9"}, Code.OPTION_WITHOUT_CONDITION, "options.max_bid"),
    ],
)
def test_a_refused_choice_names_its_field(
    name: str, players: int, options: dict[str, str], code: Code, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        RuleCatalogue().rules(name, players, options)

    assert refused.value.refusal.code is code
    assert refused.value.refusal.field == field
