"""What the games of a contest say of each bot, with exact definitions.

The games of one set share their cards, so the set is the unit of chance, not the game. With the
sums `y` and `x` of a bot in each of `n` sets (points and deals, points and matches, ...), a mean
is `R = sum(y) / sum(x)`, and the half-width of its 95 % interval is

    t * sqrt(sum((y - R * x)**2) / (n - 1)) / (mean(x) * sqrt(n))

where `t` is the 0.975 quantile of Student's distribution with `n - 1` degrees of freedom. Where
every set has as many deals as the others, that is the usual interval for a mean of sets.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from workers.arena.contest import Game

_T_SMALL: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
_NORMAL: Final = 1.959964
_T_TERMS: Final = (2.372271, 2.822502, 2.555851)  # of 1/n, 1/n², 1/n³ in Student's quantile


class Mean(Struct, frozen=True, rename="camel"):
    """A mean and the half-width of its 95 % interval; null where there is one set only."""

    mean: float
    half_width: float | None


class BotFigures(Struct, frozen=True, rename="camel", kw_only=True):
    """A bot in a contest. Bots of the same name are one row: the average of their seats.

    `points_per_match` is null where single deals are played. `place` is the mean place at the
    end, from 1; seats with equal totals share the mean of their places. `places` is how often
    each place was reached, from the first; a place shared by k seats counts 1/k for each of
    them, and for each of the k places. `wins` is the first of these. Times are of wall clock in
    milliseconds, over the decisions with more than one answer; `p99_ms` is the least time that
    at least 99 % of them did not exceed. `failures` counts, by reason, the decisions that the
    default move was made for.
    """

    bot: str
    seats: int
    matches: int
    deals: int
    points_per_deal: Mean
    points_per_match: Mean | None
    place: Mean
    wins: Mean
    places: tuple[float, ...]
    decisions: int
    mean_ms: float
    p99_ms: float
    failures: dict[str, int]


class _Seat(Struct):
    """What one seat of one game came to."""

    points: int
    deals: int
    shares: tuple[float, ...]


def figures_of(
    sets: Sequence[Sequence[Game]], bots: Sequence[str], *, deals_only: bool
) -> tuple[BotFigures, ...]:
    """Return the figures of each bot, in the order in which they are first named."""
    return tuple(_figures(sets, bots, name, deals_only) for name in dict.fromkeys(bots))


def _figures(
    sets: Sequence[Sequence[Game]], bots: Sequence[str], name: str, deals_only: bool
) -> BotFigures:
    seats = [_seats(games, name) for games in sets]
    everywhere = [seat for part in seats for seat in part]
    times = sorted(time for games in sets for time in _times(games, name))
    by_match = ratio([(sum(at.points for at in part), len(part)) for part in seats])
    return BotFigures(
        bot=name,
        seats=list(bots).count(name),
        matches=len(everywhere),
        deals=sum(at.deals for at in everywhere),
        points_per_deal=ratio(
            [(sum(at.points for at in part), sum(at.deals for at in part)) for part in seats]
        ),
        points_per_match=None if deals_only else by_match,
        place=ratio([(sum(_place(at.shares) for at in part), len(part)) for part in seats]),
        wins=ratio([(sum(at.shares[0] for at in part), len(part)) for part in seats]),
        places=tuple(
            sum(at.shares[place] for at in everywhere) / len(everywhere)
            for place in range(len(bots))
        ),
        decisions=len(times),
        mean_ms=_ms(sum(times) / len(times)) if times else 0.0,
        p99_ms=_ms(times[math.ceil(0.99 * len(times)) - 1]) if times else 0.0,
        failures=dict(sorted(_failures(sets, name).items())),
    )


def _ms(nanoseconds: float) -> float:
    return nanoseconds / 1e6


def _seats(games: Iterable[Game], name: str) -> list[_Seat]:
    return [
        _Seat(game.played.points[seat], game.played.deals, shares(game.played.ranks, seat))
        for game in games
        for seat, bot in enumerate(game.bots)
        if bot == name
    ]


def _times(games: Iterable[Game], name: str) -> Iterable[int]:
    for game in games:
        for bot, times in zip(game.bots, game.times_ns, strict=True):
            if bot == name:
                yield from times


def _failures(sets: Iterable[Iterable[Game]], name: str) -> Counter[str]:
    counted: Counter[str] = Counter()
    for games in sets:
        for game in games:
            for bot, failures in zip(game.bots, game.failures, strict=True):
                if bot == name:
                    counted.update(failures)
    return counted


def shares(ranks: Sequence[int], seat: int) -> tuple[float, ...]:
    """Return a seat's share of each place: of k seats with one rank, 1/k of k places each."""
    together = ranks.count(ranks[seat])
    first = ranks[seat] - 1
    return tuple(
        1 / together if first <= place < first + together else 0.0 for place in range(len(ranks))
    )


def _place(parts: Sequence[float]) -> float:
    return sum(place * part for place, part in enumerate(parts, 1))


def ratio(sums: Sequence[tuple[float, float]]) -> Mean:
    """Return the mean, and the half-width of its interval, from the sums of each set."""
    count = len(sums)
    weight = sum(x for _, x in sums)
    mean = sum(y for y, _ in sums) / weight
    if count == 1:
        return Mean(mean, None)
    squares = sum((y - mean * x) ** 2 for y, x in sums)
    spread = math.sqrt(squares / (count - 1)) / (weight / count)
    return Mean(mean, student(count - 1) * spread / math.sqrt(count))


def student(degrees: int) -> float:
    """Return the 0.975 quantile of Student's distribution, right to three decimals."""
    if degrees <= len(_T_SMALL):
        return _T_SMALL[degrees - 1]
    return _NORMAL + sum(term / math.pow(degrees, at) for at, term in enumerate(_T_TERMS, 1))
