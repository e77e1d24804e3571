"""The result of a contest: the value that `--json` prints, and the table for reading."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engine.rules import Direction
from workers.arena.contest import Contest, Game, rotations
from workers.arena.figures import BotFigures, Mean, figures_of
from workers.arena.pairs import Difference, differences_of
from workers.arena.remote import address_label, is_address

_NAME_WIDTH: Final = 28


class ArenaResult(Struct, frozen=True, rename="camel", kw_only=True):
    """What `kierki arena --json` prints.

    Without `seconds` and the bots' times it follows from the command line, for bots of the house.
    """

    rule_set: str
    players: int
    options: dict[str, str]
    direction: Direction
    seed: int
    sets: int
    rotations: int
    deals_only: bool
    seconds: float
    bots: tuple[BotFigures, ...]
    differences: tuple[Difference, ...]


def result_of(contest: Contest, sets: Sequence[Sequence[Game]], seconds: float) -> ArenaResult:
    """Return what the games of a contest came to."""
    rules = contest.rules
    found = figures_of(sets, contest.bots, deals_only=contest.deals_only)
    return ArenaResult(
        rule_set=rules.rule_set,
        players=rules.players,
        options=rules.options,
        direction=rules.direction,
        seed=contest.seed,
        sets=contest.sets,
        rotations=len(rotations(contest.bots)),
        deals_only=contest.deals_only,
        seconds=seconds,
        bots=found,
        differences=differences_of(sets, contest.bots),
    )


def told(result: ArenaResult) -> str:
    """Return the result for reading."""
    rows = [_heads(result), *map(_cells, result.bots)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    failures = filter(None, map(_failures, result.bots))
    table = [_row(row, widths) for row in rows]
    return "\n".join([_title(result), "", *table, *map(_apart, result.differences), *failures])


def _title(result: ArenaResult) -> str:
    kind = "deals" if result.deals_only else "matches"
    count = result.sets * result.rotations
    wins = "highest" if result.direction is Direction.HIGH else "lowest"
    return (
        f"{result.rule_set}, {result.players} players: {result.sets} sets x {result.rotations} "
        f"rotations = {count} {kind}, seed {result.seed}; the {wins} total wins\n"
        f"options: {' '.join(f'{name}={value}' for name, value in result.options.items()) or '-'}"
    )


def _heads(result: ArenaResult) -> list[str]:
    places = [f"{place}. %" for place in range(2, result.players + 1)]
    points = ["bot", "seats", "points/deal", "points/match", "place", "wins %"]
    return [*points, *places, "ms mean", "ms p99", "failures"]


def _cells(found: BotFigures) -> list[str]:
    return [
        _label(found.bot),
        str(found.seats),
        _mean(found.points_per_deal, 2),
        "-" if found.points_per_match is None else _mean(found.points_per_match, 1),
        _mean(found.place, 2),
        _mean(_percent(found.wins), 1),
        *(f"{100 * share:.1f}" for share in found.places[1:]),
        f"{found.mean_ms:.3f}",
        f"{found.p99_ms:.3f}",
        str(sum(found.failures.values())),
    ]


def _label(bot: str) -> str:
    return (address_label(bot) if is_address(bot) else bot)[:_NAME_WIDTH]


def _percent(share: Mean) -> Mean:
    half = share.half_width
    return Mean(100 * share.mean, None if half is None else 100 * half)


def _mean(found: Mean, digits: int) -> str:
    half = "" if found.half_width is None else f" ±{found.half_width:.{digits}f}"
    return f"{found.mean:.{digits}f}{half}"


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    padded = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join([f"{first:<{widths[0]}}", *padded])


def _apart(found: Difference) -> str:
    points, wins = _mean(found.points_per_deal, 2), _mean(_percent(found.wins), 1)
    return f"{_label(found.bot)} less {_label(found.other)}: points/deal {points}, wins % {wins}"


def _failures(found: BotFigures) -> str:
    if not found.failures:
        return ""
    count, reasons = sum(found.failures.values()), found.failures.items()
    told_reasons = ", ".join(f"{times} {reason}" for reason, times in reasons)
    return f"{_label(found.bot)}: {count} failures, {told_reasons}"
