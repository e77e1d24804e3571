"""Makes GraphQL types from the msgspec Structs of the model.

A field and its description are written once, in the Struct. The types made here never hold
data: their fields read attributes of the Struct itself, so values pass through unconverted.
"""

import inspect
import types
from collections.abc import Callable, Mapping
from enum import Enum, EnumMeta
from functools import cache
from typing import Any

import msgspec.inspect as reflect
import strawberry
from msgspec import NODEFAULT, Struct
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.base import StrawberryList, StrawberryOptional, StrawberryType
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition
from strawberry.types.field import StrawberryField
from strawberry.types.union import StrawberryUnion

from schema.deprecation import reason_of
from schema.graphql.scalars import Millis

GraphType = StrawberryType | type

# Any other name in `_ms` is a moment, too large for an Int.
_DURATIONS = frozenset({"bot_pace_ms", "bank_ms", "retry_after_ms"})


class Names(Struct, frozen=True):
    """What Structs and enums do not say of their GraphQL types.

    - `structs`: the types whose name is not the Struct's without `View`
    - `interfaces`: the interface of a type that has one
    - `fields`: the fields that go by another name
    - `more`: makes the fields that a Struct does not have, by their Python names
    - `unions`: the name and description of a union by its members
    - `enums`: what each value means, by its name
    - `docs`: what an enum is, where its docstring speaks of other transports
    """

    structs: Mapping[type[Struct], str]
    interfaces: Mapping[type[Struct], type]
    fields: Mapping[tuple[type[Struct], str], str]
    more: Mapping[type[Struct], "MoreFields"]
    unions: Mapping[frozenset[type[Struct]], tuple[str, str]]
    enums: Mapping[EnumMeta, Mapping[str, str]]
    docs: Mapping[EnumMeta, str]


MoreFields = Callable[["Mirror"], Mapping[str, StrawberryField]]


class Mirror:
    """Makes each type once; asked again, it returns the same one."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._structs: dict[type[Struct], type] = {}
        self._enums: dict[EnumMeta, StrawberryEnumDefinition] = {}

    def output(self, struct: type[Struct]) -> type:
        """Return the object type of a Struct."""
        if struct not in self._structs:
            self._structs[struct] = self._object(struct)
        return self._structs[struct]

    def struct_of(self, made: type) -> type[Struct] | None:
        """Return the Struct that a type was made from; None for a type made elsewhere."""
        return next((struct for struct, one in self._structs.items() if one is made), None)

    def enum(self, cls: EnumMeta) -> StrawberryEnumDefinition:
        """Return the enum type of a Python enum; its values are the members' names."""
        if cls not in self._enums:
            texts = self._names.enums[cls]
            members: Mapping[str, Enum] = cls.__members__
            values = [
                EnumValue(name, member.value, description=texts[name])
                for name, member in members.items()
            ]
            self._enums[cls] = StrawberryEnumDefinition(
                wrapped_cls=cls,
                name=cls.__name__,
                values=values,
                description=self._names.docs.get(cls) or inspect.getdoc(cls),
            )
        return self._enums[cls]

    def _object(self, struct: type[Struct]) -> type:
        names = self._names
        body: dict[str, object] = {
            field.name: strawberry.field(
                name=names.fields.get((struct, field.name), field.encode_name),
                graphql_type=self._type(field.type, field.name),
                description=_description(field),
                deprecation_reason=reason_of(field.type),
            )
            for field in fields_of(struct)
        }
        if struct in names.more:
            body.update(names.more[struct](self))
        body["is_type_of"] = lambda value, _info: isinstance(value, struct)
        bases = (names.interfaces[struct],) if struct in names.interfaces else ()
        name = names.structs.get(struct) or struct.__name__.removesuffix("View")
        made = types.new_class(name, bases, {}, lambda space: space.update(body))
        return strawberry.type(made, name=name, description=inspect.getdoc(struct))

    def _type(self, kind: reflect.Type, name: str) -> GraphType:  # noqa: PLR0911 - one per kind
        match kind:
            case reflect.Metadata(type=inner):
                return self._type(inner, name)
            case reflect.BoolType():
                return bool
            case reflect.IntType():
                return _whole_number(name)
            case reflect.FloatType():
                return float
            case reflect.StrType():
                return _text(name)
            case reflect.EnumType(cls=enum):
                return self.enum(enum)
            case reflect.StructType(cls=struct):
                return self.output(struct)
            case reflect.VarTupleType(item_type=item):
                return StrawberryList(of_type=self._type(item, name))
            case reflect.UnionType(types=members):
                return self._either(members, name)
            case _:
                what = f"{name}: no GraphQL type for {kind}"
                raise TypeError(what)

    def _either(self, members: tuple[reflect.Type, ...], name: str) -> GraphType:
        present = [kind for kind in members if not isinstance(kind, reflect.NoneType)]
        one = self._type(present[0], name) if len(present) == 1 else self._union(present)
        return one if len(present) == len(members) else StrawberryOptional(of_type=one)

    def _union(self, members: list[reflect.Type]) -> StrawberryUnion:
        structs = [kind.cls for kind in members if isinstance(kind, reflect.StructType)]
        name, description = self._names.unions[frozenset(structs)]
        annotations = tuple(StrawberryAnnotation(self.output(struct)) for struct in structs)
        return StrawberryUnion(name, annotations, description)


def input_field(struct: type[Struct], name: str, kind: GraphType | None = None) -> Any:
    """Return a field of an input type with the description, limits and default of a Struct's.

    `kind` is the GraphQL type where the annotation is not one. Any, as `dataclasses.field`.
    """
    field = next(field for field in fields_of(struct) if field.name == name)
    said, bounds = _description(field), _limits(field.type)
    left_out = field.default is NODEFAULT or isinstance(field.default, Struct)
    return strawberry.field(
        name=field.encode_name,
        graphql_type=kind,
        description=f"{said} {bounds}" if bounds else said,
        deprecation_reason=reason_of(field.type),
        default=strawberry.UNSET if left_out else field.default,
    )


@cache
def fields_of(struct: type[Struct]) -> tuple[reflect.Field, ...]:
    """Return the fields of a Struct, looked into once: that goes down to the deepest."""
    info = reflect.type_info(struct)
    assert isinstance(info, reflect.StructType)
    return info.fields


def _description(field: reflect.Field) -> str:
    assert isinstance(field.type, reflect.Metadata), f"{field.name} has no description"
    return str((field.type.extra_json_schema or {})["description"])


def _whole_number(name: str) -> GraphType:
    is_moment = name.endswith("_ms") and name not in _DURATIONS
    return Millis if is_moment else int


def _text(name: str) -> GraphType:
    is_id = name == "id" or name.endswith("_id")
    return strawberry.ID if is_id else str


def _limits(kind: reflect.Type) -> str:
    match kind:
        case reflect.Metadata(type=inner):
            return _limits(inner)
        case reflect.UnionType(types=members):
            return "".join(map(_limits, members))
        case reflect.IntType(ge=int(least), le=int(most)):
            return f"{least} to {most}."
        case reflect.StrType(max_length=int(most), min_length=least):
            return f"{least} to {most} characters." if least else f"At most {most} characters."
        case _:
            return ""
