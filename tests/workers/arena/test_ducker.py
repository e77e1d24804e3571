"""The ducker does what its description says, and never more."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.cards import Trump
from engine.match import refusal
from engine.moves import parse_move
from engine.seat_view import CardChoice, CardPlay
from tests.engine.table import chance_deal, dealt, game, in_play, kurnik
from tests.fixtures.bots import seat_turn
from tests.strategies import Position, positions
from workers.arena.ducker import choose

RULES = kurnik()


def in_trick(playable: str, table: str, trump: Trump | None = None) -> str:
    """Return what is played to a trick when these cards may be, and those lie."""
    state = chance_deal(RULES, "tricks")
    turn = seat_turn(RULES, state, in_play(state).to_act[0])
    plays = tuple(CardPlay(seat, card) for seat, card in enumerate(table.split()))
    assert turn.game.deal is not None
    deal = replace(turn.game.deal, table=plays, trump=trump)
    cards = tuple(CardChoice(card=card, playable=True) for card in playable.split())
    asked = replace(turn.legal_moves, cards=cards)
    return choose(replace(turn, game=replace(turn.game, deal=deal), legal_moves=asked))


@given(positions())
def test_every_choice_is_allowed(at: Position) -> None:
    seat = in_play(at.state).to_act[0]

    move = parse_move(choose(seat_turn(at.rules, at.state, seat)))

    assert refusal(at.rules, at.state, seat, move) is None


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("3D 7D KD", "9D", "7D"),  # the highest under the winning card
        ("3D 7D KD", "9D QD", "7D"),
        ("3D 7D KD", "9D AC", "7D"),
        ("TD QD KD", "9D", "TD"),  # nothing under it: the lowest
        ("TD QD KD", "9D 2D 3D", "KD"),  # the last of the trick: the highest
        ("QS AH KC", "9D", "QS"),  # cannot follow: the queen of spades
        ("2H 9H AC", "9D", "9H"),  # then the highest heart
        ("AC AS KC", "9D", "AC"),  # then the highest card, clubs before spades
        ("KS 3S 3C 3D", "", "3C"),  # leads the lowest, clubs first
    ],
)
def test_the_card_for_a_trick(hand: str, table: str, card: str) -> None:
    assert in_trick(hand, table) == f"play {card}"


def test_under_a_trump_every_card_of_the_led_suit_is_under() -> None:
    assert in_trick("3D KD", "9D 2S", Trump.SPADES) == "play KD"
    assert in_trick("3D KD", "9D 2S", Trump.NONE) == "play 3D"


def test_it_gives_away_what_it_would_throw_away_first() -> None:
    rules = game("greek")
    hand = "QS 2H 3H AC AD 2C 3C 4C 5C 2D 3D 4D 5D"
    rests = (
        "6C 7C 8C 9C TC JC QC KC 6D 7D 8D 9D TD",
        "JD QD KD 4H 5H 6H 7H 8H 9H TH JH QH KH",
        "AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
    )
    state = dealt(rules, rules.deals[0].id, (hand, *rests))

    assert choose(seat_turn(rules, state, 0)) == "give QS 3H 2H"


def test_it_lays_its_lowest_card_in_a_lottery() -> None:
    rules = game("lottery", 3, start="free")
    state = chance_deal(rules, "lottery", seed=3)
    turn = seat_turn(rules, state, in_play(state).to_act[0])
    cards = [move.split()[1] for move in turn.legal_moves.moves]
    lowest = min("23456789TJQKA".index(card[0]) for card in cards)

    laid = choose(turn).split()[1]

    assert "23456789TJQKA".index(laid[0]) == lowest
    assert len(cards) == 17
