"""The seats of a playout play by the rules and by what a seat could know."""

from random import Random

import pytest

from engine.cards import FULL_DECK, card_set, cards_in, parse_card, parse_cards
from engine.playout import Contract, TrickPosition
from engine.playout.lottery import LotteryPosition, fitting, lay_out
from engine.playout.policy import (
    Pick,
    pick,
    pick_against,
    pick_on_guard,
    pick_shooting,
    play_out,
    shoot_out,
)
from engine.rules import LotteryDeal, Rules, TrickDeal
from tests.engine.table import TABLES, game, held, kurnik, trick_deal


def shuffled(rules: Rules, spec: TrickDeal, seed: int) -> TrickPosition:
    """Return a deal of chance, seat 0 to lead, any suit trump where there is one."""
    cards = list(cards_in(FULL_DECK & ~parse_cards(rules.removed)))
    Random(seed).shuffle(cards)
    hands = [
        card_set(cards[seat * rules.hand_size : (seat + 1) * rules.hand_size])
        for seat in range(rules.players)
    ]
    trump = seed % 4 if spec.trump else -1
    return TrickPosition(Contract(rules, spec), hands, 0, trump)


def trick_deals(rules: Rules) -> list[TrickDeal]:
    return [spec for spec in rules.deals if isinstance(spec, TrickDeal)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_only_allowed_cards_are_picked_from_what_a_seat_can_see(name: str, players: int) -> None:
    rules = game(name, players)
    for seed, spec in enumerate(trick_deals(rules)):
        position = shuffled(rules, spec, seed)
        while position.held:
            legal = position.legal()
            card = pick(position, legal)
            assert legal >> card & 1
            assert pick(mixed_up(position), legal) == card
            position.play(card)


def mixed_up(position: TrickPosition) -> TrickPosition:
    """Return the position with all cards of the others in one hand."""
    hands = [0] * len(position.hands)
    hands[position.turn] = position.hand
    hands[position.turn - 1] = position.held & ~hands[position.turn]
    return position.with_hands(hands)


def test_a_deal_is_played_out_until_all_points_are_taken() -> None:
    rules = kurnik()
    totals = []
    for spec in trick_deals(rules):
        position = shuffled(rules, spec, 3)
        play_out(position)
        totals.append(sum(position.result()))

    assert totals == [-260, -260, -240, -240, -150, -150, -1300, 325, 325, 325, 325]


def test_a_hand_of_masters_shoots_the_moon_when_it_is_to() -> None:
    rules = game("greek", passing="off")
    hands = (
        "AS KS QS JS TS AH KH QH JH TH 9H AC AD",
        "2S 3S 4S 5S 2H 3H 4H 2C 3C 4C 2D 3D 4D",
        "6S 7S 8S 9S 5H 6H 5C 6C 7C 8C 5D 6D 7D",
        "7H 8H 9C TC JC QC KC 8D 9D TD JD QD KD",
    )
    contract = Contract(rules, trick_deal(rules, "hold"))
    start = TrickPosition(contract, tuple(map(held, hands)), 0)

    start.contract.opening = 0
    shoot_out(start, 0)

    assert start.shooter == 0
    assert start.result() == [0, 26, 26, 26]
    assert start.result(subtract=True) == [-26, 0, 0, 0]


def test_a_seat_on_guard_stands_in_the_way_of_a_moon() -> None:
    rules = game("greek", passing="off")
    contract = Contract(rules, trick_deal(rules, "hold"))
    hands = tuple(map(held, ("AH QH", "KH 3C", "4C 5C", "6C 7C")))
    position = TrickPosition(contract, hands, 1)
    gone = contract.moon & ~held("AH QH KH")
    position.resume(11, (0, gone, 0, 0), (0, 23, 0, 0), 1)
    position.moon = contract.moon

    for card in (37, 2, 4):  # KH 4C 6C
        position.play(card)

    assert pick_on_guard(position, position.legal()) == 38  # AH


def standing(position: TrickPosition) -> dict[str, object]:
    """Return all that a position tells but for the hands with which it was begun."""
    names = {name for name in dir(position) if not name.startswith("_")} - {"hands"}
    found = {name: getattr(position, name) for name in names}
    return {name: value for name, value in found.items() if not callable(value)}


@pytest.mark.parametrize(
    ("way", "card"),
    [
        pytest.param(pick, "2H", id="others"),
        pytest.param(pick_on_guard, "AH", id="on guard"),
        pytest.param(pick_against(0), "AH", id="on guard against the shooter"),
        pytest.param(pick_against(2), "2H", id="on guard against another"),
    ],
)
def test_only_a_seat_on_guard_stands_in_the_way_of_a_moon(way: Pick, card: str) -> None:
    rules = game("greek", passing="off")
    contract = Contract(rules, trick_deal(rules, "hold"))
    hands = tuple(map(held, ("KH 3C", "AH 2H", "4C 5C", "6C 7C")))
    position = TrickPosition(contract, hands, 0)
    hearts = held("3H 4H 5H 6H")
    position.resume(11, (hearts, 0, 0, 0), (4, 0, 0, 0), 0)
    position.moon = contract.moon
    position.play(parse_card("KH"))

    assert way(position, position.legal()) == parse_card(card)


@pytest.mark.parametrize(
    ("sole", "card"), [pytest.param(1, "AH", id="still"), pytest.param(2, "2H", id="no more")]
)
def test_a_seat_shoots_as_long_as_it_can_have_all_cards(sole: int, card: str) -> None:
    rules = game("greek", passing="off")
    contract = Contract(rules, trick_deal(rules, "hold"))
    hands = tuple(map(held, ("KH 3C", "AH 2H", "4C 5C", "6C 7C")))
    position = TrickPosition(contract, hands, 0)
    taken, points = [0] * 4, [0] * 4
    taken[sole], points[sole] = held("3H 4H 5H 6H"), 4
    position.resume(11, taken, points, 0)
    position.moon = contract.moon
    position.play(parse_card("KH"))

    assert pick_shooting(position, position.legal()) == parse_card(card)


@pytest.mark.parametrize(
    ("hand", "kept", "thrown"),
    [
        pytest.param("KD 8D 2S", "KD", "8D", id="a master of a suit that is out"),
        pytest.param("KD 8D 3H 2S", "3H", "8D", id="a point, for a clean card"),
        pytest.param("KD 3H", "KD", "3H", id="the master even for a point"),
        pytest.param("QC 9C 2D", "QC", "9C", id="a master of the suit that is led"),
    ],
)
def test_a_seat_on_guard_keeps_what_stops_a_moon(hand: str, kept: str, thrown: str) -> None:
    rules = game("greek", passing="off")
    contract = Contract(rules, trick_deal(rules, "hold"))
    hands = tuple(map(held, ("KC JD 7D 5C", hand, "4D TD 4C 6C", "7C 8C TC JC")))
    position = TrickPosition(contract, hands, 0)
    gone = contract.moon & ~held("2H 3H 4H 5H")
    position.resume(9, (gone, 0, 0, 0), (22, 0, 0, 0), 0)
    position.moon = contract.moon
    position.play(parse_card("KC"))

    card = pick_on_guard(position, position.legal())

    assert card == parse_card(thrown)
    assert position.hands[1] & held(kept)


def test_a_resumed_deal_stands_where_a_played_one_does() -> None:
    rules = game("greek", passing="off")
    position = shuffled(rules, trick_deal(rules, "hold"), 5)
    taken = [0] * 4
    for _ in range(5):
        before = position.gone
        for _ in range(4):
            position.play(pick(position, position.legal()))
        taken[position.turn] |= position.gone ^ before

    hands = [hand & position.held for hand in position.hands]
    again = TrickPosition(position.contract, hands, 0)
    again.resume(5, taken, position.points, position.turn)
    again.moon = position.moon

    assert standing(again) == standing(position)


@pytest.mark.parametrize("players", [3, 4])
def test_a_lottery_is_laid_out_until_the_prizes_are_gone(players: int) -> None:
    rules = game("lottery", players)
    spec = rules.deals[0]
    assert isinstance(spec, LotteryDeal)
    cards = list(cards_in(FULL_DECK & ~parse_cards(rules.removed)))
    Random(2).shuffle(cards)
    position = LotteryPosition(spec, [card_set(cards[at::players]) for at in range(players)], 0)

    lay_out(position)

    assert sorted(position.points)[-2:] == sorted(spec.prizes)


def test_a_card_towards_ones_own_cards_is_laid_first() -> None:
    spec = game("lottery", 4).deals[0]
    assert isinstance(spec, LotteryDeal)
    hands = tuple(map(held, ("8C 8D 2D", "2C", "3C", "4C")))
    position = LotteryPosition(spec, hands, 0)
    position.lay(32, FULL_DECK)  # 8H

    assert fitting(position, position.legal()) == 19  # 8D, which opens the way to 2D
