"""A history column by column: the form in which everything can be written.

What the log says stands column by column, so that like stands by like, and is compressed with the
kept records.
"""

import lzma
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.store.codec import entry_of_row, entry_row
from service.store.packed.history import History

_FILTERS: Final = [
    # pb: nothing here is aligned; a match has 20 kB, so a larger dictionary only costs memory
    {"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": 1 << 18, "pb": 0}
]


class _Stored(Struct, frozen=True, array_like=True):
    """A history as it is packed: time of the first entry, milliseconds between two of them."""

    began_ms: int
    times: tuple[int, ...]
    columns: tuple[tuple[object, ...], ...]
    checkpoints: dict[int, bytes]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Stored).decode


def write(history: History) -> bytes:
    """Return the form of a history; its entries are dense from 1 on."""
    times = [entry.at_ms for entry in history.entries]
    stored = _Stored(
        began_ms=times[0],
        times=tuple(after - before for before, after in pairwise(times)),
        columns=_columns([entry_row(entry) for entry in history.entries]),
        checkpoints=dict(history.checkpoints),
    )
    return lzma.compress(_encode(stored), format=lzma.FORMAT_RAW, filters=_FILTERS)


def read(form: bytes) -> History:
    """Return the history of a form; raises LZMAError, ValueError, msgspec.DecodeError."""
    stored = _decode(lzma.decompress(form, format=lzma.FORMAT_RAW, filters=_FILTERS))
    times = accumulate(stored.times, initial=stored.began_ms)
    rows = zip(*stored.columns, strict=True)
    entries = tuple(
        replace(entry_of_row(_without_end(row), at_ms), seq=seq)
        for seq, (row, at_ms) in enumerate(zip(rows, times, strict=True), 1)
    )
    return History(entries, stored.checkpoints)


def _columns(rows: Sequence[Sequence[object]]) -> tuple[tuple[object, ...], ...]:
    """Return rows of different lengths as columns, with null for what a row does not have."""
    width = max(map(len, rows))
    return tuple(zip(*([*row, *[None] * (width - len(row))] for row in rows), strict=True))


def _without_end(row: Sequence[object]) -> Sequence[object]:
    """Return a row without the null values at its end."""
    width = len(row)
    while row[width - 1] is None:
        width -= 1
    return row[:width]
