"""The pixels of a screenshot: PNG as browsers write it, 8 bits a channel, not interlaced."""

import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

_SIGNATURE: Final = 8
_CHANNELS: Final = {2: 3, 6: 4}  # by colour type: RGB, RGBA


class Pixels(Struct, frozen=True):
    """Rows of a picture, from the top; `channels` bytes a pixel."""

    width: int
    channels: int
    rows: tuple[bytes, ...]

    def alpha(self, x: int, y: int) -> int:
        """Return how much a pixel hides of what lies below, 0 to 255."""
        return 255 if self.channels == 3 else self.rows[y][x * 4 + 3]


def pixels(png: bytes) -> Pixels:
    """Return the pixels of a PNG."""
    chunks = list(_chunks(png))
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, interlaced) == (8, 0)
    channels = _CHANNELS[colour]
    packed = b"".join(data for name, data in chunks if name == b"IDAT")
    return Pixels(width, channels, tuple(_rows(zlib.decompress(packed), width, height, channels)))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = _SIGNATURE
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _rows(data: bytes, width: int, height: int, channels: int) -> Iterator[bytes]:
    stride = width * channels
    above = bytes(stride)
    starts = range(0, (stride + 1) * (height + 1), stride + 1)
    for start, end in pairwise(starts):
        above = _unfiltered(data[start], data[start + 1 : end], above, channels)
        yield above


def _unfiltered(kind: int, line: bytes, above: bytes, step: int) -> bytes:
    """Undo one of the filters of PNG: a byte is told by its neighbours."""
    row = bytearray(line)
    if kind == 2:
        return bytes((here + up) & 255 for here, up in zip(row, above, strict=True))
    for at in range(len(row) if kind else 0):
        left = row[at - step] if at >= step else 0
        corner = above[at - step] if at >= step else 0
        row[at] = (row[at] + _guess(kind, left, above[at], corner)) & 255
    return bytes(row)


def _guess(kind: int, left: int, up: int, corner: int) -> int:
    match kind:
        case 1:
            return left
        case 3:
            return (left + up) // 2
    estimate = left + up - corner
    return min((left, up, corner), key=lambda near: abs(estimate - near))
