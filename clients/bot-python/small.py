"""Plays any game at any number of tables: KIERKI_TOKEN=... python small.py ADDRESS MATCH..."""

import os
import random
import sys
import time

import httpx

api = httpx.Client(base_url=f"{sys.argv[1]}/v1", timeout=40)
api.headers["authorization"] = f"Bearer {os.environ['KIERKI_TOKEN']}"


def ask(method, path, **request):
    while (answer := api.request(method, path, **request)).status_code in (429, 503):
        time.sleep(int(answer.headers["retry-after"]))
    return answer.json()


for match_id in sys.argv[2:]:
    ask("POST", f"/matches/{match_id}/seats", json={})
while True:
    for turn in ask("GET", "/turns", params={"wait": 10})["items"]:
        seen = ask("GET", path := f"/matches/{turn['matchId']}/moves")
        if legal := seen.get("legalMoves"):
            cards = [at["card"] for at in legal["cards"] if at["playable"]]
            gift = " ".join(["give", *random.sample(cards, legal["choose"] or 0)])
            move = {"move": gift if legal["choose"] else random.choice(legal["moves"])}
            now = {"expectedVersion": seen["version"], "idempotencyKey": str(turn["version"])}
            ask("POST", path, json=move | now)
