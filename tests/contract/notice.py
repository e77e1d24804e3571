"""The notice that is given before a part of the contract goes; `docs/contract.md` has the rule."""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
)
from msgspec import Struct

from schema.deprecation import REASON_KEY
from schema.export import RELEASED

NOTICE: Final = timedelta(days=180)
_SINCE: Final = re.compile(r"Since (\d{4}-\d\d-\d\d): \S")


class Release(Struct, frozen=True):
    """What is written of a release."""

    version: str
    date: date


def newest_release() -> Release:
    """Return the release that changes are held against."""
    told = json.loads((RELEASED / "release.json").read_text(encoding="utf-8"))
    return Release(told["version"], date.fromisoformat(told["date"]))


def announced(reason: str) -> date:
    """Return since when a part is on its way out; a reason without a date is an error."""
    found = _SINCE.match(reason)
    assert found is not None, f"{reason!r} does not begin with `Since YYYY-MM-DD: `"
    return date.fromisoformat(found[1])


def may_go(reason: str | None, today: date) -> bool:
    """Return whether a part with this reason, null for none, has had its notice."""
    return reason is not None and announced(reason) + NOTICE <= today


def reasons(schema: GraphQLSchema) -> dict[str, str]:
    """Return the reason of each deprecated part, by its place such as `Match.deadlineMs`."""
    return {place: reason for place, reason in _parts(schema) if reason is not None}


def reasons_in(document: object, at: str = "#") -> Iterator[tuple[str, str]]:
    """Yield the place and the reason of each deprecated part of a JSON document."""
    if isinstance(document, dict):
        if isinstance(document.get(REASON_KEY), str):
            yield at, document[REASON_KEY]
        for key, part in document.items():
            yield from reasons_in(part, f"{at}/{key}")
    elif isinstance(document, list):
        for index, part in enumerate(document):
            yield from reasons_in(part, f"{at}/{index}")


def gone_with_its_fields(schema: GraphQLSchema, name: str, today: date) -> bool:
    """Return whether every field of a type had its notice, so that the type may go too."""
    found = [
        field.deprecation_reason
        for kind in schema.type_map.values()
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType)
        for field in kind.fields.values()
        if get_named_type(field.type).name == name
    ]
    return bool(found) and all(may_go(reason, today) for reason in found)


def _parts(schema: GraphQLSchema) -> Iterator[tuple[str, str | None]]:
    for name, kind in schema.type_map.items():
        if isinstance(kind, GraphQLEnumType):
            for value, member in kind.values.items():
                yield f"{name}.{value}", member.deprecation_reason
        if isinstance(kind, GraphQLInputObjectType):
            for field, told in kind.fields.items():
                yield f"{name}.{field}", told.deprecation_reason
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            for field, at in kind.fields.items():
                yield f"{name}.{field}", at.deprecation_reason
                for argument, taken in at.args.items():
                    yield f"{name}.{field}.{argument}", taken.deprecation_reason
