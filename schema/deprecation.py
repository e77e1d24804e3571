"""How a part of the contract is put on its way out: it says since when, and what to use instead.

`docs/contract.md` has the rule. A field of the model says it once, for both transports:

    old: Annotated[int, Meta(description="…", extra_json_schema=on_its_way_out(REASON))]
"""

from typing import Any, Final

import msgspec.inspect as reflect

REASON_KEY: Final = "x-deprecation"


def on_its_way_out(reason: str) -> dict[str, Any]:
    """Return what a JSON schema says beside a description; `reason` is `Since 2027-01-31: use x`.

    Any: a part of a JSON schema.
    """
    return {"deprecated": True, REASON_KEY: reason}


def reason_of(kind: reflect.Type) -> str | None:
    """Return why a field of the model is on its way out; nothing if it stays."""
    told = kind.extra_json_schema if isinstance(kind, reflect.Metadata) else None
    return None if told is None else told.get(REASON_KEY)
