"""What a seat remembers: who lacks what by the rules, who was given what, where the talon went."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.cards import LANES
from engine.deals import open_deal
from engine.match import apply_in_deal, start_with
from engine.rules import Moon, MoonWay, Rules, TrickDeal, deck
from engine.rulesets import RULE_SETS
from engine.state import MatchState, Phase
from tests.engine.choices import some_options
from tests.engine.table import (
    FOUR_SUITS,
    TABLES,
    answer,
    asked_of,
    dealt,
    game,
    held,
    in_play,
    kurnik,
    make,
    play,
    trick_deal,
)
from tests.fixtures.bots import seat_turn
from workers.bots.strong.lottery import Memory as LotteryMemory
from workers.bots.strong.memory import Memory
from workers.bots.strong.worlds import worlds_of


def memory(rules: Rules, state: MatchState) -> Memory:
    """Return what the seat that is asked remembers."""
    deal = in_play(state)
    turn = seat_turn(rules, state, deal.to_act[0])
    spec = rules.deal(deal.number)
    assert isinstance(spec, TrickDeal)
    assert turn.game.deal is not None
    return Memory(turn, spec, turn.game.deal)


def test_a_seat_that_does_not_follow_has_none_of_the_suit() -> None:
    rules = kurnik()
    state, _ = play(rules, dealt(rules, "tricks", FOUR_SUITS), "2D 2H 2S")

    found = memory(rules, state)

    assert not found.allowed[2] & LANES[1]
    assert not found.allowed[3] & LANES[1]
    assert found.allowed[2] & LANES[2]


def test_a_banned_lead_shows_a_hand_of_hearts_only() -> None:
    rules = kurnik()
    state, _ = play(rules, dealt(rules, "hearts", FOUR_SUITS, dealer=1), "2H 2S 2C")

    found = memory(rules, state)

    assert found.allowed[2] == LANES[2]


def test_a_king_that_had_to_drop_is_elsewhere() -> None:
    rules = game("king")
    hands = (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2S 3S",
        "KH 3H 4H 5H 6H 7H 8H 9H TH JH QH KD AD",
        "AH 2H 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    )
    state, _ = play(rules, dealt(rules, "king", hands, dealer=3), "2C 2D KH")

    # Seat 1 had to drop the king on clubs, if it had held it: so had seat 2.
    found = memory(rules, state)
    assert not found.allowed[1] & held("KH")


def test_points_in_the_first_trick_show_a_hand_of_points() -> None:
    rules = game("greek", passing="off")
    hands = (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
        "AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
    )
    state, _ = play(rules, dealt(rules, "hold", hands), "2C 2D 2H")

    assert memory(rules, state).allowed[2] == LANES[2] & memory(rules, state).allowed[2] | held(
        "QS"
    )


def test_cards_given_are_known_to_lie_with_their_receiver() -> None:
    rules = game("greek")
    state, _ = make(
        rules,
        dealt(rules, "left", FOUR_SUITS),
        "give AC KC QC",
        "give AD KD QD",
        "give AH KH QH",
        "give AS KS QS",
    )
    assert in_play(state).to_act == (0,)

    found = memory(rules, state)

    assert found.fixed == [0, held("AC KC QC"), 0, 0]
    assert found.needs == [0, 10, 13, 13]
    assert not found.unseen & held("AC AS")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_truth_is_always_held_possible(name: str, players: int) -> None:
    for seed in range(12):
        chance = Random(seed)
        found = RULE_SETS[name]
        rules = found.resolve(players, some_options(found, players, chance.choice))
        order = list(deck(rules.removed))
        chance.shuffle(order)
        number = 1 + seed % len(rules.deals)
        opened, _ = open_deal(rules, number, chance.randrange(players), bytes(order))
        state = start_with(rules, "m_test", opened)
        while state.deal is not None and state.deal.phase is not Phase.MOON:
            _is_possible(rules, state)
            seat = chance.choice(state.deal.to_act)
            move = answer(asked_of(rules, state, seat), chance)
            state, _ = apply_in_deal(rules, state, seat, move)


def _is_possible(rules: Rules, state: MatchState) -> None:
    deal = in_play(state)
    seat = deal.to_act[0]
    turn = seat_turn(rules, state, seat)
    spec = rules.deal(deal.number)
    assert turn.game.deal is not None
    if not isinstance(spec, TrickDeal):
        lottery = LotteryMemory(turn, spec, turn.game.deal)
        assert deal.layout is not None
        assert lottery.here.laid == deal.layout.laid
        assert all(not hand & ~may for hand, may in zip(deal.hands, lottery.allowed, strict=True))
        dealt_cards = next(lottery.hands(Random(1)))
        assert [hand.bit_count() for hand in dealt_cards] == [h.bit_count() for h in deal.hands]
        return
    found = Memory(turn, spec, turn.game.deal)
    for at, hand in enumerate(deal.hands):
        others = hand & ~found.hand if at == seat else hand
        assert not others & ~(found.allowed[at] & found.unseen | found.fixed[at])
        assert (others & found.unseen).bit_count() == found.needs[at]
    hands, odd, _ = next(worlds_of(found, Random(1)))
    assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in deal.hands]
    assert (odd >= 0) == (deal.set_aside is not None)
    assert hands[seat] & found.hand == found.hand


def test_whoever_was_passed_over_in_a_lottery_had_no_card_for_it() -> None:
    rules = kurnik()
    hands = (
        "7C 2C 3C 4C 5C 9C TC JC QC KC AC 2D 3D",
        "4D 5D 6D 8D 9D TD JD QD KD AD 2H 3H 4H",
        "6C 8C 7D 7H 7S 5H 6H 8H 9H TH JH QH KH",
        "AH 2S 3S 4S 5S 6S 8S 9S TS JS QS KS AS",
    )
    state, _ = play(rules, dealt(rules, "lottery", hands), "7C 6C 5C 7S")
    deal = in_play(state)
    turn = seat_turn(rules, state, deal.to_act[0])
    spec = rules.deal(deal.number)
    assert turn.game.deal is not None
    assert not isinstance(spec, TrickDeal)

    found = LotteryMemory(turn, spec, turn.game.deal)

    assert (found.me, found.here.rank) == (3, 5)
    assert not found.allowed[1] & held("6C 8C 7D 7H 7S 4C")
    assert found.allowed[1] & held("8D") == held("8D")


@pytest.mark.parametrize(
    ("points", "value"),
    [
        ((13, 13, 0, 0), -13 + 0.4 * 13 / 3),
        ((26, 26, 0, 26), -26.0),  # what the others lose with one to a moon is no gain
        ((0, 26, 26, 26), 0.4 * 26),
    ],
)
def test_a_moon_is_worth_what_it_costs_or_brings_oneself(
    points: tuple[int, ...], value: float
) -> None:
    rules = game("greek", passing="off")
    found = memory(rules, dealt(rules, "hold", FOUR_SUITS))
    mine = [*points[-found.me :], *points[: -found.me]] if found.me else [*points]

    assert found.value(mine) == pytest.approx(value)


@pytest.mark.parametrize(
    ("points", "prize"),
    [
        pytest.param((0, 13, 13, 0), 1.5 * 26 / 2, id="shared"),
        pytest.param((5, 6, 7, 8), 1.5 * 26, id="alone"),
        pytest.param((1, 25, 0, 0), 0.0, id="others"),
    ],
)
def test_it_wishes_to_come_off_best_where_all_deals_are_alike(
    points: tuple[int, ...], prize: float
) -> None:
    rules = game("greek")
    found = memory(rules, dealt(rules, "hold", FOUR_SUITS))
    mine = [*points[-found.me :], *points[: -found.me]] if found.me else [*points]

    assert found.wish(mine) - found.value(mine) == pytest.approx(prize)


def test_it_wishes_for_points_alone_while_another_may_shoot() -> None:
    rules = game("greek", passing="off", queen_breaks_hearts="on")
    hands = (
        "QS TS 7S 4S 9H 8H 5H QD JD TD 8D 7D 6C",
        "TH 4H 3H 2H AD KD 9D 5D KC TC 8C 5C 2C",
        "AS KS JS 6S 5S 3S 2S AH KH JH 7H 6H 4C",
        "9S 8S QH 6D 4D 3D 2D AC QC JC 9C 7C 3C",
    )
    state = dealt(rules, "hold", hands)

    found = memory(rules, play(rules, state, "2C 4C AC 6C 8S TS TH JS KH")[0])

    assert found.watched
    assert found.wish([0, 0, 26, 0]) == found.value([0, 0, 26, 0])


def test_a_card_that_lay_in_the_talon_is_a_part_of_the_moon() -> None:
    usual = game("classic", trump_mode="auction")
    moon = Moon(("QS", "KH"), (MoonWay.ADD_OTHERS,))
    sold = replace(trick_deal(usual, "trump"), moon=moon)
    rules = replace(usual, deals=(sold,))
    hands = [hand[: -len(" AC")] for hand in FOUR_SUITS]
    hands[3] = hands[3].replace("QS", "AS")
    state = dealt(rules, "trump", hands, dealer=3, rest="AC AD AH QS")
    for move in ("keep", "give AD AH QS", "trump C", "play 2C"):
        state, _ = make(rules, state, move)

    assert memory(rules, state).position().moon == held("QS KH")


def test_it_wishes_for_points_alone_where_deals_differ() -> None:
    rules = kurnik()
    found = memory(rules, dealt(rules, "hearts", FOUR_SUITS))
    points = [0, -100, -200, -300]

    assert found.wish(points) == found.value(points)


def test_it_knows_who_alone_has_cards_of_the_moon_and_since_when() -> None:
    rules = game("greek", passing="off", queen_breaks_hearts="on")
    hands = (
        "QS TS 7S 4S 9H 8H 5H QD JD TD 8D 7D 6C",
        "TH 4H 3H 2H AD KD 9D 5D KC TC 8C 5C 2C",
        "AS KS JS 6S 5S 3S 2S AH KH JH 7H 6H 4C",
        "9S 8S QH 6D 4D 3D 2D AC QC JC 9C 7C 3C",
    )
    state = dealt(rules, "hold", hands)

    before = memory(rules, play(rules, state, "2C 4C AC 6C 8S TS TH")[0])
    after = memory(rules, play(rules, state, "2C 4C AC 6C 8S TS TH JS KH")[0])

    assert before.sole == -1
    assert (after.sole, after.first_taken) == (2, 1)
    assert after.gone == held("2C 4C AC 6C 8S TS TH JS")
