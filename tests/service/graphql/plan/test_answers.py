"""A planned answer is byte for byte the one of ordinary execution, and asks for the same."""

import asyncio
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest
import structlog
from graphql import DocumentNode, OperationDefinitionNode, parse
from graphql.execution.values import VariableValues
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace
from structlog.testing import capture_logs

from schema.context import Viewer
from schema.documents import Document
from schema.documents import documents as published
from schema.errors import Code, refused
from schema.graphql import Asked, build_schema
from schema.identity import GUEST_SCOPES
from schema.model import MatchView
from service.edge import Edge
from service.graphql.documents import Documents, Prepared
from service.graphql.plan import Plan, Planner
from service.graphql.plan.reading import Read
from service.graphql.plan.shape import Mixed, Reading, Shape
from service.graphql.request import Operation
from service.graphql.running import Outcome, Runner
from service.metrics import Transport
from tests.fixtures.drawn_documents import Drawn, documents, values
from tests.fixtures.examples import tries
from tests.fixtures.house import ALA as ALAS_SEAT
from tests.fixtures.house import open_house
from tests.fixtures.metrics import counted
from tests.fixtures.odd_values import odd_somewhere
from tests.fixtures.ports import ALA, FakePorts

SCHEMA = build_schema()
QUERIES = (
    *("match", "matches", "matchAt", "ruleSet", "ruleSets", "rules", "me", "validateMove"),
    *("matchExport", "openMatches"),
)
MUTATIONS = (
    *("createMatch", "joinMatch", "leaveMatch", "addBot", "startMatch", "submitMove"),
    *("addEntropy", "createGuest", "eraseAccount", "linkIdentity"),
)
PORTS = (
    *("guest", "link", "erase", "me", "create", "join", "leave", "add_bot", "start", "match"),
    *("match_at", "rules", "add_entropy", "mine", "submit", "check"),
)
FAILURES = (
    refused(Code.MATCH_NOT_FOUND, "There is no match of that id."),
    refused(Code.NOT_YOUR_TURN, "Another seat must act now."),
    refused(Code.FORBIDDEN, "The token lacks a scope."),
    refused(Code.STORE_UNAVAILABLE, "Not now."),
    RuntimeError("hand of seat 2: QS"),
    ValueError(),
)
# a document of many parts takes minutes to make smaller
QUICK = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
VIEWER = Viewer(ALA, GUEST_SCOPES)


class World(Struct, frozen=True):
    """What the ports of an answer will do: the match that they know, and what fails."""

    seen: MatchView
    fails: dict[str, Exception]

    def ports(self) -> FakePorts:
        """Return the ports of one answer."""
        ports = FakePorts()
        ports.seen, ports.fails = self.seen, self.fails
        return ports


class Told(Struct, frozen=True):
    """An answer, or the error that its encoding ends in; and what else it has come to.

    That is what the ports were asked, the refusals told, and where which faults were logged.
    """

    body: bytes | str
    asked: list[tuple[object, ...]]
    refusals: list[Code]
    faults: list[tuple[str, str]]


@pytest.fixture(scope="module")
def match() -> MatchView:
    """Return a match in the middle of a deal, as Ala sees it who must choose."""

    async def played() -> MatchView:
        house = open_house()
        made = await house.match_of()
        await house.play_until_asked(made.id, ALAS_SEAT)
        return await house.services.matches.match(ALAS_SEAT, made.id)

    return asyncio.run(played())


@st.composite
def worlds(draw: st.DrawFn, seen: MatchView) -> World:
    """Draw a world, in which most things are right."""
    is_odd = draw(st.integers(0, 3)) == 0
    fails = st.dictionaries(st.sampled_from(PORTS), st.sampled_from(FAILURES), max_size=4)
    return World(
        draw(odd_somewhere(seen)) if is_odd else seen,
        draw(fails) if draw(st.integers(0, 2)) == 0 else {},
    )


@cache
def planning(text: str) -> Documents:
    """Return what makes a published text ready, which is planned."""
    return Documents(SCHEMA.core, planner=Planner(SCHEMA, [text]))


class WithoutPlans(Documents):
    """Texts that others have made ready, so that none is held against the schema twice."""

    def __init__(self, planned: Documents) -> None:
        super().__init__(SCHEMA.core)
        self._planned = planned

    def _prepare(self, text: str) -> Prepared:
        return replace(self._planned.prepare(text), plans=None)


class Answers:
    """Answers one document after the other, and counts those that were planned."""

    def __init__(self) -> None:
        self.edge = Edge()

    async def told(self, drawn: Drawn, world: World, documents: Documents) -> Told | None:
        """Return what a document is answered; None for one that may not run."""
        runner = Runner(SCHEMA, documents, self.edge, Transport.GRAPHQL)
        chosen = runner.choose(Operation(drawn.text, variables=drawn.variables))
        if isinstance(chosen, Outcome) or chosen.prepared.errors:
            return None
        ports, refusals = world.ports(), list[Code]()
        with capture_logs() as logs:
            outcome = await runner.run(chosen, Asked(ports.services(), VIEWER, refusals.append))
        faults = [(str(at["path"]), repr(at["exc_info"])) for at in logs]
        return Told(encoded(outcome), ports.asked, refusals, faults)

    async def same(self, drawn: Drawn, world: World) -> None:
        """Assert that both ways come to the same."""
        with structlog.contextvars.bound_contextvars(request_id="f_same"):
            planned = planning(drawn.text)
            expected = await self.told(drawn, world, WithoutPlans(planned))
            before = self._of("planned")
            found = await self.told(drawn, world, planned)
        assert found == expected
        if found is not None and are_boolean(drawn):
            assert self._of("planned") == before + 1

    def share(self) -> float:
        """Return how much was planned of what could be: both ways are run each time."""
        ways = [self._of("planned"), self._of("ordinary")]
        return 2 * ways[0] / sum(ways)

    def _of(self, way: str) -> float:
        return counted(self.edge.metrics, "operations_total", transport="graphql", way=way)


def are_boolean(drawn: Drawn) -> bool:
    """Return whether no condition is null, which is answered the ordinary way."""
    return None not in (drawn.variables.get("a", True), drawn.variables.get("b", True))


def encoded(outcome: Outcome) -> bytes | str:
    try:
        return msgspec.json.encode(outcome.body())
    except (TypeError, ValueError) as error:  # an odd value that passes as a moment
        return type(error).__name__


@pytest.mark.parametrize(
    ("kind", "roots"), [("query", QUERIES), ("mutation", MUTATIONS)], ids=["query", "mutation"]
)
def test_a_planned_answer_is_the_ordinary_one(
    match: MatchView, kind: str, roots: Sequence[str]
) -> None:
    answers = Answers()

    @settings(QUICK, max_examples=tries(90))
    @given(data=st.data())
    def compare(data: st.DataObject) -> None:
        drawn = data.draw(documents(SCHEMA.core, kind, roots))
        asyncio.run(answers.same(drawn, data.draw(worlds(match))))

    compare()

    assert answers.share() > 0


def operation_of(document: Document) -> OperationDefinitionNode:
    (node,) = (
        at for at in parse(document.text).definitions if isinstance(at, OperationDefinitionNode)
    )
    return node


def is_answered_alike(document: Document) -> bool:
    """Return whether an operation is answered, and not with what is drawn at random."""
    made_at_random = {"CreateBot", "CreateToken", "CreateOverlayKey", "QuickMatch"}
    return document.kind != "subscription" and document.name not in made_at_random


def test_published_operations_are_planned_whatever_their_variables(match: MatchView) -> None:
    answers = Answers()
    operations = [at for at in published() if is_answered_alike(at)]

    @settings(QUICK, max_examples=tries(90))
    @given(data=st.data())
    def compare(data: st.DataObject) -> None:
        document = data.draw(st.sampled_from(operations))
        variables = data.draw(values(SCHEMA.core, operation_of(document)))
        drawn = Drawn(document.text, variables)
        asyncio.run(answers.same(drawn, data.draw(worlds(match))))

    compare()

    assert answers.share() == 1


@pytest.mark.parametrize("document", published(), ids=lambda at: at.name)
def test_every_published_operation_has_a_plan(document: Document) -> None:
    prepared = planning(document.text).prepare(document.text)
    (node,) = (
        at for at in prepared.document.definitions if isinstance(at, OperationDefinitionNode)
    )

    assert prepared.plans is not None
    assert prepared.plans.plan(node) is not None


@pytest.mark.parametrize(
    "text",
    ["{ match(id: 1) { id game { totals } } }", "{ match(id: 1) { id presence { seat } } }"],
)
async def test_a_plan_that_reads_another_value_would_be_seen(match: MatchView, text: str) -> None:
    answers, planned = Answers(), planning(text)
    drawn, world = Drawn(text, {}), World(match, {})
    expected = await answers.told(drawn, world, WithoutPlans(planned))
    assert await answers.told(drawn, world, planned) == expected

    changed = Documents(SCHEMA.core, planner=Changed(SCHEMA, [text]))

    assert await answers.told(drawn, world, changed) != expected


class Changed(Planner):
    """A planner whose plans tell another id."""

    def plan(self, document: DocumentNode, operation: OperationDefinitionNode) -> Plan | None:
        """Return the plan of an operation, changed."""
        del document
        return ChangedPlan(SCHEMA, self._calls, self._taker, operation, {})


class ChangedPlan(Plan):
    """A plan that tells another id."""

    def _made(self, variables: VariableValues) -> Shape | None:
        shape = super()._made(variables)
        assert shape is not None
        for key, reading in shape.readings.items():
            shape.readings[key] = Reading(reading.kind, _other(reading.read))
        for key, mixed in shape.mixed.items():
            shape.mixed[key] = Mixed(_other(mixed.read), mixed.others)
        return shape


def _other(read: Read) -> Read:
    return lambda value: {**read(value), "id": "m_"}
