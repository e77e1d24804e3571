"""The command line of `kierki verify`."""

import argparse

from msgspec import Struct

from engine.notation.fairness import DealCheck, verify
from engine.notation.reading import ReadMatch
from service.match_files import (
    Problem,
    Report,
    add_arguments,
    judge_files,
    problems_of,
    title,
)

__all__ = ["add_arguments", "run"]


class VerifiedDeal(Struct, frozen=True):
    """A deal, at number 0 the draw, and whether its cards are the right ones."""

    number: int
    ok: bool


class VerifiedMatch(Struct, frozen=True, rename="camel"):
    """A match as `kierki verify --json` tells it."""

    file: str
    line: int
    match_id: str | None
    deals: tuple[VerifiedDeal, ...]
    problems: tuple[Problem, ...]


def run(args: argparse.Namespace) -> int:
    """Check the deals of files of matches.

    Returns 0 if each is fair, 1 if a deal is not or does not show that it is, 2 if a match
    cannot be read.
    """
    return judge_files(args, _verify)


def _verify(file: str, read: ReadMatch) -> Report:
    checks = verify(read.match)
    problems = problems_of(read, (found for check in checks for found in check.faults))
    deals = tuple(VerifiedDeal(check.number, check.is_fair) for check in checks)
    value = VerifiedMatch(file, read.line, read.match.match_id, deals, problems)
    lines = [title(read.match), *map(_line, checks)]
    return Report("\n".join(lines), value, problems)


def _line(check: DealCheck) -> str:
    name = f"deal {check.number:>2}" if check.number else "draw   "
    codes = " ".join(found.code for found in check.faults)
    return f"{name}  {'ok' if check.is_fair else f'not ok {codes}'}"
