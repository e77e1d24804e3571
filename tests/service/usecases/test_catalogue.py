"""Which field a refused choice of rules is about."""

import pytest

from engine.rules import Direction, LotteryDeal, Position, Text
from engine.rulesets.custom import CUSTOM, CustomDeal, CustomGame
from schema.errors import Code, Refused
from schema.model import NewMatch
from service.usecases.catalogue import RuleCatalogue, rules_of


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


def own(pl: str, en: str) -> CustomGame:
    deal = LotteryDeal("lots", Text(pl, en), "", Position.DEALER, (10, 5))
    return CustomGame(direction=Direction.HIGH, deals=(CustomDeal(deal),) * 2)


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (NewMatch(rule_set=CUSTOM), "custom"),
        (NewMatch(rule_set=CUSTOM, options={"limit": "9"}), "custom"),
        (NewMatch(rule_set="kurnik", custom=own("Moje", "Mine")), None),
        (NewMatch(rule_set=CUSTOM, custom=own("", "Mine")), "custom.deals[0].deal.name.pl"),
        (NewMatch(rule_set=CUSTOM, custom=own("Moje", "\x1b[2J")), "custom.deals[0].deal.name.en"),
    ],
)
def test_own_rules_that_are_not_given_or_cannot_be_shown_are_refused(
    new: NewMatch, field: str | None
) -> None:
    with pytest.raises(Refused) as refused:
        rules_of(new)

    assert refused.value.refusal.code is Code.INVALID_INPUT
    assert refused.value.refusal.field == field


def test_own_rules_with_names_in_any_script_are_taken() -> None:
    rules = rules_of(NewMatch(rule_set=CUSTOM, custom=own("Zażółć 🂱", "Ślepy los")))

    assert [deal.name.pl for deal in rules.deals] == ["Zażółć 🂱"] * 2
