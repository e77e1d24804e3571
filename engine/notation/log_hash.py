"""One hash over what happened in a match, the same for its log and for its re-run."""

import hashlib
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from engine.events import ActionKind, Entry
from engine.seat_view import EffectView
from engine.views import SPECTATOR, entry_for

_PLAYED: Final = frozenset((ActionKind.STARTED, ActionKind.MOVED))


class _Line(Struct, frozen=True, omit_defaults=True):
    """What is hashed of an entry."""

    effects: tuple[EffectView, ...] = ()
    move: str | None = None
    seat: int | None = None


_encode: Final = msgspec.json.Encoder(order="sorted").encode


def log_hash(entries: Iterable[Entry]) -> str:
    """Return the SHA-256 of what everybody saw of a match, 64 hexadecimal digits.

    Each entry that started or moved the play is a line of JSON with sorted names, nulls and empty
    lists left out: `effects`, `move` and `seat` as a spectator sees them. Times, ids, names, and
    who or what made a move are not in it.
    """
    digest = hashlib.sha256()
    for entry in entries:
        if entry.action.kind in _PLAYED:
            view = entry_for(entry, SPECTATOR)
            line = _Line(view.effects, view.action.move, _mover(entry))
            digest.update(_encode(line) + b"\n")
    return digest.hexdigest()


def _mover(entry: Entry) -> int | None:
    return entry.action.seat if entry.action.kind is ActionKind.MOVED else None
