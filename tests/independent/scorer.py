"""Scores a recorded match by the published JSON of its rules and docs/rules.md.

It imports nothing of the project: what it needs is what a stranger has. A match is the list of
its public log entries; what a deal is worth comes out of the cards that were played, never out
of the points that the log states.
"""

from typing import Any

Json = dict[str, Any]  # decoded JSON has no narrower type

RANKS = "23456789TJQKA"


class Deal:
    """One deal as it was played: who dealt, and every action in order."""

    def __init__(self, number: int, dealer: int) -> None:
        self.number = number
        self.dealer = dealer
        self.actions: list[tuple[int, str]] = []


def deals_of(log: list[Json]) -> list[Deal]:
    """Return the deals of a log; only deal starts and moves are read."""
    deals: list[Deal] = []
    for entry in log:
        action = entry["action"]
        if action["kind"] == "moved":
            deals[-1].actions.append((action["seat"], action.get("move", "give")))
        started = (at for at in entry["effects"] if at["kind"] == "deal_started")
        deals.extend(Deal(at["number"], at["seat"]) for at in started)
    return deals


def score(rules: Json, log: list[Json]) -> Json:
    """Return the points of each deal, the totals, the ranks and whether the match is over."""
    deals = deals_of(log)
    points = [_deal_points(rules, deal) for deal in deals]
    totals = [sum(column) for column in zip(*points, strict=True)]
    return {
        "deals": points,
        "totals": totals,
        "ranks": _ranks(totals, rules["direction"]),
        "over": _is_over(rules, points),
    }


def _ranks(totals: list[int], direction: str) -> list[int]:
    order = [-total if direction == "high" else total for total in totals]
    return [1 + sum(other < mine for other in order) for mine in order]


def _is_over(rules: Json, points: list[list[int]]) -> bool:
    ending = rules["ending"]
    if ending is None:
        return len(points) == len(rules["deals"])
    for played in range(1, len(points) + 1):
        totals = [sum(column) for column in zip(*points[:played], strict=True)]
        if _at_limit(ending, totals, rules["direction"]):
            return played == len(points)
    return False


def _at_limit(ending: Json, totals: list[int], direction: str) -> bool:
    most = max(totals)
    reached = most > ending["limit"] or (ending["when"] == "reach" and most == ending["limit"])
    alone = _ranks(totals, direction).count(1) == 1
    return reached and (alone or ending["tie"] == "draw")


def _deal_points(rules: Json, deal: Deal) -> list[int]:
    spec = rules["deals"][(deal.number - 1) % len(rules["deals"])]
    if spec["kind"] == "lottery":
        return _lottery(rules, spec, deal)
    return _tricks(rules, spec, deal)


def _lottery(rules: Json, spec: Json, deal: Deal) -> list[int]:
    """Return the prizes: a seat is out with its last card, the last seat left comes last. R5.5."""
    left = [rules["handSize"]] * rules["players"]
    out: list[int] = []
    for seat, move in deal.actions:
        assert move.startswith("play ")
        left[seat] -= 1
        if not left[seat]:
            out.append(seat)
    still = [seat for seat in range(rules["players"]) if seat not in out]
    if len(still) == 1:
        out += still
    points = [0] * rules["players"]
    for place, seat in enumerate(out[: len(spec["prizes"])]):
        points[seat] = spec["prizes"][place]
    return points


def _tricks(rules: Json, spec: Json, deal: Deal) -> list[int]:
    players, hand_size = rules["players"], rules["handSize"]
    plays = [(seat, move[5:]) for seat, move in deal.actions if move.startswith("play ")]
    trump = next((move[6:] for _, move in deal.actions if move.startswith("trump ")), None)
    tricks = [plays[at : at + players] for at in range(0, len(plays), players)]
    taken: list[list[str]] = [[] for _ in range(players)]
    points = [0] * players
    for number, trick in enumerate(tricks, 1):
        taker = _taker(trick, trump)
        taken[taker] += [card for _, card in trick]
        points[taker] += spec["trick"] + _special(spec, number, hand_size)
        if number == hand_size and rules["oddCard"] == "last_trick":
            taken[taker] += _left_over(rules, plays)
    for seat in range(players):
        points[seat] += sum(_card(spec, card) for card in taken[seat])
    _moon(rules, spec, deal, (taken, points))
    _sale(deal, points)
    return points


def _taker(trick: list[tuple[int, str]], trump: str | None) -> int:
    """Return who has the highest trump, or else the highest card of the led suit. R1.5."""
    led = trick[0][1][1]
    suit = trump if any(card[1] == trump for _, card in trick) else led
    in_suit = [(RANKS.index(card[0]), seat) for seat, card in trick if card[1] == suit]
    return max(in_suit)[1]


def _special(spec: Json, number: int, last: int) -> int:
    return sum(
        part["points"]
        for part in spec["tricks"]
        if number == (part["number"] if part["number"] > 0 else last + 1 + part["number"])
    )


def _card(spec: Json, card: str) -> int:
    return sum(part["points"] for part in spec["cards"] if card in part["cards"])


def _deck(rules: Json) -> set[str]:
    return {rank + suit for rank in RANKS for suit in "CDHS"} - set(rules["removed"])


def _left_over(rules: Json, plays: list[tuple[int, str]]) -> list[str]:
    return sorted(_deck(rules) - {card for _, card in plays})


def _moon(rules: Json, spec: Json, deal: Deal, so_far: tuple[list[list[str]], list[int]]) -> None:
    """Move the points of a moon: all penalty cards of the deck in one seat. R8.4, R14."""
    taken, points = so_far
    wanted = set(spec["moon"]["cards"]) & _deck(rules) if spec["moon"] else set()
    if rules["oddCard"] == "neutral":
        wanted &= {card for cards in taken for card in cards}
    if not wanted:
        return
    chosen = next((move[5:] for _, move in deal.actions if move.startswith("moon ")), None)
    for seat, cards in enumerate(taken):
        if wanted <= set(cards):
            worth = sum(_card(spec, card) for card in wanted)
            way = chosen or spec["moon"]["ways"][0]
            for at in range(len(points)):
                if way == "add_others":
                    points[at] += -worth if at == seat else worth
                elif at == seat:
                    points[at] -= 2 * worth


def _sale(deal: Deal, points: list[int]) -> None:
    """Let the buyer pay his bid to the declarer, who opened the bidding. R3.6."""
    bids = [(int(move[4:]), seat) for seat, move in deal.actions if move.startswith("bid ")]
    if bids:
        price, buyer = max(bids)
        declarer = next(seat for seat, move in deal.actions if move.startswith("open"))
        points[buyer] -= price
        points[declarer] += price
