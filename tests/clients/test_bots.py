"""The bots that the page shows play whole matches with each other."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.architecture.tree import ROOT
from tests.clients.node import node
from tests.e2e.test_every_game import AUCTION
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.processes import bare_environ
from tests.fixtures.waiting import eventually

PYTHON = (sys.executable, str(ROOT / "clients/bot-python/bot.py"))
TYPESCRIPT = (node(), str(ROOT / "clients/bot-typescript/bot.ts"))
LIMIT_SECONDS = 90
PASSING: Json = {"ruleSet": "american", "options": {"limit": "30"}}
BIDDING: Json = {
    "ruleSet": "custom",
    "custom": {"direction": "high", "deals": [{"deal": AUCTION, "repeat": 3}]},
}

Bot = subprocess.Popen[str]


@contextmanager
def running(command: tuple[str, str], url: str, guest: Guest, match_id: str) -> Iterator[Bot]:
    """Run a bot for a guest's account."""
    process = subprocess.Popen(
        (*command, url, match_id),
        env=bare_environ(KIERKI_TOKEN=guest.token),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def new_table(guest: Guest, game: Json) -> str:
    """Make a match that nobody sits in and that starts when all seats are taken."""
    choices = {**game, "sit": False, "startWhenFull": True, "turnSeconds": None}
    answer = guest.post("/v1/matches", choices)
    assert answer.status_code == 201, answer.text
    match_id: str = answer.json()["id"]
    return match_id


def ends(bot: Bot) -> tuple[int, str]:
    """Return how a bot ended, and what it said."""
    said, _ = bot.communicate(timeout=LIMIT_SECONDS)
    return bot.returncode, said


@pytest.mark.parametrize("game", [PASSING, BIDDING], ids=["passing", "bidding"])
def test_two_and_two_bots_play_a_match_to_its_end(
    guests: Guests, kierki_url: str, game: Json
) -> None:
    seated = [guests(kierki_url, name) for name in ("Py 1", "Ts 1", "Py 2", "Ts 2")]
    match_id = new_table(seated[0], game)

    with ExitStack() as stack:
        bots = [
            stack.enter_context(running(command, kierki_url, guest, match_id))
            for guest, command in zip(seated, (PYTHON, TYPESCRIPT) * 2, strict=True)
        ]
        assert [ends(bot) for bot in bots] == [(0, "")] * 4

    match = seated[0].match(match_id)
    assert match["status"] == "finished"
    assert sorted(seat["name"] for seat in match["seats"]) == ["Py 1", "Py 2", "Ts 1", "Ts 2"]
    moves = [e["action"] for e in seated[0].log(match_id) if e["action"]["kind"] == "moved"]
    assert {move["cause"] for move in moves} == {"player"}
    told = [move["move"] for move in moves if "move" in move]  # what others give is hidden
    verbs = {text.split()[0] for text in told}
    assert verbs >= ({"give", "play"} if game is PASSING else {"trump", "play"})


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bot_that_was_killed_goes_on(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url, "Phoenix")
    choices = {"ruleSet": "greek", "options": {"limit": "10"}, "turnSeconds": None}
    match_id = guest.new_match(botPaceMs=0, **choices)

    with running(command, kierki_url, guest, match_id):
        assert eventually(lambda: moves_of(guest, match_id) > 3, seconds=30)
    with running(command, kierki_url, guest, match_id) as again:
        assert ends(again) == (0, "")

    assert guest.match(match_id)["status"] == "finished"


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bot_takes_its_seat_back_from_one_of_the_house(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url, "Phoenix")
    match_id = guest.new_match(turnSeconds=None, botPaceMs=100)
    away = guest.post(f"/v1/matches/{match_id}/take-over", {})
    assert away.json()["seats"][0]["level"] == "medium"

    with running(command, kierki_url, guest, match_id):
        assert eventually(lambda: guest.match(match_id)["seats"][0]["level"] is None, seconds=30)


def moves_of(guest: Guest, match_id: str) -> int:
    """Return how often the guest's seat has moved."""
    page = guest.http.get(f"/v1/matches/{match_id}/events", params={"after": 0}).json()
    actions = (item["entry"]["action"] for item in page["items"] if item["kind"] == "entry")
    return sum(1 for action in actions if action.get("seat") == 0 and action["kind"] == "moved")


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bot_with_a_wrong_token_says_so_and_ends(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url)
    match_id = new_table(guest, PASSING)
    guest.token = "kt_wrong"

    with running(command, kierki_url, guest, match_id) as bot:
        code, said = ends(bot)

    assert code == 1
    assert "UNAUTHENTICATED" in said
