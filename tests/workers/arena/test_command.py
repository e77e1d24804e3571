"""`kierki arena` on its command line."""

import argparse
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from service.cli import build_parser, main
from tests.architecture.tree import ROOT
from tests.workers.arena.outside import Json, outside_bot

LOTTERY = ("arena", "--rules", "lottery", "--workers", "1")


def result(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Run the arena with `--json` and return what it prints."""
    assert main([*LOTTERY, "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def without_times(found: Json) -> Json:
    bots = [
        {name: value for name, value in bot.items() if name not in {"meanMs", "p99Ms"}}
        for bot in found["bots"]
    ]
    return {**found, "seconds": None, "bots": bots}


def test_json_tells_the_contest_and_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(capsys, "--bots", "house,ducker,ducker", "--matches", "2", "--seed", "5")

    assert (found["ruleSet"], found["players"], found["seed"]) == ("lottery", 3, 5)
    assert (found["sets"], found["rotations"], found["dealsOnly"]) == (2, 3, False)
    house, ducker = found["bots"]
    assert (house["bot"], house["seats"], house["matches"]) == ("house", 1, 6)
    assert (ducker["bot"], ducker["seats"], ducker["matches"]) == ("ducker", 2, 12)
    points = [bot["pointsPerMatch"]["mean"] * bot["seats"] for bot in found["bots"]]
    assert sum(points) == pytest.approx(1275)
    (apart,) = found["differences"]
    assert (apart["bot"], apart["other"]) == ("house", "ducker")
    apart_points = house["pointsPerDeal"]["mean"] - ducker["pointsPerDeal"]["mean"]
    assert apart["pointsPerDeal"]["mean"] == pytest.approx(apart_points)
    assert house["failures"] == ducker["failures"] == {}
    assert house["decisions"] > 0
    assert house["p99Ms"] >= 0


def test_the_same_seed_comes_to_the_same_and_another_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("--bots", "house,random,ducker", "--matches", "2", "--seed")

    first, again, other = (result(capsys, *asked, seed) for seed in ("1", "1", "2"))

    assert without_times(first) == without_times(again)
    assert without_times(first)["bots"] != without_times(other)["bots"]


def test_the_table_is_for_reading_and_progress_is_kept_out_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("--bots", "house,random,ducker", "--matches", "2", "--option", "deals=2")

    assert main([*LOTTERY, *arguments]) == 0

    printed = capsys.readouterr()
    title, options, blank, heads, *rows, less_random, less_ducker = printed.out.splitlines()
    assert title == (
        "lottery, 3 players: 2 sets x 3 rotations = 6 matches, seed 0; the highest total wins"
    )
    assert "deals=2" in options
    assert blank == ""
    assert heads.split("  ")[0] == "bot"
    assert [row.split()[0] for row in rows] == ["house", "random", "ducker"]
    assert all("±" in row for row in (*rows, less_random, less_ducker))
    assert less_random.startswith("house less random: points/deal ")
    assert less_ducker.startswith("house less ducker: points/deal ")
    assert printed.err.splitlines()[-1].startswith("2 of 2 sets, ")


def test_an_outside_bot_plays_by_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    def last_card(turn: Json) -> Json:
        assert set(turn) == {"rules", "game", "legalMoves"}
        return {"move": turn["legalMoves"]["moves"][-1]}

    with outside_bot(last_card) as address:
        found = result(capsys, "--bots", f"{address},ducker,ducker", "--matches", "1")

    bot = found["bots"][0]
    assert (bot["bot"], bot["matches"], bot["failures"]) == (address, 3, {})
    assert bot["decisions"] > 0


def test_an_outside_bot_that_plays_wrong_is_counted_and_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with outside_bot(lambda _: {"move": "trump H"}) as address:
        asked = ("--bots", f"{address},ducker,ducker", "--matches", "1")
        assert main([*LOTTERY, *asked]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"{address[:28]}: (\d+) failures, \1 WRONG_PHASE", last)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "house,ducker"), "WRONG_PLAYER_COUNT: lottery is not played by 2"),
        (("--bots", "house,ducker,champion"), "no bot 'champion'; there are house, "),
        (("--bots", "house,ducker,ducker", "--players", "4"), "3 bots for 4 seats"),
        (("--bots", "house,house,house", "--option", "deals"), "--option 'deals': the form is"),
        (("--bots", "house,house,house", "--option", "x=1"), "UNKNOWN_OPTION"),
    ],
)
def test_what_cannot_be_played_ends_with_2_and_one_line(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LOTTERY, *arguments]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"kierki arena: {reason}")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("wrong", "allowed"),
    [
        (("--matches", "0"), "a whole number, at least 1"),
        (("--workers", "x"), "a whole number, at least 1"),
        (("--bot-seconds", "0"), "a number above 0, at most 600"),
        (("--bot-seconds", "soon"), "a number above 0, at most 600"),
        (("--bot-seconds", "nan"), "a number above 0, at most 600"),
    ],
)
def test_wrong_numbers_are_refused_with_what_is_allowed(
    wrong: tuple[str, str], allowed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        build_parser("arena").parse_args(["arena", "--bots", "house,house,house", *wrong])

    assert end.value.code == 2
    assert f"argument {wrong[0]}: {allowed}\n" in capsys.readouterr().err


def test_help_defines_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["arena", "--help"])

    assert end.value.code == 0
    assert "R = sum(y)/sum(x)" in capsys.readouterr().out


def test_it_runs_in_processes_of_its_own() -> None:
    done = subprocess.run(
        (
            *(sys.executable, "-P", "-m", "service", "arena", "--rules", "lottery"),
            *("--bots", "house,ducker,random", "--matches", "2", "--workers", "2", "--json"),
        ),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert json.loads(done.stdout)["sets"] == 2
    assert "2 of 2 sets" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_parser_is_the_commands_own() -> None:
    args = build_parser("arena").parse_args(["arena", "--bots", "a,b,c"])

    assert isinstance(args, argparse.Namespace)
    assert (args.matches, args.seed, args.deals_only, args.bot_seconds) == (100, 0, False, 5.0)
