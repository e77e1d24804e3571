"""Deadlines take effect in time, over HTTP and by the store's own clock, and never early."""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import Running

BOUND_MS = 300  # what a healthy clock keeps; a busy machine may be late with some
LATE_MS = 5_000  # what even a very busy machine keeps
BACK_MS = 2_000  # the lease: what a killed part costs once it is back


def log_of(guest: Guest, match_id: str) -> list[Json]:
    """Return the entries of a match until now."""
    answer = guest.http.get(
        f"/v1/matches/{match_id}/events",
        params={"after": "0", "wait": 0},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 200, answer.text
    return [item["entry"] for item in answer.json()["items"] if item["kind"] == "entry"]


def lags(log: list[Json]) -> list[int]:
    """Return how many milliseconds after its deadline each timeout took effect."""
    return [
        entry["atMs"] - before["next"]["deadlineMs"]
        for before, entry in pairwise(log)
        if entry["action"]["cause"] == "timeout"
    ]


def has_timed_out(guest: Guest, match_id: str, times: int) -> Callable[[], bool]:
    return lambda: len(lags(log_of(guest, match_id))) >= times


def test_a_deadline_takes_effect_in_time_and_never_early(kierki_url: str, guests: Guests) -> None:
    guest = guests(kierki_url)
    match_id = guest.new_match(turnSeconds=1, botPaceMs=0)

    assert eventually(has_timed_out(guest, match_id, 6), seconds=40)

    late = sorted(lags(log_of(guest, match_id)))
    print(f"milliseconds from a deadline to its effect: {late}")
    assert late[0] >= 0
    assert late[0] <= BOUND_MS
    assert late[-1] <= LATE_MS


def test_four_who_are_late_together_are_all_timed_out_in_time(
    kierki_url: str, guests: Guests
) -> None:
    people = [guests(kierki_url, name) for name in ("Ala", "Ola", "Jan", "Ewa")]
    made = people[0].post(
        "/v1/matches", {"ruleSet": "greek", "turnSeconds": 1, "startWhenFull": True}
    )
    match_id = made.json()["id"]
    for person in people[1:]:
        assert person.post(f"/v1/matches/{match_id}/seats", {}).is_success

    assert eventually(has_timed_out(people[0], match_id, 4), seconds=40)

    log = log_of(people[0], match_id)
    late = [entry for entry in log if entry["action"]["cause"] == "timeout"][:4]
    times = [entry["atMs"] for entry in late]
    print(f"milliseconds from the first to the last of four timeouts: {times[-1] - times[0]}")
    assert sorted(entry["action"]["seat"] for entry in late) == [0, 1, 2, 3]
    assert {entry["action"]["kind"] for entry in late} == {"moved"}
    assert times[-1] - times[0] <= LATE_MS


def test_a_late_move_is_refused_at_once(kierki_url: str, guests: Guests) -> None:
    guest = guests(kierki_url)
    match_id = guest.new_match(turnSeconds=1, botPaceMs=0)
    match = guest.asked(match_id)
    body = guest.request(match, match["legalMoves"]["moves"][0])

    assert eventually(has_timed_out(guest, match_id, 1), seconds=20)
    answer = guest.submit(match_id, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "DEADLINE_PASSED")


@pytest.mark.parametrize("part", ["worker clock", "service clock"])
def test_a_deadline_takes_effect_soon_after_a_killed_part_is_back(
    part: str, mending: Running, guests: Guests
) -> None:
    guest = guests(mending.url)
    match_id = guest.new_match(turnSeconds=1, botPaceMs=0)
    assert eventually(has_timed_out(guest, match_id, 1), seconds=20)

    before = len(lags(log_of(guest, match_id)))
    mending.kill(part)
    assert eventually(lambda: len(mending.children(part)) == 1)
    back_ms = time.time() * 1_000  # the store is on this machine

    assert eventually(has_timed_out(guest, match_id, before + 3), seconds=30)
    log = log_of(guest, match_id)

    effect = [
        entry["atMs"] - max(entry_before["next"]["deadlineMs"], back_ms)
        for entry_before, entry in pairwise(log)
        if entry["action"]["cause"] == "timeout" and entry["atMs"] > back_ms
    ]
    print(f"milliseconds from being back to the effect: {round(effect[0])}")
    assert min(lags(log)) >= 0
    assert effect[0] <= BACK_MS + LATE_MS
