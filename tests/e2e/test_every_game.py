"""Every rule set, for every number of players, is played to its end over the API.

So is kurnik in `test_play.py`.
"""

import json
from collections.abc import Callable

import pytest

from service.cli import main
from tests.fixtures.own_deals import ACES, AUCTION, OUT
from tests.fixtures.player import Guests, Json
from tests.fixtures.waiting import eventually

# What all deals of a match bring together, by rule set, players and options. Source: rules.md.
SUMS: list[tuple[str, int, dict[str, str], int]] = [
    ("classic", 3, {}, 0),
    ("classic", 4, {}, 0),
    ("classic", 5, {}, 10),
    ("classic", 6, {"odd_card": "last_trick"}, 0),
    ("classic", 7, {}, 45),
    ("classic", 4, {"robber": "on", "trump_mode": "auction", "king_must_drop": "on"}, 0),
    ("classic", 4, {"plus_phase": "lottery", "lottery_deals": "players"}, 0),
    ("ten_deal", 3, {}, 36),
    ("ten_deal", 3, {"plus_deals": "players", "scale": "balanced"}, -44),
    ("ten_deal", 4, {}, -124),
    ("ten_deal", 4, {"scale": "balanced", "heart_ban": "2,6"}, 0),
    ("king", 4, {"leader": "dealer"}, 0),
    ("lottery", 3, {}, 1275),
    ("lottery", 4, {"start": "free", "ace_bonus": "on", "deals": "2"}, 650),
    ("polish", 3, {}, 0),
    ("polish", 4, {"scale": "small"}, 0),
    ("sik", 4, {"penalty_order": "robber,king,men,queens,hearts,tricks,special"}, 200),
]
# What one deal brings, and what it brings when a seat shoots the moon.
DEALS: list[tuple[str, int, dict[str, str], set[int]]] = [
    ("greek", 3, {"limit": "30"}, {26, 52}),
    ("greek", 4, {"limit": "40", "moon": "choice", "jack_bonus": "on"}, {16, 68, -36}),
    ("american", 3, {"limit": "30", "passing": "every_left"}, {26, 52}),
    ("american", 4, {"limit": "40", "tie": "play_on", "must_dump_queen": "on"}, {26, 78}),
    ("black_maria", 3, {"limit": "50"}, {43}),
    ("black_maria", 4, {"limit": "50"}, {43}),
    ("black_maria", 5, {"limit": "50"}, {43}),
    ("black_maria", 6, {"limit": "50"}, {42}),
]


Play = Callable[[str, int, dict[str, str]], Json]
"""Plays a match of a rule set, for so many players, with options, and returns its result."""


@pytest.fixture
def played(kierki_url: str, capsys: pytest.CaptureFixture[str]) -> Play:
    """Give `kierki play`, which runs in the process of the test."""

    def play(name: str, players: int, options: dict[str, str]) -> Json:
        chosen = [f"--option={option}={value}" for option, value in options.items()]
        words = ("play", "--url", kierki_url, "--json", "--rules", name, "--players", str(players))
        assert main([*words, *chosen]) == 0
        found: Json = json.loads(capsys.readouterr().out.rstrip().rpartition("\n")[2])
        return found

    return play


@pytest.mark.parametrize(("name", "players", "options", "total"), SUMS, ids=str)
def test_a_match_of_a_known_sum(
    played: Play, name: str, players: int, options: dict[str, str], total: int
) -> None:
    result = played(name, players, options)

    assert (result["ruleSet"], len(result["totals"])) == (name, players)
    assert sum(result["totals"]) == total


@pytest.mark.parametrize(("name", "players", "options", "sums"), DEALS, ids=str)
def test_a_match_to_a_limit(
    played: Play, name: str, players: int, options: dict[str, str], sums: set[int]
) -> None:
    result = played(name, players, options)

    assert {sum(deal["points"]) for deal in result["deals"]} <= sums
    assert max(result["totals"]) >= int(options["limit"])


def test_a_tables_own_three_deals_are_played(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    custom = {"direction": "high", "deals": [{"deal": ACES}, {"deal": AUCTION}, {"deal": OUT}]}

    match_id = guest.new_match(
        ruleSet="custom", players=4, custom=custom, sit=False, botPaceMs=0, seed=4
    )

    assert eventually(lambda: guest.match(match_id)["status"] == "finished", seconds=20)
    match = guest.match(match_id)
    sums = [sum(deal["points"]) for deal in match["game"]["scores"]]
    assert sums == [-100, 130, 40]
    rules = guest.http.get(f"/v1/matches/{match_id}/rules").json()
    assert [deal["id"] for deal in rules["deals"]] == ["aces", "auction", "out"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"deals": []}, "NO_DEALS"),
        ({"deals": [{"deal": {**ACES, "cards": []}}]}, "WORTHLESS_DEAL"),
        ({"deals": [{"deal": {**ACES, "tricks": [{"number": 14, "points": 5}]}}]}, "NO_SUCH_TRICK"),
        ({"deals": [{"deal": {**ACES, "mustDrop": ["1X"]}}]}, "NO_SUCH_CARD"),
        ({"deals": [{"deal": {**OUT, "prizes": [1, 2, 3, 4, 5]}}]}, "TOO_MANY_PRIZES"),
        ({"deals": [{"deal": {**ACES, "leader": "buyer"}}]}, "CLASHING_RULES"),
        ({"direction": "sideways"}, "INVALID_INPUT"),
    ],
    ids=str,
)
def test_own_rules_that_cannot_be_played_are_refused_by_name(
    guests: Guests, kierki_url: str, changes: Json, code: str
) -> None:
    custom = {"direction": "high", "deals": [{"deal": ACES}], **changes}

    answer = guests(kierki_url).post(
        "/v1/matches", {"ruleSet": "custom", "players": 4, "custom": custom}
    )

    assert (answer.status_code, answer.json()["code"]) == (422, code)
