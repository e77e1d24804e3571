"""What a packed match holds."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.bot_levels import Level
from engine.events import Entry
from service.store.codec import decode_checkpoint, encode_checkpoint
from service.store.record import (
    OnExpiry,
    Record,
    Settings,
    Spectators,
    Status,
    Visibility,
    Watching,
)

_SETTINGS: Final = Settings(  # all of them: a default that changes must not change what is read
    Visibility.PUBLIC,
    turn_ms=30_000,
    pace_ms=None,
    seed=None,
    bank_ms=None,
    increment_ms=0,
    on_expiry=OnExpiry.DEFAULT_MOVE,
    spectators=Spectators(Watching.TABLE, delay_ms=0),
    start_when_full=False,
    level=Level.MEDIUM,
)
NAMELESS: Final = Record(
    id="",
    status=Status.LOBBY,
    owner_id="",
    rules_hash="",
    settings=_SETTINGS,
    seats=(),
    created_ms=0,
    secret=b"",
    log_key=b"",
)
"""A record of no match; kept records do not say which one is theirs."""


class History(Struct, frozen=True):
    """Every entry of a match, and the blobs of its kept records by their versions."""

    entries: tuple[Entry, ...]
    checkpoints: Mapping[int, bytes]


def bare(history: History) -> History:
    """Return what is packed of a history: no commit ids and no hashes, in the newest codec.

    Raises BlobTooNewError, BlobUnreadableError.
    """
    entries = tuple(replace(entry, commit=b"", hash=b"") for entry in history.entries)
    records = {seq: kept_record(blob) for seq, blob in history.checkpoints.items()}
    return History(entries, {seq: encode_checkpoint(record) for seq, record in records.items()})


def kept_record(blob: bytes) -> Record:
    """Return what is packed of a kept record; raises BlobTooNewError, BlobUnreadableError."""
    return replace(decode_checkpoint(blob, NAMELESS), chain=b"", commit=b"")
