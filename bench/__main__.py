"""Runs the benches one after the other: `python -m bench`, or `python -m bench engine store`.

What follows from the first option on is each bench's own: `python -m bench peers --quick`.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable
from pathlib import Path


def names() -> list[str]:
    """Return the names of all benches, in the order in which they run."""
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(at.name for at in modules if not at.ispkg and not at.name.startswith("_"))


def parted(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the names of benches, and the options that follow them."""
    first = next((at for at, word in enumerate(words) if word.startswith("-")), len(words))
    return words[:first], words[first:]


def run(name: str, options: list[str]) -> int:
    """Run a bench; 0, or what it ends with where it has found a fault."""
    sys.argv = [f"bench.{name}", *options]
    return importlib.import_module(f"bench.{name}").main() or 0


def main(words: list[str], run: Callable[[str, list[str]], int] = run) -> int:
    """Run the chosen benches, or all; the worst of their ends, 2 for a name that is none."""
    chosen, options = parted(words)
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are: {', '.join(names())}", file=sys.stderr)
        return 2
    if not chosen and {"-h", "--help"} & set(options):
        print(f"{__doc__}\nThere are: {', '.join(names())}.")
        return 0
    worst = 0
    for name in chosen or names():
        print(f"\n== {name}", flush=True)
        worst = max(worst, run(name, options))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
