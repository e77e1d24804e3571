"""`kierki score`: tables, JSON, faults and exit codes."""

import gc
import io
import json
import os
import sys
import tracemalloc
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from engine.notation.log_hash import log_hash
from engine.notation.reading import json_of
from engine.notation.writing import text_of
from engine.rules import rules_json
from service.cli import main
from tests.engine.notation.matches import GAMES, played_by_name
from tests.engine.notation.test_rerun import TABLE

GAME = played_by_name("sik", 4, 3)
TEXT = text_of(GAME.match)

TABLE_OF_GAME = """\
Match m_test: sik, 4 players, practice 3
            Ala  Ola "Ó"  ??;  seat 3
 1 tricks    +3       +5   +4      +1
 2 hearts    +2        0   +4      +7
 3 queens    +5        0  +10      +5
 4 men       +4       +2  +10       0
 5 king       0      +18    0       0
 6 special    0      +10  +10       0
 7 robber    +8      +34  +17     +41
total       +22      +69  +55     +54
rank          1        4    3       2

"""

Capture = pytest.CaptureFixture[str]


def written(tmp_path: Path, data: str | bytes, name: str = "a.kierki") -> str:
    """Return the path of a file with that content."""
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


def test_a_right_match_is_shown_as_a_table(tmp_path: Path, capsys: Capture) -> None:
    code = main(["score", written(tmp_path, TEXT)])

    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    assert told.out == TABLE_OF_GAME


def test_json_is_one_object_a_line(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, f"{TEXT}\n{TEXT}")

    code = main(["score", "--json", path])

    first, second = map(json.loads, capsys.readouterr().out.strip().split("\n"))
    assert code == 0
    assert (first["line"], second["line"]) == (1, TEXT.count("\n") + 2)
    assert second == first | {"line": second["line"]}
    assert first["deals"][0] == {"number": 1, "contract": "tricks", "points": [3, 5, 4, 1]}
    assert (first["totals"], first["ranks"], first["winners"]) == (
        [22, 69, 55, 54],
        [1, 4, 3, 2],
        [0],
    )
    assert first["logHash"] == log_hash(GAME.log)
    assert (first["matchId"], first["ruleSet"], first["players"]) == ("m_test", "sik", 4)
    assert first["problems"] == []


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_game_is_right_in_both_forms(
    name: str, players: int, tmp_path: Path, capsys: Capture
) -> None:
    match = played_by_name(name, players, 9).match
    files = [written(tmp_path, text_of(match)), written(tmp_path, json_of(match), "a.json")]

    assert main(["score", *files]) == 0

    assert capsys.readouterr().err == ""


def test_a_false_match_ends_with_1_and_names_line_code_and_rule(
    tmp_path: Path, capsys: Capture
) -> None:
    path = written(tmp_path, TABLE.replace("0: 2C AC", "0: 2C 3D"))

    code = main(["score", path])

    sentence = "seat 1: 3D: the led suit must be followed"
    assert code == 1
    assert capsys.readouterr().err == f"{path}:11: MUST_FOLLOW_SUIT (R1.5): {sentence}\n"


def test_a_fault_in_json_is_named_by_its_pointer(tmp_path: Path, capsys: Capture) -> None:
    data = json_of(GAME.match)
    false = data.replace(b'"totals":[22', b'"totals":[23')

    code = main(["score", "--json", written(tmp_path, data + b"\n" + false)])

    told = capsys.readouterr()
    assert code == 1
    assert told.err.endswith(
        "a.kierki:2#/totals: WRONG_TOTALS (R1.8): the totals are 22 69 55 54, not 23 69 55 54\n"
    )
    assert json.loads(told.out.split("\n")[1])["problems"] == [
        {
            "line": 2,
            "code": "WRONG_TOTALS",
            "detail": "the totals are 22 69 55 54, not 23 69 55 54",
            "section": "R1.8",
            "at": "/totals",
        }
    ]


def test_nothing_in_a_file_is_a_command_to_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    rules = rules_json(GAME.rules).replace(b'"ruleSet":"sik"', rb'"ruleSet":"\u001b[2J"')
    paths = [
        written(tmp_path, b'[Kierki "1"]\n[RulesData %s]\n' % rules, "a"),
        written(tmp_path, rb'{"kierki": 1, "\u001b[2J": 1}', "b"),
        written(tmp_path, b'[Kierki "1"]\n\x1b[2J\n', "c"),
    ]

    code = main(["score", *paths])

    told = capsys.readouterr()
    assert (code, len(told.err.splitlines())) == (2, 3)
    assert "\x1b" not in told.out + told.err


def test_each_match_of_a_file_is_judged_and_the_worst_is_the_exit_code(
    tmp_path: Path, capsys: Capture
) -> None:
    false = TEXT.replace("totals 22", "totals 23")
    unreadable = TEXT.replace("dealer", "dancer", 1)
    path = written(tmp_path, "\n".join([TEXT, false, unreadable, TEXT]))

    code = main(["score", "--json", path])

    told = capsys.readouterr()
    lines = [json.loads(line) for line in told.out.strip().split("\n")]
    codes = [[at["code"] for at in line["problems"]] for line in lines]
    assert (code, codes) == (2, [[], ["WRONG_TOTALS"], ["BAD_LINE"], []])
    assert [line.split(": ")[1] for line in told.err.splitlines()] == [
        "WRONG_TOTALS (R1.8)",
        "BAD_LINE",
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "NO_MATCH"),
        (b"\xff\xfe\x00garbage\x00\n", "NOT_UTF8"),
        (TEXT.encode("utf-16"), "NOT_UTF8"),
        (b"{]", "NOT_JSON"),
        (b"once upon a time", "BAD_LINE"),
    ],
)
def test_a_file_that_cannot_be_read_ends_with_2(
    data: bytes, code: str, tmp_path: Path, capsys: Capture
) -> None:
    path = written(tmp_path, data)

    assert main(["score", path]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{path}:1: {code}: ")


def test_a_file_that_is_cut_off_is_incomplete(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, "\n".join(TEXT.split("\n")[:66]))

    assert main(["score", path]) == 1

    assert f"{path}:66: INCOMPLETE: deal 3 stops while seat 2 must" in capsys.readouterr().err


def test_a_missing_file_does_not_keep_the_next_from_being_scored(
    tmp_path: Path, capsys: Capture
) -> None:
    code = main(["score", str(tmp_path / "none"), written(tmp_path, TEXT)])

    told = capsys.readouterr()
    assert code == 2
    assert told.err == f"{tmp_path / 'none'}: No such file or directory\n"
    assert told.out.startswith("Match m_test")


def test_a_dash_is_the_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))

    assert main(["score", "-"]) == 0

    assert capsys.readouterr().out.startswith("Match m_test")


def peak_of_scoring(path: str) -> int:
    """Return the most memory that scoring a file took, in bytes; its output goes nowhere."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        tracemalloc.start()
        assert main(["score", "--json", path]) == 0
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


def test_many_matches_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    few, many = written(tmp_path, TEXT * 5), written(tmp_path, TEXT * 25, "many")
    kept = gc.get_threshold()
    # What waits to be collected is not what is kept: collect soon, and only what is new.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100, 2, 2)
    try:
        peaks = [peak_of_scoring(path) for path in (few, few, many)]
    finally:
        gc.set_threshold(*kept)

    assert peaks[2] < 1.5 * peaks[1]
