"""What holds in every position and after every move of any match, as checks to call."""

import re
from random import Random

import msgspec

from engine.cards import card_set, cards_in, texts
from engine.deals import Decision
from engine.errors import RuleCode, RuleError
from engine.events import Action, ActionKind, Cause, Effect, Entry, Next
from engine.match import apply, decision, default_move, refusal
from engine.moves import (
    Bid,
    ChooseMoon,
    Give,
    Keep,
    Lower,
    Move,
    MoveKind,
    NameTrump,
    Open,
    Pass,
    Play,
    move_text,
)
from engine.rules import MoonWay, Rules, deck
from engine.seat_view import CardChoice, LegalMoves
from engine.state import DealState, MatchState
from engine.views import entry_for, eyes_for, legal_moves, view_for
from tests.engine.reference.table import Table
from tests.engine.table import answers, asked_of, in_play, stored

_CARD = re.compile(rb"\b[2-9TJQKA][CDHS]\b")
_MOVES: tuple[Move, ...] = (
    *(Play(card) for card in range(52)),
    *(NameTrump(trump) for trump in range(5)),
    Keep(),
    Pass(),
    *(ChooseMoon(way) for way in MoonWay),
)
_CHOICES = {move_text(move): move for move in _MOVES}
_NUMBERS = (0, 1, 2, 125, 1000, 999_999)

Looker = int | None  # a seat, or a spectator


def check_the_deck_is_whole(rules: Rules, deal: DealState) -> None:
    """Check that each card of the deck is in one place; ghosts are in none of them.

    The places: the hands, the cards played, the talon until it is taken, the card set aside.
    Cards that are put down to be passed are still in their hands.
    """
    in_hands = [card for hand in deal.hands for card in cards_in(hand)]
    aside = [] if deal.set_aside is None else [deal.set_aside]
    talon = deal.talon if deal.taker is None else b""
    assert tuple(sorted([*in_hands, *deal.plays, *talon, *aside])) == deck(rules.removed)
    assert tuple(sorted([*deal.deck, *deal.talon, *aside])) == deck(rules.removed)
    for seat, chosen in enumerate(deal.chosen):
        assert card_set(chosen) & ~deal.hands[seat] == 0
    if deal.layout is not None:
        assert deal.layout.laid == card_set(deal.plays) | deal.layout.ghosts
        ghosts = set(texts(cards_in(deal.layout.ghosts)))
        assert ghosts <= {*rules.removed, *texts(aside)}


def check_the_state_can_be_stored(state: MatchState) -> None:
    """Check that the stored form of a state is read back as it was."""
    assert msgspec.msgpack.decode(stored(state), type=MatchState) == state


def attempt(rules: Rules, state: MatchState, seat: int, move: Move) -> RuleError | None:
    """Try a move, and return the error that `apply` raises, if any."""
    try:
        apply(rules, state, seat, move)
    except RuleError as error:
        return error
    return None


def reason(found: RuleError | CardChoice) -> tuple[str | None, ...]:
    """Return what a client is told of a refusal."""
    return found.code, found.section, found.suit


def every_move(asked: Decision) -> dict[str, Move]:
    """Return every move of a kind with few, and the numbers that lie near a bound, by its text."""
    near = {at + step for at in (asked.low, asked.high) for step in (-1, 0, 1)}
    numbers = sorted(number for number in {*near, *_NUMBERS} if number >= 0)
    said = (kind(number) for kind in (Open, Lower, Bid) for number in numbers)
    return {**_CHOICES, **{move_text(move): move for move in said}}


def gifts(asked: Decision, chance: Random) -> dict[Give, RuleCode | None]:
    """Return gifts with the code that each must be refused with, none for the one allowed."""
    if not asked.count:
        cards = cards_in(asked.cards)[:3]
        return {Give(cards): RuleCode.WRONG_PHASE}
    held = chance.sample(cards_in(asked.playable), asked.count)
    other = next(card for card in range(52) if not asked.cards >> card & 1)
    more = next(card for card in cards_in(asked.playable) if card not in held)
    return {
        Give(tuple(held)): None,
        Give(()): RuleCode.WRONG_CARD_COUNT,
        Give(tuple(held[1:])): RuleCode.WRONG_CARD_COUNT,
        Give((*held, more)): RuleCode.WRONG_CARD_COUNT,
        Give((*held[1:], held[-1])): RuleCode.CARD_TWICE,
        Give((*held, held[0])): RuleCode.CARD_TWICE,
        Give((*held[1:], other)): RuleCode.NOT_IN_HAND,
    }


def allowed(rules: Rules, state: MatchState, seat: int) -> set[str]:
    """Return the moves that a seat may make, gifts apart, after checking that all say the same.

    `refusal` is none exactly where `apply` takes the move; what `legal_moves` announces of a card
    is what `apply` refuses it with; a refused move changes nothing.
    """
    asked = asked_of(rules, state, seat)
    before = stored(state)
    refused: dict[str, RuleError | None] = {}
    for name, move in every_move(asked).items():
        raised = refused[name] = attempt(rules, state, seat, move)
        told = refusal(rules, state, seat, move)
        assert (told and reason(told)) == (raised and reason(raised))
    for gift, code in gifts(asked, Random(state.match_id)).items():
        raised = attempt(rules, state, seat, gift)
        assert (raised and raised.code) == code
    taken = {name for name, error in refused.items() if error is None}
    shown = legal_moves(rules, state, seat)
    assert shown is not None
    _check_announced(shown, refused, taken)
    assert stored(state) == before
    return taken


def _check_announced(
    shown: LegalMoves, refused: dict[str, RuleError | None], taken: set[str]
) -> None:
    """Check what is announced of each card, of numbers and of other moves."""
    for choice in shown.cards:
        if shown.choose is not None:
            assert choice.playable
            continue
        raised = refused[f"play {choice.card}"]
        assert choice.playable == (raised is None)
        assert reason(choice) == (reason(raised) if raised else (None, None, None))
    assert set(shown.moves) == {name for name in taken if not name.split()[-1].isdigit()}
    numbers = [int(name.split()[-1]) for name in taken if name.split()[-1].isdigit()]
    assert (shown.number is None) == (not numbers)
    if shown.number is not None:
        assert {name.split()[0] for name in taken - set(shown.moves)} == {shown.number.kind}
        assert (min(numbers), max(numbers)) == (shown.number.minimum, shown.number.maximum)


def check_only_seats_in_turn_may_move(rules: Rules, state: MatchState, table: Table) -> None:
    """Check who is asked, and that each may do exactly what the reference allows."""
    assert sorted(in_play(state).to_act) == sorted(table.waiting)
    for seat in range(rules.players):
        if seat in table.waiting:
            _check_what_is_allowed(rules, state, seat, table)
            continue
        told = refusal(rules, state, seat, NameTrump(0))
        assert told is not None
        assert told.code is RuleCode.NOT_YOUR_TURN
        assert (decision(rules, state, seat), legal_moves(rules, state, seat)) == (None, None)


def _check_what_is_allowed(rules: Rules, state: MatchState, seat: int, table: Table) -> None:
    asked, shown = asked_of(rules, state, seat), legal_moves(rules, state, seat)
    assert shown is not None
    taken = allowed(rules, state, seat)
    numbers = table.numbers()
    assert set(shown.moves) == table.legal(seat)
    assert (shown.choose or 0) == asked.count == table.gift()
    assert (shown.number and (shown.number.kind, shown.number.minimum, shown.number.maximum)) == (
        numbers and (MoveKind(numbers[0]), *numbers[1:])
    )
    assert taken or table.gift()
    assert refusal(rules, state, seat, default_move(rules, state, seat)) is None
    assert answers(asked, Random(seat))


def known(table: Table, played: list[str], viewer: Looker) -> set[str]:
    """Return the cards of a deal that a viewer may know.

    Those open to all, his own that he sees, those that he gave or got.
    """
    found = {*played, *table.open_cards}
    return found if viewer is None else {*found, *table.seen(viewer), *table.known[viewer]}


def shown_cards(view: object) -> set[str]:
    """Return every card whose text stands anywhere in the JSON of a view."""
    return {found.decode() for found in _CARD.findall(msgspec.json.encode(view))}


def check_views_show_no_hidden_card(rules: Rules, state: MatchState, table: Table) -> None:
    """Check what each seat and a spectator are shown of a position."""
    deal = in_play(state)
    played = list(texts(deal.plays))
    for viewer in (None, *range(rules.players)):
        view = view_for(rules, state, viewer)
        assert shown_cards(view) <= known(table, played, viewer)
        assert view.deal is not None
        assert view.deal.hand_counts == tuple(map(len, table.hands))
        if viewer is None:
            assert (view.deal.hand, view.deal.put_down, view.deal.transfers) == (None, None, ())
            continue
        assert list(view.deal.hand or ()) == table.seen(viewer)
        assert view.deal.hidden_cards == len(table.hands[viewer]) - len(table.seen(viewer))
        shown = legal_moves(rules, state, viewer)
        assert shown is None or [one.card for one in shown.cards] == table.seen(viewer)


def check_the_end_shows_no_card(rules: Rules, state: MatchState) -> None:
    """Check what is shown once the match is over: the result, nobody to act, no card."""
    for viewer in (None, *range(rules.players)):
        view = view_for(rules, state, viewer)
        assert shown_cards(view) == set()
        assert (view.deal, view.to_act) == (None, ())
        assert view.result is not None
        assert view.result.totals == view.totals == state.totals


def entry_of(move: Move, seat: int, effects: tuple[Effect, ...], state: MatchState) -> Entry:
    """Return the log entry of a move."""
    action = Action(ActionKind.MOVED, Cause.PLAYER, seat=seat, move=move_text(move))
    upcoming = Next(state.deal.phase, state.deal.to_act) if state.deal else Next()
    return Entry(seq=7, at_ms=1, action=action, effects=effects, next=upcoming)


def check_entries_show_no_hidden_card(entry: Entry, tables: list[Table], played: list[str]) -> None:
    """Check what each seat and a spectator are told of a move.

    `tables` are the deal that it was made in, as it stands after it, and the deal that it started
    if it did; `played` are the cards of the first that lie open.
    """
    lying = set(played)
    for viewer in (None, *range(tables[0].players)):
        shown = entry_for(entry, viewer)
        told = shown_cards(shown) - lying
        if told and viewer == entry.action.seat:
            told -= shown_cards(entry.action.move)
        # what everybody knows is by far the most
        assert not told or told <= set[str]().union(*(known(at, played, viewer) for at in tables))
        eyes = eyes_for(entry, viewer)
        assert eyes == viewer or entry_for(entry, eyes) == shown
