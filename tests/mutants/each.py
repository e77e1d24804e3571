"""Runs pytest in each folder that standard input names, and tells with which codes it ended.

What is loaded here is loaded once; each folder's own modules by a copy of this process alone.
"""

import json
import os
import sys
from pathlib import Path

import hypothesis  # loaded for the copies of this process
import msgspec
import pytest

_LOADED = (hypothesis, msgspec)


def _ended(root: str, words: list[str]) -> int:
    """Run pytest in a folder, in a copy of this process; what it prints goes to a file there."""
    child = os.fork()
    if child == 0:
        printed = os.open(Path(root) / "printed", os.O_WRONLY | os.O_CREAT)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        os.chdir(root)
        sys.path.insert(0, root)
        code = pytest.main(words)
        sys.stdout.flush()
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.path.pop(0)  # this folder
    json.dump(
        {root: _ended(root, words) for root, words in json.load(sys.stdin).items()}, sys.stdout
    )
