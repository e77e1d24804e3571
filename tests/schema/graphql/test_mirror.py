"""Types made from Structs: names, nullability, lists, unions, enums, moments."""

from enum import StrEnum
from typing import Annotated

import pytest
import strawberry
from graphql import GraphQLObjectType
from msgspec import Meta, Struct
from strawberry.schema.config import StrawberryConfig

from schema.graphql.fields import query
from schema.graphql.mirror import Mirror, Names, input_field
from schema.graphql.scalars import SCALARS


class Shade(StrEnum):
    """How dark a thing is."""

    LIGHT = "light"
    DARK = "dark"


class Leaf(Struct, tag="leaf"):
    """A leaf."""

    size: Annotated[int, Meta(description="How long it is.")]


class Fruit(Struct, tag="fruit"):
    """A fruit."""

    name: Annotated[str, Meta(description="What it is called.")]


class TreeView(Struct, rename="camel"):
    """A tree."""

    id: Annotated[str, Meta(description="Its id.")]
    gardener_id: Annotated[str | None, Meta(description="Who tends it; null: nobody.")]
    planted_at_ms: Annotated[int, Meta(description="When it was planted.")]
    bot_pace_ms: Annotated[int, Meta(description="A duration.")]
    shade: Annotated[Shade, Meta(description="How dark it is.")]
    tall: Annotated[bool, Meta(description="Whether it is tall.")]
    rings: Annotated[tuple[int, ...], Meta(description="Its rings.")]
    parts: Annotated[tuple[Leaf | Fruit, ...], Meta(description="What grows on it.")]
    best: Annotated[Leaf | Fruit | None, Meta(description="The best of it; null: none.")] = None


class Unpublished(Struct):
    """A Struct whose field no GraphQL type is known for."""

    odd: Annotated[dict[str, int], Meta(description="A map.")]


class Silent(Struct):
    """A Struct that does not describe its field."""

    size: int


TREE = TreeView(
    id="t_1",
    gardener_id=None,
    planted_at_ms=1_796_005_308_013,
    bot_pace_ms=600,
    shade=Shade.DARK,
    tall=True,
    rings=(1, 2),
    parts=(Leaf(3), Fruit("plum")),
)


def mirror() -> Mirror:
    return Mirror(
        Names(
            structs={Fruit: "Produce"},
            interfaces={},
            fields={(TreeView, "tall"): "isTall"},
            more={},
            unions={frozenset({Leaf, Fruit}): ("Part", "What grows.")},
            enums={Shade: {"LIGHT": "Light.", "DARK": "Dark."}},
            docs={},
        )
    )


def schema_of(tree: TreeView) -> strawberry.Schema:
    made = mirror()

    @strawberry.type
    class Query:
        @query(made.output(TreeView), "A tree.")
        def tree(self: object) -> TreeView:
            return tree

    return strawberry.Schema(Query, config=StrawberryConfig(scalar_map=SCALARS))


def test_type_has_the_struct_s_name_fields_and_words() -> None:
    printed = schema_of(TREE).as_str()

    assert '"""A tree."""\ntype Tree {\n  """Its id."""\n  id: ID!\n' in printed
    kind = schema_of(TREE).schema_converter.type_map["Tree"].implementation
    assert isinstance(kind, GraphQLObjectType)
    assert {name: str(field.type) for name, field in kind.fields.items()} == {
        "id": "ID!",
        "gardenerId": "ID",
        "plantedAtMs": "Millis!",
        "botPaceMs": "Int!",
        "shade": "Shade!",
        "isTall": "Boolean!",
        "rings": "[Int!]!",
        "parts": "[Part!]!",
        "best": "Part",
    }
    assert "union Part = Leaf | Produce" in printed


def test_values_are_read_off_the_struct() -> None:
    result = schema_of(TREE).execute_sync(
        "{ tree { id gardenerId plantedAtMs botPaceMs shade isTall rings"
        " parts { __typename ... on Leaf { size } ... on Produce { name } } best { __typename } } }"
    )

    assert result.errors is None
    assert result.data == {
        "tree": {
            "id": "t_1",
            "gardenerId": None,
            "plantedAtMs": 1_796_005_308_013,
            "botPaceMs": 600,
            "shade": "DARK",
            "isTall": True,
            "rings": [1, 2],
            "parts": [
                {"__typename": "Leaf", "size": 3},
                {"__typename": "Produce", "name": "plum"},
            ],
            "best": None,
        }
    }


def test_struct_has_one_type_however_often_it_is_asked_for() -> None:
    made = mirror()

    assert made.output(Leaf) is made.output(Leaf)
    assert made.enum(Shade) is made.enum(Shade)


def test_enum_values_are_names_with_descriptions() -> None:
    made = mirror().enum(Shade)

    assert made.description == "How dark a thing is."
    assert [(value.name, value.value, value.description) for value in made.values] == [
        ("LIGHT", "light", "Light."),
        ("DARK", "dark", "Dark."),
    ]


def test_field_of_an_unknown_kind_is_an_error_that_names_it() -> None:
    with pytest.raises(TypeError, match=r"^odd: no GraphQL type for "):
        mirror().output(Unpublished)


def test_field_without_a_description_is_an_error_that_names_it() -> None:
    with pytest.raises(AssertionError, match=r"^size has no description$"):
        mirror().output(Silent)


class Order(Struct, rename="camel"):
    """What somebody asks for."""

    note: Annotated[str, Meta(min_length=1, max_length=9, description="A note.")]
    how_many: Annotated[Annotated[int, Meta(ge=1, le=5)] | None, Meta(description="A number.")] = 2
    name: Annotated[str, Meta(max_length=9, description="A name.")] = "x"
    shade: Annotated[Shade, Meta(description="A shade.")] = Shade.DARK


@pytest.mark.parametrize(
    ("name", "graphql_name", "description", "default"),
    [
        ("note", "note", "A note. 1 to 9 characters.", strawberry.UNSET),
        ("how_many", "howMany", "A number. 1 to 5.", 2),
        ("name", "name", "A name. At most 9 characters.", "x"),
        ("shade", "shade", "A shade.", Shade.DARK),
    ],
)
def test_input_field_has_the_words_limits_and_default_of_the_struct(
    name: str, graphql_name: str, description: str, default: object
) -> None:
    field = input_field(Order, name)

    assert field.graphql_name == graphql_name
    assert field.description == description
    assert field.default is default or field.default == default
