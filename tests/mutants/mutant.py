"""A known fault, a copy of the tree that has it, and what a test says of that."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from msgspec import Struct, convert

ROOT = Path(__file__).parents[2]
FAULTS = Path(__file__).parent / "faults"
SECONDS = 60  # the longest that one test may take

# All that the tests of the engine need.
_COPIED = ("engine", "docs/rules.md", "tests/__init__.py", "tests/strategies.py", "tests/engine")
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


def read(path: Path) -> Mutant:
    """Return the fault that a file describes."""
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), Mutant)


def copied(to: Path) -> Path:
    """Copy what the tests of the engine need, and return the root of the copy."""
    for name in _COPIED:
        source, target = ROOT / name, to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "golden"))
        else:
            shutil.copy(source, target)
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


def run(root: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy of the tree, without plugins, which take longer to start than a test.

    Nothing of it is counted as covered.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.run(
        (sys.executable, "-m", "pytest", *_OPTIONS, *tests),
        cwd=root,
        env={**own, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
