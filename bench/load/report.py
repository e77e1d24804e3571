"""What a run says: a line per subject for people, and all figures as JSON for programs."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bench.load.client import Window
from bench.load.rounds import Result

_HEAD: Final = (
    f"{'matches':>7}  {'subject':<22}{'moves/s':>9}{'per CPU-s':>11}{'ratio':>8}"
    f"{'p50 ms':>9}{'ratio':>7}{'p99 ms':>9}{'ratio':>7}{'client':>8}  CPU of each process"
)
_BUSY: Final = 0.85  # of its core: above it the client may be what is measured


class Figures(Struct, frozen=True):
    """The medians of a subject over the rounds; ratios are to the first subject, per round."""

    matches: int
    name: str
    per_second: float
    per_cpu_second: float
    ratio: float
    p50_ms: float
    p50_ratio: float
    p99_ms: float
    p99_ratio: float
    client: float
    cpu: tuple[float, ...]

    def line(self) -> str:
        """Return them as a row of the table."""
        cpu = " ".join(f"{100 * share:.0f} %" for share in self.cpu)
        mark = "!" if self.client > _BUSY else " "
        return (
            f"{self.matches:>7}  {self.name:<22}{self.per_second:>9,.0f}"
            f"{self.per_cpu_second:>11,.0f}{self.ratio:>8.3g}{self.p50_ms:>9.2f}{self.p50_ratio:>7.2f}{self.p99_ms:>9.2f}"
            f"{self.p99_ratio:>7.2f}{self.client:>7.2f}{mark}  {cpu}"
        )


def figures(matches: int, name: str, result: Result) -> Figures:
    """Return the medians of a subject."""
    last = result.rounds[-1].window
    return Figures(
        matches=matches,
        name=name,
        per_second=result.median(lambda at: at.per_second),
        per_cpu_second=result.median(_per_cpu_second),
        ratio=result.ratio(_per_cpu_second),
        p50_ms=result.median(_p50),
        p50_ratio=result.ratio(_p50),
        p99_ms=result.median(_p99),
        p99_ratio=result.ratio(_p99),
        client=result.median(lambda at: at.client_share),
        cpu=tuple(used / last.seconds for used in last.server_cpu),
    )


def _per_cpu_second(window: Window) -> float:
    return window.per_cpu_second


def _p50(window: Window) -> float:
    return float("nan") if window.p50 is None else window.p50


def _p99(window: Window) -> float:
    return float("nan") if window.p99 is None else window.p99


def table(found: Mapping[int, Mapping[str, Result]]) -> Iterator[str]:
    """Yield the lines of the table, for each number of matches all subjects."""
    yield _HEAD
    for matches, results in found.items():
        for name, result in results.items():
            yield figures(matches, name, result).line()


def arguments(description: str) -> argparse.ArgumentParser:
    """Return a parser that knows what every bench of servers takes."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true", help="shows that it works, in a minute")
    parser.add_argument("--matches", type=int, nargs="+", help="so many at once, one after another")
    parser.add_argument("--rounds", type=int, help="windows of each subject")
    parser.add_argument("--seconds", type=float, help="length of a window")
    parser.add_argument(
        "--only", nargs="+", metavar="SUBJECT", help="these alone; the first is the base"
    )
    parser.add_argument("--json", type=Path, help="also write every figure into this file")
    return parser


def write(path: Path | None, found: Mapping[int, Mapping[str, Result]]) -> None:
    """Write all figures as JSON, if a file is named."""
    if path is None:
        return
    rows = [
        figures(matches, name, result)
        for matches, results in found.items()
        for name, result in results.items()
    ]
    path.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
