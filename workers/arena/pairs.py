"""By how much one bot of a contest does better than another with the same cards.

Two bots of a contest have every hand of a set equally often, so what the cards bring falls out of
the difference of a set, and its interval is narrower than those of the two bots by themselves.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from workers.arena.contest import Game
from workers.arena.figures import Mean, ratio, shares


class Difference(Struct, frozen=True, rename="camel", kw_only=True):
    """What `bot` has less what `other` has, each the average of its seats."""

    bot: str
    other: str
    points_per_deal: Mean
    wins: Mean


def differences_of(sets: Sequence[Sequence[Game]], bots: Sequence[str]) -> tuple[Difference, ...]:
    """Return how the bot that is named first differs from each of the others."""
    first, *others = dict.fromkeys(bots)
    return tuple(_difference(sets, first, other) for other in others)


def _difference(sets: Sequence[Sequence[Game]], bot: str, other: str) -> Difference:
    points = [
        (_points(games, bot) - _points(games, other), sum(game.played.deals for game in games))
        for games in sets
    ]
    wins = [(_wins(games, bot) - _wins(games, other), len(games)) for games in sets]
    return Difference(bot=bot, other=other, points_per_deal=ratio(points), wins=ratio(wins))


def _points(games: Iterable[Game], bot: str) -> float:
    """Return the points of a set, of several seats of the bot their average."""
    return sum(_average(game.played.points, game.bots, bot) for game in games)


def _wins(games: Iterable[Game], bot: str) -> float:
    return sum(
        _average(
            [shares(game.played.ranks, seat)[0] for seat in range(len(game.bots))], game.bots, bot
        )
        for game in games
    )


def _average(values: Sequence[float], bots: Sequence[str], bot: str) -> float:
    own = [value for value, name in zip(values, bots, strict=True) if name == bot]
    return sum(own) / len(own)
