"""The history of a match that has ended as one blob, about a ninth of what it took before.

What the log says stands column by column, so that like stands by like, and is compressed with the
kept records. Left out is what only a live match needs: commit ids and the hashes of entries. No
compression helps with those, and together they are twice as long as all the rest.
"""

import lzma
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.events import Entry
from service.store.codec import CODEC, Readers, entry_of_row, entry_row, read_blob
from service.store.errors import BlobUnreadableError

_BYTE: Final = bytes((CODEC,))
_FILTERS: Final = [
    # pb: nothing here is aligned; a match has 20 kB, so a larger dictionary only costs memory
    {"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": 1 << 18, "pb": 0}
]


class History(Struct, frozen=True):
    """Every entry of a match, and the blobs of its kept records by their versions."""

    entries: tuple[Entry, ...]
    checkpoints: Mapping[int, bytes]


class _Stored(Struct, frozen=True, array_like=True):
    """A history as it is packed: time of the first entry, milliseconds between two of them."""

    began_ms: int
    times: tuple[int, ...]
    columns: tuple[tuple[object, ...], ...]
    checkpoints: dict[int, bytes]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Stored).decode


def pack(history: History) -> bytes:
    """Return the blob of a history; its entries are dense from 1 on."""
    times = [entry.at_ms for entry in history.entries]
    stored = _Stored(
        began_ms=times[0],
        times=tuple(after - before for before, after in pairwise(times)),
        columns=_columns([entry_row(entry) for entry in history.entries]),
        checkpoints=dict(history.checkpoints),
    )
    return _BYTE + lzma.compress(_encode(stored), format=lzma.FORMAT_RAW, filters=_FILTERS)


def unpack(blob: bytes) -> History:
    """Return what was packed, without commit ids and hashes.

    Raises BlobTooNewError, BlobUnreadableError.
    """
    return read_blob(blob, _HISTORIES)


def _read_history(blob: bytes) -> History:
    try:
        whole = lzma.decompress(blob[1:], format=lzma.FORMAT_RAW, filters=_FILTERS)
        stored = _decode(whole)
        times = accumulate(stored.times, initial=stored.began_ms)
        rows = zip(*stored.columns, strict=True)
        entries = tuple(
            replace(entry_of_row(_without_end(row), at_ms), seq=seq)
            for seq, (row, at_ms) in enumerate(zip(rows, times, strict=True), 1)
        )
    except (lzma.LZMAError, ValueError) as cause:
        raise BlobUnreadableError("the packed history is broken") from cause
    return History(entries, stored.checkpoints)


_HISTORIES: Final[Readers[History]] = {4: _read_history}


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
