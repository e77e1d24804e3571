"""docs/fairness.md tells what the engine does, to the byte."""

import json
import re
from pathlib import Path

import pytest

from engine.cards import texts
from engine.rules import deck
from engine.shuffle import commitment, deal_seed, practice_secret, receipt, shuffle

_PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def vectors_text() -> str:
    """Return the test vectors of the page as they stand there."""
    (found,) = re.findall(
        r"^```json\n(.*?)^```", _PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(found)


@pytest.mark.parametrize("vector", json.loads(vectors_text()))
def test_the_engine_gives_every_vector_of_the_page(vector: dict[str, object]) -> None:
    practice, deal, match_id = vector["practice"], vector["deal"], vector["matchId"]
    entropy, removed = vector["entropy"], vector["removed"]
    assert isinstance(practice, int)
    assert isinstance(deal, int)
    assert isinstance(match_id, str)
    assert isinstance(entropy, list)
    assert isinstance(removed, list)

    secret = practice_secret(practice)
    seed = deal_seed(secret, deal)
    given = [bytes.fromhex(part) for part in entropy]

    assert secret.hex() == vector["secret"]
    assert seed.hex() == vector["seed"]
    assert commitment(seed, deal, match_id) == vector["commitment"]
    assert " ".join(texts(shuffle(deck(tuple(removed)), seed, given))) == vector["order"]
    assert vector["receipts"] == [
        receipt(match_id, deal, seat, part).hex() if part else "" for seat, part in enumerate(given)
    ]


def test_the_page_has_a_vector_with_entropy_and_one_without_some_cards() -> None:
    vectors = json.loads(vectors_text())

    assert [any(vector["entropy"]) for vector in vectors] == [False, False, False, True, True]
    assert [len(vector["removed"]) for vector in vectors] == [0, 0, 1, 0, 3]
