"""Check the C++ lab against the engine and the bot, on deals of chance.

`python -m bench.hearts.check PROGRAM [--deals N] [--judged N] [--seed SEED]` plays deals of chance
in the engine and lets the program replay them. At every turn it must allow the same cards, and give
each trick to the same seat; the points must be the same too. In the first of them, at every turn
its judge must choose the card that the bot's chooses by the same weights. In every second deal one
seat plays its highest card and the others their lowest, so that some moons are shot. Ends with 1
where something differs.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from engine.cards import cards_in, rank_of
from engine.events import DealScored, MoonShot, TrickTaken
from engine.match import apply_in_deal, playable, start
from engine.moves import Play
from engine.rules import TrickDeal
from engine.rulesets import rule_set
from engine.seat_view import SeatTurn
from engine.shuffle import practice_secret
from engine.state import MatchState
from engine.views import legal_moves, view_for
from workers.bots.strong import learnt
from workers.bots.strong.memory import Memory
from workers.bots.strong.tricks import distinct

_OPTIONS: Final = {"passing": "off", "queen_breaks_hearts": "on", "moon": "add_others"}
_RULES: Final = rule_set("greek").resolve(4, _OPTIONS)
_CARDS: Final = 52
_WEIGHTS: Final = Path(learnt.__file__).with_name("weights.bin")


class Replay(Struct, frozen=True):
    """A deal as the program is told it, what it must answer, and what its judge must choose."""

    told: str
    expected: str
    chosen: str
    moon: bool


def played(seed: int, chance: Random, *, judged: bool) -> Replay:
    """Play a deal of chance in the engine."""
    state, _ = start(_RULES, "m_hearts", practice_secret(seed))
    assert state.deal is not None
    owners = [0] * _CARDS
    for seat, hand in enumerate(state.deal.hands):
        for card in cards_in(hand):
            owners[card] = seat
    cards: list[str] = []
    answers: list[str] = []
    choices: list[str] = []
    moon = False
    for _ in range(_CARDS):
        assert state.deal is not None
        seat = state.deal.to_act[0]
        if judged:
            choices.append(str(_chosen(state, seat)))
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
    told = f"{''.join(map(str, owners))} {' '.join(cards)}"
    return Replay(told, " ".join(answers), " ".join(choices), moon)


def _card(deal: int, seat: int, allowed: Sequence[int], chance: Random) -> int:
    if deal % 2:
        return chance.choice(allowed)
    return max(allowed, key=rank_of) if seat == 0 else min(allowed, key=rank_of)


def _chosen(state: MatchState, seat: int) -> int:
    """Return the card that the bot holds to be the best by what was learnt."""
    assert state.deal is not None
    asked, spec = legal_moves(_RULES, state, seat), _RULES.deal(state.deal.number)
    game = view_for(_RULES, state, seat)
    assert asked is not None
    assert game.deal is not None
    assert isinstance(spec, TrickDeal)
    memory = Memory(SeatTurn(rules=_RULES, game=game, legal_moves=asked), spec, game.deal)
    cards = distinct(memory)
    return cards[learnt.best_card(memory, cards)]


def differing(
    command: Sequence[str], told: Sequence[str], expected: Sequence[str]
) -> Iterator[int]:
    """Yield the numbers of the deals of which the program tells something else."""
    ended = subprocess.run(  # noqa: S603 - the program that was named
        command, input="\n".join(told), capture_output=True, text=True, check=True
    )
    for number, (answer, right) in enumerate(zip(ended.stdout.splitlines(), expected, strict=True)):
        if answer.split() != right.split():
            yield number


def main() -> int:
    """Print how many deals differ; 1 if any does."""
    parser = argparse.ArgumentParser(description="Check the lab against the engine and the bot.")
    parser.add_argument("program", help="the compiled lab")
    parser.add_argument("--deals", type=int, default=1_000, help="how many deals")
    parser.add_argument("--judged", type=int, default=100, help="in how many the judges choose too")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other cards")
    args = parser.parse_args()
    chance = Random(args.seed)  # noqa: S311 - cards of a bench
    first = args.seed * args.deals
    replays = [played(first + at, chance, judged=at < args.judged) for at in range(args.deals)]
    told = [replay.told for replay in replays]
    wrong = list(differing([args.program, "replay"], told, [each.expected for each in replays]))
    moons = sum(replay.moon for replay in replays)
    print(f"{args.deals} deals, {moons} of them with a moon: {len(wrong)} differ", *wrong[:10])
    judged = replays[: args.judged]
    unlike = list(
        differing(
            [args.program, "choose", str(_WEIGHTS)],
            told[: args.judged],
            [each.chosen for each in judged],
        )
    )
    print(f"{len(judged)} deals judged: {len(unlike)} differ", *unlike[:10])
    return 1 if wrong or unlike else 0


if __name__ == "__main__":
    sys.exit(main())
