"""A match from its start to its end."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import match
from engine.cards import card_text
from engine.errors import RuleCode, RuleError
from engine.events import Commitment, DealerDrawn, DealScored, DealStarted, MatchEnded, Reveal
from engine.match import (
    apply,
    commitments,
    decision,
    default_move,
    is_over,
    match_result,
    refusal,
    reveals,
    start,
    start_with,
)
from engine.moves import Bid, Give, Keep, Move, NameTrump, Pass, Play
from engine.rules import Direction, Rules
from engine.shuffle import commitment, deal_seed, practice_secret, shuffle
from engine.state import MatchState
from tests.engine.table import (
    FOUR_SUITS,
    TABLES,
    cards,
    dealt,
    game,
    in_play,
    kurnik,
    late,
    play,
    stored,
)
from tests.strategies import Position, positions, rules, secrets

SECRET = practice_secret(1)


@given(rules(), secrets)
def test_the_highest_card_drawn_deals_first(rules: Rules, secret: bytes) -> None:
    state, (drawn, started, *_) = start(rules, "m_test", secret)

    assert isinstance(drawn, DealerDrawn)
    assert isinstance(started, DealStarted)
    names = [card_text(card) for card in drawn.cards]
    strength = [("23456789TJQKA".index(name[0]), "CDHS".index(name[1])) for name in names]
    assert len(set(names)) == rules.players
    assert not set(names) & set(rules.removed)
    assert drawn.dealer == strength.index(max(strength))
    assert (started.number, started.dealer) == (1, drawn.dealer)
    assert state.draw == drawn.cards


@pytest.mark.parametrize(
    ("seed", "draw", "dealer"),
    [
        (18, "7H TH 5S TS", 3),
        (54, "AC AD AH JC", 2),
        (67, "KD 6D TH KC", 0),
        (99, "8C 9S 3H 9D", 1),
        (156, "AH AD JC 2S", 0),
    ],
)
def test_among_equal_ranks_the_higher_suit_deals(seed: int, draw: str, dealer: int) -> None:
    _, effects = start(kurnik(), "m_test", practice_secret(seed))

    assert effects[0] == DealerDrawn(bytes(cards(draw)), dealer)


@given(rules(), secrets)
def test_the_first_deal_comes_from_the_seed_of_deal_one(rules: Rules, secret: bytes) -> None:
    state, (_, started, *_) = start(rules, "m_test", secret)

    deal, unused = in_play(state), (b"",) * rules.players
    deck = [card for card in range(52) if card_text(card) not in rules.removed]
    aside = () if deal.set_aside is None else (deal.set_aside,)
    assert (*deal.deck, *deal.talon, *aside) == shuffle(deck, deal_seed(secret, 1), unused)
    assert isinstance(started, DealStarted)
    assert started.hands == tuple(deal.dealt(seat) for seat in range(rules.players))
    assert (started.talon, started.entropy) == (deal.talon, ())
    assert (state.scores, state.entropy) == ((), unused)


def test_entropy_enters_the_next_deal_and_no_other() -> None:
    rules = kurnik()
    given_by_seat = (b"mine", b"", b"", b"")
    state = late(rules, "tricks", ("2C", "3C", "4C", "5C"))
    state = replace(state, secret=SECRET, entropy=given_by_seat)

    state, _ = play(rules, state, "2C 3C 4C 5C")

    expected = shuffle(range(52), deal_seed(SECRET, 2), given_by_seat)
    assert in_play(state).deck == bytes(expected)
    assert state.entropy == (b"", b"", b"", b"")


def test_a_scored_deal_is_followed_by_the_next_dealt_by_the_left() -> None:
    rules = kurnik()
    state = late(rules, "tricks", ("2C", "3C", "4C", "5C"))

    state, effects = play(rules, state, "2C 3C 4C 5C")

    _, scored, started = effects
    assert scored == DealScored(1, (0, 0, 0, -20), (0, 0, 0, -20))
    assert isinstance(started, DealStarted)
    assert (started.number, started.dealer, started.leader, started.seen) == (2, 1, 2, None)
    assert (in_play(state).number, in_play(state).dealer, in_play(state).to_act) == (2, 1, (2,))
    assert state.scores == ((0, 0, 0, -20),)


@pytest.mark.parametrize(("players", "seen"), [(4, 5), (3, 6)])
def test_a_trump_deal_starts_with_the_first_cards_open(players: int, seen: int) -> None:
    rules = kurnik(players)
    state = late(rules, "robber", ("2D", "3C", "4C", "5C")[:players])

    _, effects = play(rules, state, " ".join(["2D", "3C", "4C", "5C"][:players]))

    assert isinstance(effects[-1], DealStarted)
    assert (effects[-1].number, effects[-1].seen) == (8, seen)


def finished() -> MatchState:
    """Return a match that is over."""
    return replace(late(kurnik(), "tricks", ("2C", "3C", "4C", "5C")), deal=None)


@pytest.mark.parametrize("move", [Play(0), NameTrump(0)])
def test_a_match_that_is_over_asks_nobody_and_takes_no_move(move: Move) -> None:
    state = finished()

    with pytest.raises(RuleError) as refused:
        apply(kurnik(), state, 0, move)

    assert (refused.value.code, refused.value.section) == (RuleCode.MATCH_OVER, "R1.8")
    told = refusal(kurnik(), state, 0, move)
    assert told is not None
    assert told.code is RuleCode.MATCH_OVER
    assert [decision(kurnik(), state, seat) for seat in range(4)] == [None] * 4


def test_a_match_that_is_over_has_no_default_move() -> None:
    with pytest.raises(RuleError) as refused:
        default_move(kurnik(), finished(), 0)

    assert refused.value.code is RuleCode.MATCH_OVER


@given(positions(), st.integers(1, 2), st.integers(0, 51))
def test_a_seat_that_is_not_asked_can_do_nothing(at: Position, step: int, card: int) -> None:
    asked = in_play(at.state).to_act
    other = (asked[0] + step) % at.rules.players
    assume(other not in asked)
    before = stored(at.state)

    assert decision(at.rules, at.state, other) is None
    for move in (Play(card), NameTrump(card % 5), Give((card,)), Keep(), Pass(), Bid(card)):
        with pytest.raises(RuleError) as refused:
            apply(at.rules, at.state, other, move)
        assert refused.value.code is RuleCode.NOT_YOUR_TURN
    with pytest.raises(RuleError) as refused:
        default_move(at.rules, at.state, other)
    assert refused.value.code is RuleCode.NOT_YOUR_TURN
    assert stored(at.state) == before


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_does_not_exist_is_not_asked(seat: int) -> None:
    refused = refusal(kurnik(), dealt(kurnik(), "tricks", FOUR_SUITS), seat, Play(13))

    assert refused is not None
    assert refused.code is RuleCode.NOT_YOUR_TURN


@given(positions())
def test_the_default_move_is_allowed(at: Position) -> None:
    for seat in in_play(at.state).to_act:
        move = default_move(at.rules, at.state, seat)
        assert refusal(at.rules, at.state, seat, move) is None


@pytest.mark.parametrize(
    ("totals", "ranks", "winners"),
    [
        ((10, 0, -10, 0), (1, 2, 4, 2), (0,)),
        ((5, 5, -5, -5), (1, 1, 3, 3), (0, 1)),
        ((0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 2, 3)),
        ((-1, 2, 1), (3, 1, 2), (1,)),
    ],
)
def test_the_highest_total_wins_and_equal_totals_share_a_rank(
    totals: tuple[int, ...], ranks: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert match_result(kurnik(len(totals)), totals) == MatchEnded(totals, ranks, winners)


def test_where_points_are_bad_the_lowest_total_wins() -> None:
    low = replace(kurnik(), direction=Direction.LOW)

    assert match_result(low, (26, 0, 5, 26)) == MatchEnded((26, 0, 5, 26), (3, 1, 2, 3), (1,))


def test_a_match_can_stand_in_any_deal() -> None:
    rules = kurnik()
    deal = in_play(dealt(rules, "queens", FOUR_SUITS))

    state = start_with(rules, "m_test", deal)

    assert state.deal == deal
    assert state.scores == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert state.totals == (0, 0, 0, 0)
    assert match.spec_of(rules, deal).id == "queens"


def test_commitments_and_reveals_name_each_deal_and_its_seed() -> None:
    state, _ = start(kurnik(), "m_test", SECRET)

    seeds = [deal_seed(SECRET, deal) for deal in range(3)]

    assert commitments(state, 0, 2) == tuple(
        Commitment(deal, commitment(seeds[deal], deal, "m_test")) for deal in range(3)
    )
    assert reveals(state, 1, 2) == (Reveal(1, seeds[1].hex()), Reveal(2, seeds[2].hex()))
    assert commitments(state, 3, 2) == ()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_whole_match_of_default_moves_ends_after_its_deals(name: str, players: int) -> None:
    rules = game(name, players)
    state, _ = start(rules, "m_test", SECRET)
    ended: list[object] = []

    while state.deal is not None:
        seat = state.deal.to_act[-1]
        state, effects = apply(rules, state, seat, default_move(rules, state, seat))
        ended += [effect for effect in effects if isinstance(effect, MatchEnded)]

    assert ended == [match_result(rules, state.totals)]
    assert len(state.scores) == len(rules.deals) or rules.ending is not None


def totalling(rules: Rules, *totals: int) -> MatchState:
    """Return a match that is between two deals, at some totals."""
    return replace(finished(), scores=(totals,), draw=bytes(rules.players))


@pytest.mark.parametrize(
    ("end_when", "totals", "over"),
    [
        ("exceed", (99, 0, 0, 0), False),
        ("exceed", (100, 0, 0, 0), False),
        ("exceed", (0, 0, 101, 0), True),
        ("reach", (99, 98, 97, 96), False),
        ("reach", (0, 100, 0, 0), True),
        ("reach", (126, 0, 0, 0), True),
    ],
)
def test_a_match_ends_once_a_total_is_past_or_at_the_limit(
    end_when: str, totals: tuple[int, ...], over: bool
) -> None:
    rules = game("greek", end_when=end_when)

    assert is_over(rules, totalling(rules, *totals)) == over


@pytest.mark.parametrize(
    ("tie", "totals", "over"),
    [
        ("draw", (101, 20, 20, 30), True),
        ("play_on", (101, 20, 20, 30), False),
        ("play_on", (101, 20, 30, 30), True),
        ("play_on", (101, 101, 101, 101), False),
        ("play_on", (60, 20, 20, 30), False),
        ("play_on", (101, -26, 0, 101), True),
    ],
)
def test_by_agreement_a_shared_lowest_total_is_played_on(
    tie: str, totals: tuple[int, ...], over: bool
) -> None:
    rules = game("greek", tie=tie)

    assert is_over(rules, totalling(rules, *totals)) == over


def test_a_limit_is_any_number_that_the_table_agrees_on() -> None:
    rules = game("black_maria", limit="250")

    assert not is_over(rules, totalling(rules, 249, 0, 0))
    assert is_over(rules, totalling(rules, 250, 0, 0))


def test_the_deals_of_a_game_to_a_limit_come_again() -> None:
    rules = game("greek")

    assert [rules.deal(number).id for number in range(1, 7)] == [
        "left",
        "right",
        "across",
        "hold",
        "left",
        "right",
    ]
