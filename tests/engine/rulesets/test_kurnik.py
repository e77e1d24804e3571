"""What a match of Kurnik is made of; its units stand in the rule book and are checked there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import Direction, LotteryDeal, Position, TrickDeal
from tests.engine.table import kurnik

PENALTIES = ("tricks", "hearts", "queens", "men", "king", "special", "robber")


@pytest.mark.parametrize(("players", "deals", "hand_size"), [(3, 11, 17), (4, 12, 13)])
def test_penalty_deals_then_a_trump_deal_each_then_a_lottery(
    players: int, deals: int, hand_size: int
) -> None:
    rules = kurnik(players)

    assert [deal.id for deal in rules.deals] == [*PENALTIES, *["trump"] * players, "lottery"]
    assert (len(rules.deals), rules.hand_size, rules.players) == (deals, hand_size, players)
    assert rules.direction is Direction.HIGH


@pytest.mark.parametrize(("players", "removed"), [(3, ("2C",)), (4, ())])
def test_three_players_take_out_the_two_of_clubs(players: int, removed: tuple[str, ...]) -> None:
    assert kurnik(players).removed == removed


@given(st.permutations(PENALTIES), st.sampled_from((3, 4)))
def test_an_agreed_order_moves_the_penalty_deals_with_all_they_hold(
    order: list[str], players: int
) -> None:
    usual = {deal.id: deal for deal in kurnik(players).deals}

    agreed = kurnik(players, penalty_order=",".join(order)).deals

    assert agreed[:7] == tuple(usual[name] for name in order)
    assert agreed[7:] == kurnik(players).deals[7:]


@pytest.mark.parametrize("players", [3, 4])
def test_the_heart_lead_ban_holds_in_hearts_king_and_robber(players: int) -> None:
    tricks = [deal for deal in kurnik(players).deals if isinstance(deal, TrickDeal)]

    assert [deal.id for deal in tricks if deal.heart_lead_ban] == ["hearts", "king", "robber"]


@pytest.mark.parametrize(
    ("leader", "position"),
    [("left_of_dealer", Position.LEFT_OF_DEALER), ("declarer", Position.DECLARER)],
)
def test_the_trump_leader_option_changes_trump_deals_only(leader: str, position: Position) -> None:
    rules = kurnik(trump_leader=leader)

    leaders = {deal.id: deal.leader for deal in rules.deals if isinstance(deal, TrickDeal)}
    assert leaders == {**dict.fromkeys(PENALTIES, Position.LEFT_OF_DEALER), "trump": position}


@pytest.mark.parametrize(("players", "seen"), [(3, 6), (4, 5)])
def test_the_dealer_names_any_suit_on_his_first_cards(players: int, seen: int) -> None:
    choices = [deal.trump for deal in kurnik(players).deals if isinstance(deal, TrickDeal)]

    named = [choice for choice in choices if choice is not None]
    assert len(named) == players
    assert {(choice.named_by, choice.seen_cards, choice.suits) for choice in named} == {
        (Position.DEALER, seen, ("C", "D", "H", "S"))
    }


@pytest.mark.parametrize("players", [3, 4])
def test_the_dealer_opens_the_lottery(players: int) -> None:
    last = kurnik(players).deals[-1]

    assert isinstance(last, LotteryDeal)
    assert last.opener is Position.DEALER
