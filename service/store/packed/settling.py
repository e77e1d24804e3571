"""Who says what a history really holds: the packer, who knows, and the reader, who was told.

Both walk through a history and foresee the same. What differs is noted by the one and applied by
the other, so foresight decides how small a history becomes, and never what it says.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, Protocol, TypeVar

from engine.events import Action, Commitment, Effect, Entry, Next, Reveal
from service.store.packed.deviations import Deviation, deviating, deviation
from service.store.packed.table import PLAYED
from service.store.record import Record

_Value = TypeVar("_Value")
Notes = dict[int, Deviation]
"""How one entry deviates, by cells."""


class Cell(IntEnum):
    """The parts of an entry; the numbers are stored."""

    ACTION = 0
    TAGS = 1
    NEXT = 2
    COMMITMENTS = 3
    REVEALS = 4
    RECORD = 5
    EFFECTS = 6  # the first one; the next has the next number


_KINDS: Final[Mapping[int, Any]] = {
    Cell.ACTION: Action,
    Cell.TAGS: tuple[int, ...],
    Cell.NEXT: Next,
    Cell.COMMITMENTS: tuple[Commitment, ...],
    Cell.REVEALS: tuple[Reveal, ...],
    Cell.RECORD: Record | None,
}


class Settling(Protocol):
    """Says what stands where something was foreseen."""

    def settle(self, cell: int, foreseen: _Value) -> _Value:
        """Return what stands in a cell of the entry."""

    def choose(self, cards: Sequence[int]) -> int:
        """Return which of the cards was played; any of them if it is none of these."""


class Packer:
    """Knows every entry, and notes how it deviates."""

    def __init__(self) -> None:
        self.choices: list[tuple[int, int]] = []
        self.notes: dict[int, Notes] = {}
        self._cells: Mapping[int, Any] = {}
        self._seq = 0

    def begin(self, entry: Entry, kept: Record | None) -> None:
        """Turn to an entry, and to the record that was kept with it."""
        self._seq = entry.seq
        self._cells = {
            Cell.ACTION: entry.action,
            Cell.TAGS: tuple([effect.__struct_config__.tag for effect in entry.effects]),
            Cell.NEXT: entry.next,
            Cell.COMMITMENTS: entry.commitments,
            Cell.REVEALS: entry.reveals,
            Cell.RECORD: kept,
            **dict(enumerate(entry.effects, Cell.EFFECTS)),
        }

    def settle(self, cell: int, foreseen: _Value) -> _Value:
        """Return what stands in a cell."""
        real: _Value = self._cells[cell]
        if real != foreseen:
            self.notes.setdefault(self._seq, {})[cell] = deviation(foreseen, real)
        return real

    def choose(self, cards: Sequence[int]) -> int:
        """Return which of the cards was played."""
        played = PLAYED.get(self._cells[Cell.ACTION].move or "")
        place = cards.index(played) if played in cards else 0
        self.choices.append((place, len(cards)))
        return cards[place]


class Reader:
    """Has been told how entries deviate, and which cards were played."""

    def __init__(self, choices: int, notes: Mapping[int, Notes]) -> None:
        self._choices = choices
        self._notes = notes
        self._told: Notes = {}

    def begin(self, seq: int) -> None:
        """Turn to an entry."""
        self._told = self._notes.get(seq, {})

    def settle(self, cell: int, foreseen: _Value) -> _Value:
        """Return what stands in a cell."""
        if cell not in self._told:
            return foreseen
        found: _Value = deviating(foreseen, self._told[cell], _KINDS.get(cell, Effect))
        return found

    def choose(self, cards: Sequence[int]) -> int:
        """Return which of the cards was played."""
        self._choices, place = divmod(self._choices, len(cards))
        return cards[place]
