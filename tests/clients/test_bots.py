"""The bots that the page shows play whole matches with each other."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.architecture.tree import ROOT
from tests.clients.node import node
from tests.fixtures.own_deals import AUCTION
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.processes import bare_environ
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.valkey import free_port
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import whole_service

PYTHON = (sys.executable, str(ROOT / "clients/bot-python/bot.py"))
SMALL = (sys.executable, str(ROOT / "clients/bot-python/small.py"))
READER = (sys.executable, str(ROOT / "clients/bot-python/reader.py"))
TYPESCRIPT = (node(), str(ROOT / "clients/bot-typescript/bot.ts"))
SMALL_TYPESCRIPT = (node(), str(ROOT / "clients/bot-typescript/small.ts"))
ALL = {
    "python": PYTHON,
    "typescript": TYPESCRIPT,
    "small-python": SMALL,
    "small-typescript": SMALL_TYPESCRIPT,
    "reader": READER,
}
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
    seated = [guests(kierki_url, name) for name in ("Py", "Ts", "Small Py", "Small Ts")]
    match_id = new_table(seated[0], game)

    with ExitStack() as stack:
        for guest, command in zip(
            seated, (PYTHON, TYPESCRIPT, SMALL, SMALL_TYPESCRIPT), strict=True
        ):
            stack.enter_context(running(command, kierki_url, guest, match_id))
        assert eventually(lambda: is_over(seated[0], match_id), seconds=LIMIT_SECONDS)

    match = seated[0].match(match_id)
    assert sorted(seat["name"] for seat in match["seats"]) == ["Py", "Small Py", "Small Ts", "Ts"]
    moves = [e["action"] for e in seated[0].log(match_id) if e["action"]["kind"] == "moved"]
    assert {move["cause"] for move in moves} == {"player"}
    told = [move["move"] for move in moves if "move" in move]  # what others give is hidden
    verbs = {text.split()[0] for text in told}
    assert verbs >= ({"give", "play"} if game is PASSING else {"trump", "play"})


@pytest.mark.parametrize("command", ALL.values(), ids=ALL)
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


def test_bots_play_on_after_a_restart_and_when_they_ask_too_much(
    guests: Guests, tmp_path: Path
) -> None:
    with whole_service(tmp_path, KIERKI_RATE_READS="60:50") as service, ExitStack() as stack:
        seated = {guests(service.url): command for command in (SMALL, SMALL_TYPESCRIPT, READER)}
        tables = [guest.new_match(turnSeconds=None, botPaceMs=0) for guest in seated]
        for (guest, command), match_id in zip(seated.items(), tables, strict=True):
            stack.enter_context(running(command, service.url, guest, match_id))
        began = [seen(service.url, at)["version"] for at in tables]
        assert eventually(lambda: all_beyond(service.url, tables, began), seconds=60)

        service.kill("service api")
        assert eventually(lambda: is_ready(service.url), seconds=60)
        for guest in seated:
            while guest.http.get("/v1/me").is_success:  # what may come at once is used up
                pass
        later = [seen(service.url, at)["version"] for at in tables]
        assert eventually(lambda: all_beyond(service.url, tables, later), seconds=60)
        metrics = httpx.get(f"{service.url}/metrics", timeout=40, verify=nobody_trusted()).text

    (limited,) = re.findall(r'rate_limited_total\{budget="reads"\} (\S+)', metrics)
    assert float(limited) > len(seated)


def all_beyond(url: str, tables: list[str], versions: list[int]) -> bool:
    """Say whether every match has gone on from a version."""
    now = [seen(url, at)["version"] for at in tables]
    return all(new > old for new, old in zip(now, versions, strict=True))


def seen(url: str, match_id: str) -> Json:
    """Return a match as somebody without an account sees it, whom no account's budget stops."""
    match: Json = httpx.get(
        f"{url}/v1/matches/{match_id}", timeout=40, verify=nobody_trusted()
    ).json()
    return match


def is_ready(url: str) -> bool:
    """Say whether there is an API that can serve."""
    try:
        return httpx.get(f"{url}/readyz", timeout=40, verify=nobody_trusted()).is_success
    except httpx.TransportError:
        return False


def test_the_reader_plays_better_than_chance_by_what_the_rules_say() -> None:
    port = free_port()
    with subprocess.Popen((*READER, "--arena", str(port)), env=bare_environ()) as reader:
        try:
            assert eventually(lambda: listens(port))
            address = f"http://127.0.0.1:{port}/move"
            options = ("--rules", "greek", "--option", "limit=30", "--matches", "1", "--json")
            bots = f"{address},random,random,random"
            done = subprocess.run(
                (sys.executable, "-m", "service", "arena", "--bots", bots, *options),
                capture_output=True,
                check=True,
                text=True,
                timeout=LIMIT_SECONDS,
            )
        finally:
            reader.kill()

    rows = {row["bot"]: row for row in json.loads(done.stdout)["bots"]}
    points = {name: row["pointsPerDeal"]["mean"] for name, row in rows.items()}
    assert rows[address]["failures"] == {}
    assert points["random"] - points[address] > 3  # the lowest total wins


def listens(port: int) -> bool:
    """Say whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("path", [SMALL[1], SMALL_TYPESCRIPT[1]])
def test_the_smallest_bots_have_fewer_than_thirty_lines(path: str) -> None:
    lines = Path(path).read_text().splitlines()

    assert len([line for line in lines if line and not line.startswith(("//", '"""'))]) < 30
