"""Plays every seat that it takes or is offered: KIERKI_TOKEN=... python bot.py ADDRESS [MATCH]."""

import os
import random
import sys
import time

import httpx

api = httpx.Client(base_url=f"{sys.argv[1]}/v1", timeout=40)
api.headers["authorization"] = f"Bearer {os.environ['KIERKI_TOKEN']}"


def ask(method, path, **request):
    while True:  # what may have got lost is sent again: every request here is safe to repeat
        try:
            answer = api.request(method, path, **request)
        except httpx.TransportError:
            answer = httpx.Response(503)
        if answer.is_success or answer.status_code in (404, 409):  # done before, or too late
            return answer.json()
        if answer.status_code != 429 and answer.status_code < 500:
            sys.exit(answer.text)
        time.sleep(float(answer.headers.get("retry-after", 1)))


def choose(moves, cards, choose, number, **_):
    if choose:
        playable = [choice["card"] for choice in cards if choice["playable"]]
        return " ".join(["give", *random.sample(playable, choose)])
    return random.choice(moves + ([f"{number['kind']} {number['minimum']}"] if number else []))


for match_id in sys.argv[2:]:
    ask("POST", f"/matches/{match_id}/seats", json={})
for match in ask("GET", "/matches", params={"status": "playing"})["items"]:
    if match["viewerSeat"] is not None:  # one of the house may have stood in
        ask("POST", f"/matches/{match['id']}/reclaim")
is_bot = ask("GET", "/me")["bot"]
while True:
    for offer in ask("GET", "/offers")["items"] if is_bot else []:
        ask("POST", f"/offers/{offer['id']}/accept")
    for turn in ask("GET", "/turns", params={"wait": 10})["items"]:
        moves = f"/matches/{turn['matchId']}/moves"
        seen = ask("GET", moves)
        if asked := seen.get("legalMoves"):
            move = {"move": choose(**asked), "idempotencyKey": str(seen["decisionVersion"])}
            ask("POST", moves, json={**move, "expectedVersion": seen["version"]})
