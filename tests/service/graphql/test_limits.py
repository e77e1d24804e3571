"""What a document asks for, counted with its fragments filled in."""

import pytest
from graphql import get_introspection_query, parse
from msgspec.structs import replace

from schema.documents import Document, documents
from schema.graphql import build_schema
from service.graphql.limits import LIMITS, Size, excess, pages_of, size_of


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("{ a }", Size(depth=1, fields=1)),
        ("{ a { b { c } } d }", Size(depth=3, fields=4)),
        ("{ x: a { y: b } }", Size(depth=2, fields=2, aliases=2)),
        ("{ a a a }", Size(depth=1, fields=3, repeats=2)),
        ("{ a x: a y: a }", Size(depth=1, fields=3, aliases=2)),
        ("{ a { b } ... { a { b } ... on Q { a { c } } } }", Size(depth=2, fields=6, repeats=2)),
        ("{ ...F ...F } fragment F on Q { x: a { b } }", Size(depth=2, fields=4, aliases=2)),
        ("{ ...F } fragment F on Q { a { ...G } } fragment G on A { b b }", Size(2, 3, 0, 1)),
        ("query A { a } query B { b { c } }", Size(depth=2, fields=3)),
        ("fragment F on Q { a { b } }", Size()),
        ("{ __schema { types { name } } a }", Size(depth=1, fields=4)),
    ],
)
def test_size_counts_all_operations_with_their_fragments(text: str, size: Size) -> None:
    assert replace(size_of(parse(text)), cost=0) == size


def test_unknown_and_circular_fragments_count_nothing_here() -> None:
    assert size_of(parse("{ ...Nowhere }")) == Size()
    assert size_of(parse("{ ...F } fragment F on Q { a ...F }")) == Size(depth=1, fields=1, cost=1)


def test_multiplying_fragments_are_counted_without_being_walked() -> None:
    spreads = (f"fragment F{at} on Q {{ a {{ ...F{at + 1} ...F{at + 1} }} }}" for at in range(60))
    document = parse("{ ...F0 } " + " ".join(spreads) + " fragment F60 on Q { b }")

    assert size_of(document).fields == 2**61 - 1
    error = excess(document, Size(depth=1_000, fields=1_000, cost=1_000))
    assert error is not None
    assert error.message == "The document has over a million fields; the limit is 1000."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{ a { b { c } } }", "The document has 3 levels of fields; the limit is 2."),
        ("{ a b c d }", "The document has 4 fields; the limit is 3."),
        ("{ x: a y: a }", "The document has 2 aliases; the limit is 1."),
        ("{ a a a }", "The document has 2 repeated fields; the limit is 1."),
        ("{ x: a(first: 9) { b } }", "The document has 10 fields to answer; the limit is 5."),
        ("{ x: a a }", None),
    ],
)
def test_excess_names_the_limit_that_is_broken(text: str, message: str | None) -> None:
    error = excess(parse(text), Size(depth=2, fields=3, aliases=1, repeats=1, cost=5))

    assert (error.message if error else None) == message


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("{ a { b c } }", 3),
        ("{ a(first: 7) { b c } }", 15),
        ("{ a(first: 3) { b(first: 5) { c d } } }", 34),
        ("query($n: Int) { a(first: $n) { b } }", 101),
        ("{ page { b } }", 21),
        ("{ page(first: 2) { b } }", 3),
        ("{ page(first: -9) { b } }", 2),
        ("{ page(first: 0) { b } }", 2),
        ("{ page(first: -2147483648) { b } }", 2),
        ("{ page(first: 2147483647) { b } }", 101),
        ("{ page(first: 5) { ...F } } fragment F on P { b c }", 11),
    ],
)
def test_what_is_below_a_page_costs_as_often_as_it_is_answered(text: str, cost: int) -> None:
    assert size_of(parse(text), {"page": 20}).cost == cost


def test_a_page_of_absurd_length_is_only_too_much() -> None:
    error = excess(parse(f"{{ a(first: {'9' * 5_000}) {{ b }} }}"))

    assert error is not None
    assert error.message == "The document has over a million fields to answer; the limit is 10000."


def test_lists_of_pages_are_known_by_the_schema() -> None:
    pages = pages_of(build_schema().core)

    assert pages["matches"] == 20


@pytest.mark.parametrize("document", documents(), ids=lambda at: at.name)
def test_published_operations_are_within_the_limits(document: Document) -> None:
    assert excess(parse(document.text), pages=pages_of(build_schema().core)) is None


def test_introspection_of_usual_tools_is_within_the_limits() -> None:
    query = get_introspection_query(
        directive_is_repeatable=True, input_value_deprecation=True, specified_by_url=True
    )

    assert excess(parse(query), LIMITS) is None
