"""What is shown of cards given, a talon on sale, and a card set aside."""

import pytest

from engine.errors import RuleCode
from engine.events import Action, ActionKind, Cause, Entry
from engine.match import apply
from engine.moves import MoveKind, parse_move
from engine.seat_view import EffectKind, NumberRange, TransferView, Viewer
from engine.views import entry_for, legal_moves, view_for
from tests.engine.invariants import entry_of, shown_cards
from tests.engine.table import dealt, game, late, make, play

SOLD = game("classic", trump_mode="auction")
HANDS = tuple(" ".join(rank + suit for rank in "23456789TJQK") for suit in "CDHS")
TALON = "AC AD AH AS"


@pytest.mark.parametrize(("viewer", "move"), [(1, "give 2D 3D 4D"), (0, None), (None, None)])
def test_cards_given_are_masked_in_the_move_for_all_but_the_giver(
    viewer: Viewer, move: str | None
) -> None:
    state, _ = make(SOLD, dealt(SOLD, "trump", HANDS, rest=TALON), "keep")

    after, effects = apply(SOLD, state, 1, parse_move("give 2D 3D 4D"))

    told = entry_for(entry_of(parse_move("give 2D 3D 4D"), 1, effects, after), viewer)
    assert (told.action.seat, told.action.move) == (1, move)
    assert told.effects[0].kind is EffectKind.CARDS_GIVEN


@pytest.mark.parametrize("text", ["play QS", "trump H", "keep", "open 5", "bid 9", "pass"])
def test_every_other_move_is_told_to_all(text: str) -> None:
    entry = Entry(1, 0, Action(ActionKind.MOVED, Cause.PLAYER, seat=2, move=text))

    assert entry_for(entry, None).action.move == text
    assert entry_for(entry, 0).action.move == text


@pytest.mark.parametrize(
    ("viewer", "got"),
    [
        (1, ("AC", "2D", "AS")),
        (2, ("AC",)),
        (3, ("2D",)),
        (0, ("AS",)),
        (None, None),
    ],
)
def test_each_seat_is_told_the_card_that_it_was_given(
    viewer: Viewer, got: tuple[str, ...] | None
) -> None:
    state, _ = make(SOLD, dealt(SOLD, "trump", HANDS, rest=TALON), "keep")

    after, effects = apply(SOLD, state, 1, parse_move("give AC 2D AS"))

    told = entry_for(entry_of(parse_move("give AC 2D AS"), 1, effects, after), viewer)
    assert told.effects[0].cards == got


def test_the_talon_stays_in_the_record_and_gifts_are_kept_by_those_who_know_them() -> None:
    state = dealt(SOLD, "trump", HANDS, rest=TALON)

    state, _ = make(SOLD, state, "keep", "give AC 2D AS", "trump H")

    views = {viewer: view_for(SOLD, state, viewer).deal for viewer in (None, 0, 1, 2)}
    assert all(
        deal is not None and deal.talon == ("AC", "AD", "AH", "AS") for deal in views.values()
    )
    assert all(deal is not None and deal.talon_taker == 1 for deal in views.values())
    assert [deal.transfers for deal in views.values() if deal] == [
        (),
        (TransferView(1, 0, ("AS",)),),
        (
            TransferView(1, 2, ("AC",)),
            TransferView(1, 3, ("2D",)),
            TransferView(1, 0, ("AS",)),
        ),
        (TransferView(1, 2, ("AC",)),),
    ]


def test_opening_is_announced_as_a_range_beside_keeping() -> None:
    shown = legal_moves(SOLD, dealt(SOLD, "trump", HANDS, rest=TALON), 1)

    assert shown is not None
    assert (shown.kind, shown.moves, shown.choose) == (MoveKind.OPEN, ("keep",), None)
    assert shown.number == NumberRange(MoveKind.OPEN, 1, 1000)
    assert {(card.playable, card.code) for card in shown.cards} == {(False, RuleCode.WRONG_PHASE)}


def test_an_exchange_is_announced_by_its_number_of_cards() -> None:
    state, _ = make(SOLD, dealt(SOLD, "trump", HANDS, rest=TALON), "keep")

    shown = legal_moves(SOLD, state, 1)

    assert shown is not None
    assert (shown.kind, shown.choose, shown.moves, shown.number) == (MoveKind.GIVE, 3, (), None)
    assert [card.card for card in shown.cards][-4:] == ["AC", "AD", "AH", "AS"]


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_a_card_set_aside_is_hidden_until_its_trick_deal_is_scored(viewer: Viewer) -> None:
    rules = game("classic", 6)
    last = "3C 4C 5C 6C 7C 8C"
    state = late(rules, "king", last.split(), odd="KH")
    deal = view_for(rules, state, viewer).deal
    assert deal is not None
    assert deal.odd_card is None
    assert "KH" not in shown_cards(deal)

    _, effects = play(rules, state, last)

    entry = Entry(1, 0, Action(ActionKind.MOVED, Cause.PLAYER), effects=effects)
    shown = [
        told.cards
        for told in entry_for(entry, viewer).effects
        if told.kind is EffectKind.ODD_CARD_SHOWN
    ]
    assert shown == [("KH",)]


def test_the_log_tells_talon_and_open_card_as_the_deal_starts() -> None:
    lotteries = game("classic", 6, plus_phase="lottery")
    auctions = game("classic", 6, trump_mode="auction")

    for rules, has_talon, has_card in ((lotteries, False, True), (auctions, True, False)):
        state = late(rules, "special", ("3C", "4C", "5C", "6C", "7C", "8C"), odd="KH")
        after, effects = play(rules, state, "3C 4C 5C 6C 7C 8C")
        entry = Entry(1, 0, Action(ActionKind.MOVED, Cause.PLAYER), effects=effects)
        (started,) = [
            told for told in entry_for(entry, None).effects if told.kind is EffectKind.DEAL_STARTED
        ]
        assert (started.talon is not None, started.odd_card is not None) == (has_talon, has_card)
        deal = view_for(rules, after, None).deal
        assert deal is not None
        assert (started.talon or (), started.odd_card) == (deal.talon, deal.odd_card)
