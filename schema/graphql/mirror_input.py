"""Makes GraphQL input types from the msgspec Structs that clients send, and reads them back.

A union of Structs becomes an input of which exactly one field is sent, named by the tag of the
Struct. Limits are checked when the values are read into the Struct.
"""

import inspect
import types
from typing import Any

import msgspec.inspect as reflect
import strawberry
from msgspec import NODEFAULT, Struct
from strawberry.types.base import StrawberryList, StrawberryOptional

from schema.graphql.mirror import GraphType, Mirror, fields_of, input_field

Json = dict[str, Any]  # values as JSON has them, of every kind


class InputMirror:
    """Makes each input type once; enums are those of the outputs."""

    def __init__(self, mirror: Mirror, unions: dict[frozenset[type[Struct]], str]) -> None:
        self._mirror = mirror
        self._unions = unions
        self._made: dict[type[Struct], type] = {}

    def input(self, struct: type[Struct]) -> type:
        """Return the input type of a Struct."""
        if struct not in self._made:
            body = {
                field.name: input_field(struct, field.name, self._field_type(field))
                for field in fields_of(struct)
            }
            self._made[struct] = _input_type(
                f"{struct.__name__}Input", inspect.getdoc(struct) or "", body
            )
        return self._made[struct]

    def _field_type(self, field: reflect.Field) -> GraphType:
        kind = self._type(field.type)
        has_default = field.default is not NODEFAULT
        optional = isinstance(kind, StrawberryOptional)
        return StrawberryOptional(of_type=kind) if has_default and not optional else kind

    def _type(self, kind: reflect.Type) -> GraphType:  # noqa: PLR0911 - one per kind
        match kind:
            case reflect.Metadata(type=inner):
                return self._type(inner)
            case reflect.BoolType():
                return bool
            case reflect.IntType():
                return int
            case reflect.StrType():
                return str
            case reflect.EnumType(cls=enum):
                return self._mirror.enum(enum)
            case reflect.StructType(cls=struct):
                return self.input(struct)
            case reflect.VarTupleType(item_type=item):
                return StrawberryList(of_type=self._type(item))
            case reflect.UnionType(types=members):
                return self._either(members)
            case _:
                what = f"no GraphQL input for {kind}"
                raise TypeError(what)

    def _either(self, members: tuple[reflect.Type, ...]) -> GraphType:
        present = [kind for kind in members if not isinstance(kind, reflect.NoneType)]
        one = self._type(present[0]) if len(present) == 1 else self._one_of(present)
        return one if len(present) == len(members) else StrawberryOptional(of_type=one)

    def _one_of(self, members: list[reflect.Type]) -> type:
        found = [kind.cls for kind in members if isinstance(kind, reflect.StructType)]
        body = {
            str(struct.__struct_config__.tag): strawberry.field(
                graphql_type=StrawberryOptional(of_type=self.input(struct)),
                description=inspect.getdoc(struct),
                default=strawberry.UNSET,
            )
            for struct in found
        }
        name = self._unions[frozenset(found)]
        return _input_type(name, "Exactly one of its fields.", body, one_of=True)


def _input_type(name: str, description: str, body: dict[str, Any], *, one_of: bool = False) -> type:
    made = types.new_class(name, (), {}, lambda space: space.update(body))
    made.__annotations__ = dict.fromkeys(body, Any)
    return strawberry.input(made, name=name, description=description, one_of=one_of)


def sent(value: object, struct: type[Struct]) -> Json:
    """Return what a client sent for a Struct, as its JSON would have it."""
    found = {}
    for field in fields_of(struct):
        part = getattr(value, field.name)
        if part is not strawberry.UNSET:
            found[field.encode_name] = _plain(part, field.type)
    return found


def _plain(part: object, kind: reflect.Type) -> object:
    if part is None or isinstance(part, (str, int, bool)):
        return part
    members = _structs_in(kind)
    if isinstance(part, list):
        return [_one(item, members) for item in part]
    return _one(part, members)


def _one(part: object, members: list[type[Struct]]) -> object:
    if part is None or isinstance(part, (str, int, bool)):
        return part
    if len(members) == 1:
        return sent(part, members[0])
    for struct in members:
        config = struct.__struct_config__
        chosen = getattr(part, str(config.tag), strawberry.UNSET)
        if chosen not in (strawberry.UNSET, None):
            return {str(config.tag_field): config.tag, **sent(chosen, struct)}
    return None


def _structs_in(kind: reflect.Type) -> list[type[Struct]]:
    match kind:
        case reflect.Metadata(type=inner) | reflect.VarTupleType(item_type=inner):
            return _structs_in(inner)
        case reflect.StructType(cls=struct):
            return [struct]
        case reflect.UnionType(types=members):
            return [struct for member in members for struct in _structs_in(member)]
        case _:
            return []
