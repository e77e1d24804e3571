"""A match goes on, without a gap in its log, whatever part of the service is killed."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from tests.fixtures.own_deals import short_game
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import Running, whole_service

_LIMIT_S = 60


class Follower:
    """Follows a match through cut connections, as a client does, and joins what it got."""

    def __init__(self, guest: Guest, match_id: str) -> None:
        self.items: list[Json] = []
        self._guest = guest
        self._match_id = match_id
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        deadline = time.monotonic() + _LIMIT_S
        while time.monotonic() < deadline and not self.ended():
            after = self.items[-1]["cursor"] if self.items else "0"
            new = self._guest.feed(self._match_id, after)
            self.items += [item for item in new if item["kind"] in {"entry", "snapshot", "end"}]
            if not new:
                time.sleep(0.05)

    def has(self, count: int) -> bool:
        """Say whether so many items have come."""
        return len(self.items) >= count

    def ended(self) -> bool:
        """Say whether the end of the match has come."""
        return bool(self.items) and self.items[-1]["kind"] == "end"

    def log(self) -> list[Json]:
        """Wait for the end and return the entries."""
        self._thread.join(_LIMIT_S)
        assert self.ended()
        assert {item["kind"] for item in self.items[:-1]} == {"entry"}
        return [item["entry"] for item in self.items[:-1]]


def assert_whole(
    guest: Guest, match_id: str, log: list[Json], short_deals: int | None = None
) -> None:
    """Check that a log is dense, ordered, of one match played out, and what is stored.

    The match is one of kurnik, unless it is of so many short deals.
    """
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
    times = [entry["atMs"] for entry in log]
    assert times == sorted(times)
    stored = guest.log(match_id)
    assert log == stored
    match = guest.match(match_id)
    assert match["status"] == "finished"
    assert sum(match["game"]["totals"]) == -13 * (short_deals or 0)
    cards = [entry["action"]["move"] for entry in log if entry["action"]["kind"] == "moved"]
    assert len(cards) >= ((short_deals or 12) - 1) * 52 + 4


def reached(guest: Guest, match_id: str, version: int) -> Callable[[], bool]:
    return lambda: bool(guest.match(match_id)["version"] >= version)


@pytest.mark.parametrize("part", ["worker background", "service clock", "valkey-server"])
def test_a_match_of_bots_survives_the_death_of_a_part(
    part: str, mending: Running, guests: Guests
) -> None:
    guest = guests(mending.url)
    match_id = guest.new_match(sit=False, botPaceMs=0, **short_game(6))
    assert eventually(reached(guest, match_id, 60))

    mending.kill(part)

    assert eventually(lambda: finished(guest, match_id), seconds=_LIMIT_S)
    assert_whole(guest, match_id, guest.log(match_id), short_deals=6)
    assert eventually(lambda: len(mending.children(part)) == 1)


def finished(guest: Guest, match_id: str) -> bool:
    answer = guest.http.get(f"/v1/matches/{match_id}")
    return bool(answer.is_success and answer.json()["status"] == "finished")


def test_a_follower_gets_the_whole_log_through_deaths_of_the_api(
    mending: Running, guests: Guests
) -> None:
    guest = guests(mending.url)
    match_id = guest.new_match(sit=False, botPaceMs=0)
    follower = Follower(guest, match_id)
    for count in (100, 300):
        assert eventually(partial(follower.has, count), seconds=30)
        mending.kill("service api")
        assert eventually(lambda: bool(mending.children("service api")))

    log = follower.log()

    assert_whole(guest, match_id, log)


def test_an_answer_lost_with_the_whole_service_is_given_again(
    tmp_path: Path, guests: Guests
) -> None:
    # by `everysec` a slow disk may not have taken what is answered (docs/reliability.md)
    with whole_service(tmp_path, KIERKI_FSYNC="always") as running:
        guest = guests(running.url)
        match_id = guest.new_match(turnSeconds=3_600, botPaceMs=0, **short_game(2))
        match = guest.asked(match_id)
        body = guest.request(match, match["legalMoves"]["moves"][0])
        first = guest.submit(match_id, body).json()
        eventually(lambda: guest.match(match_id)["legalMoves"] is not None)
        running.kill_all()

    with whole_service(tmp_path) as running:
        guest.at(running.url)
        again = guest.submit(match_id, body)
        mine = guest.http.get("/v1/matches").json()["items"]

        assert again.status_code == 200
        assert again.json() == first
        assert [at["id"] for at in mine] == [match_id]
        play_out(guest, match_id)
        assert_whole(guest, match_id, guest.log(match_id), short_deals=2)


def play_out(guest: Guest, match_id: str) -> None:
    """Play a person's seat to the end of the match."""
    for _ in range(400):
        assert eventually(lambda: is_asked_or_over(guest, match_id), seconds=20)
        match = guest.match(match_id)
        if match["status"] == "finished":
            return
        answer = guest.submit(match_id, guest.request(match, match["legalMoves"]["moves"][0]))
        assert answer.status_code == 200, answer.text
    raise AssertionError("the match does not end")


def is_asked_or_over(guest: Guest, match_id: str) -> bool:
    match = guest.match(match_id)
    return match["legalMoves"] is not None or match["status"] == "finished"
