"""One match, or one deal, played on the engine alone by a bot on each seat.

A bot is asked with what its seat sees, never with the state. One that raises, or whose answer the
rules do not take, has a move made for it by the rule for seats whose time is over, and the
failure is counted. A seat with one answer only is not asked.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from engine.errors import NotationError
from engine.match import (
    apply,
    apply_in_deal,
    deal_cards,
    default_move,
    first_dealer,
    match_result,
    refusal,
    start,
)
from engine.moves import Move, parse_move
from engine.rules import Rules, deck
from engine.seat_view import LegalMoves, SeatTurn
from engine.shuffle import deal_seed, practice_secret, shuffle
from engine.state import MatchState
from engine.views import legal_moves, view_for
from workers.arena.roster import Choose
from workers.errors import BotAnswerError

_ID: Final = "m_arena"
_UNREADABLE: Final = "UNREADABLE_MOVE"


class Sitting(Struct):
    """A bot at its seat: how long its choices took, in nanoseconds, and how it failed."""

    choose: Choose
    times_ns: list[int] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)


class Played(Struct, frozen=True):
    """What a match, or a single deal, came to; points and ranks by seat, ranks from 1."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    deals: int


def play_match(rules: Rules, seed: int, seats: Sequence[Sitting]) -> Played:
    """Play the practice match of a seed to its end."""
    state, _ = start(rules, _ID, practice_secret(seed))
    while state.deal is not None:
        seat = state.deal.to_act[0]
        state, _ = apply(rules, state, seat, _move(rules, state, seat, seats[seat]))
    return _played(rules, state.totals, len(state.scores))


def play_deal(rules: Rules, seed: int, number: int, seats: Sequence[Sitting]) -> Played:
    """Play one deal of the practice match of a seed, after deals that brought nobody points.

    It has the cards and the dealer that it has in that match.
    """
    state = _before_deal(rules, seed, number)
    while state.deal is not None:
        seat = state.deal.to_act[0]
        state, _ = apply_in_deal(rules, state, seat, _move(rules, state, seat, seats[seat]))
    return _played(rules, state.scores[-1], 1)


def _before_deal(rules: Rules, seed: int, number: int) -> MatchState:
    opened, _ = start(rules, _ID, practice_secret(seed))
    dealer = (first_dealer(opened.draw) + number - 1) % rules.players
    before = replace(opened, deal=None, scores=((0,) * rules.players,) * (number - 1))
    cards = shuffle(deck(rules.removed), deal_seed(opened.secret, number), opened.entropy)
    return deal_cards(rules, before, number, dealer, bytes(cards))[0]


def _played(rules: Rules, points: tuple[int, ...], deals: int) -> Played:
    return Played(points, match_result(rules, points).ranks, deals)


def _move(rules: Rules, state: MatchState, seat: int, sitting: Sitting) -> Move:
    """Return the move of the seat that is asked."""
    asked = legal_moves(rules, state, seat)
    if asked is None or has_one_answer(asked):
        return default_move(rules, state, seat)
    turn = SeatTurn(rules=rules, game=view_for(rules, state, seat), legal_moves=asked)
    text, failure = _answer(sitting, turn)
    move = None
    if text is not None:
        move, failure = _read(rules, state, seat, text)
    if move is None:
        sitting.failures[failure] += 1
        return default_move(rules, state, seat)
    return move


def has_one_answer(asked: LegalMoves) -> bool:
    """Return whether there is nothing to choose."""
    return len(asked.moves) == 1 and asked.choose is None and asked.number is None


def _answer(
    sitting: Sitting, turn: SeatTurn, clock: Callable[[], int] = time.perf_counter_ns
) -> tuple[str | None, str]:
    """Return what the bot answers, or nothing and why; its time counts either way."""
    began = clock()
    try:
        return sitting.choose(turn), ""
    except BotAnswerError as error:
        return None, error.reason
    except Exception as error:  # noqa: BLE001 - a stranger's bot may raise anything
        return None, type(error).__name__
    finally:
        sitting.times_ns.append(clock() - began)


def _read(rules: Rules, state: MatchState, seat: int, text: str) -> tuple[Move | None, str]:
    """Return the move that a text names if the rules take it, else nothing and why."""
    try:
        move = parse_move(text)
    except NotationError:
        return None, _UNREADABLE
    refused = refusal(rules, state, seat, move)
    return (move, "") if refused is None else (None, refused.code.value)
