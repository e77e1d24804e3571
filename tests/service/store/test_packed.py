"""What is packed of a match is what was there, but for what only a live match needs."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.events import Entry
from service.store import codec
from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.packed import History, pack, unpack
from tests.service.store.test_codec import whole_match

BLOB = Path(__file__).with_name("blobs") / "4" / "packed.bin"
LIMIT = 6_656  # bytes; the same entries and records take 42,000 in keys of their own


def a_history() -> History:
    """Return the history of a whole match of kurnik, numbered from 1 as it is stored."""
    stored = whole_match()
    entries = [replace(entry, seq=seq) for seq, (_, entry) in enumerate(stored, 1)]
    kept = {
        seq: codec.encode_checkpoint(record)
        for seq, (record, entry) in enumerate(stored, 1)
        if entry.commitments
    }
    return History(tuple(entries), kept)


def bare(entry: Entry) -> Entry:
    """Return an entry without what is not packed."""
    return replace(entry, commit=b"", hash=b"")


def test_a_whole_match_is_read_as_it_was_packed() -> None:
    history = a_history()

    found = unpack(pack(history))

    assert len(found.entries) > 600
    assert found.entries == tuple(map(bare, history.entries))
    assert len(found.checkpoints) == 10
    assert found.checkpoints == history.checkpoints


def test_a_packed_match_is_small() -> None:
    assert len(pack(a_history())) < LIMIT


def test_entries_of_every_kind_are_read_as_they_were_packed() -> None:
    kept = sorted((BLOB.parent).glob("entry_*.json"))
    found = [msgspec.json.decode(path.read_bytes(), type=Entry) for path in kept]
    entries = tuple(replace(entry, seq=seq) for seq, entry in enumerate(found, 1))

    assert unpack(pack(History(entries, {}))).entries == tuple(map(bare, entries))


def test_a_kept_blob_is_read_as_what_it_was() -> None:
    kept = msgspec.json.decode(BLOB.with_suffix(".json").read_bytes(), type=tuple[Entry, ...])

    found = unpack(BLOB.read_bytes())

    assert len(kept) == 4
    assert found.entries == kept
    assert found.checkpoints == {1: b"first", 4: b"fourth"}


@pytest.mark.parametrize("broken", [b"", b"\x02", b"\x03", b"\x03nonsense"])
def test_what_is_no_packed_history_is_refused(broken: bytes) -> None:
    with pytest.raises(BlobUnreadableError):
        unpack(broken)


def test_a_cut_blob_is_refused() -> None:
    with pytest.raises(BlobUnreadableError):
        unpack(BLOB.read_bytes()[:-9])


def test_a_blob_of_a_newer_codec_is_named() -> None:
    with pytest.raises(BlobTooNewError):
        unpack(bytes((codec.CODEC + 1,)) + BLOB.read_bytes()[1:])
