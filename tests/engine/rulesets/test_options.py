"""Every option of every rule set: what it takes, what it needs, and how it is refused."""

import pytest

from engine.errors import RuleSetCode, RuleSetError
from engine.rule_set import Option, OptionType, RuleSet
from engine.rulesets import RULE_SETS
from tests.engine.table import TABLES

EVERY_OPTION = tuple((found, option) for found in RULE_SETS.values() for option in found.options)
NAMES = [f"{found.id} {option.id}" for found, option in EVERY_OPTION]


def some_players(found: RuleSet, option: Option) -> int:
    """Return a number of players that a rule set has an option for."""
    return next(iter(option.players or found.players))


def needed(option: Option) -> dict[str, str]:
    """Return the values that an option needs beside it."""
    return {need.option: need.values[0] for need in option.needs}


def values(option: Option) -> tuple[str, ...]:
    """Return values that an option takes, its default and its bounds among them."""
    match option.type:
        case OptionType.CHOICE:
            return option.values
        case OptionType.PERMUTATION:
            return option.default, ",".join(reversed(option.values))
        case OptionType.INTEGER:
            return option.default, str(option.minimum), str(option.maximum)


def wrong_values(option: Option) -> tuple[str, ...]:
    """Return values that an option does not take."""
    match option.type:
        case OptionType.CHOICE:
            return "", "maybe", f"{option.default} ", ",".join(option.values)
        case OptionType.PERMUTATION:
            first = option.values[0]
            return "", first, f"{option.default},{first}", option.default.upper()
        case OptionType.INTEGER:
            low, high = option.minimum or 0, option.maximum or 0
            return "", str(low - 1), str(high + 1), f"0{high}", "many"


@pytest.mark.parametrize(("found", "option"), EVERY_OPTION, ids=NAMES)
def test_each_option_takes_each_of_its_values_with_what_it_needs(
    found: RuleSet, option: Option
) -> None:
    players = some_players(found, option)

    for value in values(option):
        rules = found.resolve(players, {**needed(option), option.id: value})
        assert rules.options[option.id] == value
        assert rules.deals


@pytest.mark.parametrize(("found", "option"), EVERY_OPTION, ids=NAMES)
def test_each_option_refuses_other_values_and_lists_its_own(found: RuleSet, option: Option) -> None:
    expected = option.values or (f"{option.minimum} … {option.maximum}",)

    for value in wrong_values(option):
        with pytest.raises(RuleSetError) as refused:
            found.resolve(some_players(found, option), {**needed(option), option.id: value})
        assert refused.value.code is RuleSetCode.OPTION_OUT_OF_RANGE
        assert refused.value.allowed == expected
        assert refused.value.option == option.id


@pytest.mark.parametrize(("found", "option"), EVERY_OPTION, ids=NAMES)
def test_the_default_of_an_option_is_its_first_value(found: RuleSet, option: Option) -> None:
    assert option.takes(option.default)
    if option.type is OptionType.CHOICE:
        assert option.default == option.values[0]
    if option.type is OptionType.PERMUTATION:
        assert option.default == ",".join(option.values)
    players = some_players(found, option)
    assert found.resolve(players, {}).options[option.id] == option.default


@pytest.mark.parametrize(
    ("found", "option"),
    [(found, option) for found, option in EVERY_OPTION if option.needs],
    ids=[name for name, (_, option) in zip(NAMES, EVERY_OPTION, strict=True) if option.needs],
)
def test_an_option_without_each_of_its_conditions_is_refused(
    found: RuleSet, option: Option
) -> None:
    players = some_players(found, option)
    known = {other.id: other for other in found.options}
    other_value = next(value for value in values(option) if value != option.default)

    for need in option.needs:
        unfit = next(value for value in known[need.option].values if value not in need.values)
        beside = {name: value for name, value in needed(option).items() if name != need.option}
        if need.option == "plus_phase":
            beside = {}
        with pytest.raises(RuleSetError) as refused:
            found.resolve(players, {**beside, need.option: unfit, option.id: other_value})
        assert refused.value.code is RuleSetCode.OPTION_WITHOUT_CONDITION
        assert refused.value.allowed == tuple(f"{need.option}={value}" for value in need.values)
        assert refused.value.option == option.id


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_option_of_another_game_is_unknown_and_answered_with_those_of_this(
    name: str, players: int
) -> None:
    found = RULE_SETS[name]

    with pytest.raises(RuleSetError) as refused:
        found.resolve(players, {"nothing": "on"})

    assert refused.value.code is RuleSetCode.UNKNOWN_OPTION
    assert refused.value.allowed == tuple(found.resolve(players, {}).options)
    assert refused.value.option == "nothing"


@pytest.mark.parametrize("name", RULE_SETS)
def test_numbers_of_players_that_a_game_lacks_are_answered_with_those_it_has(name: str) -> None:
    found = RULE_SETS[name]

    for players in sorted({*range(-1, 10)} - {*found.players}):
        with pytest.raises(RuleSetError) as refused:
            found.resolve(players, {})
        assert refused.value.code is RuleSetCode.WRONG_PLAYER_COUNT
        assert refused.value.allowed == tuple(map(str, found.players))
        assert refused.value.option is None


@pytest.mark.parametrize(
    ("name", "players", "option"),
    [("classic", 4, "odd_card"), ("classic", 7, "odd_card"), ("polish", 3, "scale")],
)
def test_an_option_for_other_numbers_of_players_is_unknown(
    name: str, players: int, option: str
) -> None:
    value = RULE_SETS[name].options[0].values[0]

    with pytest.raises(RuleSetError) as refused:
        RULE_SETS[name].resolve(players, {option: value})

    assert refused.value.code is RuleSetCode.UNKNOWN_OPTION
    assert option not in refused.value.allowed


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_option_and_rule_set_is_told_in_both_languages(name: str) -> None:
    found = RULE_SETS[name]

    for text in (found.name, found.summary, *(option.text for option in found.options)):
        assert text.pl
        assert text.en
        assert text.pl != text.en or text == found.name


@pytest.mark.parametrize(("found", "option"), EVERY_OPTION, ids=NAMES)
def test_every_value_has_a_text_of_its_own(found: RuleSet, option: Option) -> None:
    assert len(option.value_texts) == len(option.values), found.id
    assert len({text.pl for text in option.value_texts}) == len(option.values)
    assert len({text.en for text in option.value_texts}) == len(option.values)


def test_another_default_takes_its_text_along() -> None:
    greek, american = (
        next(option for option in RULE_SETS[name].options if option.id == "end_when")
        for name in ("greek", "american")
    )

    assert greek.values == american.values[::-1] == ("exceed", "reach")
    assert greek.value_texts == american.value_texts[::-1]
    assert [text.en for text in greek.value_texts] == ["Passed", "Reached"]
