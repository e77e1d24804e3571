"""What GraphQL operations are charged."""

import pytest

from schema.budgets import Budget
from schema.graphql import build_schema
from service.graphql.bills import NOTHING, Wanted
from service.graphql.documents import Documents

DOCUMENTS = Documents(build_schema().core)
MATCH = 'match(id: "m_1") { id }'


def wanted(text: str, name: str | None = None) -> Wanted:
    return DOCUMENTS.prepare(text).choices[name].wanted


@pytest.mark.parametrize(
    ("text", "name", "bill"),
    [
        ("{ me { name } }", "me", {Budget.READS: 1}),
        (f"{{ a: {MATCH} b: {MATCH} __typename }}", "query", {Budget.READS: 3}),
        (f"query {{ ...F ...F }} fragment F on Query {{ {MATCH} }}", "query", {Budget.READS: 2}),
        (f"{{ ... on Query {{ {MATCH} me {{ name }} }} }}", "query", {Budget.READS: 2}),
        (
            'mutation { createGuest(name: "A") { __typename } }',
            "createGuest",
            {Budget.GUESTS: 1},
        ),
        (
            """mutation { createMatch(input: {}) { __typename }
            a: joinMatch(matchId: "m_1") { __typename }
            b: leaveMatch(matchId: "m_1") { __typename } }""",
            "mutation",
            {Budget.MATCHES: 1, Budget.MOVES: 2},
        ),
        (
            'subscription { matchEvents(matchId: "m_1") { seq } }',
            "matchEvents",
            {Budget.READS: 1},
        ),
        ("{ nobody }", NOTHING.name, NOTHING.bill),
    ],
)
def test_each_root_field_counts_by_what_it_does(
    text: str, name: str, bill: dict[Budget, int]
) -> None:
    found = wanted(text)

    assert (found.name, dict(found.bill)) == (name, bill)


def test_only_the_operation_that_is_named_counts() -> None:
    text = f'query A {{ {MATCH} }} mutation B {{ createGuest(name: "A") {{ __typename }} }}'

    assert wanted(text, "B").bill == {Budget.GUESTS: 1}
    assert wanted(text, "A").bill == {Budget.READS: 1}
    assert set(DOCUMENTS.prepare(text).choices) == {"A", "B"}
