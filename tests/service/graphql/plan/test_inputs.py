"""Arguments are converted as Strawberry converts them."""

from typing import Any

import pytest
from graphql import GraphQLObjectType
from graphql.utilities import coerce_input_value
from hypothesis import given, settings
from hypothesis import strategies as st
from strawberry.types.arguments import convert_arguments

from schema.graphql import build_schema
from schema.graphql.build import definition_of
from service.graphql.plan.inputs import Inputs
from tests.fixtures.drawn_documents import argument_values

SCHEMA = build_schema()
INPUTS = Inputs(SCHEMA)


def fields() -> list[tuple[str, str]]:
    return [
        (kind.name, name)
        for kind in SCHEMA.core.type_map.values()
        if isinstance(kind, GraphQLObjectType) and not kind.name.startswith("__")
        for name, field in kind.fields.items()
        if field.args
    ]


@pytest.mark.parametrize("place", fields(), ids=".".join)
@settings(max_examples=8)
@given(data=st.data())
def test_arguments_are_what_strawberry_makes_of_them(
    place: tuple[str, str], data: st.DataObject
) -> None:
    kind = SCHEMA.core.type_map[place[0]]
    assert isinstance(kind, GraphQLObjectType)
    field = kind.fields[place[1]]
    definition = definition_of(field)
    assert definition is not None
    sent = data.draw(argument_values(SCHEMA.core, field))
    given_: dict[str, Any] = {
        name: coerce_input_value(value, field.args[name].type) for name, value in sent.items()
    }

    found = INPUTS.of_arguments(definition.arguments)(given_)

    expected = convert_arguments(
        given_, definition.arguments, SCHEMA.schema_converter.scalar_registry, SCHEMA.config
    )
    assert repr(found) == repr(expected)
    assert [type(at) for at in found.values()] == [type(at) for at in expected.values()]


def test_a_list_is_always_a_new_one() -> None:
    definition = definition_of(SCHEMA.core.type_map["Query"].fields["rules"])  # type: ignore[attr-defined]  # an object
    assert definition is not None
    options: list[object] = []

    found = INPUTS.of_arguments(definition.arguments)({"options": options})

    assert found["options"] == []
    assert found["options"] is not options
