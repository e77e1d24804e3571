"""Deals played on at random go by the same rules as those played card for card."""

from random import Random

import pytest

from engine.cards import cards_in
from engine.playout import TrickPosition
from engine.playout.rollouts import roll_out
from engine.rules import TrickDeal
from tests.engine.playout.test_against_apply import in_its_play, some_deal, standing
from tests.engine.playout.test_policy import shuffled
from tests.engine.table import TABLES, game, in_play, trick_deal

DEALS = 40  # of each rule set and number of players


def card_for_card(position: TrickPosition, numbers: bytes) -> list[int]:
    """Return what each seat has once every number has chosen a card."""
    position = position.copy()
    for number in numbers:
        cards = cards_in(position.legal())
        position.play(cards[number * len(cards) >> 8])
    assert not position.held
    return position.result()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_playouts_go_as_their_cards_one_by_one(name: str, players: int) -> None:
    for seed in range(DEALS):
        rules, state, chance = some_deal(name, players, seed)
        state = in_its_play(rules, state, chance)
        position = standing(rules, in_play(state))
        if not isinstance(position, TrickPosition):
            continue
        for _ in range(seed % 9):
            position.play(cards_in(position.legal())[0])
        held: int = position.held
        size = held.bit_count()
        numbers = chance.randbytes(3 * size)

        found = roll_out(position, numbers)

        ends = [card_for_card(position, numbers[at : at + size]) for at in range(0, 3 * size, size)]
        assert found == list(map(sum, zip(*ends, strict=True)))
        assert position.held == held


def test_too_few_numbers_make_no_playout() -> None:
    rules = game("greek", passing="off")
    position = shuffled(rules, trick_deal(rules, "hold"), 1)

    assert roll_out(position, bytes(51)) == [0, 0, 0, 0]
    assert sum(roll_out(position, Random(1).randbytes(2 * 52 + 51))) == 2 * 26


def test_a_deal_that_is_over_is_not_played_on() -> None:
    rules = game("greek", passing="off")
    spec = trick_deal(rules, "hold")
    assert isinstance(spec, TrickDeal)
    position = TrickPosition(shuffled(rules, spec, 1).contract, [0, 0, 0, 0], 0)

    assert roll_out(position, bytes(52)) == [0, 0, 0, 0]
