"""Holds JSON of the pages against the published contract of REST, and against what was printed."""

import json
import re
from collections.abc import Iterator
from typing import Any

from jsonschema_rs import validator_for

from tests.architecture.tree import ROOT

# Any: decoded JSON has no narrower type.
Json = Any

MORE = "…"
_TIME = "Ms"  # the names of times end so
_PARTS = json.loads((ROOT / "schema/contract/openapi.json").read_text(encoding="utf-8"))


def faults(value: Json, type_name: str, *, excerpt: bool = False) -> list[str]:
    """Return what the contract says against a value of one of its types.

    An excerpt may leave out what is required, and has no name that the type has not.
    """
    parts = _PARTS["components"]
    schema = {"$ref": f"#/components/schemas/{type_name}", "components": parts}
    found = validator_for(_excerpt(schema) if excerpt else schema).iter_errors(value)
    return [f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in found]


def _excerpt(schema: Json) -> Json:
    """Return a schema for excerpts of what another one describes."""
    if isinstance(schema, list):
        return [_excerpt(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: _excerpt(part) for name, part in schema.items() if name != "required"}
    closed = isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema
    return {**kept, "additionalProperties": False} if closed else kept


def unlike(shown: Json, printed: Json, path: str = "") -> Iterator[str]:
    """Yield every place at which what a page shows is no part of what was printed.

    `…` in a text stands for any characters, as an item of a list for any number of items. Times
    differ from run to run.
    """
    match shown, printed:
        case dict(), dict():
            for name, part in shown.items():
                if name in printed:
                    yield from unlike(part, printed[name], f"{path}/{name}")
                else:
                    yield f"{path}/{name}: {part!r} is shown, nothing was printed"
        case list(), list():
            yield from _unlike_lists(shown, printed, path)
        case str(), str() if is_line(shown, printed):
            return
        case int(), int() if path.endswith(_TIME):
            return
        case _ if type(shown) is type(printed) and shown == printed:
            return
        case _:
            yield f"{path or '/'}: {shown!r} is shown, {printed!r} was printed"


def _unlike_lists(shown: list[Json], printed: list[Json], path: str) -> Iterator[str]:
    """Compare two lists item by item; the first `…` stands for any number of items."""
    first = shown.index(MORE) if MORE in shown else len(shown)
    last = max(0, len(shown) - first - 1)
    if len(printed) < first + last or (len(printed) > first and MORE not in shown):
        yield f"{path}: {len(shown)} items are shown, {len(printed)} were printed"
    for at in range(min(first, len(printed))):
        yield from unlike(shown[at], printed[at], f"{path}/{at}")
    for at in range(-min(last, len(printed)), 0):
        yield from unlike(shown[at], printed[at], f"{path}/{at}")


def is_line(shown: str, printed: str) -> bool:
    """Return whether a text is the one shown, where `…` stands for any characters."""
    return re.fullmatch(".*".join(map(re.escape, shown.split(MORE))), printed) is not None
