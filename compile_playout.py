"""Compiles the playout core with mypyc: `python compile_playout.py FOLDER`.

Puts a copy of `engine` into the folder whose `cards` and `playout` are machine code beside their
sources. Whoever has that folder first on `sys.path` plays deals out many times as fast; nothing
else changes. It needs mypy, setuptools and msgspec, a C compiler and Python's headers, and says
which of them is missing.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
# Calls within the core are direct, and no product is rounded together with a sum, so that an
# other processor chooses the same cards.
_FLAGS = "-fno-semantic-interposition -ffp-contract=off"
_SECONDS = 600


def compiler() -> str | None:
    """Return the C compiler of this machine, or nothing if it has none."""
    named = os.environ.get("CC", "").partition(" ")[0]
    return next(filter(None, map(shutil.which, filter(None, (named, "cc", "gcc", "clang")))), None)


def missing() -> list[str]:
    """Return what is missing to compile here."""
    header = Path(sysconfig.get_path("include"), "Python.h")
    wanted = {
        "a C compiler (Debian: apt-get install gcc)": compiler() is not None,
        "Python's headers (Debian: apt-get install python3-dev)": header.is_file(),
        **{f"the package {name}": find_spec(name) is not None for name in ("mypy", "msgspec")},
        "the package setuptools": find_spec("setuptools") is not None,
    }
    return [name for name, found in wanted.items() if not found]


def compile_into(folder: Path) -> None:
    """Make the copy; raises CalledProcessError, whose output says why it does not compile."""
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made, "engine")
        shutil.copytree(
            ROOT / "engine", copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        )
        core = (path for path in (copy / "playout").glob("*.py") if path.name != "__init__.py")
        modules = [path.relative_to(made) for path in sorted((copy / "cards.py", *core))]
        flags = f"{os.environ.get('CFLAGS', '')} {_FLAGS}"
        subprocess.run(  # noqa: S603 - our own files
            (sys.executable, "-m", "mypyc", *map(str, modules)),
            cwd=made,
            env={**os.environ, "CFLAGS": flags, "MYPYC_DEBUG_LEVEL": "0"},
            timeout=_SECONDS,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
        )
        for part in ("build", ".mypy_cache"):
            shutil.rmtree(Path(made, part), ignore_errors=True)
        shutil.copytree(made, folder, dirs_exist_ok=True)


def main(arguments: list[str]) -> int:
    """Compile into the named folder; 1 if it cannot be done here, 2 for wrong arguments."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if lacking := missing():
        print(f"The playout core cannot be compiled without: {', '.join(lacking)}", file=sys.stderr)
        return 1
    try:
        compile_into(Path(arguments[0]))
    except subprocess.CalledProcessError as failed:
        print(failed.stdout[-4000:], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
