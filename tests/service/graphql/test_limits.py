"""What a document asks for, counted with its fragments filled in."""

import pytest
from graphql import get_introspection_query, parse

from service.graphql.limits import LIMITS, Size, excess, size_of


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
    assert size_of(parse(text)) == size


def test_unknown_and_circular_fragments_count_nothing_here() -> None:
    assert size_of(parse("{ ...Nowhere }")) == Size()
    assert size_of(parse("{ ...F } fragment F on Q { a ...F }")) == Size(depth=1, fields=1)


def test_multiplying_fragments_are_counted_without_being_walked() -> None:
    spreads = (f"fragment F{at} on Q {{ a {{ ...F{at + 1} ...F{at + 1} }} }}" for at in range(60))
    document = parse("{ ...F0 } " + " ".join(spreads) + " fragment F60 on Q { b }")

    assert size_of(document).fields == 2**61 - 1
    error = excess(document, Size(depth=1_000, fields=1_000))
    assert error is not None
    assert error.message == "The document has over a million fields; the limit is 1000."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{ a { b { c } } }", "The document has 3 levels of fields; the limit is 2."),
        ("{ a b c d }", "The document has 4 fields; the limit is 3."),
        ("{ x: a y: a }", "The document has 2 aliases; the limit is 1."),
        ("{ a a a }", "The document has 2 repeated fields; the limit is 1."),
        ("{ x: a a }", None),
    ],
)
def test_excess_names_the_limit_that_is_broken(text: str, message: str | None) -> None:
    error = excess(parse(text), Size(depth=2, fields=3, aliases=1, repeats=1))

    assert (error.message if error else None) == message


def test_introspection_of_usual_tools_is_within_the_limits() -> None:
    query = get_introspection_query(
        directive_is_repeatable=True, input_value_deprecation=True, specified_by_url=True
    )

    assert excess(parse(query), LIMITS) is None
