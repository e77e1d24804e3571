"""Measure the house bots against OpenSpiel's ISMCTS, in Hearts without passing.

`python -m bench.ismcts [--bots strong,ismcts,ismcts,ismcts] [--deals N] [--simulations N]` plays
seeded deals of `greek`, each once by every rotation of the bots, and prints the table of
`kierki arena`. It needs the package `open_spiel`, which is none of the project's: install it into
a virtual environment of its own, beside `msgspec` and `httpx`, and run it from the project's
folder. Without it, it says so and measures nothing.

ISMCTS rolls out at random, knows what its seat knows (it deals the hidden cards anew in each
simulation), and plays the move it has tried most. Its time is in the table like every bot's.
"""

import argparse
import importlib
import importlib.util
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from engine.cards import SUIT_SIZE, SUITS, cards_in, parse_card
from engine.match import start
from engine.rules import Rules
from engine.rulesets import rule_set
from engine.seat_view import DealView, SeatTurn
from engine.shuffle import practice_secret
from workers.arena.contest import Contest, Game, rotations, set_seed
from workers.arena.report import result_of, told
from workers.arena.roster import Choose, Roster, check_name
from workers.arena.running import Progress
from workers.arena.table import Sitting, play_deal

NAME = "ismcts"
_POINTS = 26.0  # what a deal brings at most; the size of a step of the search follows from it
_OPTIONS = {"passing": "off", "queen_breaks_hearts": "on"}  # as OpenSpiel plays it


class RulesDifferError(Exception):
    """OpenSpiel allows other cards than we do; the text holds both."""


class Ismcts:
    """OpenSpiel's bot on one seat of one deal, which it follows from the cards dealt."""

    def __init__(self, hands: Sequence[int], simulations: int, seed: int) -> None:
        spiel = importlib.import_module("pyspiel")
        self._game = spiel.load_game("hearts(pass_cards=false)")
        self._bot = spiel.ISMCTSBot(
            seed,
            spiel.RandomRolloutEvaluator(1, seed),
            _POINTS,
            simulations,
            -1,
            spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,  # noqa: FBT003 - its arguments have no names
            True,  # noqa: FBT003
        )
        self._suits = _spiel_suits(self._game)
        self._dealt = [cards_in(hand) for hand in hands]

    def choose(self, turn: SeatTurn) -> str:
        """Return the move; OpenSpiel must allow what our rules allow."""
        state = self._state(turn.game.deal)
        ours = {move.split()[1] for move in turn.legal_moves.moves}
        cards = {self._action(parse_card(name)): name for name in ours}
        if sorted(cards) != state.legal_actions():
            both = f"{sorted(ours)}\n{state}"
            raise RulesDifferError(both)
        return f"play {cards[self._bot.step(state)]}"

    def _state(self, deal: DealView | None) -> Any:  # Any: OpenSpiel has no types
        """Return OpenSpiel's state after the cards of a deal that have been played."""
        state = self._game.new_initial_state()
        state.apply_action(0)  # nothing is passed
        for at in range(SUIT_SIZE):
            for hand in self._dealt:
                state.apply_action(self._action(hand[at]))
        for card in _played(deal):
            state.apply_action(self._action(parse_card(card)))
        return state

    def _action(self, card: int) -> int:
        return card % SUIT_SIZE * len(SUITS) + self._suits[card // SUIT_SIZE]


def _played(deal: DealView | None) -> Iterator[str]:
    if deal is not None:
        yield from (card for trick in deal.tricks for card in trick.cards)
        yield from (play.card for play in deal.table)


def _spiel_suits(game: Any) -> list[int]:
    """Return the number that OpenSpiel gives to each of our suits."""
    state = game.new_initial_state()
    state.apply_action(0)
    names = [state.action_to_string(-1, action) for action in range(len(SUITS))]
    return [next(at for at, name in enumerate(names) if suit in name) for suit in SUITS]


def play_set(contest: Contest, simulations: int, number: int) -> tuple[Game, ...]:
    """Play one deal by every rotation of the bots."""
    seed = set_seed(contest, number)
    opened, _ = start(contest.rules, "m_ismcts", practice_secret(seed))
    hands = opened.deal.hands if opened.deal else ()

    def seated(roster: Roster, name: str, chance: int) -> Choose:
        if name == NAME:
            return Ismcts(hands, simulations, chance).choose
        return roster.seated(name, chance)

    games = []
    with Roster(contest.bot_seconds) as roster:
        for bots in rotations(contest.bots):
            seats = [Sitting(seated(roster, name, number * 8 + at)) for at, name in enumerate(bots)]
            played = play_deal(contest.rules, seed, 1, seats)
            times = tuple(tuple(sitting.times_ns) for sitting in seats)
            failures = tuple(dict(sitting.failures) for sitting in seats)
            games.append(Game(bots, played, times, failures))
    return tuple(games)


def contest_of(args: argparse.Namespace) -> Contest:
    """Return what the arguments ask for."""
    bots = tuple(args.bots.split(","))
    for name in bots:
        if name != NAME:
            check_name(name)
    rules: Rules = rule_set("greek").resolve(4, _OPTIONS)
    return Contest(rules=rules, bots=bots, sets=args.deals, seed=args.seed, deals_only=True)


def main() -> None:
    """Play the deals and print the table."""
    parser = argparse.ArgumentParser(description="Measure bots against OpenSpiel's ISMCTS.")
    parser.add_argument("--bots", default=f"strong,{NAME},{NAME},{NAME}", help="the four bots")
    parser.add_argument("--deals", type=int, default=50, help="sets of deals")
    parser.add_argument("--quick", action="store_const", dest="deals", const=2, help="2 sets")
    parser.add_argument("--simulations", type=int, default=1_000, help="of ISMCTS for a move")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other cards")
    args = parser.parse_args()
    if importlib.util.find_spec("pyspiel") is None:
        print("open_spiel is not installed; nothing is measured")
        return
    contest = contest_of(args)
    progress, sets = Progress(contest.sets), []
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        play = partial(play_set, contest, args.simulations)
        for games in pool.map(play, range(contest.sets)):
            sets.append(games)
            progress(len(sets))
    print(told(result_of(contest, sets, progress.seconds)))


if __name__ == "__main__":
    main()
