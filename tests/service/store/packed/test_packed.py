"""What is packed of a match is what was there, but for what only a live match needs."""

import lzma
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause, Entry, SeatSkipped, TrickTaken
from engine.rulesets import RULE_SETS, rule_set
from service.store import codec
from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.packed import History, columns, pack, unpack
from service.store.packed.history import bare
from service.store.record import Record
from service.store.record import Settings as MatchSettings
from tests.engine.choices import chance_rules
from tests.fixtures.histories import BANKED, TIMED, UNTIMED, eventful_match, whole_match
from tests.service.store.test_codec import BLOBS, value

KEPT = BLOBS / "4"
COLUMNS = KEPT / "packed.bin"
FORESEEN = 2
FILTERS = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 18, "pb": 0}]


def a_record() -> Record:
    record: Record = value("4", "record", Record)
    return record


def entries_of_every_kind() -> tuple[Entry, ...]:
    kept = sorted(KEPT.glob("entry_*.json"))
    found = [msgspec.json.decode(path.read_bytes(), type=Entry) for path in kept]
    return tuple(replace(entry, seq=seq) for seq, entry in enumerate(found, 1))


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_whole_match_of_every_rule_set_is_read_as_it_was_packed(name: str) -> None:
    chance = Random(name)
    match = whole_match(chance_rules(RULE_SETS[name], chance), seed=1, bots=1)

    blob = pack(match.history, match.newest)

    assert blob[:2] == bytes((codec.CODEC, FORESEEN))
    found = unpack(blob)
    assert found == bare(match.history)
    assert found.entries[-1].seq == match.newest.version
    assert {entry.hash + entry.commit for entry in found.entries} == {b""}


@settings(max_examples=6)
@given(st.integers(0, 2**32), st.sampled_from((TIMED, BANKED, UNTIMED)))
def test_a_match_in_which_anything_happens_is_read_as_it_was_packed(
    seed: int, timed: MatchSettings
) -> None:
    chance = Random(seed)
    rules = chance_rules(RULE_SETS[chance.choice(tuple(RULE_SETS))], chance)
    match = eventful_match(rules, seed, timed)

    blob = pack(match.history, match.newest)

    assert blob[1] == FORESEEN
    assert unpack(blob) == bare(match.history)


@pytest.mark.parametrize("entries", [1, 2, 9, 61])
def test_a_history_that_breaks_off_anywhere_is_read_as_it_was_packed(entries: int) -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    kept = {seq: at for seq, at in match.history.checkpoints.items() if seq <= entries}
    history = History(match.history.entries[:entries], kept)

    blob = pack(history, match.newest)

    assert blob[1] == FORESEEN
    assert unpack(blob) == bare(history)


def test_what_nobody_would_foresee_is_read_as_it_was_packed() -> None:
    entries = entries_of_every_kind()

    found = unpack(pack(History(entries, {}), a_record()))

    assert found == bare(History(entries, {}))


@pytest.mark.parametrize(
    "odd",
    [
        {"at_ms": 1},
        {"effects": (TrickTaken(1, 9, b"\x07", 9, 0),)},
        {"effects": (SeatSkipped(7), SeatSkipped(7))},
        {"action": Action(ActionKind.MOVED, Cause.PLAYER, 9, "play QS")},
        {"action": Action(ActionKind.MOVED, Cause.PLAYER, 0, "give a card")},
        {"action": Action(ActionKind.MOVED, Cause.PLAYER, 0, "trump")},
    ],
    ids=str,
)
def test_what_cannot_be_in_a_match_is_read_as_it_was_packed(odd: dict[str, object]) -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    entries = list(match.history.entries)
    entries[20] = replace(entries[20], **odd)
    history = History(tuple(entries), match.history.checkpoints)

    blob = pack(history, match.newest)

    assert unpack(blob) == bare(history)


def test_a_match_of_people_is_small() -> None:
    match = whole_match(rule_set("kurnik").resolve(4, {}))

    assert len(match.history.entries) == 630
    assert 1_700 < len(pack(match.history, match.newest)) <= 1_850


def test_a_time_before_the_last_one_is_packed_by_columns() -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    first, *others = match.history.entries
    history = History((replace(first, at_ms=first.at_ms * 2), *others), {})

    blob = pack(history, match.newest)

    assert blob[1] != FORESEEN
    assert unpack(blob) == bare(history)


@pytest.mark.parametrize("path", sorted(KEPT.glob("packed_*.bin")), ids=lambda path: path.stem)
def test_a_kept_blob_is_read_as_what_was_played(path: Path) -> None:
    by_columns = path.with_suffix(".columns").read_bytes()

    found = unpack(path.read_bytes())

    assert path.read_bytes()[1] == FORESEEN
    assert found == bare(unpack(by_columns))


def test_blobs_of_several_games_are_kept() -> None:
    kept = {path.stem for path in KEPT.glob("packed_*.bin")}

    games = ("auction", "black_maria", "greek", "kurnik", "lottery")
    assert kept == {f"packed_{game}" for game in games}


def test_a_kept_blob_of_columns_is_read_as_what_it_was() -> None:
    kept = msgspec.json.decode(COLUMNS.with_suffix(".json").read_bytes(), type=tuple[Entry, ...])

    found = unpack(COLUMNS.read_bytes())

    assert len(kept) == 4
    assert found.entries == kept
    assert found.checkpoints == {1: b"first", 4: b"fourth"}


def test_columns_hold_whatever_a_history_says() -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    history = bare(match.history)

    assert columns.read(columns.write(history)) == history


@pytest.mark.parametrize("broken", [b"", b"\x02", b"\x03", b"\x04", b"\x04\x02", b"\x04nonsense"])
def test_what_is_no_packed_history_is_refused(broken: bytes) -> None:
    with pytest.raises(BlobUnreadableError):
        unpack(broken)


@pytest.mark.parametrize("name", ["packed", "packed_kurnik"])
def test_a_cut_blob_is_refused(name: str) -> None:
    with pytest.raises(BlobUnreadableError):
        unpack((KEPT / f"{name}.bin").read_bytes()[:-9])


def test_a_history_that_is_read_otherwise_than_it_was_played_is_refused() -> None:
    blob = (KEPT / "packed_kurnik.bin").read_bytes()
    stored = msgspec.msgpack.decode(
        lzma.decompress(blob[2:], format=lzma.FORMAT_RAW, filters=FILTERS)
    )
    choices = stored[5]
    stored[5] = bytes((choices[0] ^ 1, *choices[1:]))  # another card, by whatever mistake
    form = lzma.compress(msgspec.msgpack.encode(stored), format=lzma.FORMAT_RAW, filters=FILTERS)

    with pytest.raises(BlobUnreadableError):
        unpack(blob[:2] + form)


def test_a_blob_of_a_newer_codec_is_named() -> None:
    with pytest.raises(BlobTooNewError):
        unpack(bytes((codec.CODEC + 1,)) + COLUMNS.read_bytes()[1:])
