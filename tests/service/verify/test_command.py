"""`kierki verify`: a line for each deal, faults and exit codes."""

import json
from pathlib import Path

import pytest

from engine.notation.reading import json_of
from engine.notation.writing import text_of
from service.cli import main
from tests.engine.notation.matches import GAMES, played, played_by_name

TEXT = text_of(played_by_name("sik", 4, 3).match)

Capture = pytest.CaptureFixture[str]


def written(tmp_path: Path, text: str) -> str:
    """Return the path of a file with that content."""
    path = tmp_path / "a.kierki"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_fair_match_is_ok_deal_by_deal(tmp_path: Path, capsys: Capture) -> None:
    assert main(["verify", written(tmp_path, TEXT)]) == 0

    told = capsys.readouterr()
    lines = ["Match m_test: sik, 4 players, practice 3", "draw     ok"]
    lines += [f"deal  {number}  ok" for number in range(1, 8)]
    assert told.out == "\n".join(lines) + "\n\n"
    assert told.err == ""


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_game_is_fair_with_and_without_entropy(
    name: str, players: int, tmp_path: Path, capsys: Capture
) -> None:
    rules = played_by_name(name, players).rules
    games = [played(rules, 4, with_entropy=added).match for added in (True, False)]

    assert main(["verify", written(tmp_path, "\n".join(map(text_of, games)))]) == 0

    assert "not ok" not in capsys.readouterr().out


def test_exchanged_cards_are_found(tmp_path: Path, capsys: Capture) -> None:
    lines = TEXT.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("hand 0"))
    lines[at], lines[at + 1] = lines[at][:7] + lines[at + 1][7:], lines[at + 1][:7] + lines[at][7:]
    path = written(tmp_path, "\n".join(lines))

    assert main(["verify", path]) == 1

    told = capsys.readouterr()
    assert told.out.splitlines()[2:4] == ["deal  1  not ok BAD_SEED", "deal  2  ok"]
    assert told.err == f"{path}:{at + 1}: BAD_SEED (R15.3): the seed gives other cards\n"


def test_another_seed_is_found_by_its_commitment(tmp_path: Path, capsys: Capture) -> None:
    text = TEXT.replace('[Match "m_test"]', '[Match "m_other"]')

    assert main(["verify", "--json", written(tmp_path, text)]) == 1

    told = json.loads(capsys.readouterr().out)
    assert told["deals"] == [{"number": number, "ok": False} for number in range(8)]
    assert {at["code"] for at in told["problems"]} == {"BAD_COMMITMENT"}
    assert told["matchId"] == "m_other"


def test_a_match_without_seeds_shows_nothing(tmp_path: Path, capsys: Capture) -> None:
    kept = [line for line in TEXT.split("\n") if not line.startswith(("seed", "[Practice"))]

    assert main(["verify", written(tmp_path, "\n".join(kept))]) == 1

    assert capsys.readouterr().out.splitlines()[1:3] == [
        "draw     ok",
        "deal  1  not ok NO_SEED",
    ]


def test_what_cannot_be_read_ends_with_2(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, json_of(played_by_name("sik", 4).match).decode()[:-1])

    assert main(["verify", path]) == 2

    assert capsys.readouterr().err.startswith(f"{path}:1: NOT_JSON: ")
