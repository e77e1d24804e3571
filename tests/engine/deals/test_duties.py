"""The filters that only some games know: opening, broken hearts, first trick, dropping."""

import pytest
from hypothesis import given

from engine.cards import cards_in
from engine.errors import RuleCode
from engine.match import refusal
from engine.moves import Play
from engine.rules import Rules, TrickDeal
from engine.state import MatchState
from tests.engine.table import (
    FOUR_SUITS,
    cards,
    dealt,
    game,
    in_play,
    play,
    playable,
    standing,
)
from tests.strategies import Position, positions

GREEK = game("greek")
AMERICAN = game("american")
KING = game("king")

# Seat 0 holds clubs and a heart, seat 1 hearts and the queen of spades, seat 2 one club.
FIRST_TRICK = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2H",
    "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS",
    "AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
    "AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
)


def why(rules: Rules, state: MatchState, card: str) -> tuple[str, str] | None:
    """Return the code and section that a card is refused with, or nothing if it is taken."""
    refused = refusal(rules, state, in_play(state).to_act[0], Play(cards(card)[0]))
    return None if refused is None else (refused.code, refused.section)


# The two of clubs.


@pytest.mark.parametrize("rules", [GREEK, AMERICAN], ids=lambda rules: rules.rule_set)
def test_the_two_of_clubs_must_open(rules: Rules) -> None:
    state = dealt(rules, "hold", FIRST_TRICK, dealer=2)

    assert in_play(state).to_act == (0,)
    assert playable(rules, state) == "2C"
    assert why(rules, state, "3C") == (RuleCode.MUST_OPEN, "R8.2")
    assert why(rules, state, "2H") == (RuleCode.MUST_OPEN, "R8.2")
    assert why(rules, state, "QS") == (RuleCode.NOT_IN_HAND, "R1.3")


@pytest.mark.parametrize("holder", range(4))
def test_a_deal_on_hold_is_opened_by_the_holder_too(holder: int) -> None:
    hands = tuple(FOUR_SUITS[(seat - holder) % 4] for seat in range(4))

    state = dealt(GREEK, "hold", hands, dealer=1)

    assert (in_play(state).to_act, in_play(state).leader) == ((holder,), holder)
    assert playable(GREEK, state) == "2C"


def test_the_duty_to_open_is_one_of_the_first_trick_only() -> None:
    state = standing(GREEK, "hold", "2C 3C 4D", finished="5C 6C 7C 8C")

    assert playable(GREEK, state) == "2C 3C 4D"


def test_the_holder_of_the_two_of_clubs_follows_freely() -> None:
    state = standing(game("black_maria", 4), "right", "2C 3C", table="5C")

    assert playable(game("black_maria", 4), state) == "2C 3C"


@pytest.mark.parametrize("name", ["greek", "american"])
def test_with_three_players_the_two_of_clubs_opens_too(name: str) -> None:
    rules = game(name, 3)

    assert rules.removed == ("2D",)
    assert {deal.opening_card for deal in rules.deals if isinstance(deal, TrickDeal)} == {"2C"}


def test_the_left_of_the_dealer_leads_black_maria_with_any_card() -> None:
    rules = game("black_maria", 4, passing="off")
    state = dealt(rules, "hold", FIRST_TRICK, dealer=3)

    assert in_play(state).to_act == (0,)
    assert playable(rules, state) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2H"


# Leading hearts.


@pytest.mark.parametrize(
    ("name", "options", "fallen", "may_lead"),
    [
        ("greek", {}, "AD", False),
        ("greek", {}, "AH", True),
        ("greek", {}, "QS", False),
        ("greek", {"queen_breaks_hearts": "on"}, "QS", True),
        ("american", {}, "AD", False),
        ("american", {}, "2H", True),
        ("american", {}, "QS", True),
        ("american", {"queen_breaks_hearts": "off"}, "QS", False),
        ("greek", {"hearts_must_break": "off"}, "AD", True),
        ("black_maria", {}, "AD", True),
        ("black_maria", {"hearts_must_break": "on"}, "AD", False),
        ("black_maria", {"hearts_must_break": "on"}, "AS", False),
    ],
)
def test_what_has_fallen_says_whether_a_heart_may_be_led(
    name: str, options: dict[str, str], fallen: str, may_lead: bool
) -> None:
    rules = game(name, 4, passing="off", **options)

    state = standing(rules, "hold", "9H 9C", finished=f"2C {fallen} 3C 4C 5C 6C 7C 8C")

    assert playable(rules, state) == ("9C 9H" if may_lead else "9C")
    assert why(rules, state, "9H") == (None if may_lead else (RuleCode.HEARTS_NOT_BROKEN, "R8.3"))


def test_broken_hearts_stay_broken() -> None:
    later = "5D 6D 7D 8D 9D TD JD QD 2S 3S 4S 5S"

    state = standing(GREEK, "hold", "9H 9C", finished=f"2C 2H 3C 4C {later}")

    assert playable(GREEK, state) == "9C 9H"


@pytest.mark.parametrize("rules", [GREEK, AMERICAN], ids=lambda rules: rules.rule_set)
def test_a_leader_of_hearts_only_may_lead_one(rules: Rules) -> None:
    state = standing(rules, "hold", "9H AH", finished="2C 3C 4C 5C")

    assert playable(rules, state) == "9H AH"


def test_a_heart_led_in_need_breaks_hearts_too() -> None:
    state = standing(GREEK, "hold", "9H 9C", finished="2C 3C 4C 5C 2H 2D 3D 4D")

    assert playable(GREEK, state) == "9C 9H"


@pytest.mark.parametrize(
    ("rules", "leads"),
    [(GREEK, "QS"), (AMERICAN, "9H AH QS")],
    ids=["greek", "american"],
)
def test_a_leader_of_hearts_and_the_queen_may_lead_a_heart_in_american(
    rules: Rules, leads: str
) -> None:
    state = standing(rules, "hold", "9H AH QS", finished="2C 3C 4C 5C")

    assert playable(rules, state) == leads


def test_one_more_card_binds_an_american_leader() -> None:
    state = standing(AMERICAN, "hold", "9H QS 2D", finished="2C 3C 4C 5C")

    assert playable(AMERICAN, state) == "2D QS"


@pytest.mark.parametrize("rules", [GREEK, AMERICAN], ids=lambda rules: rules.rule_set)
def test_a_leader_with_nothing_but_the_queen_is_not_stuck(rules: Rules) -> None:
    state = standing(rules, "hold", "QS", finished="2C 3C 4C 5C")

    assert playable(rules, state) == "QS"


def test_the_queen_of_spades_may_be_led_at_any_time() -> None:
    state = standing(GREEK, "hold", "QS 2D 3H", finished="2C 3C 4C 5C")

    assert playable(GREEK, state) == "2D QS"


@pytest.mark.parametrize("rules", [GREEK, AMERICAN], ids=lambda rules: rules.rule_set)
def test_hearts_may_always_be_discarded_after_the_first_trick(rules: Rules) -> None:
    state = standing(rules, "hold", "9H 2D QS", finished="2C 3C 4C 5C", table="6C")

    assert playable(rules, state) == "2D 9H QS"


# The first trick.


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("2H 3D QS", "3D"),
        ("2H QS", "2H QS"),
        ("2H 3H", "2H 3H"),
        ("3C 2H QS", "3C"),
        ("2H KS AS", "KS AS"),
        ("2H JD", "JD"),
    ],
)
def test_no_card_that_counts_goes_to_the_first_trick_while_another_may(
    hand: str, left: str
) -> None:
    rules = game("greek", jack_bonus="on")

    assert playable(rules, standing(rules, "hold", hand, table="2C")) == left


def test_the_reason_names_the_first_trick() -> None:
    state = standing(GREEK, "hold", "2H 3D QS", table="2C")

    assert why(GREEK, state, "QS") == (RuleCode.BARRED_IN_FIRST_TRICK, "R8.3")
    assert why(GREEK, state, "2H") == (RuleCode.BARRED_IN_FIRST_TRICK, "R8.3")


@pytest.mark.parametrize(("value", "left"), [("barred", "3D"), ("allowed", "3D 2H QS")])
def test_points_in_the_first_trick_are_a_matter_of_agreement(value: str, left: str) -> None:
    rules = game("greek", first_trick_points=value)

    assert playable(rules, standing(rules, "hold", "2H 3D QS", table="2C")) == left


def test_black_maria_allows_points_in_the_first_trick_and_may_bar_them() -> None:
    barred = game("black_maria", first_trick_points="barred")
    hand = "2H 3D QS KS AS JS"

    assert playable(game("black_maria"), standing(game("black_maria"), "right", hand)) == (
        "3D 2H JS QS KS AS"
    )
    assert playable(barred, standing(barred, "right", hand)) == "3D JS"


def test_the_second_trick_takes_any_card() -> None:
    state = standing(GREEK, "hold", "2H 3D QS", finished="2C 3C 4C 5C", table="6C")

    assert playable(GREEK, state) == "3D 2H QS"


# Dropping.


@pytest.mark.parametrize(
    ("hand", "table", "left"),
    [
        ("KH 2D 3H", "5C", "KH"),
        ("KH 2C", "5C", "2C"),
        ("KH 3H", "5H", "3H KH"),
        ("KH 3H", "QH", "3H KH"),
        ("KH 3H", "AH", "KH"),
        ("KH 3H", "5H AH 6H", "KH"),
        ("KH 3H", "5H 6H QH", "3H KH"),
        ("KH 3H 2C", "", "2C"),
        ("KH 3H", "", "3H KH"),
        ("3H 2D", "5C", "2D 3H"),
    ],
)
def test_the_king_of_hearts_drops_at_the_first_trick_that_it_would_not_win(
    hand: str, table: str, left: str
) -> None:
    state = standing(KING, "king", hand, table=table)

    assert playable(KING, state) == left


def test_the_reason_names_the_duty_to_drop() -> None:
    state = standing(KING, "king", "KH 2D", table="5C")

    assert why(KING, state, "2D") == (RuleCode.MUST_DROP, "R2.2")


@pytest.mark.parametrize(
    ("name", "options", "deals"),
    [
        ("king", {}, {"king"}),
        ("classic", {}, set()),
        ("classic", {"king_must_drop": "on"}, {"king"}),
        ("classic", {"king_must_drop": "on", "robber": "on"}, {"king", "robber"}),
        ("polish", {"king_must_drop": "on"}, {"king", "robber"}),
        ("polish", {}, set()),
        ("kurnik", {}, set()),
        ("sik", {}, set()),
        ("ten_deal", {}, set()),
    ],
)
def test_the_duty_holds_in_the_deals_of_the_king(
    name: str, options: dict[str, str], deals: set[str]
) -> None:
    found = [deal for deal in game(name, 4, **options).deals if isinstance(deal, TrickDeal)]

    assert {deal.id for deal in found if deal.must_drop == ("KH",)} == deals
    assert {deal.id for deal in found if deal.must_drop} == deals


@pytest.mark.parametrize(
    ("hand", "table", "left"),
    [
        ("QS 2S", "AS", "QS"),
        ("QS 2S", "KS", "QS"),
        ("QS 2S", "JS", "2S QS"),
        ("QS 2D", "5C", "QS"),
        ("QS 2C", "5C", "2C"),
        ("QS 2D", "", "2D QS"),
    ],
)
def test_the_queen_of_spades_drops_by_agreement(hand: str, table: str, left: str) -> None:
    rules = game("greek", must_dump_queen="on")

    state = standing(rules, "hold", hand, finished="2C 3C 4C 7C", table=table)

    assert playable(rules, state) == left


def test_the_first_trick_goes_before_the_duty_to_drop() -> None:
    rules = game("greek", must_dump_queen="on")

    assert playable(rules, standing(rules, "hold", "QS 2D", table="2C")) == "2D"
    assert playable(rules, standing(rules, "hold", "QS 2H", table="2C")) == "QS"


# The heart-lead ban.


@pytest.mark.parametrize(
    ("name", "players", "options", "banned"),
    [
        ("kurnik", 4, {}, ["hearts", "king", "robber"]),
        ("classic", 4, {"robber": "on"}, ["hearts", "king", "robber"]),
        ("classic", 7, {}, ["hearts", "king"]),
        ("polish", 3, {}, ["hearts", "king", "robber"]),
        ("king", 4, {}, ["hearts", "king"]),
        ("sik", 4, {}, []),
        ("ten_deal", 4, {}, ["tricks"]),
        ("ten_deal", 3, {"heart_ban": "none"}, []),
        ("ten_deal", 4, {"heart_ban": "2,6"}, ["hearts", "king"]),
        ("ten_deal", 4, {"heart_ban": "1,2,6"}, ["tricks", "hearts", "king"]),
        ("greek", 4, {}, []),
        ("black_maria", 3, {}, []),
    ],
)
def test_the_ban_holds_in_the_deals_that_the_game_names(
    name: str, players: int, options: dict[str, str], banned: list[str]
) -> None:
    rules = game(name, players, **options)

    found = [deal for deal in rules.deals if isinstance(deal, TrickDeal)]

    assert [deal.id for deal in found if deal.heart_lead_ban] == banned
    for deal in found:
        state = standing(
            rules, deal.id, "2C 2H", finished="3C AH 4C 5C 6C 7C 8C"[: 3 * players - 1]
        )
        assert playable(rules, state) == ("2C" if deal.heart_lead_ban else "2C 2H")


def test_a_banned_leader_of_hearts_only_may_lead_any() -> None:
    rules = game("kurnik")

    assert playable(rules, standing(rules, "hearts", "2C 2H")) == "2C"
    assert playable(rules, standing(rules, "hearts", "3H 2H")) == "2H 3H"


# Who leads.


@pytest.mark.parametrize(
    ("name", "options", "deal_id", "leader"),
    [
        ("classic", {}, "tricks", 3),
        ("classic", {}, "trump", 3),
        ("king", {}, "tricks", 3),
        ("king", {}, "trump", 3),
        ("king", {"leader": "dealer"}, "tricks", 2),
        ("king", {"leader": "dealer"}, "trump", 2),
        ("ten_deal", {}, "tricks", 3),
        ("ten_deal", {}, "trump", 3),
        ("kurnik", {}, "trump", 3),
        ("kurnik", {"trump_leader": "declarer"}, "trump", 2),
        ("sik", {}, "robber", 3),
        ("polish", {}, "robber", 3),
    ],
)
def test_the_leader_is_known_by_his_chair(
    name: str, options: dict[str, str], deal_id: str, leader: int
) -> None:
    state = dealt(game(name, 4, **options), deal_id, FOUR_SUITS, dealer=2)

    assert in_play(state).leader == leader


@given(positions(("greek", "american", "black_maria")))
def test_no_filter_of_leading_stands_in_the_way_of_following(at: Position) -> None:
    deal = in_play(at.state)
    if len(deal.to_act) > 1 or not deal.table:
        return
    codes = {
        refused.code
        for card in cards_in(deal.hands[deal.to_act[0]])
        if (refused := refusal(at.rules, at.state, deal.to_act[0], Play(card)))
    }

    assert codes <= {
        RuleCode.MUST_FOLLOW_SUIT,
        RuleCode.BARRED_IN_FIRST_TRICK,
        RuleCode.MUST_DROP,
    }


def test_a_first_trick_of_a_whole_deal_is_played_by_all_these_rules() -> None:
    state = dealt(GREEK, "hold", FIRST_TRICK)

    state, _ = play(GREEK, state, "2C")
    assert playable(GREEK, state) == "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS"
    state, _ = play(GREEK, state, "QS AC")
    assert playable(GREEK, state) == "AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS"
    state, _ = play(GREEK, state, "AD")

    assert in_play(state).to_act == (2,)
    assert in_play(state).points == (0, 0, 13, 0)
