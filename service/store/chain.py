"""The hash chain of a match's log, over what everybody may see of each entry.

`docs/adr/0003-hash-only-what-everybody-sees.md` says why. A hash can be computed again from the
entries as a spectator gets them, the commit ids and the match's log key.
"""

import hmac
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.events import Entry
from engine.views import SPECTATOR, entry_for
from service.store.record import Change, Record

HASH_BYTES: Final = 8
_canonical_json: Final = msgspec.json.Encoder(order="sorted").encode


def entry_hash(log_key: bytes, previous: bytes, entry: Entry) -> bytes:
    """Return the hash of an entry, 8 bytes; `previous` is that of the one before, or empty."""
    commit = bytes((len(entry.commit),)) + entry.commit
    digest = hmac.digest(log_key, previous + commit + public_part(entry), "sha256")
    return digest[:HASH_BYTES]


def public_part(entry: Entry) -> bytes:
    """Return what a spectator sees of an entry but its hash, as canonical JSON.

    Names are sorted; null and empty values are left out, so that a field which a later release
    adds does not change the hashes of the entries that lack it.
    """
    view = msgspec.to_builtins(entry_for(replace(entry, hash=b""), SPECTATOR))
    return _canonical_json(_without_empty(view | {"cursor": f"{entry.seq}-"}))


def _without_empty(fields: dict[str, object]) -> dict[str, object]:
    return {
        name: _inside(value) for name, value in fields.items() if value is not None and value != ()
    }


def _inside(value: object) -> object:
    if isinstance(value, dict):
        return _without_empty(value)
    if isinstance(value, tuple) and isinstance(value[0], dict):
        return [_without_empty(part) for part in value]
    return value


class Sealed(msgspec.Struct, frozen=True):
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
