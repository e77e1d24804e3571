"""`kierki analyse`: a table of what was lost, JSON, faults and exit codes."""

import json
from pathlib import Path

import pytest

from engine.notation.writing import text_of
from engine.seat_view import SeatTurn
from service.cli import main
from tests.engine.notation.matches import played_by_name
from workers.analyse.written import decisions_of, judged
from workers.bots import Judgement

GAME = played_by_name("sik", 4, 3)
TEXT = text_of(GAME.match)

Capture = pytest.CaptureFixture[str]


def written(tmp_path: Path, text: str = TEXT) -> str:
    """Return the path of a file with that content."""
    path = tmp_path / "a.kierki"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_match_is_shown_as_a_table_and_its_worst_moves(tmp_path: Path, capsys: Capture) -> None:
    code = main(["analyse", "--worlds", "2", "--worst", "3", written(tmp_path)])

    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    title, names, *deals, total, first, second, third = told.out.rstrip().splitlines()
    assert title == "Match m_test: sik, 4 players, practice 3"
    assert names.split() == ["Ala", "Ola", '"Ó"', "??;", "seat", "3"]
    assert [row.split()[1] for row in deals] == [
        *("tricks", "hearts", "queens", "men", "king", "special", "robber")
    ]
    assert total.startswith("total")
    assert total.count("/") == 4
    assert all(" points better" in line for line in (first, second, third))


def test_json_is_one_object_a_match(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, f"{TEXT}\n{TEXT}")

    code = main(["analyse", "--json", "--worlds", "1", path])

    first, second = map(json.loads, capsys.readouterr().out.rstrip("\n").split("\n"))
    assert code == 0
    assert (first["ruleSet"], first["players"], first["worlds"]) == ("sik", 4, 1)
    assert (first["problems"], first["missing"]) == ([], 0)
    assert first["moves"] == second["moves"]
    assert sum(seat["decisions"] for seat in first["seats"]) == len(first["moves"])
    assert [deal["deal"] for deal in first["seats"][0]["deals"]] == [1, 2, 3, 4, 5, 6, 7]


def test_a_match_that_breaks_a_rule_is_analysed_up_to_there(
    tmp_path: Path, capsys: Capture
) -> None:
    cut = TEXT[: TEXT.rindex("\n", 0, len(TEXT) // 2)] + "\n"

    code = main(["analyse", "--json", "--worlds", "1", written(tmp_path, cut)])

    told = capsys.readouterr()
    found = json.loads(told.out)
    assert code == 1
    assert "INCOMPLETE" in told.err
    assert 0 < len(found["moves"]) < len(decisions_of(GAME.match)[1])


@pytest.mark.parametrize(
    ("wrong", "allowed"),
    [
        ("--worlds=0", "1 to 10000"),
        ("--worlds=10001", "1 to 10000"),
        ("--worlds=-1", "1 to 10000"),
        ("--worlds=many", "1 to 10000"),
        ("--worst=-1", "0 to 10000"),
        ("--worst=1.5", "0 to 10000"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_with_what_would(
    tmp_path: Path, capsys: Capture, wrong: str, allowed: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["analyse", wrong, written(tmp_path)])

    assert ended.value.code == 2
    option = wrong.partition("=")[0]
    assert f"argument {option}: a whole number, {allowed}\n" in capsys.readouterr().err


def test_a_decision_is_judged_from_what_its_seat_saw() -> None:
    outcome, made = decisions_of(GAME.match)

    assert outcome.faults == ()
    assert [at.number for at in made] == sorted({at.number for at in made})
    for at in made:
        assert at.turn.game.viewer_seat == at.turn.legal_moves.seat == at.seat
        assert at.turn.game.deal is not None
        assert at.turn.game.deal.hands is None
        assert at.turn.game.deal.number == at.deal


def test_a_decision_that_the_bot_fails_at_is_missing() -> None:
    made = decisions_of(GAME.match)[1][:2]

    def bot(turn: SeatTurn, move: str) -> Judgement:
        if turn == made[0].turn:
            raise ValueError(move)
        return Judgement("play QS", 1.239, 0.511)

    first, second = judged(made, bot)

    assert first is None
    assert second is not None
    assert (second.version, second.move, second.best) == (made[1].number, made[1].move, "play QS")
    assert (second.lost, second.error) == (1.24, 0.51)
