"""Measures subjects in turn, A B C A B C, and compares them round by round."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Final

import redis
from msgspec import Struct

from bench.load.client import Load, Window, load
from bench.load.servers import Server, Serving

_OWN: Final = ("info", "ping", "auth", "hello", "client|setname", "client|setinfo", "select")


class Subject(Struct, frozen=True):
    """Something to compare: a server, by its name among all, and how clients speak to it."""

    name: str
    server: str
    kind: str


class Traffic(Struct, frozen=True):
    """What a store has done so far: commands, bytes in and out."""

    commands: int
    heard: int
    said: int

    def since(self, before: "Traffic") -> "Traffic":
        """Return what has been done since."""
        return Traffic(
            self.commands - before.commands, self.heard - before.heard, self.said - before.said
        )


class Round(Struct, frozen=True):
    """One window of a subject, and what its store did in it; None without a store."""

    window: Window
    store: Traffic | None


class Result(Struct, frozen=True):
    """All rounds of a subject, and those of the first one, which is the base."""

    rounds: tuple[Round, ...]
    base: tuple[Round, ...]

    def median(self, figure: Callable[[Window], float]) -> float:
        """Return the median of a figure over the rounds."""
        return statistics.median(figure(at.window) for at in self.rounds)

    def ratio(self, figure: Callable[[Window], float]) -> float:
        """Return the median, over the rounds, of a figure to the base's of the same round."""
        pairs = zip(self.rounds, self.base, strict=True)
        return statistics.median(
            ratio(figure(at.window), figure(base.window)) for at, base in pairs
        )

    def per_move(self, figure: Callable[[Round], float]) -> float:
        """Return the median of a total over the moves that it was for, warm-up included."""
        return statistics.median(ratio(figure(at), at.window.all_moves) for at in self.rounds)


def ratio(value: float, base: float) -> float:
    """Return a value over a base; endless where the base is nothing."""
    return value / base if base else float("inf")


def measured(
    servers: Mapping[str, Serving],
    subjects: Sequence[Subject],
    matches: int,
    rounds: int,
    seconds: float,
) -> dict[str, Result]:
    """Return what each subject did, by name; all stay open while each has its turn."""
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(servers[name]())
            for name in dict.fromkeys(subject.server for subject in subjects)
        }
        loads = {
            subject.name: stack.enter_context(load(subject.kind, running[subject.server], matches))
            for subject in subjects
        }
        found: dict[str, list[Round]] = {subject.name: [] for subject in subjects}
        for _ in range(rounds):
            for subject in subjects:
                played = _round(loads[subject.name], running[subject.server], seconds)
                found[subject.name].append(played)
    base = tuple(found[subjects[0].name])
    return {name: Result(tuple(made), base) for name, made in found.items()}


def _round(opened: Load, server: Server, seconds: float) -> Round:
    if server.store_url is None:
        return Round(opened.window(seconds), None)
    with server.store() as client:
        before = traffic(client)
        window = opened.window(seconds)
        return Round(window, traffic(client).since(before))


def traffic(client: redis.Redis) -> Traffic:
    """Return what a server has done so far, but for what asks it."""
    stats = client.info("stats")
    told = client.info("commandstats").items()
    calls = sum(at["calls"] for name, at in told if name.removeprefix("cmdstat_") not in _OWN)
    return Traffic(calls, stats["total_net_input_bytes"], stats["total_net_output_bytes"])
