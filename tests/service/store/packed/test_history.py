"""What is packed of a history is what was played, and nothing that served the live match alone."""

from msgspec.structs import replace

from engine.rulesets import rule_set
from service.store import codec
from service.store.packed import History
from service.store.packed.history import bare
from tests.fixtures.histories import whole_match


def test_commit_ids_and_hashes_are_left_out() -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    history = match.history

    found = bare(history)

    assert [replace(at, hash=b"", commit=b"") for at in history.entries] == list(found.entries)
    assert [at.hash + at.commit for at in found.entries] == [b""] * len(history.entries)
    assert list(found.checkpoints) == list(history.checkpoints)
    for version, blob in found.checkpoints.items():
        kept = codec.decode_checkpoint(history.checkpoints[version], match.newest)
        assert codec.decode_checkpoint(blob, match.newest) == replace(kept, chain=b"", commit=b"")


def test_kept_records_of_the_codec_before_are_packed_in_the_newest() -> None:
    match = whole_match(rule_set("lottery").resolve(4, {}))
    records = {
        seq: codec.decode_checkpoint(blob, match.newest)
        for seq, blob in match.history.checkpoints.items()
    }
    before = {seq: codec.encode_checkpoint(at, codec.CODEC - 1) for seq, at in records.items()}

    assert bare(History(match.history.entries, before)) == bare(match.history)
