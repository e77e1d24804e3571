"""The page of the smallest overlay shows a match as it goes on, with an overlay key alone."""

import json
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from tests.architecture.tree import ROOT
from tests.clients.node import node
from tests.fixtures.player import Guests

PAGE = ROOT / "clients/overlay/minimal.html"
HOST = Path(__file__).with_name("overlay_host.mjs")
_LIMIT_SECONDS = 60


def test_it_shows_names_points_and_the_end(guests: Guests, kierki_url: str) -> None:
    guest = guests(kierki_url)
    match_id = guest.new_match(ruleSet="greek", options={"limit": "10"}, sit=False, botPaceMs=100)
    made = guest.post("/v1/overlay-keys", {"name": "stream", "matchId": match_id})
    query = urlencode({"api": kierki_url, "match": match_id, "key": made.json()["key"]})

    done = subprocess.run(
        (node(), "--experimental-eventsource", str(HOST), str(PAGE), f"?{query}"),
        capture_output=True,
        text=True,
        timeout=_LIMIT_SECONDS,
        check=True,
    )

    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert {len(at["rows"]) for at in shown[1:]} == {4}
    assert shown[-1]["heading"] == "finished"
    match = guest.match(match_id)
    seats, totals = match["seats"], match["game"]["result"]["totals"]
    assert shown[-1]["rows"] == [
        f"{seat['name']} {total} " for seat, total in zip(seats, totals, strict=True)
    ]
    assert any(row.startswith("*Bot ") for at in shown for row in at["rows"])
