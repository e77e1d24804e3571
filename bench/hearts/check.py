"""Check the rules of the C++ lab against the engine, on deals of chance.

`python -m bench.hearts.check PROGRAM [--deals N] [--seed SEED]` plays deals of chance in the engine
and lets the program replay them. At every turn it must allow the same cards, and give each trick
to the same seat; the points must be the same too. In every second deal one seat plays its highest
card and the others their lowest, so that some moons are shot. Ends with 1 where something differs.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from engine.cards import cards_in, rank_of
from engine.events import DealScored, MoonShot, TrickTaken
from engine.match import apply_in_deal, playable, start
from engine.moves import Play
from engine.rulesets import rule_set
from engine.shuffle import practice_secret

_OPTIONS: Final = {"passing": "off", "queen_breaks_hearts": "on", "moon": "add_others"}
_RULES: Final = rule_set("greek").resolve(4, _OPTIONS)
_CARDS: Final = 52


class Replay(Struct, frozen=True):
    """A deal as the program is told it, and what it must answer."""

    told: str
    expected: str
    moon: bool


def played(seed: int, chance: Random) -> Replay:
    """Play a deal of chance in the engine."""
    state, _ = start(_RULES, "m_hearts", practice_secret(seed))
    assert state.deal is not None
    owners = [0] * _CARDS
    for seat, hand in enumerate(state.deal.hands):
        for card in cards_in(hand):
            owners[card] = seat
    cards: list[str] = []
    answers: list[str] = []
    moon = False
    for _ in range(_CARDS):
        assert state.deal is not None
        seat = state.deal.to_act[0]
        allowed = playable(_RULES, state, seat)
        card = _card(seed, seat, cards_in(allowed), chance)
        state, effects = apply_in_deal(_RULES, state, seat, Play(card))
        cards.append(str(card))
        moon |= any(isinstance(effect, MoonShot) for effect in effects)
        answers.append(str(allowed))
        answers += [str(effect.taker) for effect in effects if isinstance(effect, TrickTaken)]
        answers += [
            str(points)
            for effect in effects
            if isinstance(effect, DealScored)
            for points in effect.points
        ]
    return Replay(f"{''.join(map(str, owners))} {' '.join(cards)}", " ".join(answers), moon)


def _card(deal: int, seat: int, allowed: Sequence[int], chance: Random) -> int:
    if deal % 2:
        return chance.choice(allowed)
    return max(allowed, key=rank_of) if seat == 0 else min(allowed, key=rank_of)


def differing(program: str, replays: list[Replay]) -> Iterator[int]:
    """Yield the numbers of the deals that the program plays otherwise."""
    told = "\n".join(replay.told for replay in replays)
    ended = subprocess.run(  # noqa: S603 - the program that was named
        [program, "replay"], input=told, capture_output=True, text=True, check=True
    )
    for number, (replay, answer) in enumerate(zip(replays, ended.stdout.splitlines(), strict=True)):
        if answer.split() != replay.expected.split():
            yield number


def main() -> int:
    """Print how many deals differ; 1 if any does."""
    parser = argparse.ArgumentParser(description="Check the rules of the lab.")
    parser.add_argument("program", help="the compiled lab")
    parser.add_argument("--deals", type=int, default=1_000, help="how many deals")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other cards")
    args = parser.parse_args()
    chance = Random(args.seed)  # noqa: S311 - cards of a bench
    first = args.seed * args.deals
    replays = [played(seed, chance) for seed in range(first, first + args.deals)]
    wrong = list(differing(args.program, replays))
    moons = sum(replay.moon for replay in replays)
    print(f"{args.deals} deals, {moons} of them with a moon: {len(wrong)} differ", *wrong[:10])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
