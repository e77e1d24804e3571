"""Runs the programs of `package.json` by Node, and tells what they found."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.node import node

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER / "node_modules" / ".bin"
CONTRACT = FOLDER.parents[1] / "schema" / "contract"
# What a test waits for in vain fails that test, and holds up neither the others nor the end.
ENDING = ("--test-timeout=45000", "--test-force-exit")
LIMIT_SECONDS = 100  # below pytest's own limit, so that what was printed is told


def judge(program: str | Path, *words: str | Path, **environ: str) -> str:
    """Return what a program or a script prints; one that is not content fails the test."""
    found = verdict(program, *words, **environ)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def verdict(
    program: str | Path, *words: str | Path, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run a program of `node_modules/.bin`, or a script by its path, to its end."""
    assert PROGRAMS.is_dir(), "the judges are not installed; `make judges` does that"
    try:
        return subprocess.run(
            (node(), *ENDING, PROGRAMS / program if isinstance(program, str) else program, *words),
            cwd=FOLDER,
            env={**os.environ, "NO_COLOR": "1", **environ},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=LIMIT_SECONDS,
        )
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b"") + (late.stderr or b"")
        pytest.fail(f"{program} did not end in {LIMIT_SECONDS} s:\n{printed.decode()}")
