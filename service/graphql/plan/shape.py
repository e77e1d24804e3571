"""What an operation asks for, once its conditions are known: its fields, and how each is done."""

from collections.abc import Iterator

from graphql import (
    GraphQLError,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    OperationType,
    get_named_type,
    is_abstract_type,
    is_object_type,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import (
    CollectedFields,
    FieldDetailsList,
    GroupedFieldSet,
    collect_fields,
)
from msgspec import Struct

from schema.graphql.build import Schema
from service.graphql.plan.calls import Call, Calls
from service.graphql.plan.errors import UnknownPartError
from service.graphql.plan.reading import Read, Reader

INTROSPECTION = frozenset({"__schema", "__type"})


class Reading(Struct, frozen=True):
    """How the answer of a field is read off its value, which is of the type `kind`."""

    kind: GraphQLOutputType
    read: Read


class Mixed(Struct, frozen=True):
    """How an object is done whose fields are not all read: `read` leaves the others null."""

    read: Read
    others: GroupedFieldSet


class Shape:
    """The fields of an operation for one choice of its conditions.

    What it knows is found by the identity of graphql-core's lists of fields, which are kept here.
    What it does not know is executed the ordinary way.
    """

    def __init__(self, schema: Schema, calls: Calls, template: Executor[None]) -> None:
        core = schema.core
        root = core.get_root_type(template.operation.operation)
        assert root is not None, "a valid document has a root"
        self.root = root
        self.is_serial = template.operation.operation is OperationType.MUTATION
        self.fields: GroupedFieldSet = collect_fields(
            core, template.fragments, template.variable_values, root, template.operation
        ).grouped_field_set
        self.readings: dict[int, Reading] = {}
        self.calls: dict[int, Call] = {}
        self.mixed: dict[int, Mixed] = {}
        self.template = template
        self._core = core
        self._calls = calls
        self._reader = Reader(schema, self._fields)
        self._prepare(root, self.fields)

    def collect(self, kind: GraphQLObjectType, details: FieldDetailsList) -> CollectedFields:
        """Return the fields that are chosen below a field; always the same ones."""
        return self.template.collect_subfields(kind, details)

    def _fields(self, kind: GraphQLObjectType, details: FieldDetailsList) -> GroupedFieldSet:
        return self.collect(kind, details).grouped_field_set

    def _prepare(self, kind: GraphQLObjectType, fields: GroupedFieldSet) -> None:
        for details in fields.values():
            name = details[0].node.name.value
            if name in INTROSPECTION:
                what = f"introspection: {name}"
                raise UnknownPartError(what)
            if name in kind.fields:
                self._prepare_field(kind, details)

    def _prepare_field(self, kind: GraphQLObjectType, details: FieldDetailsList) -> None:
        node = details[0].node
        field = kind.fields[node.name.value]
        try:
            call = self._calls.call(field, node)
        except (UnknownPartError, GraphQLError):
            call = None
        if call is not None:
            self.calls[id(details)] = call
        try:
            read = self._reader.of_value(field.type, details)
        except UnknownPartError:
            self._prepare_below(field.type, details)
        else:
            self.readings[id(details)] = Reading(field.type, read)

    def _prepare_below(self, kind: GraphQLOutputType, details: FieldDetailsList) -> None:
        for member in _objects(self._core, kind):
            fields = self._fields(member, details)
            others = {
                key: at for key, at in fields.items() if not self._reader.can_read(member, at)
            }
            try:
                read = self._reader.of_object(member, fields, others)
            except UnknownPartError:  # no class is known for it
                self._prepare(member, fields)
            else:
                self.mixed[id(fields)] = Mixed(read, others)
                self._prepare(member, others)


def _objects(core: GraphQLSchema, kind: GraphQLOutputType) -> Iterator[GraphQLObjectType]:
    """Yield the object types that a value may be of."""
    named = get_named_type(kind)
    if is_object_type(named):
        yield named
    elif is_abstract_type(named):
        yield from core.get_possible_types(named)
