"""Measure what the rules cost, per rule set and number of players, over one whole match each.

`python -m bench.engine [--rounds N] [RULE_SET ...]` prints microseconds of CPU time per call, the
best of N rounds. Each subject runs over every position of the same practice match, whose seats all
make the default move. `moves` is the length of the match, `bytes` its largest state.
"""

import argparse
import time
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from engine.match import apply, decision, default_move, playable, start
from engine.moves import Move
from engine.rules import Rules
from engine.rulesets import RULE_SETS, rule_set
from engine.shuffle import practice_secret
from engine.state import MatchState
from engine.views import legal_moves, view_for

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(MatchState).decode
_json = msgspec.json.Encoder().encode


class Position(Struct, frozen=True):
    """A state of the match, the seat that is asked, its move, and the encoded state."""

    state: MatchState
    seat: int
    move: Move
    stored: bytes


Subject = Callable[[Rules, Position], object]


def _cards(rules: Rules, at: Position) -> object:
    return playable(rules, at.state, at.seat)


def _ask(rules: Rules, at: Position) -> object:
    return decision(rules, at.state, at.seat)


def _move(rules: Rules, at: Position) -> object:
    return apply(rules, at.state, at.seat, at.move)


def _ask_and_move(rules: Rules, at: Position) -> object:
    return playable(rules, at.state, at.seat), apply(rules, at.state, at.seat, at.move)


def _reasons(rules: Rules, at: Position) -> object:
    return legal_moves(rules, at.state, at.seat)


def _view(rules: Rules, at: Position) -> object:
    return view_for(rules, at.state, at.seat)


def _view_json(rules: Rules, at: Position) -> object:
    return _json(view_for(rules, at.state, at.seat))


def _store(_: Rules, at: Position) -> object:
    return _encode(at.state)


def _load(_: Rules, at: Position) -> object:
    return _decode(at.stored)


SUBJECTS: dict[str, Subject] = {
    "cards": _cards,  # what may be played, without reasons
    "ask": _ask,
    "apply": _move,
    "both": _ask_and_move,  # the cards, and apply
    "reasons": _reasons,
    "view": _view,
    "as JSON": _view_json,
    "encode": _store,
    "decode": _load,
}
_HEAD = ("rule set", "players", "moves", "bytes", *SUBJECTS)


def positions(rules: Rules) -> list[Position]:
    """Return every position of a practice match in which all seats make the default move."""
    state, _ = start(rules, "m_bench", practice_secret(1))
    found = []
    while state.deal is not None:
        seat = state.deal.to_act[0]
        move = default_move(rules, state, seat)
        found.append(Position(state, seat, move, _encode(state)))
        state, _ = apply(rules, state, seat, move)
    return found


def cost(subject: Subject, rules: Rules, over: Sequence[Position]) -> float:
    """Return the microseconds of CPU time that one call takes, averaged over the positions."""
    began = time.process_time()
    for at in over:
        subject(rules, at)
    return (time.process_time() - began) / len(over) * 1e6


def row(name: str, players: int, rounds: int) -> tuple[str, ...]:
    """Return the line of the table for a rule set; the subjects take turns."""
    rules = rule_set(name).resolve(players, {})
    over = positions(rules)
    best = dict.fromkeys(SUBJECTS, float("inf"))
    for _ in range(rounds):
        for subject, run in SUBJECTS.items():
            best[subject] = min(best[subject], cost(run, rules, over))
    size = max(len(at.stored) for at in over)
    costs = (f"{best[subject]:.2f}" for subject in SUBJECTS)
    return name, str(players), str(len(over)), str(size), *costs


def told(cells: Sequence[str]) -> str:
    """Return a line of the table."""
    name, *numbers = cells
    return f"{name:<12}" + "".join(f"{number:>9}" for number in numbers)


def main() -> None:
    """Print a line per rule set and number of players."""
    parser = argparse.ArgumentParser(description="Measure what the rules cost.")
    parser.add_argument("--rounds", type=int, default=20, help="the best of so many is printed")
    parser.add_argument("--quick", action="store_true", help="two rounds")
    parser.add_argument("rule_sets", nargs="*", default=list(RULE_SETS), metavar="RULE_SET")
    wanted = parser.parse_args()
    rounds = 2 if wanted.quick else wanted.rounds
    print(told(_HEAD))
    for name in wanted.rule_sets:
        for players in rule_set(name).players:
            print(told(row(name, players, rounds)), flush=True)


if __name__ == "__main__":
    main()
