"""The published REST document, held against a running service.

To look closer at a failure: `kierki up`, then
`st --config-file tests/contract/schemathesis.toml run http://127.0.0.1:8000/openapi.json`.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import jsonschema_rs
import pytest

from schema.feed import entry_text
from schema.json_schema import Json
from schema.rest.openapi import openapi_document
from tests.fixtures.api import ROOT, api
from tests.fixtures.examples import tries
from tests.fixtures.house import House, open_house
from tests.fixtures.rest import app_of, guest, started_match

CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES = tries(4)  # of each operation and kind; in CI all takes about a minute
LIMIT_SECONDS = 280
LINKS_FOLLOWED = 2  # of those that answers lead to; more as chance has it


def test_schemathesis_finds_nothing(empty_valkey_url: str, tmp_path: Path) -> None:
    st = Path(sys.executable).with_name("st")
    # more requests than any budget holds
    with api(empty_valkey_url, KIERKI_RATE_LIMITS="off") as (_, url):
        found = subprocess.run(
            (
                st,
                "--config-file",
                CONFIG,
                "run",
                f"{url}/openapi.json",
                f"-n{EXAMPLES}",
                "--checks=all",
            ),
            cwd=tmp_path,
            env=st_environ(),
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_SECONDS,
        )

    assert found.returncode == 0, found.stdout + found.stderr
    for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"):
        assert f"✅ {phase}" in found.stdout, found.stdout
    followed = re.search(r"API Links: +(\d+) covered", found.stdout)
    assert followed is not None, found.stdout
    assert int(followed[1]) >= LINKS_FOLLOWED


def st_environ() -> dict[str, str]:
    """Return the environment for `st`: in it the tables of Unicode are made once for all."""
    return {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}


class Contract:
    """The document's schemas, to hold answers against."""

    def __init__(self) -> None:
        self._components: Json = openapi_document()["components"]
        self._validators: dict[str, jsonschema_rs.Validator] = {}

    def check(self, name: str, answer: httpx.Response) -> Json:
        """Return an answer's body that has the form of a model, and no field beside."""
        if name not in self._validators:
            self._validators[name] = jsonschema_rs.validator_for(self._closed(name))
        body: Json = answer.json()
        assert answer.is_success, body
        self._validators[name].validate(body)
        return body

    def _closed(self, name: str) -> Json:
        schemas = {
            model: {**schema, "additionalProperties": False} if "properties" in schema else schema
            for model, schema in self._components["schemas"].items()
        }
        return {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}


@pytest.fixture
def house() -> House:
    return open_house()


async def test_every_answer_of_a_whole_match_has_the_form_that_is_published(house: House) -> None:
    contract = Contract()
    async with await guest(app_of(house.services)) as ada:
        path = f"/v1/matches/{await started_match(ada, players=3, seed=7, botPaceMs=0)}"
        while contract.check("MatchView", await ada.get(path))["status"] != "finished":
            turn = contract.check("Turn", await ada.get(f"{path}/moves"))
            if turn["legalMoves"] is None:
                await house.others_move(path.rpartition("/")[2])
                continue
            version = turn["version"]
            move = {
                "move": turn["legalMoves"]["moves"][0],
                "expectedVersion": version,
                "idempotencyKey": str(version),
            }
            contract.check("Accepted", await ada.post(f"{path}/moves", json=move))
        items: list[Json] = []
        while not items or items[-1]["kind"] != "end":
            after = items[-1]["cursor"] if items else "0"
            page = contract.check("FeedPage", await ada.get(f"{path}/events?after={after}"))
            items += page["items"]
        contract.check("MatchPage", await ada.get("/v1/matches"))
        contract.check("RuleSetList", await ada.get("/v1/rule-sets"))

    feed = jsonschema_rs.validator_for(json.loads(entry_text()))
    assert [item for item in items if not feed.is_valid(item)] == []
    entries = [item["entry"] for item in items if item["kind"] == "entry"]
    kinds = {effect["kind"] for entry in entries for effect in entry["effects"]}
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert kinds >= {"deal_started", "trump_named", "trick_taken", "deal_scored", "match_ended"}
