"""A golden game: what is played, by which policy, and its text."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import assert_never

from msgspec import Struct

from engine.cards import suit_text, texts
from engine.events import (
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    GhostsLaid,
    MatchEnded,
    SeatOut,
    SeatSkipped,
    TrickTaken,
    TrumpNamed,
)
from engine.match import apply, default_move, start
from engine.moves import Move, move_text
from engine.rules import Rules
from engine.shuffle import practice_secret
from engine.state import MatchState
from tests.engine.table import answers, in_play, kurnik

Policy = Callable[[Rules, MatchState, int], Move]


def default(rules: Rules, state: MatchState, _: int) -> Move:
    """Return the default move."""
    return default_move(rules, state, in_play(state).to_act[0])


def in_turn(rules: Rules, state: MatchState, number: int) -> Move:
    """Return the allowed move whose place, lowest first, is the number of the move."""
    found = answers(rules, state)
    return found[number % len(found)]


class Game(Struct, frozen=True):
    """A whole match that follows from its rules, its practice seed and a policy."""

    name: str
    rules: Rules
    seed: int
    policy: Policy

    @property
    def path(self) -> Path:
        """Return the file of its text."""
        return Path(__file__).parent / f"{self.name}.txt"

    def text(self) -> str:
        """Return the match, every action and every effect on a line of its own."""
        return "\n".join([*self._head(), *self._lines()]) + "\n"

    def _head(self) -> Iterator[str]:
        yield f"# {self.rules.rule_set}, {self.rules.players} players"
        yield from (f"# {name}={value}" for name, value in self.rules.options.items())
        yield f"# practice seed {self.seed}, policy {self.policy.__name__}"

    def _lines(self) -> Iterator[str]:
        state, effects = start(self.rules, "m_golden", practice_secret(self.seed))
        yield from map(self._line, effects)
        number = 0
        while state.deal is not None:
            number += 1
            seat = state.deal.to_act[0]
            move = self.policy(self.rules, state, number)
            state, effects = apply(self.rules, state, seat, move)
            yield f"{number:3} seat {seat} {move_text(move)}"
            yield from map(self._line, effects)

    def _line(self, effect: Effect) -> str:  # noqa: PLR0911 - one case per kind
        match effect:
            case DealerDrawn(cards, dealer):
                return f"    seats draw {_cards(cards)}: seat {dealer} deals"
            case DealStarted(number, dealer, leader, hands, seen):
                head = f"\n    deal {number} {self.rules.deals[number - 1].id}"
                shown = "all" if seen is None else f"the first {seen}"
                lines = [f"{head}: dealer {dealer}, leader {leader}, seats see {shown}"]
                lines += [f"        seat {at}: {_cards(hand)}" for at, hand in enumerate(hands)]
                return "\n".join(lines)
            case TrumpNamed(seat, suit, _):
                return f"    seat {seat} names {suit_text(suit)}"
            case TrickTaken(number, leader, cards, taker, points):
                return f"    trick {number}, led by {leader}: {_cards(cards)} to {taker}, {points}"
            case SeatSkipped(seat):
                return f"    seat {seat} is skipped"
            case GhostsLaid(cards):
                return f"    ghosts: {_cards(cards)}"
            case SeatOut(seat, place, points):
                return f"    seat {seat} is out, place {place}: {_points(points)}"
            case DealScored(number, points, totals):
                return f"    deal {number} scored: {_points(points)}; totals {_points(totals)}"
            case MatchEnded(totals, ranks, winners):
                won = _points(winners)
                return f"    end: totals {_points(totals)}, ranks {_points(ranks)}, won by {won}"
            case _:
                assert_never(effect)


def _cards(cards: bytes) -> str:
    return " ".join(texts(cards))


def _points(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


GAMES = (
    Game("kurnik-3", kurnik(3, trump_leader="declarer"), 3, in_turn),
    Game("kurnik-4", kurnik(4), 4, default),
)
