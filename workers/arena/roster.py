"""The bots that can be named on the command line."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final, Self
from urllib.parse import urlsplit

from engine.moves import MoveKind
from engine.seat_view import SeatTurn
from workers import bots
from workers.arena import ducker
from workers.arena.remote import RemoteBot, is_address
from workers.errors import ArenaError

Choose = Callable[[SeatTurn], str]
"""A bot at one seat of one match: from what the seat sees to the text of a move."""


def at_random(seed: int) -> Choose:
    """Return a bot that takes any allowed answer, always the same ones for a seed.

    Where numbers may be said it says one as often as each of the other answers.
    """
    chance = random.Random(seed)  # noqa: S311 - a measured opponent has no secrets

    def choose(turn: SeatTurn) -> str:
        asked = turn.legal_moves
        if asked.choose is not None:
            cards = [choice.card for choice in asked.cards if choice.playable]
            return f"{MoveKind.GIVE} {' '.join(chance.sample(cards, asked.choose))}"
        number = asked.number
        at = chance.randrange(len(asked.moves) + (number is not None))
        if number is None or at < len(asked.moves):
            return asked.moves[at]
        return f"{number.kind} {chance.randint(number.minimum, number.maximum)}"

    return choose


def at_level(level: bots.Level, seed: int) -> Choose:
    """Return a bot of a level; no time cuts it off, so that a seed always plays the same."""
    budget = bots.Budget(seed=seed)
    return lambda turn: bots.choose(turn, level, budget).move


HOUSE: Final[dict[str, Callable[[int], Choose]]] = {
    "house": partial(at_level, bots.Level.MEDIUM),
    **{level.value: partial(at_level, level) for level in bots.Level},
    "random": at_random,
    "ducker": lambda _: ducker.choose,
}
"""What makes each bot of the house, from the seed of its seat in one match."""


def check_name(name: str) -> None:
    """Raise ArenaError for what neither names a bot of the house nor is an address."""
    if name in HOUSE or (is_address(name) and _has_host(name)):
        return
    reason = f"no bot {name!r}; there are {', '.join(HOUSE)}, and http://… for others"
    raise ArenaError(reason)


def _has_host(address: str) -> bool:
    try:
        url = urlsplit(address)
        return bool(url.hostname) and url.port != 0
    except ValueError:  # urlsplit and its port refuse broken brackets and impossible ports
        return False


class Roster:
    """Seats bots, and keeps the connections to those behind an address until it is left."""

    def __init__(self, bot_seconds: float) -> None:
        self._bot_seconds = bot_seconds
        self._remote: dict[str, RemoteBot] = {}
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._open.close()

    def seated(self, name: str, seed: int) -> Choose:
        """Return a bot for one seat of one match."""
        if name in HOUSE:
            return HOUSE[name](seed)
        if name not in self._remote:
            bot = RemoteBot(name, seconds=self._bot_seconds)
            self._open.callback(bot.close)
            self._remote[name] = bot
        return self._remote[name].choose
