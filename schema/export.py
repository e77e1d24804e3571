"""Writes the published contract, `schema/contract/`, from the code.

`python -m schema.export` writes the files, `--check` says which of them differ and ends with 1,
`--release` writes them and keeps a copy in `released/`, which later changes are held against.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from schema.codes import codes_page, codes_text
from schema.documents import operations_text
from schema.feed import entry_text
from schema.graphql import build_schema
from schema.notation import notation_text
from schema.rest.openapi import API_VERSION, openapi_text

CONTRACT: Final = Path(__file__).with_name("contract")
RELEASED: Final = CONTRACT / "released"


def graphql_text() -> str:
    """Return the GraphQL schema in its schema definition language."""
    return build_schema().as_str() + "\n"


PRODUCERS: Final[tuple[tuple[str, Callable[[], str]], ...]] = (
    ("schema.graphql", graphql_text),
    ("openapi.json", openapi_text),
    ("entry.schema.json", entry_text),
    ("notation.schema.json", notation_text),
    ("codes.json", codes_text),
    ("codes.md", codes_page),
    ("operations.json", operations_text),
)


def stale(folder: Path = CONTRACT) -> list[str]:
    """Return the names of the files that are missing or differ from what the code makes."""
    return [name for name, produce in PRODUCERS if _read(folder / name) != produce()]


def write(folder: Path = CONTRACT, *, pages: bool = True) -> None:
    """Write every file of the contract, or those alone that programs read."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [(name, produce) for name, produce in PRODUCERS if pages or not name.endswith(".md")]
    for name, produce in made:
        (folder / name).write_text(produce(), encoding="utf-8")


def release(today: date, folder: Path = CONTRACT) -> None:
    """Write every file, and once more as that which later changes are held against."""
    released = folder / RELEASED.name
    note = released / "release.json"
    if note.is_file() and json.loads(note.read_bytes())["version"] == API_VERSION:
        (released / "operations.json").unlink(missing_ok=True)  # nobody has had this version yet
    write(folder)
    write(released, pages=False)
    told = json.dumps({"version": API_VERSION, "date": today.isoformat()}, indent=2)
    note.write_text(told + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None, folder: Path = CONTRACT) -> int:
    """Write, release or check the contract; 1 when a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m schema.export", description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="write nothing, name what differs")
    choice.add_argument("--release", action="store_true", help="write it as released today, too")
    chosen = parser.parse_args(arguments)
    if chosen.release:
        release(datetime.now(UTC).date(), folder)
    elif not chosen.check:
        write(folder)
    return _checked(folder) if chosen.check else 0


def _checked(folder: Path) -> int:
    differing = stale(folder)
    for name in differing:
        sys.stderr.write(f"{folder.name}/{name} is not what the code makes: make contract\n")
    return 1 if differing else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
