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
SMALL = (sys.executable, str(ROOT / "clients/bot-python/small.py"))
TYPESCRIPT = (node(), str(ROOT / "clients/bot-typescript/bot.ts"))
LIMIT_SECONDS = 90
PASSING: Json = {"ruleSet": "american", "options": {"limit": "30"}}
BIDDING: Json = {
    "ruleSet": "custom",
    "custom": {"direction": "high", "deals": [{"deal": AUCTION, "repeat": 3}]},
}

Bot = subprocess.Popen[str]


@contextmanager
def running(command: tuple[str, str], url: str, guest: Guest, *match_ids: str) -> Iterator[Bot]:
    """Run a bot for an account, which is to sit down in these matches."""
    process = subprocess.Popen(
        (*command, url, *match_ids),
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


def is_over(guest: Guest, match_id: str) -> bool:
    """Say whether a match is finished."""
    return bool(guest.match(match_id)["status"] == "finished")


def has_bot(guest: Guest, match_id: str) -> bool:
    """Say whether a bot's account sits on seat 0."""
    return bool(guest.match(match_id)["seats"][0]["botAccount"])


@pytest.mark.parametrize("game", [PASSING, BIDDING], ids=["passing", "bidding"])
def test_four_bots_play_a_match_to_its_end(guests: Guests, kierki_url: str, game: Json) -> None:
    seated = [guests(kierki_url, name) for name in ("Py 1", "Ts 1", "Small", "Ts 2")]
    match_id = new_table(seated[0], game)

    with ExitStack() as stack:
        for guest, command in zip(seated, (PYTHON, TYPESCRIPT, SMALL, TYPESCRIPT), strict=True):
            stack.enter_context(running(command, kierki_url, guest, match_id))
        assert eventually(lambda: is_over(seated[0], match_id), seconds=LIMIT_SECONDS)

    match = seated[0].match(match_id)
    assert sorted(seat["name"] for seat in match["seats"]) == ["Py 1", "Small", "Ts 1", "Ts 2"]
    moves = [e["action"] for e in seated[0].log(match_id) if e["action"]["kind"] == "moved"]
    assert {move["cause"] for move in moves} == {"player"}
    told = [move["move"] for move in moves if "move" in move]  # what others give is hidden
    verbs = {text.split()[0] for text in told}
    assert verbs >= ({"give", "play"} if game is PASSING else {"trump", "play"})


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bots_account_takes_what_it_is_offered_and_plays_it(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url)
    made = guest.post("/v1/bots", {"name": "Deep Thought", "atOnce": 2}).json()
    choices = {"ruleSet": "greek", "options": {"limit": "10"}, "turnSeconds": None, "botPaceMs": 0}
    tables = [guest.post("/v1/matches", {**choices, "sit": False}).json()["id"] for _ in range(2)]
    for match_id in tables:
        offer = guest.post("/v1/offers", {"botId": made["bot"]["id"], "matchId": match_id})
        assert offer.status_code == 201, offer.text

    bot = guests(kierki_url)
    bot.token = made["token"]
    with running(command, kierki_url, bot):
        assert eventually(lambda: all(has_bot(guest, at) for at in tables), seconds=30)
        for match_id in tables:
            guest.post(f"/v1/matches/{match_id}/start", {"fillWithBots": True}).raise_for_status()
        assert eventually(lambda: all(is_over(guest, at) for at in tables), seconds=LIMIT_SECONDS)

    names = [[seat["name"] for seat in guest.match(at)["seats"]] for at in tables]
    assert names == [["Deep Thought", "Bot Karo", "Bot Pik", "Bot Trefl"]] * 2


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bot_that_was_killed_goes_on(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url, "Phoenix")
    choices = {"ruleSet": "greek", "options": {"limit": "10"}, "turnSeconds": None}
    match_id = guest.new_match(botPaceMs=0, **choices)

    with running(command, kierki_url, guest, match_id):
        assert eventually(lambda: moves_of(guest, match_id) > 3, seconds=30)
    with running(command, kierki_url, guest):
        assert eventually(lambda: is_over(guest, match_id), seconds=LIMIT_SECONDS)


@pytest.mark.parametrize("command", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_a_bot_takes_its_seat_back_from_one_of_the_house(
    guests: Guests, kierki_url: str, command: tuple[str, str]
) -> None:
    guest = guests(kierki_url, "Phoenix")
    match_id = guest.new_match(turnSeconds=None, botPaceMs=100)
    away = guest.post(f"/v1/matches/{match_id}/take-over", {})
    assert away.json()["seats"][0]["level"] == "medium"

    with running(command, kierki_url, guest):
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
    guest.token = "kt_wrong"

    with running(command, kierki_url, guest) as bot:
        said, _ = bot.communicate(timeout=LIMIT_SECONDS)

    assert bot.returncode == 1
    assert "UNAUTHENTICATED" in said
