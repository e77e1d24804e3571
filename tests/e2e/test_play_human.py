"""A person plays in the terminal, on the whole service."""

import asyncio
import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from service.cli import build_parser
from service.play.client import Client
from service.play.command import run
from service.play.terminal import Terminal
from tests.fixtures.player import Guests, Json
from tests.fixtures.processes import bare_environ
from tests.fixtures.proxy import wire_to
from tests.fixtures.typist import Typist, simple_answer

_ID = re.compile(r"m_[0-9a-f]{20}")
_LOTTERY = ("--rules", "lottery", "--players", "3")


def command(url: str, *arguments: str) -> tuple[str, ...]:
    new = () if "--match" in arguments else ("--bot-pace-ms", "0")
    chosen = ("--human", "--url", url, *new, *arguments)
    return (sys.executable, "-P", "-m", "service", "play", *chosen)


def typed(url: str, data: Path, lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `kierki play --human` with lines that were written before."""
    return subprocess.run(
        command(url, *arguments),
        env=bare_environ(KIERKI_DATA_DIR=str(data), PYTHONIOENCODING="utf-8", TERM="xterm"),
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def answered(
    url: str, monkeypatch: pytest.MonkeyPatch, data: Path, *arguments: str
) -> tuple[str, Json, list[str]]:
    """Play in this process with a typist; return the screen, the result and the prompts."""
    monkeypatch.setenv("KIERKI_DATA_DIR", str(data))
    screen = io.StringIO()
    typist = Typist(screen)
    chosen = ("--human", "--url", url, "--bot-pace-ms", "0", "--json", *arguments)

    code = run(
        build_parser("play").parse_args(["play", *chosen]), terminal=Terminal(typist, screen)
    )

    assert code == 0
    text, _, last = screen.getvalue().rstrip().rpartition("\n")
    return text, json.loads(last), typist.prompts


def kept(data: Path) -> list[str]:
    folder = data / "play"
    return sorted(at.name for at in folder.iterdir()) if folder.exists() else []


def test_a_whole_match_is_played_by_always_taking_the_first_choice(
    kierki_url: str, tmp_path: Path
) -> None:
    done = typed(kierki_url, tmp_path, "1\n" * 400, "--json", "--seed", "5")

    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout.splitlines()[-1])
    assert (len(result["deals"]), sum(result["totals"])) == (12, 0)
    assert "\033" not in done.stdout
    assert "not now: 2 3♣, 3 6♣" in done.stdout
    assert "The led suit must be followed. (♥, R1.5)" in done.stdout
    assert "seat 0 (you)  seat 1  seat 2  seat 3" in done.stdout
    assert " and 8 you do not see yet" in done.stdout
    assert kept(tmp_path) == []


class Asked(Struct, frozen=True):
    """A match with a kind of choice: its prompt, and something that is shown on the way."""

    arguments: tuple[str, ...]
    prompt: str
    shown: str


GIFT = Asked(
    ("--rules", "greek", "--option", "limit=20", "--seed", "4"),
    "Give 3 different cards to seat 1 (numbers, h for help): ",
    "from seat 3 you got ",
)
AUCTION = Asked(
    ("--rules", "classic", "--option", "trump_mode=auction", "--seed", "4", "--lang", "pl"),
    "Daj po jednej karcie miejscom 1, 2, 3, w tej kolejności (numery, h: pomoc): ",
    "cena wywoławcza 34",
)
LAYOUT = Asked(
    ("--rules", "lottery", "--players", "3", "--seed", "4"),
    "Your card (1-1, h for help): ",
    "  ♠ 8♠",
)


@pytest.mark.parametrize("asked", [GIFT, AUCTION, LAYOUT], ids=["gift", "auction", "layout"])
def test_every_kind_of_choice_can_be_answered(
    kierki_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    text, result, prompts = answered(kierki_url, monkeypatch, tmp_path, *asked.arguments)

    assert asked.prompt in prompts
    assert asked.shown in text
    by_seat = zip(*(deal["points"] for deal in result["deals"]), strict=True)
    assert result["totals"] == [sum(points) for points in by_seat]
    assert "Refused" not in text
    assert "Odmowa" not in text


def test_a_wrong_card_is_told_and_asked_again_and_changes_nothing(
    kierki_url: str, tmp_path: Path, guests: Guests
) -> None:
    lines = ("13", "king", "play 2C", "shuffle", "play 1X", "h", "t", "s", "")

    done = typed(kierki_url, tmp_path, "\n".join(lines), "--seed", "5")

    assert (done.returncode, done.stderr) == (0, "")
    for told in (
        "5♠ may not be played now: The led suit must be followed. (♥, R1.5)",
        "'king' is none of the choices: type a number from 1 to 1.",
        "Refused: The seat does not hold this card. (R1.3)",
        "'shuffle' is none of the choices",
        "Refused: The text is no move.",
        "A number chooses, or a card by name",
        "total             0       0       0       0",
    ):
        assert told in done.stdout, told
    match = guests(kierki_url).match(_ID.findall(done.stdout)[0])
    assert match["game"]["toAct"] == [0]
    assert match["game"]["deal"]["handCounts"] == [13, 13, 12, 12]


def test_the_end_of_the_input_leaves_politely_and_the_match_can_be_come_back_to(
    kierki_url: str, tmp_path: Path
) -> None:
    left = typed(kierki_url, tmp_path, "1\n1\n", *_LOTTERY, "--seed", "3")
    match_id = _ID.findall(left.stdout)[0]
    file = tmp_path / "play" / f"{match_id}.json"
    mode, secret = file.stat().st_mode & 0o777, json.loads(file.read_text())["token"]

    back = typed(kierki_url, tmp_path, "1\n" * 30, "--match", match_id, "--json")

    assert (left.returncode, left.stderr) == (0, "")
    assert left.stdout.endswith(
        "You have left the table; your seat is kept.\n"
        f"Come back with: kierki play --human --match {match_id}\n"
    )
    assert mode == 0o600
    assert secret not in left.stdout
    assert (back.returncode, back.stderr) == (0, "")
    assert json.loads(back.stdout.splitlines()[-1])["matchId"] == match_id
    assert kept(tmp_path) == []


def test_ctrl_c_leaves_politely(kierki_url: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(kierki_url, "--seed", "5"),
        env=bare_environ(KIERKI_DATA_DIR=str(tmp_path), PYTHONIOENCODING="utf-8"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if "not now" in line:
                break
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=20)

    assert (process.returncode, errors) == (0, "")
    assert "You have left the table" in rest
    assert "kierki play --human --match m_" in rest


def test_a_match_that_nobody_kept_cannot_be_come_back_to(kierki_url: str, tmp_path: Path) -> None:
    done = typed(kierki_url, tmp_path, "", "--match", "m_00000000000000000000")

    assert done.returncode == 1
    assert done.stderr.startswith("kierki play: no way back to 'm_00000000000000000000' is kept")
    assert done.stderr.count("\n") == 1


def test_a_token_is_sent_to_no_other_service(kierki_url: str, tmp_path: Path) -> None:
    left = typed(kierki_url, tmp_path, "", *_LOTTERY)
    match_id = _ID.findall(left.stdout)[0]

    done = typed("http://127.0.0.1:9", tmp_path, "1\n", "--match", match_id)

    assert done.returncode == 1
    assert done.stderr == f"kierki play: {match_id} is played at {kierki_url}\n"


def test_a_service_that_is_away_is_told_in_one_line(tmp_path: Path) -> None:
    done = typed("http://127.0.0.1:9", tmp_path, "1\n")

    assert done.returncode == 1
    assert done.stderr.startswith("kierki play: no answer from http://127.0.0.1:9")
    assert done.stderr.count("\n") == 1


def test_a_match_is_played_though_the_way_back_cannot_be_kept(
    kierki_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()

    done = typed(kierki_url, tmp_path / "file" / "kierki", "1\n" * 30, *_LOTTERY)

    assert done.returncode == 0
    assert "The way back could not be kept: Not a directory" in done.stdout
    assert "Come back with" not in done.stdout


def test_the_house_bots_play_at_the_level_that_was_chosen(
    kierki_url: str, tmp_path: Path, guests: Guests
) -> None:
    done = typed(kierki_url, tmp_path, "1\n", *_LOTTERY, "--level", "easy")

    match = guests(kierki_url).match(_ID.findall(done.stdout)[0])
    assert match["botLevel"] == "easy"
    assert [seat["level"] for seat in match["seats"]] == [None, "easy", "easy"]
    assert "seat 1 is Bot Karo (easy)" in done.stdout


async def test_moves_through_a_wire_that_loses_every_answer_are_made_once(
    kierki_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guests: Guests
) -> None:
    monkeypatch.setenv("KIERKI_DATA_DIR", str(tmp_path))
    screen = io.StringIO()

    async with wire_to(kierki_url) as wire:

        def answer(prompt: str) -> str:
            wire.lost_answers = 1
            return simple_answer(prompt)

        typist = Typist(screen, answer)
        url = wire.url.replace("redis://", "http://")
        arguments = ("--human", "--url", url, "--bot-pace-ms", "0", "--json", *_LOTTERY)
        args = build_parser("play").parse_args(["play", *arguments])
        code = await asyncio.to_thread(
            run,
            args,
            lambda address: Client(address, sleep=lambda _: None),
            Terminal(typist, screen),
        )

    assert code == 0
    result = json.loads(screen.getvalue().splitlines()[-1])
    log = guests(kierki_url).log(result["matchId"])
    own = [at["action"] for at in log if at["action"]["cause"] == "player"]
    moves = [action["move"] for action in own if action["kind"] == "moved"]
    assert len(moves) == len(set(moves)) == len(typist.prompts)
    assert "Refused" not in screen.getvalue()
