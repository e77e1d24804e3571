"""What a match of each game is made of, deal by deal."""

import pytest

from engine.rules import (
    Auction,
    Direction,
    Ending,
    EndWhen,
    LotteryDeal,
    OddCard,
    Position,
    Rules,
    Tie,
    TrickDeal,
    TrickPoints,
)
from tests.engine.table import TABLES, game, trick_deal

SIX = ("tricks", "hearts", "queens", "men", "king", "special")
SEVEN = (*SIX, "robber")
TEN = ("tricks", "hearts", "men", "aces_queens", "special", "king")
CYCLE = ("left", "right", "across", "hold")
BOTH_REVERSED = {"plus_phase": "both", "plus_order": "lottery_first"}
EACH = {"lottery_deals": "players"}
Case = tuple[Rules, tuple[str, ...]]

DEALS: tuple[Case, ...] = (
    (game("classic", 4), SIX + ("trump",) * 4),
    (game("classic", 3), SIX + ("trump",) * 3),
    (game("classic", 5), SIX + ("trump",) * 5),
    (game("classic", 7), SIX + ("trump",) * 7),
    (game("classic", 4, plus_phase="lottery"), (*SIX, "lottery")),
    (game("classic", 4, plus_phase="lottery", **EACH), SIX + ("lottery",) * 4),
    (game("classic", 3, plus_phase="lottery", **EACH), SIX + ("lottery",) * 3),
    (game("classic", 4, plus_phase="both"), (*SIX, *("trump",) * 4, "lottery")),
    (game("classic", 4, **BOTH_REVERSED), (*SIX, "lottery", *("trump",) * 4)),
    (game("classic", 3, **BOTH_REVERSED, **EACH), SIX + ("lottery",) * 3 + ("trump",) * 3),
    (game("classic", 4, plus_phase="trump_twice"), SIX + ("trump",) * 8),
    (game("classic", 4, plus_phase="lottery_twice"), SIX + ("lottery",) * 2),
    (game("classic", 6, plus_phase="lottery_twice", **EACH), SIX + ("lottery",) * 12),
    (game("classic", 4, plus_phase="none"), SIX),
    (game("classic", 4, robber="on"), (*SEVEN, *("trump",) * 4, "lottery")),
    (game("classic", 4, robber="on", plus_phase="trump"), SEVEN + ("trump",) * 4),
    (game("polish", 4), (*SEVEN, *("trump",) * 4, "lottery")),
    (game("polish", 3, plus_order="lottery_first"), (*SEVEN, "lottery", *("trump",) * 3)),
    (game("king"), SIX + ("trump",) * 4),
    (game("sik"), SEVEN),
    (game("ten_deal", 4), TEN + ("trump",) * 4),
    (game("ten_deal", 3), TEN + ("trump",) * 4),
    (game("ten_deal", 3, plus_deals="players"), TEN + ("trump",) * 3),
    (game("lottery", 4), ("lottery",)),
    (game("lottery", 3, deals="20"), ("lottery",) * 20),
    (game("greek", 4), CYCLE),
    (game("greek", 3), ("left", "right", "hold")),
    (game("american", 4), CYCLE),
    (game("black_maria", 3), ("right",)),
    (game("black_maria", 6), ("right",)),
)


@pytest.mark.parametrize(
    ("rules", "ids"), DEALS, ids=lambda at: at.rule_set if isinstance(at, Rules) else ""
)
def test_a_match_has_the_deals_of_its_game(rules: Rules, ids: tuple[str, ...]) -> None:
    assert tuple(deal.id for deal in rules.deals) == ids


@pytest.mark.parametrize("players", [4, 3])
def test_sik_and_kurnik_play_their_penalties_in_any_order(players: int) -> None:
    order = "robber,special,king,men,queens,hearts,tricks"

    kurnik = game("kurnik", players, penalty_order=order)
    sik = game("sik", penalty_order=order)

    for rules in (kurnik, sik):
        assert [deal.id for deal in rules.deals][:7] == order.split(",")
        usual = {deal.id: deal for deal in game(rules.rule_set, rules.players).deals}
        assert all(deal == usual[deal.id] for deal in rules.deals)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_lowest_total_wins_where_points_are_counted_up(name: str, players: int) -> None:
    low = name in {"greek", "american", "black_maria", "sik"}

    rules = game(name, players)

    assert rules.direction is (Direction.LOW if low else Direction.HIGH)
    assert (rules.ending is None) == (name not in {"greek", "american", "black_maria"})


@pytest.mark.parametrize(
    ("rules", "ending"),
    [
        (game("greek"), Ending(100, EndWhen.EXCEED, Tie.DRAW)),
        (game("american"), Ending(100, EndWhen.REACH, Tie.DRAW)),
        (game("black_maria"), Ending(100, EndWhen.REACH, Tie.DRAW)),
        (game("black_maria", limit="500", tie="play_on"), Ending(500, EndWhen.REACH, Tie.PLAY_ON)),
        (game("american", end_when="exceed"), Ending(100, EndWhen.EXCEED, Tie.DRAW)),
    ],
)
def test_a_game_to_a_limit_ends_as_its_options_say(rules: Rules, ending: Ending) -> None:
    assert rules.ending == ending


@pytest.mark.parametrize(
    ("rules", "special"),
    [
        (game("classic", 4), (TrickPoints(-1, -150),)),
        (game("classic", 3), (TrickPoints(-1, -140),)),
        (
            game("classic", 4, special_tricks="last_two"),
            (TrickPoints(-2, -75), TrickPoints(-1, -75)),
        ),
        (
            game("classic", 3, special_tricks="seventh_and_last"),
            (TrickPoints(7, -70), TrickPoints(-1, -70)),
        ),
        (game("polish"), (TrickPoints(7, -75), TrickPoints(-1, -75))),
        (game("polish", scale="small"), (TrickPoints(7, -9), TrickPoints(-1, -9))),
        (game("king"), (TrickPoints(-2, -90), TrickPoints(-1, -90))),
        (game("ten_deal"), (TrickPoints(7, -52), TrickPoints(-1, -52))),
        (game("sik"), (TrickPoints(7, 10), TrickPoints(-1, 10))),
    ],
)
def test_the_special_tricks_are_those_of_the_game(
    rules: Rules, special: tuple[TrickPoints, ...]
) -> None:
    assert trick_deal(rules, "special").tricks == special


@pytest.mark.parametrize(
    ("rules", "opener", "rank"),
    [
        (game("classic", plus_phase="lottery"), Position.LEFT_OF_DEALER, "8"),
        (game("polish"), Position.LEFT_OF_DEALER, "8"),
        (game("lottery"), Position.LEFT_OF_DEALER, "8"),
        (game("lottery", start="free"), Position.DEALER, None),
        (game("kurnik"), Position.DEALER, None),
    ],
)
def test_a_lottery_starts_with_an_eight_or_freely(
    rules: Rules, opener: Position, rank: str | None
) -> None:
    deal = rules.deals[-1]

    assert isinstance(deal, LotteryDeal)
    assert (deal.opener, deal.opening_rank) == (opener, rank)
    assert deal.source == ("R5.3" if rank is None else "R5.2")


@pytest.mark.parametrize("name", ["classic", "polish"])
def test_an_auction_has_its_highest_bid_and_its_leader(name: str) -> None:
    plain = trick_deal(game(name), "trump")
    sold = trick_deal(game(name, trump_mode="auction", max_bid="500"), "trump")
    led = trick_deal(game(name, trump_mode="auction", buyer_leads="on"), "trump")

    assert [deal.trump and deal.trump.auction for deal in (plain, sold, led)] == [
        None,
        Auction(500),
        Auction(1000),
    ]
    assert [deal.leader for deal in (plain, sold, led)] == [
        Position.DECLARER,
        Position.DECLARER,
        Position.BUYER,
    ]
    assert [deal.source for deal in (plain, sold)] == ["R3.3", "R3.5"]


def test_only_six_players_set_a_card_aside() -> None:
    aside = {table: game(*table).odd_card for table in TABLES}

    assert {table: card for table, card in aside.items() if card is not None} == {
        ("classic", 6): OddCard.NEUTRAL
    }
    assert game("classic", 6, odd_card="last_trick").odd_card is OddCard.LAST_TRICK


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_early_end_is_one_switch_for_every_trick_deal(name: str, players: int) -> None:
    if name == "lottery":
        assert "early_end" not in game(name, players).options
        return
    for value in ("off", "on"):
        rules = game(name, players, early_end=value)
        found = {deal.early_end for deal in rules.deals if isinstance(deal, TrickDeal)}
        assert (value == "on") in found
