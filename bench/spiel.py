"""Measure the engine beside OpenSpiel's, in Hearts without passing, on the same kind of deals.

`python -m bench.spiel [--quick]` needs the package `open_spiel`, which is none of the project's:
install it into a virtual environment of its own, beside `msgspec` and `httpx`, and run that
environment's Python in the project's folder. Without it, our figures come alone.

Moves a second of CPU time, cards of chance played to the end of a deal that has been dealt before:

- `from Python`: OpenSpiel's `legal_actions` and `apply_action`, by the card;
- `public`: our `playable` and `apply_in_deal`, which check the move, make a new state and tell
  effects; `core`: `legal` and `play` of the core for search, which changes one position;
- `playouts`: whole deals by one call, ours by `roll_out`, OpenSpiel's by those of its search.
"""

import argparse
import importlib
import importlib.util
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from engine.cards import card_set, cards_in
from engine.match import apply_in_deal, deal_cards, playable, start
from engine.moves import Play
from engine.playout import COMPILED, Contract, TrickPosition
from engine.playout.rollouts import roll_out
from engine.rules import TrickDeal, deck
from engine.rulesets import RULE_SETS, rule_set
from engine.shuffle import practice_secret
from engine.state import MatchState

_CARDS: Final = 52
_PLAYOUTS: Final = 200
_SIMULATIONS: Final = 5
RULES: Final = rule_set("greek").resolve(4, {"passing": "off", "queen_breaks_hearts": "on"})

Run = Callable[[], int]  # plays what has been dealt and returns the moves made
Subject = Callable[[Random, int], Run]  # deals so often


def _dealt(chance: Random) -> MatchState:
    state, _ = start(RULES, "m_bench", practice_secret(0))
    cards = list(deck(RULES.removed))
    chance.shuffle(cards)
    state, _ = deal_cards(RULES, state, 1, 0, bytes(cards))
    return state


def _position(chance: Random) -> TrickPosition:
    spec, deal = RULES.deals[0], _dealt(chance).deal
    assert isinstance(spec, TrickDeal)
    assert deal is not None
    return TrickPosition(Contract(RULES, spec), deal.hands, deal.to_act[0], -1)


def public_functions(chance: Random, deals: int) -> Run:
    """Play deals through the public functions of the engine."""
    dealt = [_dealt(chance) for _ in range(deals)]

    def run() -> int:
        for at in dealt:
            while at.deal is not None and at.deal.number == 1:
                seat = at.deal.to_act[0]
                cards = cards_in(playable(RULES, at, seat))
                card = cards[int(chance.random() * len(cards))]
                at, _ = apply_in_deal(RULES, at, seat, Play(card))  # noqa: PLW2901 - goes on
        return _CARDS * deals

    return run


def core(chance: Random, deals: int) -> Run:
    """Play deals card by card by the core for search."""
    dealt = [_position(chance) for _ in range(deals)]

    def run() -> int:
        for position in dealt:
            for _ in range(_CARDS):
                cards = cards_in(position.legal())
                position.play(cards[int(chance.random() * len(cards))])
        return _CARDS * deals

    return run


def playouts(chance: Random, deals: int) -> Run:
    """Play deals on by one call of the core."""
    position, numbers = _position(chance), chance.randbytes(_CARDS * deals * _PLAYOUTS)

    def run() -> int:
        roll_out(position, numbers)
        return len(numbers)

    return run


class Spiel:
    """OpenSpiel's game and what it plays."""

    def __init__(self) -> None:
        self._spiel = importlib.import_module("pyspiel")
        self._game = self._spiel.load_game("hearts(pass_cards=false)")

    def _dealt(self, chance: Random) -> Any:  # Any: OpenSpiel has no types
        state = self._game.new_initial_state()
        state.apply_action(0)  # nothing is passed
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        return state

    def from_python(self, chance: Random, deals: int) -> Run:
        """Play deals as its users do."""
        dealt = [self._dealt(chance) for _ in range(deals)]

        def run() -> int:
            for state in dealt:
                for _ in range(_CARDS):
                    actions = state.legal_actions()
                    state.apply_action(actions[int(chance.random() * len(actions))])
            return _CARDS * deals

        return run

    def playouts(self, chance: Random, deals: int) -> Run:
        """Play deals on by the rollouts of its search, from the second card on."""
        state = self._after_one(chance)
        while len(state.legal_actions()) < 2:  # it does not search where there is no choice
            state = self._after_one(chance)

        def run() -> int:
            for number in range(deals):
                self._bot(number).step(state)
            return deals * _SIMULATIONS * _PLAYOUTS * (_CARDS - 2)

        return run

    def _after_one(self, chance: Random) -> Any:
        state = self._dealt(chance)
        state.apply_action(state.legal_actions()[0])
        return state

    def _bot(self, seed: int) -> Any:
        rollouts = self._spiel.RandomRolloutEvaluator(_PLAYOUTS, seed)
        solve = verbose = False
        return self._spiel.MCTSBot(
            self._game, rollouts, 2.0, _SIMULATIONS, 100, solve, seed, verbose
        )


def subjects() -> Mapping[str, tuple[Subject, int]]:
    """Return what is measured, the bases first, and how many deals each plays at a time."""
    ours: dict[str, tuple[Subject, int]] = {
        "kierki, public": (public_functions, 20),
        "kierki, core": (core, 20),
        "kierki, playouts": (playouts, 5),
    }
    if importlib.util.find_spec("pyspiel") is None:
        return ours
    spiel = Spiel()
    return {
        "OpenSpiel from Python": (spiel.from_python, 20),
        "OpenSpiel playouts": (spiel.playouts, 1),
        **ours,
    }


def rates(rounds: int) -> Mapping[str, list[float]]:
    """Return each subject's moves a second of CPU time, round by round; they take turns."""
    over = subjects()
    found: dict[str, list[float]] = {name: [] for name in over}
    for number in range(rounds):
        for name, (subject, deals) in over.items():
            run = subject(Random(number), deals)  # noqa: S311 - cards of a bench
            began = time.process_time()
            moves = run()
            found[name].append(moves / (time.process_time() - began))
    return found


def rule_sets(rounds: int) -> Iterator[str]:
    """Yield how fast the trick deals of each rule set are played out, over the fastest."""
    over = {name: _positions_of(name) for name in RULE_SETS}
    found: dict[str, list[float]] = {name: [] for name, positions in over.items() if positions}
    for number in range(rounds):
        for name, made in found.items():
            chance = Random(number)  # noqa: S311 - cards of a bench
            began, moves = time.process_time(), 0
            for position in over[name]:
                held: int = position.held
                cards = held.bit_count()
                moves += cards * _PLAYOUTS
                roll_out(position, chance.randbytes(cards * _PLAYOUTS))
            made.append(moves / (time.process_time() - began))
    medians = {name: statistics.median(made) for name, made in found.items()}
    yield f"  {'playouts, moves/s':<24}{'':>12}{'of the fastest':>16}"
    for name, rate in medians.items():
        yield f"  {name:<24}{rate:>12,.0f}{rate / max(medians.values()):>16.2f}"


def _positions_of(name: str) -> list[TrickPosition]:
    """Return a deal of chance of each trick deal of a rule set, spades trump where there is one."""
    found = RULE_SETS[name]
    players = 4 if 4 in found.removed else next(iter(found.removed))
    rules = found.resolve(players, {})
    cards = list(deck(rules.removed))
    positions: list[TrickPosition] = []
    for spec in rules.deals:
        if isinstance(spec, TrickDeal):
            Random(len(positions)).shuffle(cards)  # noqa: S311 - cards of a bench
            size = rules.hand_size
            hands = [card_set(cards[at * size : (at + 1) * size]) for at in range(players)]
            trump = 3 if spec.trump else -1
            positions.append(TrickPosition(Contract(rules, spec), hands, 0, trump))
    return positions


def table(rounds: int) -> Iterator[str]:
    """Yield the lines of the table, with ratios to each of OpenSpiel's ways."""
    found = rates(rounds)
    yield f"  the core is {'compiled' if COMPILED else 'not compiled'}"
    bases = [name for name in found if name.startswith("OpenSpiel")]
    yield f"  {'moves/s':<24}{'':>12}" + "".join(f"{f'x {name}':>26}" for name in bases)
    for name, made in found.items():
        shares = (
            statistics.median(at / base for at, base in zip(made, found[to], strict=True))
            for to in bases
        )
        ratios = "".join(f"{ratio:>26.2f}" for ratio in shares)
        yield f"  {name:<24}{statistics.median(made):>12,.0f}{ratios}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the engine beside OpenSpiel.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 3 if parser.parse_args().quick else 25
    for lines in (table(rounds), rule_sets(rounds)):
        for line in lines:
            print(line)


if __name__ == "__main__":
    main()
