"""The doors to what a viewer may see."""

import pytest
from msgspec.structs import replace

from engine.cards import Suit, Trump, texts
from engine.effect_views import effect_for
from engine.errors import RuleCode
from engine.events import Action, ActionKind, Cause, Effect, Entry
from engine.match import apply
from engine.moves import MoveKind, NameTrump
from engine.rules import MoonWay
from engine.seat_view import (
    ActionView,
    CardChoice,
    CardPlay,
    DealHash,
    DealScore,
    DealSeed,
    DealView,
    EffectKind,
    EffectView,
    GameView,
    LegalMoves,
    MatchResult,
    NextStep,
    Row,
    Trick,
    Viewer,
)
from engine.state import Phase
from engine.views import CASTER, cursor, entry_for, eyes_for, legal_moves, view_for
from tests.engine.table import FOUR_SUITS, dealt, in_play, kurnik, laid_out, late, play
from tests.engine.test_events import EFFECTS, ENTRY

# A trump deal: seat 0 is dealt five hearts and spades first.
MIXED = (
    "2H 3H 2S 3S 4S 6D 7D 8D 9D TD JD QD KD",
    "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D",
    "4H 5H 6H 7H 8H 9H TH JH QH KH AH 3D 4D",
    "2C 5S 6S 7S 8S 9S TS JS QS KS AS 5D AD",
)


def test_a_seat_sees_its_hand_the_table_and_what_is_counted() -> None:
    rules = kurnik()
    state = late(rules, "hearts", ("2C 9C", "3C 4H", "5H AS", "7C 8C"))
    state, _ = play(rules, state, "2C 3C")

    view = view_for(rules, state, 1)

    deal = view.deal
    assert deal is not None
    assert deal.tricks[-1].number == 11
    assert replace(deal, tricks=()) == DealView(
        number=2,
        id="hearts",
        dealer=0,
        leader=1,
        phase=Phase.TRICKS,
        trump=None,
        hand_counts=(1, 1, 2, 2),
        hand=("4H",),
        hidden_cards=0,
        table=(CardPlay(0, "2C"), CardPlay(1, "3C")),
        tricks_taken=(11, 0, 0, 0),
        points=(0, 0, 0, 0),
        rows=None,
        out=(),
    )
    assert replace(view, deal=None) == GameView(
        viewer_seat=1,
        to_act=(2,),
        scores=(DealScore(1, "tricks", (0, 0, 0, 0)),),
        totals=(0, 0, 0, 0),
    )


def test_a_spectator_sees_no_hand() -> None:
    view = view_for(kurnik(), dealt(kurnik(), "tricks", FOUR_SUITS), None)

    assert view.viewer_seat is None
    assert view.deal is not None
    assert (view.deal.hand, view.deal.hidden_cards) == (None, 0)
    assert view.deal.hand_counts == (13, 13, 13, 13)


def test_finished_tricks_are_shown_with_leader_taker_and_points() -> None:
    rules = kurnik()
    state, _ = play(rules, dealt(rules, "tricks", FOUR_SUITS), "2D 2H 2S 2C 3D")

    deal = view_for(rules, state, 0).deal

    assert deal is not None
    assert deal.tricks == (Trick(1, 1, ("2D", "2H", "2S", "2C"), 1, -20),)
    assert deal.table == (CardPlay(1, "3D"),)
    assert (deal.tricks_taken, deal.points) == ((0, 1, 0, 0), (0, -20, 0, 0))


@pytest.mark.parametrize(
    ("viewer", "hand"),
    [(0, ("2H", "3H", "2S", "3S", "4S")), (2, ("4H", "5H", "6H", "7H", "8H"))],
)
def test_before_the_trump_is_named_a_seat_sees_its_first_five_cards(
    viewer: int, hand: tuple[str, ...]
) -> None:
    view = view_for(kurnik(), dealt(kurnik(), "trump", MIXED), viewer)

    assert view.deal is not None
    assert (view.deal.phase, view.deal.trump) == (Phase.TRUMP, None)
    assert (view.deal.hand, view.deal.hidden_cards) == (hand, 8)


def test_once_the_trump_is_named_a_seat_sees_its_whole_hand() -> None:
    rules = kurnik()
    state, _ = apply(rules, dealt(rules, "trump", MIXED), 0, NameTrump(3))

    view = view_for(rules, state, 2)

    assert view.deal is not None
    assert (view.deal.phase, view.deal.trump) == (Phase.TRICKS, "S")
    assert (view.deal.hand, view.deal.hidden_cards) == (tuple(MIXED[2].split()), 0)


def test_a_lottery_shows_its_rows_and_who_is_out() -> None:
    rules = kurnik(3)
    state = laid_out(rules, ("QC", "KC AC", "AD KD QD"), "7C")

    state, _ = play(rules, state, "QC")

    view = view_for(rules, state, 1)
    assert view.deal is not None
    assert view.deal.rows == (
        Row(Suit.CLUBS, texts(range(11))),
        Row(Suit.DIAMONDS, texts(range(13, 23))),
        Row(Suit.HEARTS, texts(range(26, 39))),
        Row(Suit.SPADES, texts(range(39, 52))),
    )
    assert (view.deal.out, view.deal.points) == ((0,), (790, 0, 0))
    assert (view.deal.tricks, view.deal.table) == ((), ())


def test_the_end_shows_the_result_and_every_deal() -> None:
    rules = kurnik(3)

    state, _ = play(rules, laid_out(rules, ("QC", "KC", "AD KD QD"), "7C"), "QC KC")

    view = view_for(rules, state, None)
    assert view.result == MatchResult((790, 485, 0), (1, 2, 3), (0,))
    assert (view.deal, view.to_act) == (None, ())
    assert view.scores[-1] == DealScore(11, "lottery", (790, 485, 0))
    assert [score.id for score in view.scores] == [deal.id for deal in rules.deals]


def test_legal_moves_give_the_reason_against_each_card() -> None:
    rules = kurnik()
    state = late(rules, "hearts", ("2H 9C", "3C 4H", "5H AS", "7C 8C"))

    assert legal_moves(rules, state, 0) == LegalMoves(
        seat=0,
        kind=MoveKind.PLAY,
        cards=(
            CardChoice(
                card="2H",
                playable=False,
                code=RuleCode.HEART_LEAD_BANNED,
                section="R1.7",
                suit=Suit.HEARTS,
            ),
            CardChoice(card="9C", playable=True),
        ),
        moves=("play 9C",),
    )


def test_legal_moves_of_a_trump_deal_are_the_suits() -> None:
    rules = kurnik()

    found = legal_moves(rules, dealt(rules, "trump", MIXED), 0)

    assert found is not None
    assert found.kind is MoveKind.TRUMP
    assert found.moves == ("trump C", "trump D", "trump H", "trump S")
    assert [card.card for card in found.cards] == ["2H", "3H", "2S", "3S", "4S"]
    assert {(card.playable, card.code, card.section, card.suit) for card in found.cards} == {
        (False, RuleCode.WRONG_PHASE, "R3.4", None)
    }


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_a_seat_that_is_not_asked_has_no_legal_moves(seat: int) -> None:
    assert legal_moves(kurnik(), dealt(kurnik(), "tricks", FOUR_SUITS), seat) is None


def test_a_match_that_is_over_has_no_legal_moves() -> None:
    state = replace(dealt(kurnik(), "tricks", FOUR_SUITS), deal=None)

    assert legal_moves(kurnik(), state, 1) is None


PUBLIC = (
    EffectView(kind=EffectKind.DEALER_DRAWN, seat=3, cards=("2C", "2D", "2H", "2S")),
    EffectView(
        kind=EffectKind.DEAL_STARTED,
        number=8,
        seat=3,
        leader=0,
        talon=("AC",),
        odd_card="2D",
        entropy=("ff",),
    ),
    EffectView(kind=EffectKind.TRUMP_NAMED, seat=3, trump=Trump.HEARTS),
    EffectView(
        kind=EffectKind.TRICK_TAKEN,
        number=7,
        leader=2,
        seat=1,
        cards=("2C", "3C", "4C", "5C"),
        points=(0, -95, 0, 0),
    ),
    EffectView(kind=EffectKind.SEAT_SKIPPED, seat=1),
    EffectView(kind=EffectKind.GHOSTS_LAID, cards=("2C",)),
    EffectView(kind=EffectKind.SEAT_OUT, seat=2, place=1, points=(0, 0, 800, 0)),
    EffectView(kind=EffectKind.DEAL_SCORED, number=8, points=(0, -20, 0, 0), totals=(5, -20, 0, 0)),
    EffectView(
        kind=EffectKind.MATCH_ENDED, totals=(5, -20, 0, 15), ranks=(2, 4, 3, 1), winners=(3,)
    ),
    EffectView(kind=EffectKind.CARDS_PASSED),
    EffectView(kind=EffectKind.TALON_TAKEN, seat=2, bid=125, cards=("AC", "AD", "AH", "AS")),
    EffectView(kind=EffectKind.CARDS_GIVEN, seat=2),
    EffectView(kind=EffectKind.TALON_PAID, points=(125, 0, -125, 0)),
    EffectView(kind=EffectKind.MOON_SHOT, seat=1, way=MoonWay.ADD_OTHERS, points=(26, -26, 26, 26)),
    EffectView(kind=EffectKind.ODD_CARD_SHOWN, cards=("KH",)),
    EffectView(kind=EffectKind.ENTROPY_ADDED, number=2, seat=3, receipt="ab" * 32),
)
# What a seat is told besides, by seat from 0.
OWN = {
    EffectKind.DEAL_STARTED: (("2C",), ("3C",), ("4C",), ("5C",)),
    EffectKind.TRUMP_NAMED: (("2C",), ("3C",), ("4C",), ("5C",)),
    EffectKind.CARDS_PASSED: (("5C",), ("2C",), ("3C",), ("4C",)),
    EffectKind.CARDS_GIVEN: (("2C",), ("3C",), ("5C", "2C", "3C"), ("5C",)),
}
TOLD = tuple(zip(EFFECTS, PUBLIC, strict=True))
NAMES = [type(effect).__name__ for effect in EFFECTS]


@pytest.mark.parametrize(("effect", "told"), TOLD, ids=NAMES)
def test_a_spectator_is_told_what_is_open_to_all(effect: Effect, told: EffectView) -> None:
    assert effect_for(effect, None) == told


@pytest.mark.parametrize("viewer", range(4))
@pytest.mark.parametrize(("effect", "told"), TOLD, ids=NAMES)
def test_a_seat_is_told_its_own_cards_besides(
    effect: Effect, told: EffectView, viewer: int
) -> None:
    own = OWN.get(told.kind)

    expected = told if own is None else replace(told, cards=own[viewer])
    assert effect_for(effect, viewer) == expected


def test_every_kind_of_effect_is_told_and_no_other() -> None:
    assert {told.kind for told in PUBLIC} == set(EffectKind)


def test_a_deal_with_an_open_trump_tells_a_seat_its_first_cards_only() -> None:
    rules = kurnik()
    robber = late(rules, "robber", ("2C", "3C", "4C", "5C"))

    state, effects = play(rules, robber, "2C 3C 4C 5C")

    told = effect_for(effects[-1], 2)
    first = view_for(rules, state, 2).deal
    assert first is not None
    assert told.kind is EffectKind.DEAL_STARTED
    assert told.cards == first.hand
    assert len(told.cards or ()) == 5
    assert in_play(state).phase is Phase.TRUMP


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_an_entry_is_masked_in_parts_and_never_absent(viewer: Viewer) -> None:
    view = entry_for(ENTRY, viewer)

    assert (view.seq, view.cursor, view.at_ms) == (9, "9-01010101", 1_700_000_000_000)
    assert view.action == ActionView(
        kind=ActionKind.MOVED, cause=Cause.TIMEOUT, seat=2, move="play QS"
    )
    assert view.effects == tuple(effect_for(effect, viewer) for effect in EFFECTS)
    assert view.next == NextStep(phase=Phase.TRICKS, seats=(1,), deadline_ms=1_700_000_030_000)
    assert view.commitments == (DealHash(9, "ab" * 32),)
    assert view.reveals == (DealSeed(8, "cd" * 32),)


def test_who_sat_down_is_told_by_name() -> None:
    entry = Entry(2, 0, Action(ActionKind.JOINED, Cause.PLAYER, seat=1, name="Ada"))

    action = entry_for(entry, None).action

    assert (action.kind, action.seat, action.name) == (ActionKind.JOINED, 1, "Ada")


def test_a_cursor_is_the_number_and_the_head_of_the_hash_if_there_is_one() -> None:
    assert cursor(12, bytes.fromhex("0011223344556677")) == "12-00112233"
    assert cursor(1, b"") == "1"


@pytest.mark.parametrize("effect", EFFECTS, ids=NAMES)
def test_an_effect_that_shows_every_viewer_the_same_is_seen_through_a_spectators_eyes(
    effect: Effect,
) -> None:
    entry = replace(ENTRY, effects=(effect,))
    viewers = (None, 0, 1, 2, 3, CASTER)

    eyes = {eyes_for(entry, viewer) for viewer in viewers}

    alike = all(entry_for(entry, viewer) == entry_for(entry, None) for viewer in viewers)
    assert eyes == ({None} if alike else set(viewers))


def test_cards_that_are_given_are_seen_through_the_givers_eyes_and_a_card_played_is_not() -> None:
    played = replace(ENTRY, effects=())
    given = replace(played, action=replace(ENTRY.action, move="give 2C"))

    assert [eyes_for(given, viewer) for viewer in (None, 1, 2, CASTER)] == [None, None, 2, CASTER]
    assert [eyes_for(played, viewer) for viewer in (None, 1, 2, CASTER)] == [None] * 4
