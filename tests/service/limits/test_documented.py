"""The numbers of docs/http.md are those of the code."""

import re

from schema.budgets import Budget
from service.feed.audience import HEARTBEAT_S
from service.graphql.limits import LIMITS, MAX_TOKENS, PAGE_MAX
from service.graphql.request import MAX_BODY
from service.limits.budgets import DEFAULTS, Rate
from service.limits.limiter import LEASE_S
from service.limits.open_streams import PER_ACCOUNT, PER_ADDRESS
from service.limits.refusals import over_budget
from service.middleware import BODY_BYTES
from service.patience import Patience
from tests.architecture.tree import ROOT

TEXT = (ROOT / "docs/http.md").read_text(encoding="utf-8")


def number(pattern: str) -> int:
    """Return the number that stands in the one place which looks so."""
    (found,) = re.findall(pattern, TEXT)
    return int(found)


def test_every_budget_is_in_the_table_with_its_numbers() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\d+) \| (\d+) \|", TEXT, re.MULTILINE)

    assert {Budget(name): Rate(int(a), int(b)) for name, _, a, b in rows} == DEFAULTS


def test_the_example_is_what_a_client_is_sent() -> None:
    fields = over_budget(Budget.MOVES, DEFAULTS[Budget.MOVES], 2_001).fields

    for name, value in fields.items():
        assert f"\n{name}: {value}\n" in TEXT


def test_limits_of_an_operation() -> None:
    rows = dict(re.findall(r"^\| ([a-z ,]+) \| (\d+) \|$", TEXT, re.MULTILINE))

    assert {name: int(value) for name, value in rows.items()} == {
        "bytes of a request": MAX_BODY,
        "tokens of a document": MAX_TOKENS,
        "levels of fields, introspection apart": LIMITS.depth,
        "fields, fragments filled in": LIMITS.fields,
        "aliases": LIMITS.aliases,
        "repeated fields": LIMITS.repeats,
        "fields to answer": LIMITS.cost,
    }


def test_other_numbers() -> None:
    assert number(r"a variable counts as (\d+)") == PAGE_MAX
    assert number(r"the body has more than (\d+) bytes") == BODY_BYTES == MAX_BODY
    assert number(r"headers have more than (\d+) bytes") == Patience().head_bytes
    assert number(r"within (\d+) seconds of its first byte") == Patience().whole_s
    assert number(r"or none came within (\d+);") == Patience().first_s
    assert number(r"At most (\d+) streams") == PER_ACCOUNT
    assert number(r"and (\d+) from an address") == PER_ADDRESS
    assert number(r"heartbeat at least every (\d+) seconds") == HEARTBEAT_S
    assert number(r"by itself within (\d+) seconds") == LEASE_S
