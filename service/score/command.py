"""The command line of `kierki score`."""

import argparse

from msgspec import Struct

from engine.notation.model import WrittenMatch
from engine.notation.reading import ReadMatch
from engine.notation.rerun import DealOutcome, Outcome, rerun
from service.match_files import (
    Problem,
    Report,
    add_arguments,
    judge_files,
    player_name,
    problems_of,
    rule_set_of,
    title,
)
from service.play.cards import signed

__all__ = ["add_arguments", "run"]

_NAME_WIDTH = 18


class ScoredMatch(Struct, frozen=True, rename="camel"):
    """A match as `kierki score --json` tells it.

    `ranks` and `winners` are empty, and `logHash` is null, for a match that is not played to its
    end by its rules.
    """

    file: str
    line: int
    match_id: str | None
    rule_set: str
    players: int
    names: tuple[str, ...]
    deals: tuple[DealOutcome, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    log_hash: str | None
    problems: tuple[Problem, ...]


def run(args: argparse.Namespace) -> int:
    """Score files of matches.

    Returns 0 if each is right, 1 if one breaks a rule or states a wrong result, 2 if one cannot
    be read.
    """
    return judge_files(args, _score)


def _score(file: str, read: ReadMatch) -> Report:
    outcome = rerun(read.match)
    problems = problems_of(read, outcome.faults)
    value = _value(file, read, outcome, problems)
    return Report(f"{title(read.match)}\n{_table(read.match, outcome)}", value, problems)


def _value(
    file: str, read: ReadMatch, outcome: Outcome, problems: tuple[Problem, ...]
) -> ScoredMatch:
    match, result = read.match, outcome.result
    return ScoredMatch(
        file=file,
        line=read.line,
        match_id=match.match_id,
        rule_set=rule_set_of(match),
        players=match.players,
        names=match.names,
        deals=outcome.deals,
        totals=outcome.totals,
        ranks=() if result is None else result.ranks,
        winners=() if result is None else result.winners,
        log_hash=None if result is None else outcome.log_hash,
        problems=problems,
    )


def _table(match: WrittenMatch, outcome: Outcome) -> str:
    """Return the points of each deal and in total, one row a deal."""
    names = [player_name(match, seat)[:_NAME_WIDTH] for seat in range(match.players)]
    rows = [["", *names]]
    rows += [
        [f"{deal.number:>2} {deal.contract}", *map(signed, deal.points)] for deal in outcome.deals
    ]
    rows.append(["total", *map(signed, outcome.totals)])
    if outcome.result is not None:
        rows.append(["rank", *map(str, outcome.result.ranks)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _row(cells: list[str], widths: list[int]) -> str:
    first, *others = cells
    padded = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join([f"{first:<{widths[0]}}", *padded]).rstrip()
