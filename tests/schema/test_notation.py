"""The published schema of written matches is that of the code, and takes what is written."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from engine.notation.reading import json_of
from schema.notation import notation_text
from tests.engine.notation.matches import GAMES, played_by_name

PAGE = Path(__file__).parents[2] / "schema" / "contract" / "notation.schema.json"


def test_the_published_schema_is_what_the_code_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == notation_text()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_written_match_is_valid(name: str, players: int) -> None:
    match = json.loads(json_of(played_by_name(name, players).match))

    jsonschema_rs.validator_for(json.loads(notation_text())).validate(match)


@pytest.mark.parametrize(
    "change",
    [{"kierki": 2}, {"game": None}, {"elo": 1}, {"totals": ["1"]}, {"draw": ["1C"]}],
)
def test_another_shape_is_not_valid(change: dict[str, object]) -> None:
    match = json.loads(json_of(played_by_name("sik", 4).match))

    assert not jsonschema_rs.is_valid(json.loads(notation_text()), match | change)
