"""What holds in every position and after every move of any match, as checks to call."""

import re

import msgspec

from engine.cards import card_set, texts
from engine.errors import RuleCode, RuleError
from engine.events import (
    Action,
    ActionKind,
    Cause,
    Effect,
    Entry,
    GhostsLaid,
    Next,
    SeatOut,
    SeatSkipped,
    TrickTaken,
    TrumpNamed,
)
from engine.match import apply, decision, default_move, refusal
from engine.moves import Move, NameTrump, Play, move_text
from engine.rules import Rules, deck
from engine.seat_view import CardChoice
from engine.state import DealState, MatchState
from engine.views import Viewer, entry_for, legal_moves, view_for
from tests.engine.reference import SUITS, Event, Table
from tests.engine.table import in_play, stored

EVERY_MOVE: tuple[Move, ...] = (
    *(Play(card) for card in range(52)),
    *(NameTrump(suit) for suit in range(4)),
)
DEAL_SUMS = {
    3: {
        "tricks": -255,
        "hearts": -260,
        "queens": -240,
        "men": -240,
        "king": -140,
        "special": -140,
        "robber": -1275,
        "trump": 340,
        "lottery": 1275,
    },
    4: {
        "tricks": -260,
        "hearts": -260,
        "queens": -240,
        "men": -240,
        "king": -150,
        "special": -150,
        "robber": -1300,
        "trump": 325,
        "lottery": 1300,
    },
}
MATCH_SUMS = {3: -255, 4: 0}
_CARD = re.compile(rb"\b[2-9TJQKA][CDHS]\b")


def check_the_deck_is_whole(rules: Rules, deal: DealState) -> None:
    """Check that each card of the deck is in one hand or played, and ghosts are neither."""
    everything = [card for card in range(52) if any(hand >> card & 1 for hand in deal.hands)]
    assert sum(hand.bit_count() for hand in deal.hands) == len(everything)
    assert tuple(sorted([*everything, *deal.plays])) == deck(rules.removed)
    assert tuple(sorted(deal.deck)) == deck(rules.removed)
    if deal.layout is not None:
        assert deal.layout.laid == card_set(deal.plays) | deal.layout.ghosts
        assert set(texts(c for c in range(52) if deal.layout.ghosts >> c & 1)) <= set(rules.removed)


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


def allowed(rules: Rules, state: MatchState, seat: int) -> set[str]:
    """Return the moves that a seat may make, after checking that all say the same of each.

    `refusal` is none exactly where `apply` takes the move; what `legal_moves` announces of a card
    is what `apply` refuses it with; a refused move changes nothing.
    """
    before = stored(state)
    shown = legal_moves(rules, state, seat)
    announced = {f"play {choice.card}": choice for choice in shown.cards} if shown else {}
    refused = {move_text(move): attempt(rules, state, seat, move) for move in EVERY_MOVE}
    for move in EVERY_MOVE:
        told, raised = refusal(rules, state, seat, move), refused[move_text(move)]
        assert (told and reason(told)) == (raised and reason(raised))
    for name, choice in announced.items():
        raised = refused[name]
        assert choice.playable == (raised is None)
        assert reason(choice) == (reason(raised) if raised else (None, None, None))
    taken = {name for name, error in refused.items() if error is None}
    assert set(shown.moves if shown else ()) == taken
    assert stored(state) == before
    return taken


def check_only_the_seat_in_turn_may_move(rules: Rules, state: MatchState, table: Table) -> None:
    """Check who is asked, and that he may do exactly what the reference allows."""
    assert in_play(state).to_act == (table.turn,)
    for seat in range(rules.players):
        if seat == table.turn:
            assert allowed(rules, state, seat) == table.legal() != set()
            assert move_text(default_move(rules, state, seat)) in table.legal()
            continue
        told = refusal(rules, state, seat, NameTrump(0))
        assert told is not None
        assert told.code is RuleCode.NOT_YOUR_TURN
        assert (decision(rules, state, seat), legal_moves(rules, state, seat)) == (None, None)


def known(table: Table, played: list[str], viewer: Viewer) -> set[str]:
    """Return the cards of a deal that a viewer may know: his own that he sees, and those laid."""
    own = [] if viewer is None else table.seen(viewer)
    return {*own, *played, *(card for suit in SUITS for card in table.rows[suit])}


def shown_cards(view: object) -> set[str]:
    """Return every card whose text stands anywhere in the JSON of a view."""
    return {found.decode() for found in _CARD.findall(msgspec.json.encode(view))}


def check_views_show_no_hidden_card(rules: Rules, state: MatchState, table: Table) -> None:
    """Check what each seat and a spectator are shown of a position."""
    played = list(texts(in_play(state).plays))
    for viewer in (None, *range(rules.players)):
        view = view_for(rules, state, viewer)
        assert shown_cards(view) <= known(table, played, viewer)
        assert view.deal is not None
        assert view.deal.hand_counts == tuple(map(len, table.hands))
        if viewer is None:
            assert view.deal.hand is None
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
    if it did; `played` are the cards of the first.
    """
    for viewer in (None, *range(tables[0].players)):
        told = shown_cards(entry_for(entry, viewer))
        assert told <= set().union(*(known(table, played, viewer) for table in tables))


def events(effects: tuple[Effect, ...]) -> list[Event]:
    """Return what happened inside a deal in the words of the reference."""
    found: list[Event] = []
    for effect in effects:
        match effect:
            case TrumpNamed(_, suit, _):
                found.append(("trump", SUITS[suit]))
            case TrickTaken(number, leader, cards, taker, points):
                found.append(("trick", number, leader, " ".join(texts(cards)), taker, points))
            case GhostsLaid(cards):
                found.append(("ghosts", " ".join(texts(cards))))
            case SeatOut(seat, place, points):
                found.append(("out", seat, place, points[seat]))
            case SeatSkipped(seat):
                found.append(("skipped", seat))
            case _:
                break
    return found
