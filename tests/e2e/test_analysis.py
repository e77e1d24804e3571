"""A match is played to its end through the API, and what a house bot says of it is read."""

import httpx

from schema.export import CONTRACT
from tests.fixtures.own_deals import ACES
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import Running

OPERATION = (CONTRACT.with_name("operations") / "MatchAnalysis.graphql").read_text("utf-8")
_LIMIT_S = 120  # on a machine that does much else


def short_match(deals: int) -> Json:
    """Return the choices of a match of three whose decisions are judged in a moment."""
    custom = {"direction": "high", "deals": [{"deal": ACES, "repeat": deals}]}
    return {"ruleSet": "custom", "players": 3, "custom": custom}


def play_out(guest: Guest, match_id: str) -> None:
    """Make the first allowed move at every turn, until the match is over."""
    while True:
        assert eventually(lambda: asked_or_over(guest.match(match_id)), seconds=30)
        match = guest.match(match_id)
        if match["status"] == "finished":
            return
        if match["legalMoves"] is not None:
            guest.submit(match_id, guest.request(match, match["legalMoves"]["moves"][0]))


def asked_or_over(match: Json) -> bool:
    return match["legalMoves"] is not None or match["status"] == "finished"


def analysis_of(guest: Guest, match_id: str, **query: int) -> Json:
    answer = guest.http.get(f"/v1/matches/{match_id}/analysis", params=query)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    if found["next"] is not None:
        more = analysis_of(guest, match_id, **{**query, "after": found["next"]})
        found["moves"] += more["moves"]
    return found


def is_ready(guest: Guest, match_id: str) -> bool:
    answer = guest.http.get(f"/v1/matches/{match_id}/analysis")
    return bool(answer.is_success and answer.json()["state"] == "ready")


def test_a_match_that_was_played_is_analysed(analysing: Running, guests: Guests) -> None:
    guest = guests(analysing.url)
    match_id = guest.new_match(**short_match(1), turnSeconds=None, botPaceMs=0)
    early = guest.http.get(f"/v1/matches/{match_id}/analysis")

    play_out(guest, match_id)
    assert eventually(lambda: is_ready(guest, match_id), seconds=_LIMIT_S)

    found = analysis_of(guest, match_id)
    log = {entry["seq"]: entry["action"] for entry in guest.log(match_id)}
    assert early.json()["code"] == "MATCH_NOT_OVER"
    assert found["complete"]
    assert found["moves"]
    for at in found["moves"]:
        action = log[at["version"]]
        assert (action["seat"], action["move"]) == (at["seat"], at["move"])
        assert action["cause"] == at["cause"]
    mine = [at for at in found["moves"] if at["seat"] == 0]
    assert found["seats"][0]["decisions"] == len(mine) > 0
    assert analysis_of(guest, match_id, seat=0)["moves"] == mine
    told = guest.graphql(OPERATION, matchId=match_id)["matchAnalysis"]
    assert [at["lost"] for at in told["moves"]] == [at["lost"] for at in found["moves"]]
    with httpx.Client(base_url=analysing.url) as stranger:
        assert stranger.get(f"/v1/matches/{match_id}/analysis").json() == found


def test_an_analysis_survives_the_death_of_its_worker(analysing: Running, guests: Guests) -> None:
    guest = guests(analysing.url)
    match_id = guest.new_match(**short_match(4), botPaceMs=0)
    guest.post(f"/v1/matches/{match_id}/resign", {})
    assert eventually(lambda: bool(begun(guest, match_id)), seconds=_LIMIT_S)
    so_far = begun(guest, match_id)

    analysing.kill("worker background")

    assert eventually(lambda: is_ready(guest, match_id), seconds=_LIMIT_S)
    found = analysis_of(guest, match_id)
    versions = [at["version"] for at in found["moves"]]
    assert found["complete"]
    assert versions == sorted(set(versions))
    assert found["moves"][: len(so_far)] == so_far
    assert {at["deal"] for at in found["moves"]} == {1, 2, 3, 4}


def begun(guest: Guest, match_id: str) -> list[Json]:
    """Return the moves that have been judged so far."""
    answer = guest.http.get(f"/v1/matches/{match_id}/analysis")
    moves: list[Json] = answer.json()["moves"] if answer.is_success else []
    return moves
