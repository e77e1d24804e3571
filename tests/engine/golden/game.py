"""A golden game: what is played, by which policy, and its text."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from engine.deals import Decision, default
from engine.match import apply, start
from engine.moves import Move, move_text
from engine.rules import Rules
from engine.shuffle import practice_secret
from tests.engine.golden.lines import line
from tests.engine.table import answers, asked_of, kurnik

Policy = Callable[[Decision, int], Move]


def by_default(asked: Decision, _: int) -> Move:
    """Return the move that the clock would make."""
    return default(asked)


def in_turn(asked: Decision, number: int) -> Move:
    """Return the allowed move whose place, lowest first, is the number of the move."""
    found = answers(asked, Random(number))
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
        yield f"# practice seed {self.seed}, policy {POLICIES[self.policy]}"

    def _lines(self) -> Iterator[str]:
        state, effects = start(self.rules, "m_golden", practice_secret(self.seed))
        yield from (line(self.rules, effect) for effect in effects)
        number = 0
        while state.deal is not None:
            number += 1
            seat = state.deal.to_act[0]
            move = self.policy(asked_of(self.rules, state, seat), number)
            state, effects = apply(self.rules, state, seat, move)
            yield f"{number:3} seat {seat} {move_text(move)}"
            yield from (line(self.rules, effect) for effect in effects)


POLICIES: dict[Policy, str] = {by_default: "default", in_turn: "in_turn"}
GAMES = (
    Game("kurnik-3", kurnik(3, trump_leader="declarer"), 3, in_turn),
    Game("kurnik-4", kurnik(4), 4, by_default),
)
