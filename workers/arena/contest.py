"""What is played in an arena, and one set of deals played by every rotation of the bots."""

import hashlib
from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.rules import Rules
from workers.arena.roster import Roster
from workers.arena.table import Played, Sitting, play_deal, play_match

_SEED_BYTES = 4
_SEED_MASK = 0x7FFF_FFFF  # the seeds that practice matches take


class Contest(Struct, frozen=True, kw_only=True):
    """Who plays what. `bots` has a name for each seat of the first rotation.

    `sets` is how many sets of deals are played: whole matches, or with `deals_only` one deal
    each. `bot_seconds` is how long a bot behind an address may take for an answer.
    """

    rules: Rules
    bots: tuple[str, ...]
    sets: int
    seed: int = 0
    deals_only: bool = False
    bot_seconds: float = 5.0


class Game(Struct, frozen=True):
    """A match, or a single deal, that has been played by `bots`; the rest by seat likewise."""

    bots: tuple[str, ...]
    played: Played
    times_ns: tuple[tuple[int, ...], ...]
    failures: tuple[dict[str, int], ...]


def rotations(bots: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return who sits where in each rotation, each bot moving one seat on; none comes twice."""
    turned = (tuple(bots[-by:]) + tuple(bots[:-by]) for by in range(len(bots)))
    return tuple(dict.fromkeys(turned))


def set_seed(contest: Contest, number: int) -> int:
    """Return the seed of the practice match that has the cards of a set, numbered from 0."""
    return _drawn(f"kierki arena {contest.seed} {number}") & _SEED_MASK


def _drawn(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:_SEED_BYTES])


def play_set(contest: Contest, number: int) -> tuple[Game, ...]:
    """Play one set of deals by every rotation; it follows from contest and number alone."""
    with Roster(contest.bot_seconds) as roster:
        return tuple(_games(contest, number, roster))


def _games(contest: Contest, number: int, roster: Roster) -> Iterator[Game]:
    for rotation, bots in enumerate(rotations(contest.bots)):
        seats = [
            Sitting(roster.seated(name, _drawn(f"{contest.seed} {number} {rotation} {seat}")))
            for seat, name in enumerate(bots)
        ]
        yield Game(
            bots,
            _played(contest, number, seats),
            tuple(tuple(sitting.times_ns) for sitting in seats),
            tuple(dict(sitting.failures) for sitting in seats),
        )


def _played(contest: Contest, number: int, seats: list[Sitting]) -> Played:
    rules, seed = contest.rules, set_seed(contest, number)
    if contest.deals_only:
        return play_deal(rules, seed, 1 + number % len(rules.deals), seats)
    return play_match(rules, seed, seats)
