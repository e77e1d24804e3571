"""A walk foresees nearly all that a history says."""

from collections import Counter

from engine.rulesets import rule_set
from service.store.packed.foreseen import recipe_of
from service.store.packed.history import bare, kept_record
from service.store.packed.settling import Cell, Packer
from service.store.packed.walk import Walk
from tests.fixtures.histories import BANKED, whole_match


def test_of_a_match_with_clocks_and_a_bot_little_is_not_foreseen() -> None:
    match = whole_match(rule_set("king").resolve(4, {}), settings=BANKED, bots=1)
    history, packer = bare(match.history), Packer()
    walk = Walk(recipe_of(history, match.newest), packer)

    for entry in history.entries:
        blob = history.checkpoints.get(entry.seq)
        record = None if blob is None else kept_record(blob)
        packer.begin(entry, record)
        assert walk.step(entry.seq, entry.at_ms) == (entry, record)

    cells = Counter(cell for notes in packer.notes.values() for cell in notes)
    assert len(history.entries) == 528
    assert cells == {
        Cell.ACTION: 8,  # before the play, and four trumps
        Cell.TAGS: 6,
        Cell.EFFECTS: 28,  # what tricks cost, where it is not what the last one did
        Cell.EFFECTS + 2: 1,
        Cell.NEXT: 10,
        Cell.COMMITMENTS: 1,
        Cell.RECORD: 6,
    }
