"""The JSON Schema of written matches, made from the types that the engine reads them into."""

import msgspec

from engine.notation.model import WrittenMatch
from schema.json_schema import Json, document


def notation_text() -> str:
    """Return the JSON Schema of the JSON form of a match, as it is published."""
    made: Json = msgspec.json.schema(WrittenMatch)
    match = made["$defs"].pop(WrittenMatch.__name__)
    choice = [_stated("game"), _stated("rules")]
    return document({**match, "oneOf": choice}, made["$defs"])


def _stated(name: str) -> Json:
    return {"required": [name], "properties": {name: {"type": "object"}}}
