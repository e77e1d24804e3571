"""Blobs of every version are read as what they were, and this version writes them the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause, Entry, Next
from engine.match import default_move
from engine.state import Phase
from service.store import codec
from service.store.analysis import Analysis
from service.store.chain import HASH_BYTES, seal
from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.record import Record, Snapshot
from service.usecases import steps
from tests.fixtures.matches import ALA, BOT, OLA, playing

BLOBS = Path(__file__).with_name("blobs")
VERSIONS = ("3", "4")
AN_ENTRY = Entry(7, 1_000, Action(ActionKind.MOVED, Cause.BOT, 2, "play QS"), hash=bytes(8))


def blob(version: str, name: str) -> bytes:
    """Return a blob as a codec of that version wrote it."""
    return (BLOBS / version / f"{name}.bin").read_bytes()


def value(version: str, name: str, kind: type[msgspec.Struct]) -> Any:  # its type is `kind`
    """Return what a blob says."""
    return msgspec.json.decode((BLOBS / version / f"{name}.json").read_bytes(), type=kind)


def whole_match() -> list[tuple[Record, Entry]]:
    """Return every record and entry of a match in which all make the default move."""
    at = playing(ALA, OLA, BOT, BOT, turn_ms=30_000)
    stored = []
    while at.record.state is not None and at.record.state.deal is not None:
        seat = at.record.state.deal.to_act[0]
        move = default_move(at.rules, at.record.state, seat)
        change = steps.moved(at, seat, move, Cause.PLAYER)
        sealed = seal(at.record, change, at.now_ms, b"commit-%d" % at.record.version)
        stored.append((sealed.record, sealed.entry))
        at = Snapshot(sealed.record, at.rules, at.now_ms + 900)
    return stored


@pytest.mark.parametrize("version", VERSIONS)
def test_blobs_of_every_version_are_read(version: str) -> None:
    record: Record = value(version, "record", Record)

    assert codec.decode_record(blob(version, "record")) == record
    assert codec.decode_checkpoint(blob(version, "checkpoint"), record) == record
    for path in (BLOBS / version).glob("entry_*.json"):
        name = path.stem
        entry: Entry = value(version, name, Entry)
        assert codec.decode_entry(entry.seq, entry.commit, blob(version, name)) == entry


def test_analyses_of_every_version_that_has_them_are_read() -> None:
    found = [path.parent.name for path in BLOBS.glob("*/analysis.bin")]

    assert sorted(found) == ["3", "4"]
    for version in found:
        kept: Analysis = value(version, "analysis", Analysis)
        assert codec.decode_analysis(blob(version, "analysis")) == kept


def test_the_version_of_an_analysis_stands_where_a_script_reads_it() -> None:
    first, last = codec.VERSION_BYTES

    found = codec.encode_analysis(Analysis(version=77))[first : last + 1]

    assert found == codec.version_prefix(77)


@pytest.mark.parametrize("written", codec.Written)
def test_both_versions_are_written_as_they_were(written: codec.Written) -> None:
    number, version = written.codec, str(written.codec)
    record = value(version, "record", Record)
    analysis = value(version, "analysis", Analysis)

    assert codec.encode_analysis(analysis, number) == blob(version, "analysis")
    assert codec.encode_record(record, number) == blob(version, "record")
    assert codec.encode_checkpoint(record, number) == blob(version, "checkpoint")
    for path in (BLOBS / version).glob("entry_*.json"):
        entry = value(version, path.stem, Entry)
        assert codec.encode_entry(entry, number) == blob(version, path.stem)


def test_blobs_of_this_version_and_the_one_before_are_kept() -> None:
    kept = {int(path.name) for path in BLOBS.iterdir()}

    assert {number for number in (codec.CODEC - 1, codec.CODEC) if number} <= kept
    assert {int(version) for version in VERSIONS} == kept


@pytest.mark.parametrize("written", codec.Written)
def test_a_whole_match_is_read_as_it_was_written(written: codec.Written) -> None:
    stored, number = whole_match(), written.codec

    assert len(stored) == stored[-1][0].version - 2
    for record, entry in stored:
        assert codec.decode_record(codec.encode_record(record, number)) == record
        blob_of_entry = codec.encode_entry(entry, number)
        assert codec.decode_entry(entry.seq, entry.commit, blob_of_entry) == entry
        kept = codec.encode_checkpoint(record, number)
        assert codec.decode_checkpoint(kept, stored[0][0]) == record


def test_what_a_move_stores_is_small() -> None:
    stored = whole_match()

    records = [len(codec.encode_record(record)) for record, _ in stored]
    entries = sorted(len(codec.encode_entry(entry)) for _, entry in stored)
    assert max(records) <= 1_024
    assert entries[len(entries) // 2] <= 20


def test_a_position_from_outside_the_shuffle_keeps_its_own_secret() -> None:
    record = value("3", "record", Record)
    record = replace(record, state=replace(record.state, secret=bytes(32), match_id="m_other"))

    assert codec.decode_record(codec.encode_record(record)) == record


def test_a_record_shows_its_version_where_scripts_read_it() -> None:
    record: Record = replace(value("3", "record", Record), version=70_000)
    first, last = codec.VERSION_BYTES

    shown = codec.encode_record(record)[first : last + 1]

    assert shown == codec.version_prefix(70_000)
    assert codec.version_from(shown) == 70_000


def test_no_match_shows_no_version() -> None:
    assert codec.version_prefix(0) == b""
    assert codec.version_from(b"") == 0


@pytest.mark.parametrize(
    "entry",
    [
        AN_ENTRY,
        replace(AN_ENTRY, action=Action(ActionKind.MOVED, Cause.TIMEOUT, 0, "trump H")),
        replace(AN_ENTRY, action=Action(ActionKind.MOVED, Cause.PLAYER, 0, "a move to come")),
        replace(AN_ENTRY, action=Action(ActionKind.CREATED, Cause.PLAYER, name="")),
        replace(AN_ENTRY, action=Action(ActionKind.LEFT, Cause.PLAYER, seat=0)),
        replace(AN_ENTRY, next=Next(Phase.LOTTERY, (3,), None)),
        replace(AN_ENTRY, next=Next(Phase.SCORED, (), 999)),
        replace(AN_ENTRY, next=Next(None, (1, 2), 2_000)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (1, 2), 2_000)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (6,), None)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (6,), 1_000)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (6,), 999)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (6,), 1_000 + 30 * 86_400_000)),
        replace(AN_ENTRY, next=Next(Phase.TRICKS, (16,), None)),
    ],
    ids=str,
)
def test_rare_entries_are_read_as_they_were_written(entry: Entry) -> None:
    assert codec.decode_entry(7, b"", codec.encode_entry(entry)) == entry


@pytest.mark.parametrize("kind", ActionKind)
@pytest.mark.parametrize("cause", Cause)
def test_every_kind_and_cause_can_be_stored(kind: ActionKind, cause: Cause) -> None:
    entry = replace(AN_ENTRY, action=Action(kind, cause))

    assert codec.decode_entry(7, b"", codec.encode_entry(entry)) == entry


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_can_be_stored(phase: Phase) -> None:
    entry = replace(AN_ENTRY, next=Next(phase))

    assert codec.decode_entry(7, b"", codec.encode_entry(entry)) == entry


def test_an_entry_stores_a_hash_of_the_chain_s_length() -> None:
    assert len(AN_ENTRY.hash) == HASH_BYTES


READERS: tuple[Callable[[bytes], object], ...] = (
    codec.decode_record,
    lambda blob: codec.decode_entry(1, b"", blob),
)


@pytest.mark.parametrize("read", READERS)
def test_a_newer_blob_is_refused(read: Callable[[bytes], object]) -> None:
    with pytest.raises(BlobTooNewError) as raised:
        read(bytes((codec.CODEC + 1,)) + b"whatever comes then")

    assert raised.value.codec == codec.CODEC + 1


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("written", [b"", b"\0", bytes((codec.CODEC,)), b"\1" + bytes(40)])
def test_a_broken_blob_is_refused(read: Callable[[bytes], object], written: bytes) -> None:
    with pytest.raises(BlobUnreadableError):
        read(written)


def test_an_entry_of_an_unknown_kind_is_refused() -> None:
    written = codec.encode_entry(AN_ENTRY, codec.CODEC)
    head, fields = written[:15], msgspec.msgpack.decode(written[15:])

    with pytest.raises(BlobUnreadableError):
        codec.decode_entry(1, b"", head + msgspec.msgpack.encode([99, *fields[1:]]))
