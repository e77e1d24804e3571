"""Measure how well the house bot plays and what a choice of it costs.

`python -m bench.bots [--matches N]` plays seeded kurnik matches, the bot on one seat and a simple
player on all others, and prints by how many points a match it is ahead of their average, with the
half-width of a 95% interval, and the CPU time of one choice.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from engine.rules import Rules
from engine.rulesets import rule_set
from engine.state import MatchState
from tests.fixtures.bots import Chooser, at_random, lead_in, lowest, seat_turn
from workers.bots import Level, choose

OTHERS: dict[str, Callable[[int], Chooser]] = {
    "lowest card": lambda _: lowest,
    "any card": at_random,
}


class Timed:
    """The house bot, and the CPU time of each of its choices in milliseconds."""

    def __init__(self) -> None:
        self.costs: list[float] = []

    def __call__(self, rules: Rules, state: MatchState, seat: int) -> str:
        """Choose a move."""
        turn = seat_turn(rules, state, seat)
        began = time.process_time_ns()
        move = choose(turn, Level.MEDIUM).move
        self.costs.append((time.process_time_ns() - began) / 1e6)
        return move


def row(name: str, rules: Rules, matches: int) -> str:
    """Return a line of the table."""
    bot = Timed()
    leads = [lead_in(rules, seed, bot, OTHERS[name](seed)) for seed in range(matches)]
    lead, half = statistics.mean(leads), 1.96 * statistics.stdev(leads) / matches**0.5
    costs = sorted(bot.costs)
    mean, high = statistics.mean(costs), costs[len(costs) * 99 // 100]
    return f"  {rules.players}  {name:<14}{lead:>8.0f} ±{half:<6.0f}{mean:>8.3f}{high:>8.3f}"


def main() -> None:
    """Print a row for each number of players and each kind of others."""
    parser = argparse.ArgumentParser(description="Measure the house bot.")
    parser.add_argument("--matches", type=int, default=200, help="matches per row")
    parser.add_argument("--quick", action="store_const", dest="matches", const=5, help="5 matches")
    args = parser.parse_args()
    print(f"kurnik, {args.matches} matches a row; ms of CPU per choice")
    print(f"  {'':<3}{'against':<14}{'ahead by':>8}{'':<8}{'mean':>8}{'p99':>8}")
    for players in (3, 4):
        rules = rule_set("kurnik").resolve(players, {})
        for name in OTHERS:
            print(row(name, rules, args.matches), flush=True)


if __name__ == "__main__":
    main()
