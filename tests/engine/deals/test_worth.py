"""What tricks and cards are worth, most of it by examples from the sources of the rules."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.cards import FULL_DECK, card_set
from engine.deals.worth import all_owned, cards_worth, counted_cards, trick_number, trick_worth
from engine.events import DealScored, TrickTaken
from engine.rules import CardPoints, Moon, MoonWay, Rules, TrickPoints
from tests.engine.table import cards, game, held, in_play, kurnik, late, play, trick_deal


def worth(rules: Rules, deal_id: str, trick: str, number: int) -> int:
    """Return what a trick is worth to its taker."""
    return trick_worth(trick_deal(rules, deal_id), held(trick), number, rules.hand_size)


@pytest.mark.parametrize(
    ("deal_id", "trick", "points"),
    [
        ("tricks", "6H 3H AH 5C", -20),
        ("hearts", "6H 3H AH 5C", -60),
        ("queens", "6H QH AH QC", -120),
        ("men", "JH QH KH JC", -90),
        ("king", "KH QH 6H AC", -150),
        ("king", "AH QH 6H AC", 0),
        ("special", "AH QH 6H AC", 0),
        ("trump", "KH QH JH 2H", 25),
    ],
)
def test_a_trick_costs_what_its_deal_counts(deal_id: str, trick: str, points: int) -> None:
    assert worth(kurnik(), deal_id, trick, 1) == points


SEVEN = {"special_tricks": "seventh_and_last"}


@pytest.mark.parametrize(
    ("name", "players", "options", "number", "points"),
    [
        ("kurnik", 4, {}, 6, -20),
        ("kurnik", 4, {}, 7, -95),
        ("kurnik", 4, {}, 12, -20),
        ("kurnik", 4, {}, 13, -95),
        ("kurnik", 3, {}, 7, -85),
        ("kurnik", 3, {}, 13, -15),
        ("kurnik", 3, {}, 17, -85),
        ("classic", 4, {}, 7, -20),
        ("classic", 4, {}, 12, -20),
        ("classic", 4, {}, 13, -170),
        ("classic", 4, {"special_tricks": "last_two"}, 11, -20),
        ("classic", 4, {"special_tricks": "last_two"}, 12, -95),
        ("classic", 4, {"special_tricks": "last_two"}, 13, -95),
        ("classic", 5, SEVEN, 7, -95),
        ("classic", 5, SEVEN, 10, -95),
        ("classic", 6, SEVEN, 7, -95),
        ("classic", 6, SEVEN, 8, -95),
        ("classic", 7, SEVEN, 6, -20),
        ("classic", 7, SEVEN, 7, -170),
        ("classic", 7, {"special_tricks": "last_two"}, 6, -95),
        ("classic", 7, {}, 7, -170),
        ("sik", 4, {}, 7, 11),
        ("sik", 4, {}, 13, 11),
        ("sik", 4, {}, 12, 1),
    ],
)
def test_the_robber_counts_each_special_trick_besides_the_trick(
    name: str, players: int, options: dict[str, Any], number: int, points: int
) -> None:
    trick = " ".join(["4C", "5C", "6C", "7C", "8C", "9C", "TC"][:players])
    robber = {"robber": "on"} if name == "classic" else {}

    assert worth(game(name, players, **options, **robber), "robber", trick, number) == points


@pytest.mark.parametrize(
    ("name", "players", "options", "points"),
    [
        ("kurnik", 4, {}, -445),
        ("kurnik", 3, {}, -405),
        ("classic", 4, {}, -520),
        ("classic", 4, {"special_tricks": "last_two"}, -445),
        ("classic", 3, {}, -475),
        ("classic", 3, {"special_tricks": "last_two"}, -405),
        ("polish", 4, {}, -445),
        ("polish", 4, {"scale": "small"}, -2 - 8 - 5 - 6 - 16 - 9),
        ("sik", 4, {}, 42),
    ],
)
def test_the_robbers_last_trick_counts_everything_at_once(
    name: str, players: int, options: dict[str, Any], points: int
) -> None:
    robber = {"robber": "on"} if name == "classic" else {}
    rules = game(name, players, **options, **robber)
    last = ["KH", "QH", "JH", "2H"][:players]

    _, effects = play(rules, late(rules, "robber", last), " ".join(last))

    taken, scored = effects[:2]
    by_seat = (points, 0, 0, 0)[:players]
    assert taken == TrickTaken(rules.hand_size, 0, bytes(cards(" ".join(last))), 0, points)
    assert scored == DealScored(7, by_seat, by_seat)


@pytest.mark.parametrize(
    ("name", "deal_id", "trick", "points"),
    [
        ("ten_deal", "tricks", "AH QH KH JC", -8),
        ("ten_deal", "hearts", "AH QH KH JC", -24),
        ("ten_deal", "men", "AH QH KH JC", -26),
        ("ten_deal", "aces_queens", "AH QH KH JC", -52),
        ("ten_deal", "king", "AH QH KH JC", -124),
        ("ten_deal", "trump", "AH QH KH JC", 12),
        ("king", "queens", "AH QH QC JC", -100),
        ("king", "king", "KH QH KC JC", -160),
        ("king", "trump", "KH QH KC JC", 25),
        ("sik", "queens", "KH QH QC JC", 10),
        ("sik", "men", "KH QH QC JC", 4),
        ("sik", "king", "KH QH QC JC", 18),
        ("greek", "left", "2C AH QS KS", 14),
        ("greek", "hold", "JD AH QS AS", 14),
        ("black_maria", "right", "QS KS AS AH", 31),
    ],
)
def test_each_game_counts_by_its_own_figures(
    name: str, deal_id: str, trick: str, points: int
) -> None:
    assert worth(game(name), deal_id, trick, 1) == points


def test_the_jack_of_diamonds_may_bring_ten_off() -> None:
    rules = game("greek", jack_bonus="on")

    assert worth(rules, "left", "JD 2H QS 3C", 1) == 4


@pytest.mark.parametrize(("number", "last", "found"), [(7, 13, 7), (-1, 13, 13), (-2, 17, 16)])
def test_a_trick_is_counted_from_the_start_or_from_the_end(
    number: int, last: int, found: int
) -> None:
    assert trick_number(number, last) == found


def test_a_card_that_counts_twice_is_worth_both() -> None:
    spec = replace(
        trick_deal(kurnik(), "hearts"),
        cards=(CardPoints(("KH", "QH"), -20), CardPoints(("KH",), 5)),
    )

    assert cards_worth(spec, held("KH QH")) == -35
    assert cards_worth(spec, FULL_DECK) == -35


def test_cards_for_nothing_do_not_count() -> None:
    spec = replace(
        trick_deal(kurnik(), "hearts"), cards=(CardPoints(("KH",), 0), CardPoints(("QH",), 1))
    )

    assert counted_cards(spec) == held("QH")


@pytest.mark.parametrize(
    ("deal_id", "left", "owned"),
    [
        ("tricks", ("2C", "3C", "4C", "5C"), False),
        ("hearts", ("2C", "3C", "4C", "5C"), True),
        ("hearts", ("2C", "3C", "4C", "2H"), False),
        ("queens", ("2C", "3C", "4C", "QS"), False),
        ("queens", ("2C", "3C", "4C", "KH"), True),
        ("king", ("2C", "3C", "4C", "AH"), True),
        ("king", ("2C", "3C", "4C", "KH"), False),
        ("special", ("2C", "3C", "4C", "5C"), False),
        ("robber", ("2C", "3C", "4C", "5C"), False),
        ("trump", ("2C", "3C", "4C", "5C"), False),
    ],
)
def test_a_point_has_no_owner_while_its_card_or_trick_is_to_come(
    deal_id: str, left: tuple[str, ...], owned: bool
) -> None:
    rules = kurnik()

    deal = in_play(late(rules, deal_id, left, trump="S"))

    assert all_owned(trick_deal(rules, deal_id), deal) == owned


def test_a_special_trick_that_is_over_has_its_owner() -> None:
    rules = kurnik()
    spec = replace(trick_deal(rules, "special"), tricks=(TrickPoints(7, -75),))

    assert all_owned(spec, in_play(late(rules, "special", ("2C", "3C", "4C", "5C"))))


def test_a_moon_is_not_shot_before_all_its_cards_are_taken() -> None:
    rules = kurnik()
    moon = Moon(("KH", "2C"), (MoonWay.ADD_OTHERS,))
    spec = replace(trick_deal(rules, "king"), moon=moon)

    assert not all_owned(spec, in_play(late(rules, "king", ("2C", "3C", "4C", "5C"))))
    assert all_owned(spec, in_play(late(rules, "king", ("2D", "3C", "4C", "5C"))))


def test_a_set_of_cards_is_worth_the_sum_of_its_cards() -> None:
    spec = trick_deal(game("black_maria"), "right")

    assert cards_worth(spec, card_set(range(52))) == 43
