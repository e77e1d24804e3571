"""Who packs notes what was not foreseen; who reads is told no more, and finds the same."""

from engine.events import Action, ActionKind, Cause, Entry, Next, SeatSkipped
from engine.state import Phase
from service.store.packed.settling import Cell, Packer, Reader, Settling

PLAYED = Action(ActionKind.MOVED, Cause.PLAYER, 2, "play 4C")
ENTRY = Entry(7, 1_000, PLAYED, (SeatSkipped(3),), Next(Phase.LOTTERY, (0,), None))
FOLLOWING = Next(Phase.LOTTERY, (1,), 5_000)


def walked(settling: Settling) -> list[object]:
    """Return what stands in the cells of the entry, each foreseen a little otherwise."""
    card = settling.choose((0, 2, 5))
    action = Action(ActionKind.MOVED, Cause.PLAYER, 2, "play 4C" if card == 2 else "play 2C")
    return [
        settling.settle(Cell.ACTION, action),
        settling.settle(Cell.TAGS, ()),
        settling.settle(Cell.EFFECTS, None),
        settling.settle(Cell.NEXT, FOLLOWING),
        settling.settle(Cell.RECORD, None),
    ]


def test_only_what_was_not_foreseen_is_noted() -> None:
    packer = Packer()
    packer.begin(ENTRY, None)

    found = walked(packer)

    assert found == [PLAYED, (5,), SeatSkipped(3), ENTRY.next, None]
    assert packer.choices == [(1, 3)]
    assert packer.notes == {
        7: {Cell.TAGS: {0: [5]}, Cell.EFFECTS: [[5, 3]], Cell.NEXT: {1: {0: [0]}, 2: [None]}}
    }


def test_whoever_reads_finds_the_same() -> None:
    packer = Packer()
    packer.begin(ENTRY, None)
    packed = walked(packer)
    reader = Reader(1, packer.notes)
    reader.begin(7)

    assert walked(reader) == packed


def test_a_card_that_was_not_likely_is_noted() -> None:
    packer = Packer()
    packer.begin(ENTRY, None)

    card = packer.choose((7, 9))

    assert card == 7
    assert packer.choices == [(0, 2)]


def test_an_entry_of_which_nothing_was_noted_is_as_foreseen() -> None:
    reader = Reader(0, {7: {Cell.NEXT: [[None, [], None]]}})
    reader.begin(8)

    assert reader.settle(Cell.NEXT, FOLLOWING) == FOLLOWING
