"""Plays a seat of a Kierki match: KIERKI_TOKEN=... python bot.py ADDRESS MATCH."""

import os
import random
import sys
import time

import httpx

match = httpx.Client(base_url=f"{sys.argv[1]}/v1/matches/{sys.argv[2]}", timeout=40)
match.headers["authorization"] = f"Bearer {os.environ['KIERKI_TOKEN']}"


def ask(method, path, **request):
    while True:  # what may have got lost is sent again: every request here is safe to repeat
        try:
            answer = match.request(method, path, **request)
        except httpx.TransportError:
            answer = httpx.Response(503)
        if answer.is_success or answer.status_code == 409:  # 409: done before, or too late
            return answer.json()
        if answer.status_code != 429 and answer.status_code < 500:
            sys.exit(answer.text)
        time.sleep(float(answer.headers.get("retry-after", 1)))


def choose(moves, cards, choose, number, **_):
    if choose:
        playable = [choice["card"] for choice in cards if choice["playable"]]
        return " ".join(["give", *random.sample(playable, choose)])
    return random.choice(moves + ([f"{number['kind']} {number['minimum']}"] if number else []))


ask("POST", "/seats", json={})
ask("POST", "/reclaim")  # in case a bot of the house has stood in
items = []
while not any(item["kind"] == "end" for item in items):
    turn = ask("GET", "/moves")
    if asked := turn["legalMoves"]:
        move = {"move": choose(**asked), "idempotencyKey": str(turn["decisionVersion"])}
        ask("POST", "/moves", json={**move, "expectedVersion": turn["version"]})
    items = ask("GET", "/events", params={"after": turn["version"], "wait": 25})["items"]
