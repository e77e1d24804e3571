"""Cards passed before the play: all choose before they see what arrives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_set, texts
from engine.errors import RuleCode, RuleError
from engine.events import CardsPassed
from engine.match import apply, decision, default_move, refusal
from engine.moves import Give, Move, MoveKind, Pass, Play, parse_move
from engine.seat_view import TransferView
from engine.state import MatchState, Phase
from engine.views import legal_moves, view_for
from tests.engine.table import (
    FOUR_SUITS,
    asked_of,
    cards,
    chance_deal,
    dealt,
    game,
    held,
    in_play,
    make,
    stored,
)

GREEK = game("greek")
LOW = ("give 2C 3C 4C", "give 2D 3D 4D", "give 2H 3H 4H", "give 2S 3S 4S")


def fresh(deal_id: str = "left") -> MatchState:
    """Return a deal of Greek in which each seat holds one suit."""
    return dealt(GREEK, deal_id, FOUR_SUITS)


def test_all_seats_are_asked_at_once_for_three_cards() -> None:
    state = fresh()

    assert (in_play(state).phase, in_play(state).to_act) == (Phase.PASSING, (0, 1, 2, 3))
    assert in_play(state).leader is None
    for seat in range(4):
        asked = asked_of(GREEK, state, seat)
        assert (asked.kind, asked.count, asked.section) == (MoveKind.GIVE, 3, "R8.1")
        assert asked.cards == asked.playable == held(FOUR_SUITS[seat])


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_cards_go_on_once_all_have_chosen_in_any_order(order: tuple[int, ...]) -> None:
    state = fresh()

    for seat in order[:3]:
        state, effects = apply(GREEK, state, seat, parse_move(LOW[seat]))
        assert effects == ()
        assert in_play(state).hands == in_play(fresh()).hands
    state, effects = apply(GREEK, state, order[3], parse_move(LOW[order[3]]))

    given_by_seat = tuple(bytes(cards(move.removeprefix("give "))) for move in LOW)
    assert effects == (CardsPassed(given_by_seat, 1),)
    assert in_play(state).hands[1] == held(FOUR_SUITS[1]) ^ held("2D 3D 4D") | held("2C 3C 4C")
    assert in_play(state).chosen == ()


@pytest.mark.parametrize(
    ("name", "players", "options", "deal_id", "to"),
    [
        ("greek", 4, {}, "left", 1),
        ("greek", 4, {}, "right", 3),
        ("greek", 4, {}, "across", 2),
        ("greek", 3, {}, "left", 1),
        ("greek", 3, {}, "right", 2),
        ("american", 4, {"passing": "every_right"}, "right", 3),
        ("american", 4, {"passing": "every_left"}, "left", 1),
        ("black_maria", 3, {}, "right", 2),
        ("black_maria", 5, {}, "right", 4),
        ("black_maria", 6, {}, "right", 5),
        ("black_maria", 6, {"passing": "cycle"}, "left", 1),
    ],
)
def test_each_deal_passes_its_own_way(
    name: str, players: int, options: dict[str, str], deal_id: str, to: int
) -> None:
    rules = game(name, players, **options)
    state = chance_deal(rules, deal_id)
    gifts = [default_move(rules, state, seat) for seat in range(players)]

    for seat, gift in enumerate(gifts):
        state, effects = apply(rules, state, seat, gift)

    (passed, *_) = effects
    assert isinstance(passed, CardsPassed)
    assert passed.to == to
    for seat, gift in enumerate(gifts):
        assert isinstance(gift, Give)
        receiver = in_play(state).hands[(seat + to) % players]
        assert card_set(gift.cards) & ~receiver == 0


@pytest.mark.parametrize(
    ("passing", "ids"),
    [
        ("cycle", ["left", "right", "across", "hold"]),
        ("every_left", ["left"]),
        ("every_right", ["right"]),
        ("off", ["hold"]),
    ],
)
def test_the_directions_of_the_deals_follow_the_option(passing: str, ids: list[str]) -> None:
    assert [deal.id for deal in game("greek", passing=passing).deals] == ids


@pytest.mark.parametrize("players", [3, 5, 6])
def test_nothing_goes_across_but_with_four_players(players: int) -> None:
    rules = game("black_maria", players, passing="cycle")

    assert [deal.id for deal in rules.deals] == ["left", "right", "hold"]


def test_a_deal_on_hold_passes_nothing() -> None:
    state = fresh("hold")

    assert in_play(state).phase is Phase.TRICKS
    assert in_play(state).hands == tuple(map(held, FOUR_SUITS))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("give 2C 3C", RuleCode.WRONG_CARD_COUNT),
        ("give 2C 3C 4C 5C", RuleCode.WRONG_CARD_COUNT),
        ("give 2C 2C 3C", RuleCode.CARD_TWICE),
        ("give 2C 2C 2C", RuleCode.CARD_TWICE),
        ("give 2C 3C 4C 4C", RuleCode.CARD_TWICE),
        ("give 2C 3C 2D", RuleCode.NOT_IN_HAND),
        ("play 2C", RuleCode.WRONG_PHASE),
        ("pass", RuleCode.WRONG_PHASE),
        ("trump H", RuleCode.WRONG_PHASE),
    ],
)
def test_a_wrong_gift_is_refused_and_nothing_changes(move: str, code: RuleCode) -> None:
    state = fresh()
    before = stored(state)

    with pytest.raises(RuleError) as refused:
        apply(GREEK, state, 0, parse_move(move))

    section = "R1.3" if code is RuleCode.NOT_IN_HAND else "R8.1"
    assert (refused.value.code, refused.value.section) == (code, section)
    assert stored(state) == before


@pytest.mark.parametrize("move", [Give(cards("5C 6C 7C")), Play(0), Pass()])
def test_a_seat_that_has_chosen_is_not_asked_again(move: Move) -> None:
    state, _ = apply(GREEK, fresh(), 0, parse_move(LOW[0]))

    refused = refusal(GREEK, state, 0, move)

    assert refused is not None
    assert (refused.code, refused.section) == (RuleCode.NOT_YOUR_TURN, "R8.1")
    assert refused.detail == "seat 0 is not asked now, but seat 1, 2, 3"
    assert decision(GREEK, state, 0) is None


def test_a_seat_sees_what_it_put_down_and_nobody_else_does() -> None:
    state, _ = apply(GREEK, fresh(), 0, parse_move(LOW[0]))

    views = [view_for(GREEK, state, viewer).deal for viewer in (0, 1, None)]

    assert [view and view.put_down for view in views] == [("2C", "3C", "4C"), None, None]
    assert [view and view.hand_counts for view in views] == [(13, 13, 13, 13)] * 3
    assert view_for(GREEK, state, 1).to_act == (1, 2, 3)


def test_giver_and_receiver_know_the_cards_and_nobody_else_does() -> None:
    state, _ = make(GREEK, fresh(), *LOW)

    views = [view_for(GREEK, state, viewer).deal for viewer in (0, 2, None)]

    assert [view and view.transfers for view in views] == [
        (TransferView(0, 1, ("2C", "3C", "4C")), TransferView(3, 0, ("2S", "3S", "4S"))),
        (TransferView(1, 2, ("2D", "3D", "4D")), TransferView(2, 3, ("2H", "3H", "4H"))),
        (),
    ]


def test_what_arrives_stands_behind_what_was_dealt() -> None:
    state, _ = make(GREEK, fresh(), "give AC 2C KC", *LOW[1:3], "give AS 2S 3S")

    seen = " ".join(texts(in_play(state).seen_hand(0, None)))

    assert seen == "3C 4C 5C 6C 7C 8C 9C TC JC QC 2S 3S AS"


def test_what_may_be_given_is_announced_card_by_card_and_by_number() -> None:
    shown = legal_moves(GREEK, fresh(), 0)

    assert shown is not None
    assert (shown.kind, shown.choose, shown.moves, shown.number) == (MoveKind.GIVE, 3, (), None)
    assert all(choice.playable for choice in shown.cards)


def test_whoever_holds_the_two_of_clubs_after_the_pass_opens() -> None:
    state, _ = make(GREEK, fresh(), *LOW)

    assert (in_play(state).phase, in_play(state).to_act, in_play(state).leader) == (
        Phase.TRICKS,
        (1,),
        1,
    )
    assert legal_moves(GREEK, state, 1) is not None
    assert view_for(GREEK, state, None).to_act == (1,)


def test_time_over_gives_the_lowest_cards() -> None:
    state = dealt(GREEK, "left", ("AC 3H 2D KC QC JC TC 9C 8C 7C 6C 5C 2S", *_rest()))

    assert default_move(GREEK, state, 0) == Give(cards("2D 2S 3H"))


def _rest() -> tuple[str, ...]:
    """Return three hands of what `test_time_over_gives_the_lowest_cards` leaves."""
    return (
        "2C 3C 4C 3D 4D 5D 6D 7D 8D 9D TD JD QD",
        "KD AD 2H 4H 5H 6H 7H 8H 9H TH JH QH KH",
        "AH 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    )


@given(st.permutations(range(4)), st.integers(0, 2**32 - 1))
def test_the_order_of_choosing_changes_nothing(order: list[int], seed: int) -> None:
    one = other = chance_deal(GREEK, "across", seed)

    for seat in range(4):
        one, _ = apply(GREEK, one, seat, default_move(GREEK, one, seat))
    for seat in order:
        other, _ = apply(GREEK, other, seat, default_move(GREEK, other, seat))

    assert one == other
