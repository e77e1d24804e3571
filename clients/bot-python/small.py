"""Plays whatever it is offered: KIERKI_TOKEN=... python small.py ADDRESS [MATCH...]."""

import os
import random
import sys
import time

import httpx

api = httpx.Client(base_url=f"{sys.argv[1]}/v1", timeout=40)
api.headers["authorization"] = f"Bearer {os.environ['KIERKI_TOKEN']}"


def ask(method, path, **request):
    while True:  # until there is an answer: every request here may be made twice
        try:
            answer = api.request(method, path, **request)
        except httpx.TransportError:
            answer = httpx.Response(503)
        if answer.status_code != 429 and answer.status_code < 500:
            return answer.json()
        time.sleep(int(answer.headers.get("retry-after", 1)))


for match_id in sys.argv[2:]:
    ask("POST", f"/matches/{match_id}/seats", json={})
while True:
    for offer in ask("GET", "/offers").get("items", []):
        ask("POST", f"/offers/{offer['id']}/accept")
    for turn in ask("GET", "/turns", params={"wait": 10})["items"]:
        seen = ask("GET", path := f"/matches/{turn['matchId']}/moves")
        if legal := seen.get("legalMoves"):
            cards = [at["card"] for at in legal["cards"] if at["playable"]]
            gift = " ".join(["give", *random.sample(cards, legal["choose"] or 0)])
            move = {"move": gift if legal["choose"] else random.choice(legal["moves"])}
            now = {"expectedVersion": seen["version"], "idempotencyKey": str(turn["version"])}
            ask("POST", path, json=move | now)
