"""Rules as data: how a choice is checked and resolved, and the JSON that is pinned."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import texts
from engine.errors import RuleSetCode, RuleSetError
from engine.rules import Option, OptionType, Rules, Text, deck, parse_rules, rules_hash, rules_json
from engine.rulesets.kurnik import KURNIK
from tests.engine.table import kurnik
from tests.strategies import UNTIMED, rules

ORDER = "tricks,hearts,queens,men,king,special,robber"


def option(kind: OptionType) -> Option:
    """Return an option of three values."""
    return Option("speed", kind, ("slow", "even", "fast"), Text("", ""), "R6")


def test_the_default_of_a_choice_is_its_first_value() -> None:
    assert option(OptionType.CHOICE).default == "slow"


def test_the_default_of_a_permutation_is_the_order_of_its_values() -> None:
    assert option(OptionType.PERMUTATION).default == "slow,even,fast"


@pytest.mark.parametrize("value", ["slow", "even", "fast"])
def test_a_choice_takes_each_of_its_values(value: str) -> None:
    assert option(OptionType.CHOICE).check(value) == value


def test_a_permutation_takes_its_values_in_any_order() -> None:
    assert option(OptionType.PERMUTATION).check("fast,slow,even") == "fast,slow,even"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (OptionType.CHOICE, ""),
        (OptionType.CHOICE, "Slow"),
        (OptionType.CHOICE, "slow,even,fast"),
        (OptionType.PERMUTATION, ""),
        (OptionType.PERMUTATION, "slow,even"),
        (OptionType.PERMUTATION, "slow,even,even"),
        (OptionType.PERMUTATION, "slow,even,fast,fast"),
        (OptionType.PERMUTATION, "slow, even, fast"),
    ],
)
def test_any_other_value_is_out_of_range(kind: OptionType, value: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        option(kind).check(value)

    assert refused.value.code is RuleSetCode.OPTION_OUT_OF_RANGE
    assert refused.value.allowed == ("slow", "even", "fast")
    assert refused.value.detail == f"speed={value!r} is no {kind.value} of its values"


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(RuleSetError) as refused:
        option(OptionType.CHOICE).check("x" * 1000)

    assert refused.value.detail == f"speed='{'x' * 60}' is no choice of its values"


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 5, 6, 7])
def test_a_number_of_players_that_the_game_lacks_is_refused(players: int) -> None:
    with pytest.raises(RuleSetError) as refused:
        KURNIK.resolve(players, {})

    assert refused.value.code is RuleSetCode.WRONG_PLAYER_COUNT
    assert refused.value.allowed == ("3", "4")
    assert refused.value.detail == f"kurnik is not played by {players}"


def test_an_option_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(RuleSetError) as refused:
        KURNIK.resolve(4, {"penalty_order": ORDER, "moon": "off"})

    assert refused.value.code is RuleSetCode.UNKNOWN_OPTION
    assert refused.value.allowed == ("penalty_order", "trump_leader")
    assert refused.value.detail == "kurnik has no option 'moon'"


def test_resolved_rules_name_every_option_with_its_value() -> None:
    assert kurnik(trump_leader="declarer").options == {
        "penalty_order": ORDER,
        "trump_leader": "declarer",
    }


@given(rules())
@UNTIMED
def test_reading_rules_undoes_writing_them(rules: Rules) -> None:
    data = rules_json(rules)

    assert parse_rules(data) == rules
    assert rules_json(parse_rules(data)) == data


@given(rules(), rules())
@UNTIMED
def test_the_hash_tells_rules_apart(one: Rules, other: Rules) -> None:
    assert (rules_hash(one) == rules_hash(other)) == (one == other)
    assert len(rules_hash(one)) == 32


def test_the_json_of_rules_is_plain_data_in_camel_case() -> None:
    found = json.loads(rules_json(kurnik(3)))

    assert {name: found[name] for name in found if name not in ("deals", "options")} == {
        "ruleSet": "kurnik",
        "version": 1,
        "players": 3,
        "direction": "high",
        "removed": ["2C"],
        "handSize": 17,
    }
    assert found["deals"][7] == {
        "kind": "tricks",
        "id": "trump",
        "name": {"pl": "Rozgrywka atutowa", "en": "Trump deal"},
        "source": "R3.4",
        "leader": "left_of_dealer",
        "trick": 20,
        "cards": [],
        "tricks": [],
        "heartLeadBan": False,
        "trump": {"namedBy": "dealer", "seenCards": 6, "suits": ["C", "D", "H", "S"]},
    }
    assert found["deals"][10] == {
        "kind": "lottery",
        "id": "lottery",
        "name": {"pl": "Loteryjka", "en": "Lottery"},
        "source": "R5.3",
        "opener": "dealer",
        "prizes": [790, 485],
    }


@given(st.sets(st.sampled_from(["2C", "2D", "2S"])))
@UNTIMED
def test_a_deck_lacks_the_removed_cards_and_no_others(removed: set[str]) -> None:
    found = texts(deck(tuple(sorted(removed))))

    assert set(found) == {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - removed
    assert deck(tuple(sorted(removed))) == tuple(sorted(deck(tuple(sorted(removed)))))
