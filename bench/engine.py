"""Measure what the rules cost, per number of players, over one whole match.

`python -m bench.engine [--rounds N]` prints microseconds of CPU time per call, the best of N
rounds. Each subject runs over every position of the same practice match, whose seats all make the
default move.
"""

import argparse
import time
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from engine.match import apply, decision, default_move, start
from engine.moves import Move
from engine.rules import Rules
from engine.rulesets import rule_set
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


def _ask(rules: Rules, at: Position) -> object:
    return decision(rules, at.state, at.seat)


def _move(rules: Rules, at: Position) -> object:
    return apply(rules, at.state, at.seat, at.move)


def _ask_and_move(rules: Rules, at: Position) -> object:
    return decision(rules, at.state, at.seat), apply(rules, at.state, at.seat, at.move)


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
    "decision (legal mask)": _ask,
    "apply": _move,
    "decision and apply": _ask_and_move,
    "legal_moves (with reasons)": _reasons,
    "view_for": _view,
    "view_for, as JSON": _view_json,
    "encode state": _store,
    "decode state": _load,
}


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


def table(players: int, rounds: int) -> str:
    """Return the best costs of every subject as lines of text; the subjects take turns."""
    rules = rule_set("kurnik").resolve(players, {})
    over = positions(rules)
    best = dict.fromkeys(SUBJECTS, float("inf"))
    for _ in range(rounds):
        for name, subject in SUBJECTS.items():
            best[name] = min(best[name], cost(subject, rules, over))
    size = max(len(at.stored) for at in over)
    head = f"kurnik, {players} players, {len(over)} moves, largest state {size} bytes"
    return "\n".join([head, *(f"  {name:<28}{best[name]:>8.2f} µs" for name in SUBJECTS)])


def main() -> None:
    """Print one table per number of players."""
    parser = argparse.ArgumentParser(description="Measure what the rules cost.")
    parser.add_argument("--rounds", type=int, default=20, help="the best of so many is printed")
    rounds = parser.parse_args().rounds
    for players in rule_set("kurnik").players:
        print(table(players, rounds))


if __name__ == "__main__":
    main()
