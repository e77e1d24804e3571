"""The whole schema: everything is described, nothing of the model is missing."""

import inspect
from collections.abc import Iterator

import msgspec.inspect as reflect
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
    Undefined,
    is_specified_scalar_type,
)
from graphql import (
    build_schema as parse_schema,
)
from msgspec import Struct

from engine import seat_view
from engine.seat_view import SeatTurn
from schema import model
from schema.errors import Code, Refusal
from schema.graphql import build_schema
from schema.graphql.published import published
from schema.model import (
    Accepted,
    EntropyReceipt,
    EntropyRequest,
    FeedItem,
    GuestToken,
    MatchPage,
    MatchView,
    MoveAllowed,
    MoveCheck,
    MoveRequest,
    NewMatch,
    PresenceView,
    QuickMatch,
    RuleSetView,
    RulesView,
    Spectators,
    TurnsItem,
)

SCHEMA = build_schema().core
OWN = [
    found
    for name, found in sorted(SCHEMA.type_map.items())
    if not name.startswith("__") and not is_specified_scalar_type(found)
]
OUTPUTS = (
    Accepted,
    EntropyReceipt,
    FeedItem,
    GuestToken,
    MatchView,
    MoveAllowed,
    Refusal,
    RuleSetView,
    RulesView,
    TurnsItem,
)


def described(kind: GraphQLNamedType) -> Iterator[tuple[str, str | None]]:
    """Yield everything of a type that takes a description."""
    yield kind.name, kind.description
    if isinstance(kind, GraphQLEnumType):
        for name, value in kind.values.items():
            yield f"{kind.name}.{name}", value.description
    if isinstance(kind, GraphQLInputObjectType):
        for name, input_field in kind.fields.items():
            yield f"{kind.name}.{name}", input_field.description
    if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        for name, field in kind.fields.items():
            yield f"{kind.name}.{name}", field.description
            for argument, found in field.args.items():
                yield f"{kind.name}.{name}({argument})", found.description


def structs(kind: reflect.Type) -> Iterator[reflect.StructType]:
    """Yield every Struct that a published type reaches, itself first."""
    match kind:
        case reflect.Metadata(type=inner) | reflect.VarTupleType(item_type=inner):
            yield from structs(inner)
        case reflect.UnionType(types=members):
            for member in members:
                yield from structs(member)
        case reflect.StructType():
            yield kind
            for field in kind.fields:
                yield from structs(field.type)


REACHED = {at.cls: at for struct in OUTPUTS for at in structs(reflect.type_info(struct))}


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.name)
def test_everything_has_a_description_that_ends(kind: GraphQLNamedType) -> None:
    wrong = [where for where, text in described(kind) if not (text and text.endswith((".", "…")))]

    assert wrong == []


def test_printed_schema_can_be_read_again() -> None:
    again = parse_schema(build_schema().as_str())

    assert set(again.type_map) == set(SCHEMA.type_map)


@pytest.mark.parametrize("struct", sorted(REACHED, key=str), ids=str)
def test_every_field_of_the_model_is_a_field_of_its_type(struct: type[Struct]) -> None:
    name = published.output(struct).__strawberry_definition__.name  # type: ignore[attr-defined]
    kind = SCHEMA.type_map[name]
    assert isinstance(kind, GraphQLObjectType)

    missing = {at.encode_name for at in REACHED[struct].fields} - set(kind.fields)

    assert missing == ({"version"} if struct is Refusal else set())
    if struct is Refusal:
        assert "matchVersion" in kind.fields


def test_every_struct_of_the_model_is_reached_but_inputs_pages_and_what_bots_are_given() -> None:
    defined = {
        found
        for module in (model, seat_view)
        for found in vars(module).values()
        if inspect.isclass(found) and issubclass(found, Struct)
        if found.__module__ == module.__name__
    }

    assert defined - set(REACHED) == {
        EntropyRequest,
        MatchPage,
        MoveCheck,
        MoveRequest,
        NewMatch,
        PresenceView,
        QuickMatch,
        SeatTurn,
        Spectators,
    }


def test_every_field_of_a_new_match_is_an_input_with_its_default() -> None:
    kind = SCHEMA.type_map["CreateMatchInput"]
    assert isinstance(kind, GraphQLInputObjectType)
    info = reflect.type_info(NewMatch)
    assert isinstance(info, reflect.StructType)

    assert list(kind.fields) == [field.encode_name for field in info.fields]
    assert {name: field.default_value for name, field in kind.fields.items()} == {
        "ruleSet": "kurnik",
        "players": 4,
        "options": [],
        "visibility": "unlisted",
        "turnSeconds": 120,
        "bankSeconds": None,
        "incrementSeconds": 0,
        "onExpiry": "default_move",
        "botLevel": "medium",
        "startWhenFull": False,
        "spectators": Undefined,
        "botPaceMs": None,
        "seed": None,
        "sit": True,
        "custom": None,
    }


def test_an_enum_or_a_union_says_that_it_may_grow_unless_it_never_will() -> None:
    closed = {"Suit", "Trump", "Direction", "EndWhen"}
    said = {
        kind.name: "may grow" in text or "may come" in text
        for kind in OWN
        if isinstance(kind, GraphQLEnumType | GraphQLUnionType)
        and (text := " ".join((kind.description or "").split()))
    }

    assert {name for name, grows in said.items() if not grows} == closed


def test_every_code_is_a_value_of_its_enum() -> None:
    assert enum_names("Code") == [code.value for code in Code]


def test_values_are_named_by_the_members_of_the_python_enum() -> None:
    assert enum_names("Suit") == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    assert enum_names("MatchStatus") == ["LOBBY", "PLAYING", "FINISHED", "VOID"]


def enum_names(name: str) -> list[str]:
    kind = SCHEMA.type_map[name]
    assert isinstance(kind, GraphQLEnumType)
    return list(kind.values)


@pytest.mark.parametrize(
    "union", [kind for kind in OWN if isinstance(kind, GraphQLUnionType)], ids=str
)
def test_fields_of_one_name_have_one_type_in_all_members(union: GraphQLUnionType) -> None:
    types: dict[str, set[str]] = {}
    for member in union.types:
        for name, field in member.fields.items():
            types.setdefault(name, set()).add(str(field.type))

    assert [name for name, found in types.items() if len(found) > 1] == []


@pytest.mark.parametrize(
    "union",
    [kind for kind in OWN if isinstance(kind, GraphQLUnionType) and kind.name.endswith("Result")],
    ids=str,
)
def test_answer_is_a_refusal_or_another_member_of_the_shared_interface(
    union: GraphQLUnionType,
) -> None:
    assert [kind.name for kind in union.types][1:] == ["Refusal"]
    assert all([at.name for at in member.interfaces] == ["Result"] for member in union.types)


def test_moments_are_millis_and_durations_are_whole_numbers() -> None:
    in_ms = {
        f"{kind.name}.{name}": "Millis" in str(field.type)
        for kind in OWN
        if isinstance(kind, GraphQLObjectType)
        for name, field in kind.fields.items()
        if name.endswith("Ms") or "Millis" in str(field.type)
    }

    assert all(name.endswith("Ms") for name in in_ms)
    assert in_ms["Entry.atMs"]
    assert {name for name, is_moment in in_ms.items() if not is_moment} == {
        "Match.botPaceMs",
        "Refusal.retryAfterMs",
        "Seat.bankMs",
    }


def test_only_scalar_of_our_own_is_millis() -> None:
    scalars = [kind.name for kind in OWN if type(kind).__name__ == "GraphQLScalarType"]

    assert scalars == ["Millis"]


def test_move_is_an_input_of_exactly_one_form() -> None:
    kind = SCHEMA.type_map["MoveInput"]
    assert isinstance(kind, GraphQLInputObjectType)

    assert {name: str(field.type) for name, field in kind.fields.items()} == {
        "play": "String",
        "trump": "Trump",
        "give": "[String!]",
        "bid": "Int",
        "open": "Int",
        "lower": "Int",
        "text": "String",
    }
    assert "input MoveInput @oneOf {" in build_schema().as_str()
