"""The written form of the JSON Schemas that are published by themselves."""

from typing import Any, Final

import msgspec

# Any: a schema is whatever JSON it is.
Json = dict[str, Any]

REF: Final = "#/$defs/{name}"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def document(whole: Json, definitions: Json) -> str:
    """Return the text of a schema and of those that it refers to, by name."""
    told = {"$schema": _DIALECT, **whole, "$defs": definitions}
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
