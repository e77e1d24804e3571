"""Rules as data: the JSON that is pinned, its hash, and the deck."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import texts
from engine.rules import Rules, deck, named_cards, parse_rules, rules_hash, rules_json
from tests.engine.table import TABLES, game, held, kurnik
from tests.strategies import rules


@given(rules())
def test_reading_rules_undoes_writing_them(rules: Rules) -> None:
    data = rules_json(rules)

    assert parse_rules(data) == rules
    assert rules_json(parse_rules(data)) == data


@given(rules(), rules())
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
        "oddCard": None,
        "ending": None,
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
        "trump": {
            "namedBy": "dealer",
            "seenCards": 6,
            "suits": ["C", "D", "H", "S"],
            "auction": None,
        },
        "passing": None,
        "openingCard": None,
        "barredFirst": [],
        "brokenHearts": None,
        "mustDrop": [],
        "moon": None,
        "earlyEnd": False,
    }
    assert found["deals"][10] == {
        "kind": "lottery",
        "id": "lottery",
        "name": {"pl": "Loteryjka", "en": "Lottery"},
        "source": "R5.3",
        "opener": "dealer",
        "prizes": [790, 485],
        "openingRank": None,
        "aceBonus": False,
    }


def test_what_is_played_before_and_after_the_tricks_is_plain_data_too() -> None:
    passing = json.loads(rules_json(game("american", moon="choice")))
    auction = json.loads(rules_json(game("classic", 6, trump_mode="auction", max_bid="500")))

    first, sold = passing["deals"][0], auction["deals"][6]
    assert passing["ending"] == {"limit": 100, "when": "reach", "tie": "draw"}
    assert (first["passing"], first["openingCard"]) == ({"count": 3, "to": 1}, "2C")
    assert first["moon"]["ways"] == ["add_others", "subtract_self"]
    assert (len(first["barredFirst"]), len(first["brokenHearts"]["by"])) == (14, 14)
    assert first["brokenHearts"]["beside"] == ["QS"]
    assert sold["trump"]["auction"] == {"maxBid": 500}
    assert auction["oddCard"] == "neutral"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_hands_and_what_is_set_aside_make_the_deck(name: str, players: int) -> None:
    rules = game(name, players)

    aside = 0 if rules.odd_card is None else 1
    assert rules.hand_size * players + aside == len(deck(rules.removed)) == 52 - len(rules.removed)


def test_cards_that_data_names_become_a_set() -> None:
    assert named_cards(("QS", "2C")) == held("2C QS")
    assert named_cards(()) == 0


@given(st.sets(st.sampled_from(["2C", "2D", "2S"])))
def test_a_deck_lacks_the_removed_cards_and_no_others(removed: set[str]) -> None:
    found = texts(deck(tuple(sorted(removed))))

    assert set(found) == {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - removed
    assert deck(tuple(sorted(removed))) == tuple(sorted(deck(tuple(sorted(removed)))))
