"""The command line of `kierki arena`."""

import argparse
import os
import sys
from contextlib import suppress
from typing import Final

import msgspec

from engine.errors import RuleSetError
from engine.rules import Rules
from engine.rulesets import rule_set
from workers.arena.contest import Contest
from workers.arena.report import result_of, told
from workers.arena.roster import HOUSE, check_name
from workers.arena.running import Progress, play_all
from workers.errors import ArenaError

_WRONG: Final = 2  # what argparse ends with for a wrong argument
_NOT_PLAYED: Final = 1

_STATISTICS: Final = """\
Every set of deals is played once by each rotation of the bots over the seats, so that each bot
has each hand. The set is the unit of chance: a mean is R = sum(y)/sum(x) over the sets, with the
bot's points (places, wins) y and its deals (matches) x in a set, and ± is the half-width of its
95 % interval, t * sqrt(sum((y - R*x)^2) / (n-1)) / (mean(x) * sqrt(n)), for n sets and the 0.975
quantile t of Student's distribution with n-1 degrees of freedom. A place shared by k seats counts
1/k for each of the k places, so a draw of two is half a win for each; `place` is the mean place.
Bots of one name are one row, the average of their seats. `A less B` is the difference of the two
in the sets, which had the same cards, and its interval. Milliseconds are of wall clock, over the
decisions with more than one answer; p99 is the least time that 99 % of them did not exceed. A
failure is a decision for which the default move was made: an error, a late or an illegal answer.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.epilog = _STATISTICS
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    named = f"{', '.join(HOUSE)}, or the http:// address of an outside bot"
    parser.add_argument("--bots", required=True, metavar="A,B,…", help=f"the bots by seat: {named}")
    parser.add_argument("--rules", default="kurnik", metavar="ID", help="rule set (kurnik)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rule set; may be given several times",
    )
    parser.add_argument("--players", type=int, metavar="N", help="seats (as many as bots)")
    parser.add_argument(
        "--matches", type=_positive, default=100, metavar="N", help="sets of deals (100)"
    )
    parser.add_argument(
        "--deals-only",
        action="store_true",
        help="a set is one deal, each deal of the rules in turn, instead of a match",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="another seed, other cards"
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="processes (one for each processor)",
    )
    parser.add_argument(
        "--bot-seconds",
        type=_seconds,
        default=5.0,
        metavar="S",
        help="how long an outside bot may take for a move (5)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _positive(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError("a whole number, at least 1")


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < (seconds := float(text)) <= 600:
            return seconds
    raise argparse.ArgumentTypeError("a number above 0, at most 600")


def run(args: argparse.Namespace) -> int:
    """Play the contest and print what it came to.

    Returns 0 once all is played, 1 if a process was lost, 2 for bots or rules that there are not.
    """
    try:
        contest = contest_of(args)
    except (ArenaError, RuleSetError) as error:
        print(f"kierki arena: {error}", file=sys.stderr)
        return _WRONG
    progress = Progress(contest.sets)
    try:
        sets = play_all(contest, args.workers, progress)
    except ArenaError as error:
        print(f"kierki arena: {error}", file=sys.stderr)
        return _NOT_PLAYED
    result = result_of(contest, sets, progress.seconds)
    print(msgspec.json.encode(result).decode() if args.json else told(result))
    return 0


def contest_of(args: argparse.Namespace) -> Contest:
    """Return what the arguments ask for; raises ArenaError and RuleSetError."""
    bots = tuple(args.bots.split(","))
    for name in bots:
        check_name(name)
    players = args.players or len(bots)
    if len(bots) != players:
        reason = f"{len(bots)} bots for {players} seats"
        raise ArenaError(reason)
    return Contest(
        rules=_rules(args.rules, players, args.option),
        bots=bots,
        sets=args.matches,
        seed=args.seed,
        deals_only=args.deals_only,
        bot_seconds=args.bot_seconds,
    )


def _rules(name: str, players: int, chosen: list[str]) -> Rules:
    return rule_set(name).resolve(players, dict(map(_option, chosen)))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        reason = f"--option {text!r}: the form is NAME=VALUE"
        raise ArenaError(reason)
    return name, value
