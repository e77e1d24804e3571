"""The pages follow the log of a match, however often the feed breaks."""

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from tests.clients.node import run

HOST = Path(__file__).with_name("follow_host.mjs")
LOG = ["a", "b", "c", "d"]
END = {"kind": "END", "seq": 4, "cursor": None}
HEARTBEAT = {"kind": "HEARTBEAT", "seq": 0, "serverTimeMs": 1000}

Case = dict[str, Any]
Told = dict[str, Any]


def followed(*cases: Case) -> list[Told]:
    """Follow each of these feeds, and return what a listener was told of it."""
    done = run((str(HOST),), json.dumps(cases))
    assert done.returncode == 0, done.stderr
    told: list[Told] = json.loads(done.stdout)
    return told


def entry(seq: int) -> Case:
    """Return an entry of the log as the feed tells it."""
    name = LOG[seq - 1]
    return {"kind": "ENTRY", "seq": seq, "cursor": f"{seq}-{name}", "entry": name}


def whole(*connections: object) -> Case:
    """Return a case that follows the whole log, the last connection telling the rest of it."""
    return {"from": "0", "connections": [*connections, {"log": LOG, "then": END}]}


def test_the_whole_log_is_told_in_order_and_then_its_end() -> None:
    (told,) = followed(whole())

    assert told["log"] == LOG
    assert told["opened"] == [["0", 0]]
    assert [at["state"] for at in told["states"]] == ["connecting", "live", "ended"]


def test_a_feed_that_breaks_goes_on_after_the_newest_entry() -> None:
    (told,) = followed(whole([entry(1), entry(2), {"fail": "OFFLINE"}]))

    assert told["log"] == LOG
    assert [after for after, _ in told["opened"]] == ["0", "2-b"]
    assert told["states"][2] == {"state": "reconnecting", "sinceMs": 0}
    assert told["states"][3] == {"state": "live"}


def test_a_silent_connection_is_thrown_away_after_twenty_seconds() -> None:
    (told,) = followed(whole([entry(1), "silence"]))

    assert told["log"] == LOG
    assert told["drops"] == 1
    assert told["states"][2] == {"state": "reconnecting", "sinceMs": 20_000}


def test_a_heartbeat_tells_the_time_and_breaks_the_silence() -> None:
    (told,) = followed(whole([entry(1), HEARTBEAT, "cut"]))

    assert told["times"] == [1000]
    assert told["drops"] == 0
    assert told["log"] == LOG


def test_pauses_grow_to_thirty_seconds_and_no_further() -> None:
    (told,) = followed(whole(*[[{"fail": "OFFLINE"}]] * 9))

    moments = [at for _, at in told["opened"]]
    pauses = [after - before for before, after in pairwise(moments)]
    assert pauses == [375, 750, 1500, 3000, 6000, 12000, 22500, 22500, 22500]


def test_an_item_makes_the_next_pause_short_again() -> None:
    fault = {"fail": "OFFLINE"}
    (told,) = followed(whole([fault], [fault], [entry(1), fault]))

    moments = [at for _, at in told["opened"]]
    assert moments == [0, 375, 375 + 750, 375 + 750 + 375]


def test_the_service_may_ask_for_a_longer_pause() -> None:
    (told,) = followed(whole([{"fail": "RATE_LIMITED", "retryAfterMs": 7000}]))

    assert [at for _, at in told["opened"]] == [0, 7000]


def test_a_refusal_that_would_come_again_is_told_and_ends_it() -> None:
    (told,) = followed(whole([{"fail": "NOT_FOR_SPECTATORS"}]))

    assert told["states"][-1] == {"state": "refused", "code": "NOT_FOR_SPECTATORS"}
    assert len(told["opened"]) == 1


def test_a_missing_entry_is_asked_for_again() -> None:
    (told,) = followed(whole([entry(1), entry(3)]))

    assert told["log"] == LOG
    assert [after for after, _ in told["opened"]] == ["0", "1-a"]


def test_a_snapshot_begins_the_feed_of_who_wants_none_of_the_past() -> None:
    connections = [{"log": LOG[:3], "then": "cut"}, {"log": LOG, "then": END}]
    (told,) = followed({"from": None, "connections": connections})

    assert told["snapshots"] == [[LOG[:3], 3]]
    assert told["log"] == ["d"]
    assert told["resets"] == 0


def test_who_holds_entries_that_the_store_has_lost_throws_them_away() -> None:
    (told,) = followed(whole({"log": [*LOG, "lost"], "then": "cut"}))

    assert told["resets"] == 1
    assert told["log"] == LOG


def test_a_snapshot_of_another_log_replaces_what_was_known() -> None:
    other = {"log": ["a", "x", "y"], "then": END}
    (told,) = followed({"from": None, "connections": [{"log": LOG, "then": "cut"}, other]})

    assert told["resets"] == 1
    assert told["snapshots"][-1] == [["a", "x", "y"], 3]
    assert told["log"] == []


def test_every_order_of_cuts_copies_gaps_and_lost_tails_gives_the_same_log() -> None:
    logs = [LOG[:1], LOG[:3], ["a", "x"], ["a", "b", "x", "y", "z"]]
    thens = ["cut", "silence", {"fail": "OFFLINE"}]
    serving = [
        {"log": log, "then": then, "again": again, "skip": skip}
        for log, then, again, skip in product(logs, thens, (1, 2), (0, 1))
    ]
    cases = [whole(*faults) for faults in product(serving, repeat=2)]

    wrong = [case for case, told in zip(cases, followed(*cases), strict=True) if told["log"] != LOG]

    assert wrong == []
    assert len(cases) == 48**2
