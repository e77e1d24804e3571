"""The command line of `kierki analyse`."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from engine.notation.model import WrittenMatch
from engine.notation.reading import ReadMatch
from engine.notation.rerun import DealOutcome
from schema.analysis import DealAnalysis, JudgedMove, SeatAnalysis
from service import match_files
from service.match_files import (
    Problem,
    Report,
    judge_files,
    player_name,
    problems_of,
    rule_set_of,
    title,
)
from service.usecases.analysis_view import seat_analysis
from workers.analyse.written import decisions_of, judged
from workers.bots import Budget, judge

_NAME_WIDTH: Final = 18
_MOST_WORLDS: Final = 10_000
_MOST_SHOWN: Final = 10_000
_EPILOG: Final = """\
Of each deal and seat: the points that its moves are expected to have lost against those of the
strong bot, by what the seat could see, and in how many of its decisions the bot would have done the
same. Then the moves that have lost most, each with the number of its action in the match, and the
standard error. A match of four people's kurnik takes about seven seconds of a processor.
"""


class AnalysedMatch(Struct, frozen=True, rename="camel"):
    """A match as `kierki analyse --json` tells it.

    The `version` of a move is the number of its action in the match, from 1; `missing` is how many
    decisions the bot has failed at.
    """

    file: str
    line: int
    match_id: str | None
    rule_set: str
    players: int
    names: tuple[str, ...]
    worlds: int
    missing: int
    seats: tuple[SeatAnalysis, ...]
    moves: tuple[JudgedMove, ...]
    problems: tuple[Problem, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    match_files.add_arguments(parser)
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    usual = Budget().worlds
    parser.add_argument(
        "--worlds",
        type=_worlds,
        default=usual,
        metavar="N",
        help=f"deals that each answer is tried in ({usual})",
    )
    parser.add_argument(
        "--worst",
        type=_moves,
        default=5,
        metavar="N",
        help="how many of the worst moves to show (5)",
    )


def _worlds(text: str) -> int:
    return _whole(text, range(1, _MOST_WORLDS + 1))


def _moves(text: str) -> int:
    return _whole(text, range(_MOST_SHOWN + 1))


def _whole(text: str, allowed: range) -> int:
    if text.isascii() and text.isdigit() and int(text) in allowed:
        return int(text)
    reason = f"a whole number, {allowed[0]} to {allowed[-1]}"
    raise argparse.ArgumentTypeError(reason)


def run(args: argparse.Namespace) -> int:
    """Analyse files of matches.

    Returns 0 if each could be played to its end, 1 if one breaks a rule, 2 if one cannot be read.
    """
    return judge_files(args, partial(_analysed, args))


def _analysed(args: argparse.Namespace, file: str, read: ReadMatch) -> Report:
    match = read.match
    outcome, made = decisions_of(match)
    found = list(judged(made, partial(judge, budget=Budget(worlds=args.worlds))))
    moves = tuple(at for at in found if at is not None)
    problems = problems_of(read, outcome.faults)
    value = AnalysedMatch(
        file=file,
        line=read.line,
        match_id=match.match_id,
        rule_set=rule_set_of(match),
        players=match.players,
        names=match.names,
        worlds=args.worlds,
        missing=len(found) - len(moves),
        seats=tuple(
            seat_analysis(seat, [at for at in moves if at.seat == seat])
            for seat in range(match.players)
        ),
        moves=moves,
        problems=problems,
    )
    parts = [title(match), table(match, outcome.deals, value.seats)]
    parts += _worst(match, moves, args.worst)
    return Report("\n".join(parts), value, problems)


def table(match: WrittenMatch, deals: Sequence[DealOutcome], seats: Sequence[SeatAnalysis]) -> str:
    """Return what each seat has lost in each deal and in all, one row a deal."""
    names = [player_name(match, seat)[:_NAME_WIDTH] for seat in range(match.players)]
    rows = [["", *names]]
    for deal in deals:
        found = (next((at for at in seat.deals if at.deal == deal.number), None) for seat in seats)
        rows.append([f"{deal.number:>2} {deal.contract}", *map(_cell, found)])
    rows.append(["total", *map(_cell, seats)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _cell(at: DealAnalysis | SeatAnalysis | None) -> str:
    return "" if at is None else f"{at.lost:.2f} ({at.agreed}/{at.decisions})"


def _row(cells: list[str], widths: list[int]) -> str:
    first, *others = cells
    padded = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join([f"{first:<{widths[0]}}", *padded]).rstrip()


def _worst(match: WrittenMatch, moves: Sequence[JudgedMove], most: int) -> Iterator[str]:
    """Yield a line for each of the moves that have lost most, the worst first."""
    bad = sorted((at for at in moves if at.lost), key=lambda at: -(at.lost or 0.0))
    for at in bad[: max(0, most)]:
        who = player_name(match, at.seat)[:_NAME_WIDTH]
        lost = f"{at.lost:.2f} ± {at.error:.2f} points"
        yield f"deal {at.deal}, action {at.version}, {who}: {at.move}; {at.best} is {lost} better"
