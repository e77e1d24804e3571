"""Which media type of an answer a client prefers, by its Accept header (RFC 9110, 12.5.1)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

_SHORT: Final = 256  # characters; what is longer, no client sends with every request
_KEPT: Final = 256


class _Range(Struct, frozen=True):
    """One media range: `type` and `subtype` may be `*`."""

    type: str
    subtype: str
    quality: float

    def specificity(self, media_type: str) -> int:
        """Return how closely the range names a media type: 0 not at all, 3 exactly."""
        kind, _, subtype = media_type.partition("/")
        if self.type not in {"*", kind} or self.subtype not in {"*", subtype}:
            return 0
        return 1 + (self.type != "*") + (self.subtype != "*")


def preferred(accept: str | None, offered: Sequence[str]) -> str | None:
    """Return the offered media type that a client likes best, or nothing.

    The first one offered wins a tie, and where there is no header. What cannot be read of a
    header is passed over.
    """
    if accept is None or len(accept) <= _SHORT:
        return _remembered(accept, tuple(offered))
    return _preferred(accept, offered)


def _preferred(accept: str | None, offered: Sequence[str]) -> str | None:
    ranges = tuple(_ranges(accept or "*/*"))
    best = max(offered, key=lambda media_type: _quality(ranges, media_type))
    return best if _quality(ranges, best) > 0 else None


_remembered: Final = lru_cache(maxsize=_KEPT)(_preferred)


def _quality(ranges: Sequence[_Range], media_type: str) -> float:
    """Return what the closest range says of a media type, 0 to 1."""
    matching = [at for at in ranges if at.specificity(media_type)]
    if not matching:
        return 0.0
    return max(matching, key=lambda at: at.specificity(media_type)).quality


def _ranges(accept: str) -> Iterator[_Range]:
    for part in accept.lower().split(","):
        name, *parameters = (text.strip() for text in part.split(";"))
        kind, slash, subtype = name.partition("/")
        if slash and kind and subtype:
            yield _Range(kind, subtype, _weight(parameters))


def _weight(parameters: Sequence[str]) -> float:
    """Return the `q` of a range; 1 without one, 0 for one that is no number from 0 to 1."""
    text = next((at[2:] for at in parameters if at.startswith("q=")), "1")
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0
