"""The stored log: what is written is read back as it was."""

import msgspec
import pytest

from engine.events import (
    Action,
    ActionKind,
    CardsGiven,
    CardsPassed,
    Cause,
    Commitment,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    EntropyAdded,
    Entry,
    GhostsLaid,
    MatchEnded,
    MoonShot,
    Next,
    OddCardShown,
    Reveal,
    SeatOut,
    SeatSkipped,
    TalonPaid,
    TalonTaken,
    TrickTaken,
    TrumpNamed,
)
from engine.rules import MoonWay
from engine.state import Phase

EFFECTS: tuple[Effect, ...] = (
    DealerDrawn(b"\x00\x0d\x1a\x27", 3),
    DealStarted(8, 3, 0, (b"\x00", b"\x01", b"\x02", b"\x03"), 5, b"\x0c", b"\x0d", (b"\xff",)),
    TrumpNamed(3, 2, (b"\x00", b"\x01", b"\x02", b"\x03")),
    TrickTaken(7, 2, b"\x00\x01\x02\x03", 1, -95),
    SeatSkipped(1),
    GhostsLaid(b"\x00"),
    SeatOut(2, 1, (0, 0, 800, 0)),
    DealScored(8, (0, -20, 0, 0), (5, -20, 0, 0)),
    MatchEnded((5, -20, 0, 15), (2, 4, 3, 1), (3,)),
    CardsPassed((b"\x00", b"\x01", b"\x02", b"\x03"), 1),
    TalonTaken(2, 125, b"\x0c\x19\x26\x33"),
    CardsGiven(2, b"\x03\x00\x01"),
    TalonPaid((125, 0, -125, 0)),
    MoonShot(1, MoonWay.ADD_OTHERS, (26, -26, 26, 26)),
    OddCardShown(37),
    EntropyAdded(2, 3, b"\xab" * 32),
)
ENTRY = Entry(
    seq=9,
    at_ms=1_700_000_000_000,
    action=Action(ActionKind.MOVED, Cause.TIMEOUT, seat=2, move="play QS"),
    effects=EFFECTS,
    next=Next(Phase.TRICKS, (1,), 1_700_000_030_000),
    commitments=(Commitment(9, "ab" * 32),),
    reveals=(Reveal(8, "cd" * 32),),
    commit=b"id",
    hash=b"\x01" * 32,
)


def test_every_kind_of_effect_is_covered() -> None:
    assert {type(effect) for effect in EFFECTS} == set(Effect.__args__)


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: type(effect).__name__)
def test_a_stored_effect_is_read_back_as_it_was(effect: Effect) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(effect), type=Effect) == effect


def test_a_stored_entry_is_read_back_as_it_was() -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(ENTRY), type=Entry) == ENTRY


def test_the_stored_tag_of_an_effect_never_changes() -> None:
    assert [msgspec.to_builtins(effect)[0] for effect in EFFECTS] == list(range(1, 17))


def test_an_entry_has_nothing_but_its_action_where_nothing_followed() -> None:
    bare = Entry(1, 0, Action(ActionKind.CREATED, Cause.PLAYER))

    assert (bare.effects, bare.commitments, bare.reveals) == ((), (), ())
    assert bare.next == Next(phase=None, seats=(), deadline_ms=None)
