"""What the others play tells how they play, and which cards they do not have."""

from itertools import islice
from random import Random

import pytest

from engine.cards import parse_card
from engine.playout import Contract, TrickPosition
from engine.playout.lanes import low
from engine.playout.plain import pick_plainly
from engine.playout.policy import pick_shooting
from engine.state import MatchState
from tests.engine.table import dealt, game, held, in_play, kurnik, make, play, trick_deal
from tests.fixtures.bots import seat_turn
from tests.workers.bots.strong.test_memory import memory
from workers.bots import Budget, Level, choose
from workers.bots.strong.manners import Manner, Way
from workers.bots.strong.memory import Memory
from workers.bots.strong.worlds import worlds_of

HANDS = (
    "2C 3C 4C 5C 6C 7C 2D 3D 4D 2S 3S 2H 3H",
    "TC JC QC 5D 6D 7D 4S 5S 6S 4H 5H 6H 7H",
    "8C 9C KC 8D 9D TD 7S 8S 9S 8H 9H TH JH",
    "AC JD QD KD AD TS JS QS KS AS QH KH AH",
)
PLAINLY = "4S 7S TS 3S JD 4D 7D TD JS"  # all play the first card in a plain seat's order
THINKING = "4S 7S TS 3S JD 4D 5D TD QD 3D 7D 9D JS"  # seat 1 keeps the 7D, seat 3 the JS


def seen(names: str, deal_id: str = "tricks") -> Memory:
    """Return what seat 0 remembers after some plays; seat 1 has led."""
    rules = kurnik()
    state, _ = play(rules, dealt(rules, deal_id, HANDS), names)
    found = memory(rules, state)
    assert found.me == 0
    return found


def test_whoever_plays_the_first_card_in_an_order_is_likelier_to_be_plain() -> None:
    found = seen(PLAINLY)

    assert Manner(found, 1).plain > 0.35
    assert Manner(found, 2).plain > 0.35


def test_a_lead_that_shows_a_hand_there_hardly_is_is_one_with_thought() -> None:
    # Seat 3 has led a jack: it were plain only if it had nothing lower.
    assert Manner(seen(PLAINLY), 3).plain < 0.05


def test_whoever_had_a_card_that_came_before_is_not_plain() -> None:
    found = seen(THINKING)

    assert Manner(found, 1).plain < 0.05
    assert Manner(found, 2).plain > 0.3
    assert Manner(found, 3).plain < 0.05


def test_one_plays_with_thought_oneself() -> None:
    assert Manner(seen(PLAINLY), 0).plain == 0.0


def test_nobody_is_held_to_be_plain_where_taking_pays() -> None:
    rules = kurnik()
    state, _ = make(rules, dealt(rules, "trump", HANDS, dealer=1), "trump C", "play 8C")
    found = memory(rules, state)

    assert [Manner(found, seat).plain for seat in range(4)] == [0.0] * 4


@pytest.mark.parametrize(
    ("seat", "card", "plainly", "thinking"),
    [
        (1, "9D", 0.03, 1.0),  # it went under the jack with the seven
        (1, "QD", 1.0, 1.0),
        (2, "5S", 0.03, 0.2),  # it took a trick that costs with the seven
        (2, "9S", 1.0, 1.0),
        (3, "TD", 0.0009, 0.45),  # it led the jack, and then another
    ],
)
def test_a_play_tells_of_other_cards(seat: int, card: str, plainly: float, thinking: float) -> None:
    names = "4S 7S TS 3S JD 4D 7D 8D JS"

    found = Manner(seen(names), seat)

    assert found.holds[Way.PLAINLY][parse_card(card)] == pytest.approx(plainly)
    assert found.holds[Way.THINKING][parse_card(card)] == pytest.approx(thinking)


def test_a_dear_card_that_was_not_thrown_away_is_hardly_there() -> None:
    rules = kurnik()
    hands = (HANDS[0], HANDS[1], HANDS[2].replace("8H", "AC"), HANDS[3].replace("AC", "8H"))
    state, _ = play(rules, dealt(rules, "king", hands, dealer=1), "8C QD")
    found = memory(rules, state)
    assert found.me == 0

    assert Manner(found, 3).holds[Way.THINKING][parse_card("KH")] == pytest.approx(0.05)
    assert Manner(found, 3).holds[Way.PLAINLY][parse_card("KH")] == pytest.approx(0.03)


def test_seats_play_in_a_world_as_they_seem_to() -> None:
    worlds = list(islice(worlds_of(seen(THINKING), Random(1)), 200))

    plain = [sum(world.picks[seat] is pick_plainly for world in worlds) for seat in range(4)]

    assert plain[0] == 0
    assert plain[1] < 20
    assert 60 < plain[2] < 140


HEARTS = game("greek", passing="off", queen_breaks_hearts="on")
MOON_HANDS = (
    "QS TS 7S 4S 9H 8H 5H QD JD TD 8D 7D 6C",
    "TH 4H 3H 2H AD KD 9D 5D KC TC 8C 5C 2C",
    "AS KS JS 6S 5S 3S 2S AH KH JH 7H 6H 4C",
    "9S 8S QH 6D 4D 3D 2D AC QC JC 9C 7C 3C",
)
BEFORE = "2C 4C AC 6C 8S TS TH JS"  # seat 2 has taken the first heart
BOLD = f"{BEFORE} KH QH 8H 2H JH 9C 9H 3H 6H 9S 5H 4H 7H JC"  # and leads hearts from the top


def in_hearts(names: str) -> MatchState:
    """Return the position after some plays; seat 1 has led the two of clubs."""
    return play(HEARTS, dealt(HEARTS, "hold", MOON_HANDS), names)[0]


def shooting(names: str) -> list[float]:
    """Return the chance that each seat shoots, as the seat to play sees it."""
    found = memory(HEARTS, in_hearts(names))
    return [Manner(found, seat).shooting for seat in range(4)]


def test_nobody_shoots_before_a_point_has_been_taken() -> None:
    assert shooting("2C 4C AC 6C") == [0.0] * 4


def test_the_more_one_seat_has_and_the_higher_it_leads_the_likelier_it_shoots() -> None:
    one_heart, one_lead, all_leads = (
        shooting(names)[2] for names in (f"{BEFORE} 2S", f"{BEFORE} KH QH", BOLD)
    )

    assert 0 < one_heart < 0.05
    assert one_heart < one_lead < all_leads
    assert all_leads > 0.5


def test_nobody_shoots_any_more_when_two_seats_have_points() -> None:
    hands = (*MOON_HANDS[:2], MOON_HANDS[2].replace("KH", "QH"), MOON_HANDS[3].replace("QH", "KH"))
    state = dealt(HEARTS, "hold", hands)
    found = memory(HEARTS, play(HEARTS, state, f"{BEFORE} QH KH 8H 2H")[0])

    assert [Manner(found, seat).shooting for seat in range(4)] == [0.0] * 4


def shot_by(seat: int) -> TrickPosition:
    """Return a position in which a seat has all points, and seat 3 may take a heart from it."""
    contract = Contract(HEARTS, trick_deal(HEARTS, "hold"))
    hands = ["4C 5C", "6C 7C", "8C 9C", "AH 2H"]
    hands[seat] = "KH 3C"
    position = TrickPosition(contract, tuple(map(held, hands)), seat)
    taken, points = [0] * 4, [0] * 4
    taken[seat], points[seat] = held("3H 4H 5H 6H"), 4
    position.resume(11, taken, points, seat)
    position.moon = contract.moon
    position.play(parse_card("KH"))
    while position.turn != 3:
        position.play(low(position.hand))
    return position


def test_whoever_shoots_in_a_world_goes_on_taking_there() -> None:
    found = memory(HEARTS, in_hearts(BOLD))

    worlds = list(islice(worlds_of(found, Random(1)), 200))

    shot = [world for world in worlds if world.picks[2] is pick_shooting]
    others = [world for world in worlds if world.picks[2] is not pick_shooting]
    assert len(shot) > 80
    ace = 1 << parse_card("AH")
    assert sum(bool(world.hands[2] & ace) for world in shot) / len(shot) > 0.5
    assert others
    assert all(world.picks[seat] is not pick_shooting for world in worlds for seat in (0, 1, 3))


def test_in_most_worlds_others_stand_in_the_way_of_ones_own_moon_and_of_no_other() -> None:
    found = memory(HEARTS, in_hearts(BEFORE))
    worlds = islice(worlds_of(found, Random(1)), 200)
    thinking = [picks[3] for _, _, picks in worlds if picks[3] is not pick_plainly]

    takes = [picks(shot_by(2), held("AH 2H")) == parse_card("AH") for picks in thinking]

    assert found.me == 2
    assert 0.65 < sum(takes) / len(takes) < 0.85
    assert {picks(shot_by(0), held("AH 2H")) for picks in thinking} == {parse_card("2H")}


@pytest.mark.parametrize("seed", range(4))
def test_the_queen_of_spades_is_not_given_to_a_seat_that_shoots(seed: int) -> None:
    rules = game("greek", passing="off")  # by which nothing was learnt
    state, _ = play(rules, dealt(rules, "hold", MOON_HANDS), BOLD)
    seat = in_play(state).to_act[0]

    chosen = choose(seat_turn(rules, state, seat), Level.STRONG, Budget(seed=seed))

    assert seat == 0
    assert chosen.move != "play QS"
    assert chosen.worlds == 3 * Budget().worlds
