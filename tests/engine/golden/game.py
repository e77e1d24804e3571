"""A golden game: what is played, by which policy, and its text."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from engine.deals import Decision, default
from engine.match import apply, start
from engine.moves import Move, move_text
from engine.rules import Rules
from engine.shuffle import practice_secret
from tests.engine.golden.lines import line
from tests.engine.table import answer, answers, asked_of, game, kurnik, numbers

_BARE: Final = 0.6  # how often a haggler keeps or passes

Policy = Callable[[Decision, int], Move]


def by_default(asked: Decision, _: int) -> Move:
    """Return the move that the clock would make."""
    return default(asked)


def in_turn(asked: Decision, number: int) -> Move:
    """Return the allowed move whose place, lowest first, is the number of the move."""
    found = answers(asked, Random(number))
    return found[number % len(found)]


def one_bold(asked: Decision, number: int) -> Move:
    """Return the highest card for seat 0 and the lowest for the others, else an answer in turn."""
    if not asked.playable or asked.count:
        return in_turn(asked, number)
    return answer(asked, Random(number), bold=asked.seat == 0)


def haggling(asked: Decision, number: int) -> Move:
    """Return a bare move or one with a number where both are offered, else an answer in turn."""
    chance = Random(f"{number} {asked.cards}")
    if asked.others and chance.random() < _BARE:
        return asked.others[0]
    return chance.choice(numbers(asked, chance) or [in_turn(asked, number)])


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


POLICIES: dict[Policy, str] = {
    by_default: "default",
    in_turn: "in_turn",
    one_bold: "one_bold",
    haggling: "haggling",
}
GAMES = (
    Game("kurnik-3", kurnik(3, trump_leader="declarer"), 3, in_turn),
    Game("kurnik-4", kurnik(4), 4, by_default),
    Game("classic-4", game("classic"), 5, by_default),
    Game("classic-4-auction", game("classic", trump_mode="auction", robber="on"), 245, haggling),
    Game("classic-6", game("classic", 6, plus_phase="both", king_must_drop="on"), 7, in_turn),
    Game("ten_deal-4", game("ten_deal"), 8, in_turn),
    Game("greek-4", game("greek"), 12, in_turn),
    Game("american-4", game("american", moon="choice", jack_bonus="on"), 160, one_bold),
    Game("black_maria-3", game("black_maria"), 86, by_default),
    Game("king-4", game("king"), 12, in_turn),
    Game("lottery-4", game("lottery", deals="3", ace_bonus="on"), 72, in_turn),
    Game("polish-4", game("polish", scale="small"), 14, in_turn),
    Game("sik-4", game("sik", early_end="on"), 168, by_default),
)
