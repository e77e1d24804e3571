"""Turns a match's feed into lines that a person can follow.

It reads the public JSON of feed items and keeps only what the next line needs: a client that
wants to show a match needs no more than this.
"""

from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]  # decoded JSON has no narrower type

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_TRUMPS: Final = {**_SUITS, "N": "no"}
_SAID: Final = ("keep", "open", "lower", "bid", "pass", "moon")  # moves told as they are
_RANKS: Final = {"T": "10"}


def pretty(card: str) -> str:
    """Return a card for reading: `QS` becomes `Q♠`."""
    return _RANKS.get(card[0], card[0]) + _SUITS[card[1]]


def signed(points: int) -> str:
    """Return points with their sign: `+25`, `-150`, `0`."""
    return f"{points:+d}" if points else "0"


class Transcript:
    """The running account of one match. `deals` is the rules' list of deals.

    `counted`: how many deals there are is known, since none comes again.
    """

    def __init__(self, deals: list[Json], *, counted: bool = True) -> None:
        self.deals: list[Json] = []
        self.totals: list[int] = []
        self.over = False
        self._rules = deals
        self._counted = counted
        self._laying = False

    def lines(self, entry: Json) -> Iterator[str]:
        """Yield what to print for one entry of the log."""
        action = entry["action"]
        if action["kind"] == "moved":
            yield from self._move(action)
        if action["cause"] == "timeout":
            yield f"  seat {action['seat']} has run out of time"
        for effect in entry["effects"]:
            yield from self._effect(effect)

    def _move(self, action: Json) -> Iterator[str]:
        move = action["move"]
        if move is None:
            yield f"  seat {action['seat']} gives cards"
        elif move.startswith(_SAID):
            yield f"  seat {action['seat']}: {move}"
        elif self._laying and move.startswith("play"):
            yield f"  seat {action['seat']} lays {pretty(move.split()[1])}"

    def _effect(self, effect: Json) -> Iterator[str]:
        tell = getattr(self, f"_{effect['kind']}", None)
        if tell is not None:  # the list of kinds may grow
            yield tell(effect)

    def _dealer_drawn(self, effect: Json) -> str:
        drawn = ", ".join(f"seat {at} {pretty(card)}" for at, card in enumerate(effect["cards"]))
        return f"Draw for the deal: {drawn}; seat {effect['seat']} deals."

    def _deal_started(self, effect: Json) -> str:
        deal = self._deal(effect["number"])
        self._laying = deal["kind"] == "lottery"
        count = f"{effect['number']}/{len(self._rules)}" if self._counted else effect["number"]
        leader = effect.get("leader")
        begins = "" if leader is None else f", seat {leader} begins"
        return f"\nDeal {count} {deal['id']}: seat {effect['seat']} deals{begins}"

    def _deal(self, number: int) -> Json:
        return self._rules[(number - 1) % len(self._rules)]

    def _trump_named(self, effect: Json) -> str:
        return f"  seat {effect['seat']} names {_TRUMPS[effect['trump']]} trump"

    def _talon_taken(self, effect: Json) -> str:
        cards = " ".join(map(pretty, effect["cards"]))
        price = f" for {effect['bid']}" if effect["bid"] else ""
        return f"  seat {effect['seat']} takes {cards}{price}"

    def _talon_paid(self, effect: Json) -> str:
        return "  the talon is paid: " + "  ".join(map(signed, effect["points"]))

    def _moon_shot(self, effect: Json) -> str:
        points = "  ".join(map(signed, effect["points"]))
        return f"  seat {effect['seat']} has shot the moon: {points}"

    def _odd_card_shown(self, effect: Json) -> str:
        return f"  the card set aside was {pretty(effect['cards'][0])}"

    def _trick_taken(self, effect: Json) -> str:
        cards, leader = effect["cards"], effect["leader"]
        plays = (f"{(leader + at) % len(cards)}:{pretty(c):<3}" for at, c in enumerate(cards))
        worth = signed(effect["points"][effect["seat"]])
        return f"  {effect['number']:>2}  {' '.join(plays)} -> seat {effect['seat']} {worth:>5}"

    def _seat_skipped(self, effect: Json) -> str:
        return f"  seat {effect['seat']} cannot lay"

    def _ghosts_laid(self, effect: Json) -> str:
        return f"  {' '.join(map(pretty, effect['cards']))} lies by itself"

    def _seat_out(self, effect: Json) -> str:
        worth = signed(effect["points"][effect["seat"]])
        return f"  seat {effect['seat']} is out, place {effect['place']}: {worth}"

    def _deal_scored(self, effect: Json) -> str:
        name = self._deal(effect["number"])["id"]
        self.deals.append({"number": effect["number"], "id": name, "points": effect["points"]})
        self.totals = effect["totals"]
        return "  points " + "  ".join(map(signed, effect["points"]))

    def _match_ended(self, effect: Json) -> str:
        self.totals, self.over = effect["totals"], True
        winners = " and ".join(f"seat {seat}" for seat in effect["winners"])
        draw = "A draw of" if len(effect["winners"]) > 1 else "Won by"
        return f"\n{draw} {winners}.\n\n{self.table()}"

    def table(self) -> str:
        """Return the points of each deal and in total, one row a deal."""
        seats = range(len(self.totals))
        rows = [["", *(f"seat {seat}" for seat in seats)]]
        rows += [[deal["id"], *map(signed, deal["points"])] for deal in self.deals]
        rows.append(["total", *map(signed, self.totals)])
        return "\n".join(
            f"{row[0]:<10}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in rows
        )
