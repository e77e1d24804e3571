"""Files of written matches at the command line: read match by match, judged, and reported."""

import errno
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from engine.notation.blocks import MATCH_BYTES_MAX
from engine.notation.faults import Fault, UnreadableError
from engine.notation.model import WrittenMatch
from engine.notation.reading import ReadMatch, read_matches

STDIN: Final = "-"
_OF_THE_OUTPUT: Final = frozenset({errno.EPIPE, errno.ENOSPC})  # what no read ends with


class Verdict(IntEnum):
    """What was found of a match; the worst of all is the exit code of the command."""

    RIGHT = 0
    FALSE = 1
    UNREADABLE = 2


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong at a line of a file; `at` is a JSON pointer in a file of JSON."""

    line: int
    code: str
    detail: str
    section: str | None = None
    at: str = ""

    def text(self, file: str) -> str:
        """Return the line that is printed: FILE:LINE: CODE (SECTION): sentence."""
        pointer = f"#{self.at}" if self.at else ""
        section = f" ({self.section})" if self.section else ""
        found = f"{self.line}{pointer}: {self.code}{section}: {self.detail}"
        return f"{file}:{_printable(found)}"


class Report(Struct, frozen=True):
    """What a command says of a match: text for people, a value for machines, what is wrong."""

    text: str
    value: Struct
    problems: tuple[Problem, ...]


class UnreadMatch(Struct, frozen=True, rename="camel"):
    """What is told to machines of a match that cannot be read."""

    file: str
    line: int
    problems: tuple[Problem, ...]


Judge = Callable[[str, ReadMatch], Report]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of a command that judges files of matches."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of matches, text or JSON; - is the input"
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each match")


def judge_files(args: Namespace, judge: Judge) -> int:
    """Judge every match of every file and print what was found; return the exit code.

    Reports go to the output, problems to the error output, each match as soon as it is read.
    """
    worst = Verdict.RIGHT
    try:
        for file in args.files:
            for verdict in _judged(file, judge, as_json=args.json):
                worst = max(worst, verdict)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(worst)


def _judged(file: str, judge: Judge, *, as_json: bool) -> Iterator[Verdict]:
    try:
        for found in _readings(file):
            if isinstance(found, UnreadableError):
                _report(file, _unread(file, found), as_json=as_json)
                yield Verdict.UNREADABLE
            else:
                report = judge(file, found)
                _report(file, report, as_json=as_json)
                yield Verdict.FALSE if report.problems else Verdict.RIGHT
    except OSError as error:
        if error.errno in _OF_THE_OUTPUT:
            raise
        sys.stderr.write(f"{file}: {error.strerror}\n")
        yield Verdict.UNREADABLE


def _readings(file: str) -> Iterator[ReadMatch | UnreadableError]:
    if file == STDIN:
        yield from read_matches(_lines(sys.stdin.buffer))
        return
    with Path(file).open("rb") as opened:
        yield from read_matches(_lines(opened))


def _lines(opened: BinaryIO) -> Iterator[bytes]:
    # A longer line is cut, which no match survives, so that no line can fill the memory.
    return iter(partial(opened.readline, MATCH_BYTES_MAX + 1), b"")


def _unread(file: str, error: UnreadableError) -> Report:
    problem = Problem(error.line, error.code.value, error.detail, at=error.at)
    return Report("", UnreadMatch(file, error.line, (problem,)), (problem,))


def _report(file: str, report: Report, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(msgspec.json.encode(report.value).decode() + "\n")
    elif report.text:
        sys.stdout.write(report.text + "\n\n")
    for problem in report.problems:
        sys.stderr.write(problem.text(file) + "\n")


def problems_of(read: ReadMatch, faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """Return faults at their lines, and in a file of JSON at their pointers too."""
    return tuple(_problem(read, at) for at in faults)


def _problem(read: ReadMatch, found: Fault) -> Problem:
    at = found.at if read.lines is None else ""
    return Problem(read.line_of(found.at), found.code, found.detail, found.section, at)


def rule_set_of(match: WrittenMatch) -> str:
    """Return the id of the rule set that a match names."""
    if match.game is not None:
        return match.game.rule_set
    return "" if match.rules is None else match.rules.rule_set


def title(match: WrittenMatch) -> str:
    """Return the line that says which match it is."""
    practice = "" if match.practice_seed is None else f", practice {match.practice_seed}"
    about = f"{_printable(rule_set_of(match))}, {match.players} players{practice}"
    return f"Match {match.match_id}: {about}" if match.match_id else f"Match: {about}"


def player_name(match: WrittenMatch, seat: int) -> str:
    """Return the name on a seat as it may be shown, or the seat."""
    name = match.names[seat] if seat < len(match.names) else ""
    return _printable(name) or f"seat {seat}"


def _printable(text: str) -> str:
    """Return a text from a file without what a terminal might take for a command."""
    return "".join(at if at.isprintable() else "?" for at in text)
