"""Shared payloads are byte for byte what ordinary execution gives, for any selection."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import structlog
from graphql import (
    ExecutionResult,
    GraphQLEnumType,
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    parse,
    subscribe,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from schema.graphql import Asked, build_schema
from schema.graphql.build import is_read
from schema.model import FeedItem, FeedKind
from service.edge import Edge
from service.faults import Faults
from service.graphql.documents import Documents
from service.graphql.faults import told
from service.graphql.limits import excess
from service.graphql.payloads import Payloads
from service.graphql.plan import Planner
from service.graphql.request import Operation
from service.graphql.running import Chosen, Outcome, Runner
from service.graphql.sharing import shared_operations
from service.metrics import Metrics, Transport
from tests.fixtures.examples import tries
from tests.fixtures.house import ALA, House, open_house
from tests.fixtures.metrics import counted
from tests.fixtures.odd_values import odd_somewhere
from tests.fixtures.ports import END, ENTRY, FakePorts

SCHEMA = build_schema()
ITEM = SCHEMA.core.type_map["FeedItem"]
VARIABLES = ("a", "b")
LEAVES = (GraphQLScalarType, GraphQLEnumType)


async def _items() -> tuple[FeedItem, ...]:
    """Return a real snapshot in the middle of a deal, entries, a heartbeat and an end."""
    house: House = open_house()
    match = await house.match_of()
    await house.play_until_asked(match.id, ALA)
    feed = house.services.matches.feed(ALA, match.id, None)
    snapshot = await anext(feed)
    from_start = house.services.matches.feed(ALA, match.id, "0")
    entries = [await anext(from_start) for _ in range(3)]
    for open_feed in (feed, from_start):
        await open_feed.aclose()  # type: ignore[attr-defined]  # a generator behind the port
    beat = FeedItem(kind=FeedKind.HEARTBEAT, seq=9, server_time_ms=1_796_005_308_013)
    tricks = FeedItem(kind=FeedKind.ENTRY, seq=8, cursor=ENTRY.cursor, entry=ENTRY)
    return (snapshot, *entries, tricks, beat, END)


@pytest.fixture(scope="module")
def items() -> tuple[FeedItem, ...]:
    return asyncio.run(_items())


@st.composite
def selections(draw: st.DrawFn, kind: object, depth: int) -> str:
    """Draw a selection: fields with aliases, fragments, and conditions of all sorts."""
    parts = [draw(_selected(kind, depth)) for _ in range(draw(st.integers(1, 4 if depth else 2)))]
    return "{ " + " ".join(parts) + " }"


@st.composite
def _selected(draw: st.DrawFn, kind: object, depth: int) -> str:
    condition = draw(
        st.sampled_from(
            ["", "", "", "@skip(if: $a)", "@include(if: $b)", "@skip(if: false) @include(if: $a)"]
        )
    )
    if draw(st.integers(0, 7)) == 0:
        inner = draw(selections(kind, depth))
        return f"... {condition} {inner}"
    fields = _fields_of(kind, leaves_only=not depth)
    name = draw(st.sampled_from(sorted(fields)))
    # one alias for each field, so that no two fields are to be merged that cannot be
    alias = draw(st.sampled_from(["", "", f"{name}_too: "]))
    inner_kind = None if name == "__typename" else get_named_type(fields[name].type)
    if inner_kind is None or isinstance(inner_kind, LEAVES):
        return f"{alias}{name} {condition}"
    if isinstance(inner_kind, GraphQLUnionType):
        return f"{alias}{name} {condition} {{ __typename }}"
    return f"{alias}{name} {condition} {draw(selections(inner_kind, depth - 1))}"


def _fields_of(kind: object, *, leaves_only: bool) -> dict[str, Any]:
    assert isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)
    found = {
        name: field
        for name, field in kind.fields.items()
        if is_read(field) and not (leaves_only and not _is_leaf(field))
    }
    return {"__typename": None, **found}


def _is_leaf(field: GraphQLField) -> bool:
    return isinstance(get_named_type(field.type), LEAVES)


def runner_of(edge: Edge, planned: str = "") -> Runner:
    documents = Documents(SCHEMA.core, planner=Planner(SCHEMA, [planned]))
    return Runner(SCHEMA, documents, edge, Transport.WEBSOCKET)


class OneItem(FakePorts):
    """Ports whose feed is one item."""

    def __init__(self, item: FeedItem) -> None:
        super().__init__()
        self.items = (item,)


async def ordinary(query: str, variables: dict[str, bool], item: FeedItem) -> bytes:
    """Return the payload as graphql-core makes it."""
    results = await subscribe(  # type: ignore[misc]  # it is awaitable: the resolver is
        SCHEMA.core,
        parse(query),
        context_value=Asked(OneItem(item).services()),
        variable_values=variables,
    )
    assert not isinstance(results, ExecutionResult), results
    result = await anext(results)
    await results.aclose()
    faults = Faults(Metrics())
    errors = [told(at, faults, Transport.WEBSOCKET) for at in result.errors or ()]
    try:
        return msgspec.json.encode(Outcome(result.data, tuple(errors)).body())
    except TypeError as fault:  # a number of the schema that is no JSON: told as any other fault
        error = told(GraphQLError(str(fault), original_error=fault), faults, Transport.WEBSOCKET)
        return msgspec.json.encode({"data": None, "errors": [error.formatted]})


async def shared(runner: Runner, query: str, variables: dict[str, bool], item: FeedItem) -> bytes:
    """Return the payload as our sockets send it."""
    chosen = runner.choose(Operation(query, variables=variables))
    assert isinstance(chosen, Chosen)
    assert not chosen.prepared.errors, chosen.prepared.errors
    assert chosen.choice.sharing
    payloads = await runner.follow(chosen, Asked(OneItem(item).services()))
    assert isinstance(payloads, Payloads)
    found: bytes = await anext(payloads)
    await payloads.aclose()
    return found


@settings(max_examples=tries(60))
@given(data=st.data())
async def test_shared_payloads_are_those_of_ordinary_execution(
    items: tuple[FeedItem, ...], data: st.DataObject
) -> None:
    chosen = data.draw(selections(ITEM, 5))
    used = [name for name in VARIABLES if f"${name}" in chosen]
    declared = "".join(f", ${name}: Boolean!" for name in used)
    query = f"subscription($id: ID!{declared}) {{ told: matchEvents(matchId: $id) {chosen} }}"
    assume(excess(parse(query)) is None)
    item = data.draw(st.sampled_from(items))
    if data.draw(st.integers(0, 3)) == 0:
        item = data.draw(odd_somewhere(item))
    edge = Edge()
    runner = runner_of(edge, query)

    for values in [(True, True), (False, True), (True, False), (True, True)]:
        variables: dict[str, Any] = {"id": "m_1", **dict(zip(VARIABLES, values, strict=True))}
        variables = {name: variables[name] for name in ("id", *used)}
        with structlog.contextvars.bound_contextvars(request_id="f_same"), capture_logs():
            expected = await ordinary(query, variables, item)
            found = await shared(runner, query, variables, item)

        assert found == expected
    assert counted(edge.metrics, "operations_total", transport="websocket", way="planned") == 4


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("subscription { matchEvents(matchId: 1) { seq } }", [None]),
        ("subscription A { matchEvents(matchId: 1) { match { id seats { name } } } }", ["A"]),
        ("subscription { matchEvents(matchId: 1) { match { rules { players } } } }", []),
        (
            "subscription { matchEvents(matchId: 1) { ...F } } "  # noqa: ISC004 - one text
            "fragment F on FeedItem { match { ... { rules { players } } } }",
            [],
        ),
        ("{ me { id } }", []),
        ("subscription A { matchEvents(matchId: 1) { seq } } query B { me { id } }", ["A"]),
    ],
)
def test_only_subscriptions_that_read_off_their_items_are_shared(
    query: str, names: list[str | None]
) -> None:
    assert list(shared_operations(SCHEMA.core, parse(query))) == names


def test_a_form_depends_on_the_variables_of_conditions_alone() -> None:
    query = (
        "subscription($id: ID!, $after: String, $b: Boolean!) "
        "{ matchEvents(matchId: $id, after: $after) { seq kind @skip(if: $b) } }"
    )
    sharing = shared_operations(SCHEMA.core, parse(query))[None]

    forms = [
        sharing.form({"id": "m_1", "after": None, "b": True}),
        sharing.form({"id": "m_2", "after": "7", "b": True}),
        sharing.form({"id": "m_1", "after": None, "b": False}),
    ]

    assert forms[0] == forms[1] != forms[2]


def test_each_text_has_forms_of_its_own() -> None:
    queries = [f"subscription {{ matchEvents(matchId: 1) {{ {at} }} }}" for at in ("seq", "kind")]
    forms = {shared_operations(SCHEMA.core, parse(query))[None].form({}) for query in queries}

    assert len(forms) == 2


class Listed(FakePorts):
    """Ports whose feed gives things that cannot be referred to weakly."""

    async def feed(self, viewer: object, match_id: str, after: str | None) -> AsyncIterator[Any]:
        """Yield something that looks like an item, as any object may."""
        del viewer, match_id, after
        yield msgspec.defstruct("Item", ["seq"])(7)


async def test_what_cannot_be_kept_is_executed_for_each() -> None:
    edge = Edge()
    runner = runner_of(edge)
    chosen = runner.choose(Operation("subscription { matchEvents(matchId: 1) { seq } }"))
    assert isinstance(chosen, Chosen)
    payloads = await runner.follow(chosen, Asked(Listed().services()))
    assert isinstance(payloads, Payloads)

    assert b"errors" in await anext(payloads)  # it is no FeedItem, and ordinary execution says so
    assert len(edge.live.frames) == 0
