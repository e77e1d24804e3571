"""The hash chain of a match's log, over what everybody may see of each entry.

`docs/adr/0003-hash-only-what-everybody-sees.md` says why. A hash can be computed again from the
entries as a spectator gets them, the commit ids and the match's log key.
"""

import hashlib
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.events import Entry
from engine.seat_view import ActionView, DealHash, DealSeed, EffectView
from engine.state import Phase
from engine.views import SPECTATOR, entry_for
from service.store.record import Change, Record

HASH_BYTES: Final = 8
_BLOCK_BYTES: Final = 64  # of SHA-256
_KEPT: Final = 1_024  # keys, of half a kilobyte each
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_sha256: Final = hashlib.sha256
_canonical_json: Final = msgspec.json.Encoder(order="sorted").encode


def entry_hash(log_key: bytes, previous: bytes, entry: Entry) -> bytes:
    """Return the hash of an entry, 8 bytes; `previous` is that of the one before, or empty."""
    commit = bytes((len(entry.commit),)) + entry.commit
    return _hmac(log_key, previous + commit + public_part(entry))[:HASH_BYTES]


def _hmac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of a message; the key has at most 64 bytes.

    As RFC 2104 spells it out: OpenSSL 3 takes three times as long, to look up what it is to do.
    """
    inner, outer = _padded(key)
    return _sha256(outer + _sha256(inner + message).digest()).digest()


@lru_cache(_KEPT)
def _padded(key: bytes) -> tuple[bytes, bytes]:
    """Return what a key puts before the message, and before the digest of both."""
    block = key.ljust(_BLOCK_BYTES, b"\0")
    return block.translate(_INNER), block.translate(_OUTER)


def public_part(entry: Entry) -> bytes:
    """Return what a spectator sees of an entry but its hash, as canonical JSON.

    Names are sorted; null and empty values are left out, so that a field which a later release
    adds does not change the hashes of the entries that lack it.
    """
    seen = entry_for(entry, SPECTATOR)
    following = seen.next
    return _canonical_json(
        _PublicPart(
            f"{seen.seq}-",
            seen.seq,
            seen.at_ms,
            seen.action,
            _PublicNext(following.phase, following.seats, following.deadline_ms),
            tuple(map(_without_empty, seen.effects)) if seen.effects else (),
            seen.commitments,
            seen.reveals,
        )
    )


class _PublicNext(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A `NextStep` that leaves out what is null or empty."""

    phase: Phase | None = None
    seats: tuple[int, ...] = ()
    deadline_ms: int | None = None


class _PublicPart(Struct, frozen=True, rename="camel", omit_defaults=True):
    """An `EntryView` that leaves out what is empty; its cursor lacks the hash."""

    cursor: str
    seq: int
    at_ms: int
    action: ActionView
    next: _PublicNext
    effects: tuple[EffectView, ...] = ()
    commitments: tuple[DealHash, ...] = ()
    reveals: tuple[DealSeed, ...] = ()


def _without_empty(effect: EffectView) -> EffectView:
    """Return an effect whose empty lists are null: those it leaves out by itself."""
    empty = [name for name in effect.__struct_fields__ if getattr(effect, name) == ()]
    return replace(effect, **dict.fromkeys(empty)) if empty else effect


class Sealed(Struct, frozen=True):
    """A record and the entry that led to it, ready to be stored together."""

    record: Record
    entry: Entry


def seal(before: Record, change: Change, at_ms: int, commit: bytes) -> Sealed:
    """Give a change its number, time and hash."""
    seq = before.version + 1
    entry = Entry(
        seq=seq,
        at_ms=at_ms,
        action=change.action,
        effects=change.effects,
        next=change.next,
        commitments=change.commitments,
        reveals=change.reveals,
        commit=commit,
    )
    entry = replace(entry, hash=entry_hash(before.log_key, before.chain, entry))
    record = replace(change.record, version=seq, chain=entry.hash, updated_ms=at_ms, commit=commit)
    return Sealed(record, entry)
