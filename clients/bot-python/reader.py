"""Reads what each deal counts and plays by it; knows no game by name.

KIERKI_TOKEN=... python reader.py ADDRESS [MATCH...] plays on a service, and
python reader.py --arena PORT answers the requests of `kierki arena`.
"""

import functools
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

RANKS = "23456789TJQKA"


def height(card):
    return RANKS.index(card[0])


class Deal:
    """A deal of tricks as a seat sees it; every worth is that for its taker, bad below zero."""

    def __init__(self, rules, view):
        self.rule = next(at for at in rules["deals"] if at["id"] == view["id"])
        self.sign = 1 if rules["direction"] == "high" else -1
        self.players, self.size = rules["players"], rules["handSize"]
        self.number, self.trump = len(view["tricks"]) + 1, view["trump"]
        self.table = [at["card"] for at in view["table"]]
        self.hand = view["hand"] or []
        played = {card for trick in view["tricks"] for card in trick["cards"]}
        gone = {*played, *self.table, *self.hand, *rules["removed"]}
        self.unseen = [rank + suit for rank in RANKS for suit in "CDSH" if rank + suit not in gone]

    def worth(self, card):
        """Return what a card is worth to the taker of its trick."""
        return self.sign * sum(at["points"] for at in self.rule["cards"] if card in at["cards"])

    def trick_worth(self, number):
        """Return what a trick is worth without its cards; the first is number 1."""
        places = (number, number - self.size - 1)  # the last trick is -1, the one before it -2
        extra = sum(at["points"] for at in self.rule["tricks"] if at["number"] in places)
        return self.sign * (self.rule["trick"] + extra)

    def outlook(self):
        """Return what a trick from now on is worth on the average."""
        left = range(self.number, self.size + 1)
        tricks = sum(map(self.trick_worth, left))
        cards = sum(map(self.worth, [*self.unseen, *self.hand, *self.table]))
        return (tricks + cards) / max(1, len(left))

    def danger(self, card):
        """Return how likely a card takes a trick that it is played to, 0 to 1."""
        suit = [at for at in self.unseen if at[1] == card[1]]
        lower = sum(height(at) < height(card) for at in suit)
        return (lower + 0.5) / (len(suit) + 1)

    def value(self, card):
        """Return what it is worth to keep a card: the least is thrown away first."""
        near = sum(min(0, self.worth(at)) for at in self.unseen if at[1] == card[1])
        return self.worth(card) + self.danger(card) * (self.outlook() + near / self.players)

    def beats(self, card, other):
        """Say whether a card takes the trick from another that takes it as it lies."""
        if card[1] == other[1]:
            return height(card) > height(other)
        return card[1] == self.trump

    def choose(self, cards):
        """Return the card to play."""
        if not self.table:
            return max(cards, key=self.lead)
        winning = self.table[0]
        for card in self.table[1:]:
            winning = card if self.beats(card, winning) else winning
        over = [card for card in cards if self.beats(card, winning)]
        under = [card for card in cards if card not in over]
        is_last = len(self.table) == self.players - 1
        stake = self.trick_worth(self.number) + sum(map(self.worth, self.table))
        if not is_last:
            stake += self.outlook() - self.trick_worth(self.number)
        if stake > 0 and over:
            return min(over, key=height) if is_last else max(over, key=height)
        if under:
            return min(under, key=lambda card: (self.value(card), -height(card)))
        return max(over, key=height) if is_last else min(over, key=height)

    def lead(self, card):
        """Return how good it is to lead a card."""
        return self.danger(card) * (self.outlook() + self.worth(card)), -height(card)


def choose(rules, game, legal):
    cards = [at["card"] for at in legal["cards"] if at["playable"]]
    view, moves = game["deal"], legal["moves"]
    if view["rows"] is not None or legal["kind"] not in ("play", "give", "trump"):
        return moves[0]
    if legal["kind"] == "trump":
        suits = [card[1] for card in view["hand"] or []]
        return max(moves, key=lambda move: suits.count(move[-1]))
    deal = Deal(rules, view)
    if legal["choose"]:
        return " ".join(["give", *sorted(cards, key=deal.value)[: legal["choose"]]])
    return f"play {deal.choose(cards)}"


def play(address, match_ids):
    api = httpx.Client(base_url=f"{address}/v1", timeout=40)
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

    rules = functools.cache(lambda match_id: ask("GET", f"/matches/{match_id}/rules"))
    for match_id in match_ids:
        ask("POST", f"/matches/{match_id}/seats", json={})
    while True:
        for offer in ask("GET", "/offers").get("items", []):
            ask("POST", f"/offers/{offer['id']}/accept")
        for turn in ask("GET", "/turns", params={"wait": 10})["items"]:
            match = ask("GET", path := f"/matches/{turn['matchId']}")
            if legal := match.get("legalMoves"):
                move = {"move": choose(rules(match["id"]), match["game"], legal)}
                key = {"idempotencyKey": str(match["decisionVersion"])}
                now = {"expectedVersion": match["version"]}
                ask("POST", f"{path}/moves", json=move | key | now)


class Arena(BaseHTTPRequestHandler):
    """Answers what the arena asks."""

    def do_POST(self):
        """Answer one turn."""
        turn = json.loads(self.rfile.read(int(self.headers["content-length"])))
        move = choose(turn["rules"], turn["game"], turn["legalMoves"])
        body = json.dumps({"move": move}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        """Say nothing."""


if __name__ == "__main__":
    first, *others = sys.argv[1:]
    if first == "--arena":
        ThreadingHTTPServer(("127.0.0.1", int(others[0])), Arena).serve_forever()
    else:
        play(first, others)
