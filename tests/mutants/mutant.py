"""A known fault, a copy of the tree that has it, and what a test says of that."""

import compileall
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, convert, json

ROOT = Path(__file__).parents[2]
FAULTS = Path(__file__).parent / "faults"
SECONDS = 240  # the longest that all runs together may take

# All that the tests of the engine need.
_COPIED = ("engine", "docs/rules.md", "tests/__init__.py", "tests/strategies.py", "tests/engine")
_EACH = Path(__file__).with_name("each.py")
_OPTIONS = ("--noconftest", "--import-mode=importlib", "-x", "-q", "--tb=short")


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A text that stands once in the file, and the text that takes its place."""

    search: str
    replace: str


class Mutant(Struct, frozen=True, forbid_unknown_fields=True):
    """A known fault: what it is, what to change in which file, and the test that finds it."""

    fault: str
    file: str
    test: str
    change: tuple[Change, ...]


class Answer(Struct, frozen=True):
    """With which code pytest ended, and what it printed."""

    code: int
    printed: str


def read(path: Path) -> Mutant:
    """Return the fault that a file describes."""
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), Mutant)


def copied(to: Path) -> Path:
    """Copy what the tests of the engine need, compile it, and return the root of the copy."""
    for name in _COPIED:
        source, target = ROOT / name, to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "golden"))
        else:
            shutil.copy(source, target)
    compileall.compile_dir(to, quiet=2)  # copies of this copy take that over
    return to


def mutated(source: str, changes: tuple[Change, ...]) -> str:
    """Return a source with a fault; raises AssertionError if it does not apply."""
    for change in changes:
        found = source.count(change.search)
        assert found == 1, f"stands {found} times, not once: {change.search!r}"
        source = source.replace(change.search, change.replace)
    return source


def apply_to(root: Path, mutant: Mutant) -> None:
    """Change a copy of the tree so that it has the fault."""
    path = root / mutant.file
    path.write_text(mutated(path.read_text(encoding="utf-8"), mutant.change), encoding="utf-8")


def run(runs: Mapping[Path, Sequence[str]]) -> dict[Path, Answer]:
    """Run tests in copies of the tree, without plugins, which take longer to start than a test.

    One process loads pytest, and then goes on as one in each copy. Nothing of it is covered, and
    everything is tried as often as in CI: a fault must be found each time.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    words = {str(root): [*_OPTIONS, *tests] for root, tests in runs.items()}
    done = subprocess.run(
        (sys.executable, str(_EACH)),
        env={**own, "CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        input=json.encode(words),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    codes = json.decode(done.stdout, type=dict[str, int])
    return {
        root: Answer(codes[str(root)], (root / "printed").read_text(encoding="utf-8"))
        for root in runs
    }
