"""A history as what deviates from what could be foreseen of it: the form that is written.

Stored are the match's secret, from which seeds, commitments and cards follow; which of the likely
cards was played; the times; and whatever else is not as the walk foresees it.
"""

import lzma
import zlib
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Final

import msgspec
from msgspec import Struct

from engine.events import DealScored, DealStarted, Entry
from service.store.codec import encode_checkpoint
from service.store.packed.history import History, kept_record
from service.store.packed.numbers import many_in_one, numbers_of, planes
from service.store.packed.recipe import Recipe
from service.store.packed.settling import Notes, Packer, Reader
from service.store.packed.walk import Walk
from service.store.record import Record

_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 18, "pb": 0}]


class _Stored(Struct, frozen=True, array_like=True):
    """A history as it is packed.

    `check` is the checksum of what was played. `times` are the planes of the milliseconds between
    two entries; `choices` holds the place of each card among those that were likely, as one number;
    `notes` how entries deviate, by their numbers.
    """

    check: int
    recipe: Recipe
    entries: int
    began_ms: int
    times: bytes
    choices: bytes
    notes: dict[int, Notes]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Stored).decode


def write(history: History, newest: Record) -> bytes:
    """Return the form of a history; `newest` is any record of the same match."""
    recipe, packer = recipe_of(history, newest), Packer()
    walk = Walk(recipe, packer)
    for entry in history.entries:
        packer.begin(entry, _record(history, entry.seq))
        walk.step(entry.seq, entry.at_ms)
    choices = many_in_one(packer.choices)
    times = [entry.at_ms for entry in history.entries]
    stored = _Stored(
        check=_check(history.entries),
        recipe=recipe,
        entries=len(times),
        began_ms=times[0],
        times=planes([after - before for before, after in pairwise(times)]),
        choices=choices.to_bytes((choices.bit_length() + 7) // 8, "little"),
        notes=packer.notes,
    )
    return lzma.compress(_encode(stored), format=lzma.FORMAT_RAW, filters=_FILTERS)


def read(form: bytes) -> History:
    """Return the history of a form; raises ValueError if that is not the one of which it is."""
    stored = _decode(lzma.decompress(form, format=lzma.FORMAT_RAW, filters=_FILTERS))
    reader = Reader(int.from_bytes(stored.choices, "little"), stored.notes)
    walk = Walk(stored.recipe, reader)
    times = accumulate(numbers_of(stored.times, stored.entries - 1), initial=stored.began_ms)
    entries, records = [], {}
    for seq, at_ms in enumerate(times, 1):
        reader.begin(seq)
        entry, record = walk.step(seq, at_ms)
        entries.append(entry)
        if record is not None:
            records[seq] = encode_checkpoint(record)
    if _check(entries) != stored.check:
        raise ValueError("what was read is not what was packed")
    return History(tuple(entries), records)


def _record(history: History, seq: int) -> Record | None:
    blob = history.checkpoints.get(seq)
    return None if blob is None else kept_record(blob)


def recipe_of(history: History, newest: Record) -> Recipe:
    """Return what seeds and cards of a history follow from; `newest` is a record of the match."""
    effects = [effect for entry in history.entries for effect in entry.effects]
    deals = [effect for effect in effects if isinstance(effect, DealStarted)]
    return Recipe(
        match_id=newest.id,
        secret=newest.secret,
        seats=len(newest.seats),
        deck=bytes(sorted(set().union(*(deal.talon.join(deal.hands) for deal in deals)))),
        entropy={deal.number: deal.entropy for deal in deals if deal.entropy},
        talons={deal.number: len(deal.talon) for deal in deals if deal.talon},
    )


def _check(entries: Iterable[Entry]) -> int:
    """Return the checksum of what was played: who did what and when, hands and points."""
    return zlib.crc32("\n".join(map(_told, entries)).encode())


def _told(entry: Entry) -> str:
    action = entry.action
    text = f"{entry.at_ms} {action.kind} {action.seat} {action.move}"
    for effect in entry.effects:
        if isinstance(effect, DealStarted):
            text += b" ".join(effect.hands).hex()
        elif isinstance(effect, DealScored):
            text += str(effect.points)
    return text
