"""The JSON Schema of written matches, made from the types that the engine reads them into."""

from typing import Any, Final

import msgspec

from engine.notation.model import WrittenMatch

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def notation_text() -> str:
    """Return the JSON Schema of the JSON form of a match, as it is published."""
    made: dict[str, Any] = msgspec.json.schema(WrittenMatch)  # Any: a schema is any JSON
    match = made["$defs"].pop(WrittenMatch.__name__)
    choice = [_stated("game"), _stated("rules")]
    whole = {"$schema": _DIALECT, **match, "oneOf": choice, "$defs": made["$defs"]}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def _stated(name: str) -> dict[str, Any]:
    return {"required": [name], "properties": {name: {"type": "object"}}}
