"""The JSON schemas of the REST models, as the OpenAPI document holds them."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct, structs

from engine.notation.model import NamedRules, WrittenDeal, WrittenMatch
from engine.seat_view import ActionView, EffectView
from schema.deprecation import REASON_KEY
from schema.json_schema import Json
from schema.rest.models import Nothing
from schema.rest.operation import Operation
from schema.rest.problems import InputError, Problem

_REF: Final = "#/components/schemas/{name}"
_TAG: Final = "Says which of the alternatives this object is."
_NULL: Final = {"type": "null"}
_SPARSE: Final = {
    model.__name__
    for model in (
        ActionView,
        EffectView,
        Problem,
        InputError,
        WrittenMatch,
        WrittenDeal,
        NamedRules,
    )
}


def reference(model: type[object]) -> Json:
    """Return a reference to a model's schema."""
    return {"$ref": _REF.format(name=model.__name__)}


def components(operations: Iterable[Operation]) -> Json:
    """Return the schema of every model that the operations take or answer, by name."""
    rows = tuple(operations)
    taken = _schemas(at.types[2] for at in rows if at.has_body)
    for schema in taken.values():
        _complete(schema)
    streamed = (at.item for at in rows if at.feed)
    told = answered((Problem, *(at.answer for at in rows if at.answer is not str), *streamed))
    return dict(sorted({**taken, **told}.items()))


def answered(models: Iterable[type[object]], ref: str = _REF) -> Json:
    """Return the schemas of models that are told, and of those that they refer to, by name."""
    schemas = _schemas(models, ref)
    for name, schema in schemas.items():
        if "properties" in schema and name not in _SPARSE:
            _promise_every_field(schema)
        _complete(schema)
    return schemas


def parameters(model: type[Struct], where: str) -> list[Json]:
    """Return the OpenAPI parameters that the fields of a model are, in a `path` or `query`."""
    if model is Nothing:
        return []
    schema = _schemas([model])[model.__name__]
    return [
        _parameter(name, where, field, required=name in schema["required"])
        for name, field in schema["properties"].items()
    ]


def example(value: Struct) -> Json:
    """Return an example body: the fields that are required or differ from their default."""
    whole = msgspec.to_builtins(value)
    return {
        field.encode_name: whole[field.encode_name]
        for field in structs.fields(value)
        if field.required or getattr(value, field.name) != field.default
    }


def _schemas(models: Iterable[type[object]], ref: str = _REF) -> Json:
    _, found = msgspec.json.schema_components(models, ref_template=ref)
    return found


def _complete(schema: Json) -> None:
    """Add what msgspec 0.23 does not tell: the type of an enum, the sense of a tag."""
    if "enum" in schema:
        schema["type"] = "string"
    for field in schema.get("properties", {}).values():
        if "enum" in field:
            field.update(type="string", description=_TAG)


def _promise_every_field(schema: Json) -> None:
    """Say of an answer that none of its fields is ever left out."""
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


def _parameter(name: str, where: str, field: Json, *, required: bool) -> Json:
    told: Json = {"name": name, "in": where, "description": field.pop("description")}
    if required:
        told["required"] = True
    told.update({key: field.pop(key) for key in ("deprecated", REASON_KEY) if key in field})
    for value in field.pop("examples", ()):
        told["example"] = value
    # a parameter that has no value is left out; there is no null on the wire
    kinds = [kind for kind in field.get("anyOf", ()) if kind != _NULL]
    return {**told, "schema": kinds[0] if kinds else field}
