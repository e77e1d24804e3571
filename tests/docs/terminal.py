"""Runs the blocks of a page in one terminal, from top to bottom."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.architecture.tree import ROOT
from tests.clients.node import node
from tests.docs.blocks import Block
from tests.fixtures.processes import bare_environ

SHOWN_ADDRESS = "http://127.0.0.1:8000"

_MARK = "\x1e"  # stands between what two blocks print
_END = "END-OF-BLOCK"
_LIMIT_SECONDS = 90


def printed(blocks: Sequence[Block], url: str, directory: Path) -> dict[int, str]:
    """Return what each block of a page printed that runs, by its line in the page."""
    run = [block for block in blocks if block.is_run]
    script = "".join(_commands(blocks, url)).replace(SHOWN_ADDRESS, url)
    environ = bare_environ(PYTHONPATH=str(ROOT), PYTHON=sys.executable, NODE=node(), TAKE="1")
    done = subprocess.run(
        ("bash", "-eua", "-c", script),
        cwd=directory,
        env=environ,
        capture_output=True,
        encoding="utf-8",
        timeout=_LIMIT_SECONDS,
        check=False,
    )
    parts = done.stdout.split(_MARK)
    assert done.returncode == 0, f"line {run[len(parts) - 2].line}: {done.stderr}{parts[-1]}"
    return {block.line: part for block, part in zip(run, parts[1:], strict=True)}


def _commands(blocks: Sequence[Block], url: str) -> Iterator[str]:
    for block in blocks:
        if block.is_variables:
            yield f"VARIABLES=$(cat <<{_END}\n{block.text}{_END}\n)\n"
        elif block.is_run:
            yield f"printf '{_MARK}'\n{_command(block, url)}"


def _command(block: Block, url: str) -> str:
    fed = f"<<'{_END}'\n{block.text}{_END}\n"
    match block.words[0]:
        case "python":
            return f'"$PYTHON" - {fed}'
        case "js":
            return f'"$NODE" --input-type=module - {fed}'
        case "graphql":
            return f'"$PYTHON" -m tests.docs.operation {url} {fed}'
    return block.text
