"""The history of a match that has ended as one blob, a small part of what it took before.

After the codec's number stands the form. Most histories are written as what deviates from what a
walk through them foresees; one that is not read back as it was is written column by column, in a
form without a number of its own. Left out is what only a live match needs: commit ids and the
hashes of entries.
"""

import lzma
import struct
from typing import Final

import msgspec

from service.store.codec import CODEC, Readers, read_blob
from service.store.errors import BlobUnreadableError
from service.store.packed import columns, foreseen
from service.store.packed.history import History, bare
from service.store.record import Record

__all__ = ["History", "pack", "unpack"]

_FORESEEN: Final = 2  # no LZMA2 stream begins so, which is what the form of columns begins with
_BROKEN: Final = (
    lzma.LZMAError,
    msgspec.DecodeError,
    struct.error,
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a walk meets where a history is none."""


def pack(history: History, newest: Record) -> bytes:
    """Return the blob of a history; its entries are dense from 1 on.

    `newest` is any record of the same match.
    """
    packed = bare(history)
    return _foreseen(packed, newest) or bytes((CODEC,)) + columns.write(packed)


def _foreseen(history: History, newest: Record) -> bytes | None:
    """Return the blob that is read back as the history, or nothing if it is not."""
    try:
        form = foreseen.write(history, newest)
        is_same = foreseen.read(form) == history
    except _BROKEN:
        return None
    return bytes((CODEC, _FORESEEN)) + form if is_same else None


def unpack(blob: bytes) -> History:
    """Return what was packed, without commit ids and hashes.

    Raises BlobTooNewError, BlobUnreadableError.
    """
    return read_blob(blob, _HISTORIES)


def _read(blob: bytes) -> History:
    try:
        return foreseen.read(blob[2:]) if blob[1] == _FORESEEN else columns.read(blob[1:])
    except _BROKEN as cause:
        raise BlobUnreadableError("the packed history is broken") from cause


_HISTORIES: Final[Readers[History]] = {4: _read}
