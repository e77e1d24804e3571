"""The last tricks are played as every seat would that sees all cards."""

from engine.cards import parse_card
from engine.playout import Contract, TrickPosition
from engine.playout.endings import best_end
from engine.playout.policy import play_out
from tests.engine.table import held, kurnik, trick_deal


def ending(deal_id: str, *hands: str, trump: int = -1) -> TrickPosition:
    """Return the last tricks of a deal of kurnik, seat 0 to lead."""
    rules = kurnik()
    cards = tuple(map(held, hands))
    position = TrickPosition(Contract(rules, trick_deal(rules, deal_id)), cards, 0, trump)
    position.number = 13 - cards[0].bit_count()
    position.pot = position.contract.trick_worth[position.number]
    return position


def test_the_high_card_goes_before_the_last_trick() -> None:
    position = ending("special", "AC 2C", "3C KC", "4C QC", "5C JC")

    assert best_end(position)[0] == 0


def test_a_trick_is_given_away_to_be_led_to() -> None:
    # Whoever leads diamonds loses one: seat 0 throws seat 1 in with clubs.
    position = ending("trump", "2C AD QD", "3C KD 2D", "2S 3S 4S", "5S 6S 7S")

    assert best_end(position) == [50, 25, 0, 0]


def test_nobody_does_worse_than_the_policy_by_the_last_choice() -> None:
    position = ending("tricks", "7C 9D", "8C TD", "6C JD", "5C 2D")
    best = min(_after(position, card) for card in ("7C", "9D"))

    assert -best_end(position.copy())[0] <= best


def _after(position: TrickPosition, card: str) -> int:
    tried = position.copy()
    tried.play(parse_card(card))
    play_out(tried)
    return -tried.result()[0]


def test_a_deal_without_points_to_come_ends_at_once() -> None:
    position = ending("hearts", "2C 3C", "4C 5C", "6C 7C", "8C 9C")
    before = position.held

    assert best_end(position) == [0, 0, 0, 0]
    assert position.held == before
