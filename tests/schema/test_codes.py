"""The list of codes tells of each what it means and what refuses with it, as both transports do."""

import json
import re

import pytest
from msgspec.structs import fields

from schema.codes import CodeEntry, codes_text, graphql_codes
from schema.errors import Code
from schema.export import CONTRACT
from schema.graphql.results import ERROR_CODES
from schema.rest.operations import OPERATIONS

LIST = json.loads(codes_text())
BY_CODE = {entry["code"]: entry for entry in LIST}
ALIKE = {at.id: at.id for at in OPERATIONS} | {
    "rules": "getRules",
    "matches": "listMatches",
    "openMatches": "listOpenMatches",
    "runningMatches": "listRunningMatches",
    "playerMatches": "listPlayerMatches",
    "matchExport": "exportMatch",
    "matchEvents": "getEvents",
    "myTurns": "getTurns",
}
# What reading a request may refuse with differs: GraphQL reads one address and one form of body.
READING = {
    Code.INVALID_INPUT,
    Code.NOT_FOUND,
    Code.NOT_ACCEPTABLE,
    Code.UNSUPPORTED_MEDIA_TYPE,
    Code.BODY_TOO_LARGE,
}
REFUSING = {name: codes for name, codes in graphql_codes().items() if name in ALIKE and codes}


def test_every_code_is_listed_once_in_its_order() -> None:
    assert [entry["code"] for entry in LIST] == [code.value for code in Code]


def test_an_entry_tells_everything_of_a_code() -> None:
    assert set(LIST[0]) == {field.encode_name for field in fields(CodeEntry)}
    assert BY_CODE["SEATS_EMPTY"] == {
        "code": "SEATS_EMPTY",
        "meaning": "The match cannot start with empty seats.",
        "status": 409,
        "retryAfterSeconds": None,
        "rest": ["startMatch"],
        "graphql": ["startMatch"],
        "inErrors": False,
    }
    assert BY_CODE["STORE_FULL"]["retryAfterSeconds"] == 60
    assert BY_CODE["STORE_FULL"]["inErrors"]


@pytest.mark.parametrize("name", REFUSING)
def test_both_transports_refuse_an_operation_with_the_same_codes(name: str) -> None:
    rest = next(at for at in OPERATIONS if at.id == ALIKE[name])

    assert set(REFUSING[name]) - READING == set(rest.refusals) - READING - ERROR_CODES


def test_every_mutation_says_what_it_refuses_with() -> None:
    said = set(re.findall(r"^  (\w+)\(", _mutations(), re.MULTILINE))

    assert "submitMove" in said
    assert [name for name in said if not graphql_codes()[name]] == []


def test_a_description_names_no_code_that_does_not_exist() -> None:
    after = re.findall(r"(?:Refuses|Fails with) ([^.]+)\.", _mutations())
    words = re.findall(r"\w+", " ".join(after))

    assert words
    assert set(words) - {"and", "or"} <= set(Code)


def _mutations() -> str:
    """Return the published text of the type Mutation."""
    from_it = (
        (CONTRACT / "schema.graphql").read_text(encoding="utf-8").partition("type Mutation {")[2]
    )
    return from_it.partition("\n}\n")[0]
