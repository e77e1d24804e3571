"""Turns a match's feed into lines that a person can follow.

It reads the public JSON of feed items and keeps only what the next line needs: a client that
wants to show a match needs no more than this.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from service.play.cards import SUITS, pretty, pretty_cards, signed, signed_all
from service.play.words import Json, Words

_TOLD: Final = (  # actions besides moves; the list of all may grow
    "taken_over",
    "reclaimed",
    "resigned",
    "forfeited",
    "paused",
    "resumed",
    "voided",
)
_SAID: Final = ("keep", "open", "lower", "bid", "pass")  # moves without an effect that tells them


class Transcript:
    """The running account of one match. `rules` are those it is pinned to.

    `scored` are the deals that were over before the account begins, `own_seat` the seat of whoever
    reads it.
    """

    def __init__(
        self,
        rules: Json,
        words: Words,
        *,
        scored: Iterable[Json] = (),
        own_seat: int | None = None,
    ) -> None:
        self.deals: list[Json] = list(scored)
        self.totals: list[int] = []
        self.over = False
        self._rules: list[Json] = rules["deals"]
        self._counted = rules["ending"] is None
        self._words = words
        self.own_seat = own_seat
        self._laying = self.deal(len(self.deals) + 1)["kind"] == "lottery"

    def lines(self, entry: Json) -> Iterator[str]:
        """Yield what to print for one entry of the log."""
        action = entry["action"]
        kind, seat = action["kind"], action.get("seat")
        if kind == "moved":
            yield from self._move(action)
        if action["cause"] == "timeout":
            yield "  " + self._words("late", seat=seat)
        if kind in _TOLD:
            yield "  " + self._words(kind, seat=seat)
        for effect in entry["effects"]:
            yield from self._effect(effect)

    def _move(self, action: Json) -> Iterator[str]:
        move, seat = action.get("move"), action["seat"]
        if move is None:
            yield "  " + self._words("gives", seat=seat)
        elif move.startswith(_SAID):
            verb, _, rest = move.partition(" ")
            yield "  " + self._words(f"says_{verb}", seat=seat, rest=rest)
        elif self._laying and move.startswith("play"):
            yield "  " + self._words("lays", seat=seat, card=pretty(move.split()[1]))

    def _effect(self, effect: Json) -> Iterator[str]:
        tell = getattr(self, f"_{effect['kind']}", None)
        if tell is not None:  # the list of kinds may grow
            yield tell(effect)

    def _dealer_drawn(self, effect: Json) -> str:
        drawn = (
            self._words("drawn_card", seat=seat, card=pretty(card))
            for seat, card in enumerate(effect["cards"])
        )
        return self._words("drawn", cards=", ".join(drawn), seat=effect["seat"])

    def _deal_started(self, effect: Json) -> str:
        deal = self.deal(effect["number"])
        self._laying = deal["kind"] == "lottery"
        leader = effect.get("leader")
        begins = "" if leader is None else self._words("begins", seat=leader)
        return "\n" + self._words(
            "deal",
            count=self.count(effect["number"]),
            name=self._words.of_rules(deal["name"]),
            seat=effect["seat"],
            begins=begins,
        )

    def deal(self, number: int) -> Json:
        """Return what the rules say of a deal by its number, from 1."""
        return self._rules[(number - 1) % len(self._rules)]

    def count(self, number: int) -> str:
        """Return which deal it is, and of how many where none comes again: `3/12`."""
        return f"{number}/{len(self._rules)}" if self._counted else str(number)

    def _trump_named(self, effect: Json) -> str:
        trump = SUITS.get(effect["trump"], self._words("no_trump"))
        return "  " + self._words("trump_named", seat=effect["seat"], trump=trump)

    def _talon_taken(self, effect: Json) -> str:
        price = self._words("price", bid=effect["bid"]) if effect["bid"] else ""
        cards = pretty_cards(effect["cards"])
        return "  " + self._words("talon_taken", seat=effect["seat"], cards=cards, price=price)

    def _talon_paid(self, effect: Json) -> str:
        return "  " + self._words("talon_paid", points=signed_all(effect["points"]))

    def _moon_shot(self, effect: Json) -> str:
        points = signed_all(effect["points"])
        return "  " + self._words("moon_shot", seat=effect["seat"], points=points)

    def _odd_card_shown(self, effect: Json) -> str:
        return "  " + self._words("odd_card", card=pretty(effect["cards"][0]))

    def _trick_taken(self, effect: Json) -> str:
        return "  " + self.trick(
            effect["number"],
            effect["leader"],
            effect["cards"],
            (effect["seat"], effect["points"][effect["seat"]]),
        )

    def trick(self, number: int, leader: int, cards: Sequence[str], taken: tuple[int, int]) -> str:
        """Return a trick in one line; `taken` is the seat that took it and what it brought."""
        plays = (f"{(leader + at) % len(cards)}:{pretty(c):<3}" for at, c in enumerate(cards))
        seat, points = taken
        worth = self._words("taken", seat=seat, points=f"{signed(points):>5}")
        return f"{number:>2}  {' '.join(plays)} {worth}"

    def _seat_skipped(self, effect: Json) -> str:
        return "  " + self._words("skipped", seat=effect["seat"])

    def _ghosts_laid(self, effect: Json) -> str:
        return "  " + self._words("ghosts", cards=pretty_cards(effect["cards"]))

    def _seat_out(self, effect: Json) -> str:
        seat, points = effect["seat"], signed(effect["points"][effect["seat"]])
        return "  " + self._words("out", seat=seat, place=effect["place"], points=points)

    def _deal_scored(self, effect: Json) -> str:
        name = self.deal(effect["number"])["id"]
        self.deals.append({"number": effect["number"], "id": name, "points": effect["points"]})
        self.totals = effect["totals"]
        return "  " + self._words("points", points=signed_all(effect["points"]))

    def _match_ended(self, effect: Json) -> str:
        self.totals, self.over = effect["totals"], True
        winners = [self._seat(seat) for seat in effect["winners"]]
        phrase = "draw" if len(winners) > 1 else "won"
        won = self._words(phrase, seats=self._words("and").join(winners))
        return f"\n{won}\n\n{self.table()}"

    def table(self) -> str:
        """Return the points of each deal and in total, one row a deal."""
        seats = range(len(self.totals))
        rows = [["", *map(self._seat, seats)]]
        rows += [[self._name(deal), *map(signed, deal["points"])] for deal in self.deals]
        rows.append([self._words("total"), *map(signed, self.totals)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(_row(row, widths) for row in rows)

    def _name(self, deal: Json) -> str:
        return f"{deal['number']:>2} {self._words.of_rules(self.deal(deal['number'])['name'])}"

    def _seat(self, seat: int) -> str:
        return self._words("your_seat" if seat == self.own_seat else "seat", seat=seat)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    padded = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join([f"{first:<{widths[0]}}", *padded])
