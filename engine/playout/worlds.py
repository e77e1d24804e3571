"""Dealing the cards that a seat has not seen, in ways that agree with what it knows."""

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """A source of numbers by chance, seeded by whoever passes it."""

    def random(self) -> float:
        """Return a number from 0 up to 1, without 1."""
        ...


class Unseen:
    """Cards that lie somewhere, and the places that they may lie in.

    `needs` is how many of them lie in each place, together all of them. `weights` tell for each
    card how readily each place has it, 0 for never; only the ratios between places count.
    """

    __slots__ = ("_needs", "_open", "_tied")

    def __init__(
        self, cards: Sequence[int], needs: Sequence[int], weights: Sequence[Sequence[float]]
    ) -> None:
        """Take cards, needs by place, and for each of the cards its weights by place."""
        self._needs = tuple(needs)
        places = range(len(needs))
        rows = [
            (card, tuple((at, row[at]) for at in places if row[at] > 0 and needs[at]))
            for card, row in zip(cards, weights, strict=True)
        ]
        self._open = [row for row in rows if len(row[1]) > 1]
        self._open.sort(key=lambda row: len(row[1]))
        self._tied = [(card, at[0][0]) for card, at in rows if len(at) == 1]

    def deal(self, chance: Chance) -> list[int] | None:
        """Return the cards of each place, as sets; nothing if they cannot lie so."""
        left, hands = list(self._needs), [0] * len(self._needs)
        for card, place in self._tied:
            hands[place] |= 1 << card
            left[place] -= 1
        if min(left) < 0:
            return None
        order = sorted(self._open, key=lambda row: len(row[1]) + chance.random())
        for card, row in order:
            place = _place(row, left, chance)
            if place < 0:
                place = self._make_room(row, left, hands)
                if place < 0:
                    return None
            hands[place] |= 1 << card
            left[place] -= 1
        return hands

    def _make_room(
        self, row: tuple[tuple[int, float], ...], left: list[int], hands: list[int]
    ) -> int:
        """Move one card on to a place that still needs one; return where room is, or -1."""
        for place, _ in row:
            for card, other_row in self._open:
                if hands[place] >> card & 1:
                    for other, _ in other_row:
                        if left[other] > 0:
                            hands[place] ^= 1 << card
                            hands[other] |= 1 << card
                            left[other] -= 1
                            left[place] += 1
                            return place
        return -1


def _place(row: tuple[tuple[int, float], ...], left: list[int], chance: Chance) -> int:
    total = 0.0
    for place, weight in row:
        total += weight * left[place]
    if total <= 0.0:
        return -1
    point = chance.random() * total
    for place, weight in row:
        point -= weight * left[place]
        if point < 0.0:
            return place
    return next(place for place, _ in reversed(row) if left[place] > 0)
