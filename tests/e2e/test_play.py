"""`kierki play` and a person's moves, on the whole service."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.cli import main
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.processes import bare_environ
from tests.fixtures.waiting import eventually

SUBMIT = """
mutation Move($input: SubmitMoveInput!) {
  submitMove(input: $input) {
    __typename
    ... on MoveAccepted { version }
    ... on Refusal { code matchVersion }
  }
}
"""


OURS: Json = {
    "direction": "high",
    "deals": [
        {
            "deal": {
                "kind": "tricks",
                "id": "cheap",
                "name": {"pl": "Tanio", "en": "Cheap"},
                "source": "ours",
                "leader": "dealer",
                "trick": -3,
            },
            "repeat": 2,
        },
        {
            "deal": {
                "kind": "lottery",
                "id": "out",
                "name": {"pl": "Los", "en": "Out"},
                "source": "ours",
                "opener": "dealer",
                "prizes": [9, -2],
            }
        },
    ],
}


def played(url: str, *arguments: str) -> tuple[str, Json]:
    """Run `kierki play` and return what it printed and its last line."""
    done = subprocess.run(
        (sys.executable, "-P", "-m", "service", "play", "--url", url, "--json", *arguments),
        env=bare_environ(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    text, _, last = done.stdout.rstrip().rpartition("\n")
    return text, json.loads(last)


def written(rules: Json, folder: Path) -> str:
    """Write a table's own rules to a file and return its path."""
    path = folder / "ours.json"
    path.write_text(json.dumps(rules), encoding="utf-8")
    return str(path)


def told(entry: Json) -> Json:
    """Return what an entry says of the game: no ids, times, hashes or commitments."""
    return {name: entry[name] for name in ("seq", "action", "effects")}


@pytest.mark.parametrize(("players", "deals", "total"), [(4, 12, 0), (3, 11, -255)])
def test_a_match_of_bots_is_played_to_its_end(
    kierki_url: str, players: int, deals: int, total: int
) -> None:
    text, result = played(kierki_url, "--players", str(players))

    assert result["ruleSet"] == "kurnik"
    assert len(result["deals"]) == deals
    assert sum(result["totals"]) == total
    by_seat = zip(*(deal["points"] for deal in result["deals"]), strict=True)
    assert result["totals"] == [sum(points) for points in by_seat]
    assert text.count("-> seat") == (deals - 1) * {4: 13, 3: 17}[players]
    assert "Won by" in text or "A draw of" in text


def test_the_same_seed_gives_the_same_match(
    guests: Guests, kierki_url: str, tmp_path: Path
) -> None:
    rules = written(OURS, tmp_path)
    first, second, other = (
        played(kierki_url, "--custom", rules, "--seed", seed)[1] for seed in ("5", "5", "6")
    )

    guest = guests(kierki_url)
    logs = [[told(entry) for entry in guest.log(at["matchId"])] for at in (first, second, other)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]
    assert (first["deals"], first["totals"]) == (second["deals"], second["totals"])
    assert guest.match(first["matchId"])["practice"] is True


def test_a_server_that_is_away_is_told_in_one_line() -> None:
    done = subprocess.run(
        (sys.executable, "-P", "-m", "service", "play", "--url", "http://127.0.0.1:9"),
        env=bare_environ(),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no answer from http://127.0.0.1:9" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--rules", "bridge"), "UNKNOWN_RULE_SET"),
        (("--players", "5"), "WRONG_PLAYER_COUNT"),
        (("--option", "speed=9"), "UNKNOWN_OPTION"),
        (("--option", "trump_leader=me"), "OPTION_OUT_OF_RANGE"),
        (("--rules", "custom"), "INVALID_INPUT"),
    ],
)
def test_rules_that_are_not_there_are_refused_in_one_line(
    kierki_url: str, arguments: tuple[str, ...], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = main(["play", "--url", kierki_url, *arguments])

    errors = capsys.readouterr().err
    assert ended == 1
    assert errors.startswith(f"kierki play: {code}: ")
    assert errors.count("\n") == 1


def test_a_tables_own_rules_are_played_from_a_file(kierki_url: str, tmp_path: Path) -> None:
    text, result = played(kierki_url, "--players", "3", "--custom", written(OURS, tmp_path))

    assert result["ruleSet"] == "custom"
    assert [sum(deal["points"]) for deal in result["deals"]] == [-51, -51, 7]
    assert "Tanio" not in text


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({**OURS, "deals": []}, "NO_DEALS: "),
        ({**OURS, "direction": "up"}, " at #/custom/direction"),
    ],
)
def test_own_rules_that_cannot_be_played_are_refused_in_one_line(
    kierki_url: str,
    tmp_path: Path,
    rules: Json,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ended = main(["play", "--url", kierki_url, "--custom", written(rules, tmp_path)])

    errors = capsys.readouterr().err
    assert ended == 1
    assert told in errors
    assert errors.count("\n") == 1


def hand_of(match: Json) -> list[str]:
    cards: list[str] = match["game"]["deal"]["hand"]
    return cards


def refused(guest: Guest, match: Json, body: Json) -> tuple[str, str]:
    """Return the codes with which REST and GraphQL refuse a move that must change nothing."""
    rest = guest.submit(match["id"], body)
    assert rest.headers["content-type"] == "application/problem+json"
    given = {
        "matchId": match["id"],
        "expectedVersion": body["expectedVersion"],
        "idempotencyKey": body["idempotencyKey"] + "-graphql",
        "move": {"text": body["move"]},
    }
    answer = guest.graphql(SUBMIT, input=given)["submitMove"]
    assert answer["__typename"] == "Refusal"
    later = guest.match(match["id"])
    assert (later["version"], later["cursor"]) == (match["version"], match["cursor"])
    return rest.json()["code"], answer["code"]


def led_to(guest: Guest, deal_id: str, *, leading: bool) -> Json:
    """Play on until the guest is to lead, or to follow, in a deal; return the match then."""
    match_id = guest.new_match(turnSeconds=300, botPaceMs=0, seed=11)
    for _ in range(400):
        match = guest.asked(match_id)
        deal = match["game"]["deal"]
        illegal = any(not choice["playable"] for choice in match["legalMoves"]["cards"])
        if deal["id"] == deal_id and (not deal["table"]) is leading and illegal:
            return match
        answer = guest.submit(match_id, guest.request(match, match["legalMoves"]["moves"][0]))
        assert answer.status_code == 200, answer.text
    raise AssertionError("the position never came")


def test_each_wrong_move_has_its_code_on_both_transports(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match = led_to(guest, "tricks", leading=False)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    foreign = next(card for card in deck if card not in hand_of(match))
    revoke = next(c["card"] for c in match["legalMoves"]["cards"] if not c["playable"])

    for move, code in [
        (f"play {foreign}", "NOT_IN_HAND"),
        (f"play {revoke}", "MUST_FOLLOW_SUIT"),
        ("trump H", "WRONG_PHASE"),
        ("shuffle", "BAD_MOVE"),
    ]:
        assert refused(guest, match, guest.request(match, move)) == (code, code)
    stale = guest.request(match, match["legalMoves"]["moves"][0])
    stale["expectedVersion"] = match["decisionVersion"] - 1
    assert refused(guest, match, stale) == ("STALE_VERSION", "STALE_VERSION")


def test_a_banned_heart_lead_is_refused_on_both_transports(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match = led_to(guest, "hearts", leading=True)
    heart = next(card for card in hand_of(match) if card.endswith("H"))

    codes = refused(guest, match, guest.request(match, f"play {heart}"))

    assert codes == ("HEART_LEAD_BANNED", "HEART_LEAD_BANNED")


def test_a_move_out_of_turn_is_refused_on_both_transports(guests: Guests, kierki_url: str) -> None:
    ala, ola = guests(kierki_url), guests(kierki_url, "Ola")
    match_id = ala.post("/v1/matches", {"turnSeconds": 300, "botPaceMs": 0}).json()["id"]
    ola.post(f"/v1/matches/{match_id}/seats", {})
    ala.post(f"/v1/matches/{match_id}/start", {"fillWithBots": True})
    assert eventually(lambda: ala.match(match_id)["game"]["toAct"][0] in {0, 1})
    waiting = ola if ala.match(match_id)["game"]["toAct"] == [0] else ala
    match = waiting.match(match_id)

    codes = refused(waiting, match, waiting.request(match, f"play {hand_of(match)[0]}"))

    assert codes == ("NOT_YOUR_TURN", "NOT_YOUR_TURN")


def test_a_move_sent_twice_is_made_once(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match = guest.asked(guest.new_match(turnSeconds=300))
    body = guest.request(match, match["legalMoves"]["moves"][0])

    first = guest.submit(match["id"], body)
    again = guest.submit(match["id"], body)
    other_key = guest.submit(match["id"], {**body, "idempotencyKey": "another"})
    other_move = guest.submit(match["id"], {**body, "move": "play 2C play"})
    other_body = guest.submit(match["id"], {**body, "expectedVersion": body["expectedVersion"] + 1})

    assert first.status_code == again.status_code == 200
    assert again.json() == first.json()
    assert (other_key.status_code, other_key.json()["code"]) == (409, "STALE_VERSION")
    assert other_move.json()["code"] == "BAD_MOVE"
    assert other_body.json()["code"] == "IDEMPOTENCY_KEY_REUSED"


def test_twenty_submits_at_once_make_one_entry(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match = guest.asked(guest.new_match(turnSeconds=300, botPaceMs=0))
    body = guest.request(match, match["legalMoves"]["moves"][0])

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: guest.submit(match["id"], body), range(20)))

    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["version"] for answer in answers} == {match["version"] + 1}
    own = guest.http.get(f"/v1/matches/{match['id']}/events", params={"after": match["cursor"]})
    moves = [at["entry"]["action"] for at in own.json()["items"] if at["kind"] == "entry"]
    assert [move["seat"] for move in moves if move["cause"] == "player"] == [0]


def test_a_turn_that_nobody_takes_is_taken_by_the_clock(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match_id = guest.new_match(turnSeconds=1, botPaceMs=0)
    match = guest.asked(match_id)

    page = guest.http.get(
        f"/v1/matches/{match_id}/events", params={"after": match["cursor"], "wait": 10}
    )

    (first, *_) = page.json()["items"]
    assert first["entry"]["action"] == {
        **first["entry"]["action"],
        "kind": "moved",
        "cause": "timeout",
        "seat": 0,
    }
    late_ms = first["entry"]["atMs"] - match["deadlineMs"]
    assert 0 <= late_ms < 2_000
