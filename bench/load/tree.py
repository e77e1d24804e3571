"""Another commit of this project, checked out beside it for as long as a run takes."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load.servers import ROOT


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Give the folder of a commit, without its own environment: it runs in this one."""
    with tempfile.TemporaryDirectory(prefix="bench-tree-") as name:
        folder = Path(name) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(folder), commit)
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=ROOT, check=True)  # noqa: S603, S607 - git from PATH
