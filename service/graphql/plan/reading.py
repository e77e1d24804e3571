"""Writes the functions that read an answer off a value: one Python function for each selection.

Their text has nothing of a client's but names of GraphQL, which are letters, digits and
underscores. They raise for a value that is not quite as its type usually has it, and leave it to
ordinary execution to say what is wrong with it, if anything is.
"""

import itertools
import keyword
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from graphql import (
    GraphQLField,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLUnionType,
    is_composite_type,
    is_leaf_type,
)
from graphql.execution.collect_fields import FieldDetailsList

from schema.graphql.build import Schema, definition_of, is_read
from service.graphql.plan.errors import UnknownPartError, UnusualValueError
from service.graphql.plan.leaves import Leaf, leaf_of

Read = Callable[[Any], Any]  # Any: a value of the model becomes JSON
Fields = Mapping[str, FieldDetailsList]
Collect = Callable[[GraphQLObjectType, FieldDetailsList], Fields]

_Place = tuple[object, ...]  # a type, and the nodes of a field

_TYPENAME: Final = "__typename"
_VALUE: Final = "value"  # what a function reads
_FOUND: Final = "found"  # its answer
_AT: Final = "at"  # the value of one field
_ITEM: Final = "item"  # of a list
_UNUSUAL: Final = ("except Exception as cause:", "    raise Unusual from cause")


class Reader:
    """Makes functions that read; `collect` says which fields are chosen of an object type.

    What stands in a fragment is written once, wherever that is spread: the work grows with the
    text of a document and not with what its fragments multiply to.
    """

    def __init__(self, schema: Schema, collect: Collect) -> None:
        self._schema = schema
        self._collect = collect
        self._text: list[str] = []  # of functions that are not compiled yet
        self._named: dict[str, Any] = {"Unusual": UnusualValueError}
        self._written: dict[_Place, str] = {}
        self._count = itertools.count()

    def of_value(self, kind: GraphQLOutputType, details: FieldDetailsList) -> Read:
        """Return what makes the answer of a field out of its value.

        Raises UnknownPartError where something below the field is not just read.
        """
        return self._compiled(self._completed(kind, details, _VALUE, "return {0}"))

    def of_object(self, kind: GraphQLObjectType, fields: Fields, others: Collection[str]) -> Read:
        """Return what makes the answer of an object out of it, with null for the others.

        Raises UnknownPartError where a field that is not one of the others is not just read.
        """
        return self._compiled(self._object(kind, fields, others))

    def can_read(self, kind: GraphQLObjectType, details: FieldDetailsList) -> bool:
        """Return whether a field and all below it is just read off its object."""
        try:
            self._field("", kind, details)
        except UnknownPartError:
            return False
        return True

    def _compiled(self, body: Iterable[str]) -> Read:
        """Return a function of a body, with all that it calls.

        It raises UnusualValueError for whatever is wrong: a value may raise anything, and the
        executor tells it at its field.
        """
        name = self._define(["try:", *_indented(body), *_UNUSUAL])
        text = "\n".join(self._text)
        self._text.clear()
        exec(compile(text, "<plan>", "exec"), self._named)  # noqa: S102 - written just above
        read: Read = self._named[name]
        return read

    def _define(self, body: Iterable[str]) -> str:
        name = f"read_{next(self._count)}"
        self._text += [f"def {name}({_VALUE}):", *_indented(body)]
        return name

    def _name(self, thing: object) -> str:
        name = f"named_{next(self._count)}"
        self._named[name] = thing
        return name

    def _composite(self, kind: GraphQLOutputType, details: FieldDetailsList) -> str:
        """Return the expression that reads an object, `{0}`."""
        if isinstance(kind, GraphQLObjectType):
            return f"{self._function(kind, details)}({{0}})"
        if isinstance(kind, GraphQLUnionType):
            return self._union(kind, details)
        what = f"neither an object nor a union: {kind}"
        raise UnknownPartError(what)

    def _function(self, kind: GraphQLObjectType, details: FieldDetailsList) -> str:
        """Define the function that reads an object of a type, once; return its name."""
        place: _Place = (str(kind), *(id(at.node) for at in details))
        if place not in self._written:
            body = self._object(kind, self._collect(kind, details), ())
            self._written[place] = self._define(body)
        return self._written[place]

    def _object(
        self, kind: GraphQLObjectType, fields: Fields, others: Collection[str]
    ) -> list[str]:
        """Return what fills in a copy of the answer in which all is null, and returns it."""
        empty = {key: _name_of(kind, details) for key, details in fields.items()}
        body = [
            f"if type({_VALUE}) is not {self._name(self._class_of(kind))}: raise Unusual",
            f"{_FOUND} = {self._name(empty)}.copy()",
        ]
        for key, details in fields.items():
            if key not in others and empty[key] is None:
                body += self._field(key, kind, details)
        return [*body, f"return {_FOUND}"]

    def _union(self, kind: GraphQLUnionType, details: FieldDetailsList) -> str:
        """Return the choice by the class of the value: each stands for one member only."""
        classes = [self._class_of(member) for member in kind.types]
        if any(issubclass(one, other) for one, other in itertools.permutations(classes, 2)):
            what = f"a member of {kind.name} may be another"
            raise UnknownPartError(what)
        functions = [self._function(member, details) for member in kind.types]
        choice = ", ".join(
            f"{self._name(cls)}: {function}"
            for cls, function in zip(classes, functions, strict=True)
        )
        members = f"members_{next(self._count)}"
        self._text.append(f"{members} = {{{choice}}}")
        return f"{members}[type({{0}})]({{0}})"

    def _class_of(self, kind: GraphQLObjectType) -> type:
        found = self._schema.class_of(kind)
        if found is None:
            what = f"no class is known for {kind.name}"
            raise UnknownPartError(what)
        return found

    def _field(self, key: str, kind: GraphQLObjectType, details: FieldDetailsList) -> list[str]:
        """Return what reads a field off its object, and puts it in unless it is null."""
        name = details[0].node.name.value
        if name == _TYPENAME:
            return []
        if name not in kind.fields:
            what = f"no field of {kind.name}: {name}"
            raise UnknownPartError(what)
        field = kind.fields[name]
        found = f"{_FOUND}[{key!r}] = {{0}}"
        return [f"{_AT} = {self._source(field)}", *self._completed(field.type, details, _AT, found)]

    def _source(self, field: GraphQLField) -> str:
        """Return the expression of a field's value: an attribute, or a method's result."""
        definition = definition_of(field)
        if definition is not None and is_read(field) and definition.default_resolver is getattr:
            name = definition.python_name
            assert name.isidentifier(), name
            assert not keyword.iskeyword(name), name
            return f"{_VALUE}.{name}"
        resolver = None if definition is None else definition.base_resolver
        if definition is None or resolver is None:
            what = "a field that is neither read nor resolved"
            raise UnknownPartError(what)
        takes_more = resolver.arguments or resolver.info_parameter or resolver.parent_parameter
        if definition.is_async or definition.extensions or takes_more or resolver.root_parameter:
            what = f"a resolver of {definition.python_name} that takes more than its object"
            raise UnknownPartError(what)
        return f"{self._name(resolver.wrapped_func)}({_VALUE if resolver.self_parameter else ''})"

    def _completed(
        self, kind: GraphQLOutputType, details: FieldDetailsList, at: str, then: str
    ) -> list[str]:
        """Return what checks a variable and then does something with its answer, `{0}`.

        Nothing is done with null, where that may be.
        """
        if isinstance(kind, GraphQLNonNull):
            return self._present(kind.of_type, details, at, then)
        present = self._present(kind, details, at, then)
        return [f"if {at} is not None:", *_indented(present)]

    def _present(
        self, kind: GraphQLOutputType, details: FieldDetailsList, at: str, then: str
    ) -> list[str]:
        if is_leaf_type(kind):
            leaf = self._leaf(kind)
            return [_refusing(leaf, at), then.format(leaf.written.format(at))]
        if isinstance(kind, GraphQLList):
            return self._list(kind.of_type, details, at, then)
        return [then.format(self._composite(kind, details).format(at))]

    def _list(
        self, item: GraphQLOutputType, details: FieldDetailsList, at: str, then: str
    ) -> list[str]:
        is_list = f"if type({at}) is not tuple and type({at}) is not list: raise Unusual"
        if isinstance(item, GraphQLNonNull) and is_leaf_type(item.of_type):
            leaf = self._leaf(item.of_type)
            each = f"[{leaf.written.format(_ITEM)} for {_ITEM} in {at}]"
            written = at if leaf.is_written_as_it_is else each
            checks = [f"for {_ITEM} in {at}:", f"    {_refusing(leaf, _ITEM)}"]
            return [is_list, *checks, then.format(written)]
        each = self._item(item, details).format(_ITEM)
        return [is_list, then.format(f"[{each} for {_ITEM} in {at}] if {at} else []")]

    def _item(self, kind: GraphQLOutputType, details: FieldDetailsList) -> str:
        """Return the expression that reads an item of a list, `{0}`."""
        if isinstance(kind, GraphQLNonNull) and is_composite_type(kind.of_type):
            return self._composite(kind.of_type, details)
        body = self._completed(kind, details, _VALUE, "return {0}")
        return f"{self._define(body)}({{0}})"

    def _leaf(self, kind: GraphQLLeafType) -> Leaf:
        return leaf_of(kind, self._name)


def _name_of(kind: GraphQLObjectType, details: FieldDetailsList) -> str | None:
    """Return the name of an object's type where it is asked for."""
    return kind.name if details[0].node.name.value == _TYPENAME else None


def _refusing(leaf: Leaf, at: str) -> str:
    return f"if {leaf.unusual.format(at)}: raise Unusual"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]
