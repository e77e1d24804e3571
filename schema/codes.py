"""The list of codes: what each means, its HTTP status, and what may refuse with it."""

import re
from typing import Annotated, Final

import msgspec
from graphql import GraphQLSchema
from msgspec import Meta, Struct

from schema.errors import Code
from schema.graphql import build_schema
from schema.graphql.enums import ENUMS
from schema.graphql.results import ERROR_CODES
from schema.rest.operations import OPERATIONS
from schema.rest.problems import KINDS

_PAGE_HEAD: Final = """# Codes

What each of them means, and the HTTP status that REST tells it with. How refusals look is told in
[docs/errors.md](../../docs/errors.md), which operations refuse with which code in
[codes.json](codes.json).

| code | status | meaning |
|---|---|---|
"""
_NAME: Final = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*\b")


class CodeEntry(Struct, frozen=True, rename="camel", kw_only=True):
    """A code as the list tells it."""

    code: Annotated[Code, Meta(description="The stable name.")]
    meaning: Annotated[str, Meta(description="What it means.")]
    status: Annotated[int, Meta(description="The HTTP status that REST tells it with.")]
    retry_after_seconds: Annotated[
        int | None, Meta(description="When to try again; null: not without a change.")
    ]
    rest: Annotated[tuple[str, ...], Meta(description="The operations that refuse with it.")]
    graphql: Annotated[tuple[str, ...], Meta(description="The root fields that refuse with it.")]
    in_errors: Annotated[
        bool, Meta(description="Whether every root field tells it in `errors`, not as a refusal.")
    ]


def codes_text() -> str:
    """Return the list as JSON, in the order of `Code`."""
    refusing = {name: set(codes) for name, codes in graphql_codes().items()}
    entries = [_entry(code, refusing) for code in Code]
    return msgspec.json.format(msgspec.json.encode(entries), indent=2).decode() + "\n"


def codes_page() -> str:
    """Return the list as a table for people, in the order of the alphabet."""
    rows = "".join(map(_row, sorted(Code)))
    return f"{_PAGE_HEAD}{rows}"


def _row(code: Code) -> str:
    kind = KINDS[code]
    return f"| `{code}` | {kind.status} | {ENUMS[Code][code]} |\n"


def graphql_codes(schema: GraphQLSchema | None = None) -> dict[str, tuple[Code, ...]]:
    """Return the codes that the description of each root field names, in the order of `Code`."""
    core = schema or build_schema().core
    roots = (core.query_type, core.mutation_type, core.subscription_type)
    fields = {name: at for root in roots if root for name, at in root.fields.items()}
    return {name: _named(at.description or "") for name, at in fields.items()}


def _named(description: str) -> tuple[Code, ...]:
    named = set(_NAME.findall(description))
    return tuple(code for code in Code if code in named)


def _entry(code: Code, refusing: dict[str, set[Code]]) -> CodeEntry:
    return CodeEntry(
        code=code,
        meaning=ENUMS[Code][code],
        status=KINDS[code].status,
        retry_after_seconds=KINDS[code].retry_after_s,
        rest=tuple(at.id for at in OPERATIONS if code in at.refusals),
        graphql=tuple(name for name, codes in refusing.items() if code in codes),
        in_errors=code in ERROR_CODES,
    )
