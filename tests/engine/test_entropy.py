"""What the seats add to a shuffle. Source: R15.6."""

import hashlib

import pytest
from msgspec.structs import replace

from engine import match as play
from engine.errors import RuleCode, RuleError
from engine.events import Action, ActionKind, Cause, DealStarted, Effect, EntropyAdded, Entry
from engine.rules import Rules
from engine.rulesets import rule_set
from engine.seat_view import EffectKind
from engine.shuffle import deal_seed, practice_secret, shuffle
from engine.state import MatchState
from engine.views import SPECTATOR, entry_for, view_for

SECRET = practice_secret(1)
KURNIK = rule_set("kurnik").resolve(4, {})


def started(rules: Rules = KURNIK) -> MatchState:
    return play.start(rules, "m_test", SECRET)[0]


def to_next_deal(rules: Rules, state: MatchState) -> tuple[MatchState, tuple[Effect, ...]]:
    """Return the match after its present deal, by default moves, and the last move's effects."""
    before, effects = len(state.scores), tuple[Effect, ...]()
    while len(state.scores) == before:
        assert state.deal is not None
        seat = state.deal.to_act[0]
        state, effects = play.apply(rules, state, seat, play.default_move(rules, state, seat))
    return state, effects


def started_deal(effects: tuple[Effect, ...]) -> DealStarted:
    (found,) = (effect for effect in effects if isinstance(effect, DealStarted))
    return found


def test_entropy_changes_the_next_deal_and_no_other() -> None:
    state, (added,) = play.add_entropy(KURNIK, started(), 2, b"luck")

    after, effects = to_next_deal(KURNIK, state)
    later, more = to_next_deal(KURNIK, after)

    cards = bytes(shuffle(range(52), deal_seed(SECRET, 2), (b"", b"", b"luck", b"")))
    assert isinstance(added, EntropyAdded)
    assert after.deal is not None
    assert after.deal.deck == cards
    assert started_deal(effects).entropy == (b"", b"", b"luck", b"")
    assert later.deal is not None
    assert later.deal.deck == bytes(shuffle(range(52), deal_seed(SECRET, 3), (b"",) * 4))
    assert started_deal(more).entropy == ()


def test_the_receipt_is_the_hash_that_the_book_tells() -> None:
    _, (added,) = play.add_entropy(KURNIK, started(), 2, b"luck")

    text = b"kierki entropy\x002\x00m_test\x002\x00luck"
    assert added == EntropyAdded(2, 2, hashlib.sha256(text).digest())


def test_entropy_for_the_first_deal_comes_with_the_start() -> None:
    entropy = (b"a", b"", b"b", b"")

    state, effects = play.start(KURNIK, "m_test", SECRET, entropy)

    assert state.deal is not None
    assert state.deal.deck == bytes(shuffle(range(52), deal_seed(SECRET, 1), entropy))
    assert started_deal(effects).entropy == entropy
    assert state.entropy == (b"",) * 4
    assert state.draw == started().draw


@pytest.mark.parametrize(
    ("value", "code"),
    [(b"", RuleCode.ENTROPY_LENGTH), (b"x" * 33, RuleCode.ENTROPY_LENGTH)],
)
def test_bytes_of_another_length_are_refused(value: bytes, code: RuleCode) -> None:
    with pytest.raises(RuleError) as refused:
        play.add_entropy(KURNIK, started(), 0, value)

    assert (refused.value.code, refused.value.section) == (code, "R15.6")


def test_a_seat_adds_once_to_a_deal() -> None:
    state, _ = play.add_entropy(KURNIK, started(), 0, b"x" * 32)

    with pytest.raises(RuleError) as refused:
        play.add_entropy(KURNIK, state, 0, b"y")
    other, _ = play.add_entropy(KURNIK, state, 1, b"y")
    next_deal, _ = to_next_deal(KURNIK, state)

    assert refused.value.code is RuleCode.ENTROPY_TWICE
    assert other.entropy == (b"x" * 32, b"y", b"", b"")
    assert play.add_entropy(KURNIK, next_deal, 0, b"y")[0].entropy[0] == b"y"


def test_nothing_is_added_where_no_deal_follows() -> None:
    rules = rule_set("lottery").resolve(4, {})
    endless = rule_set("greek").resolve(4, {"passing": "off"})
    over, _ = to_next_deal(rules, started(rules))

    with pytest.raises(RuleError) as last:
        play.add_entropy(rules, started(rules), 0, b"x")
    with pytest.raises(RuleError) as after:
        play.add_entropy(rules, over, 0, b"x")

    assert last.value.code is RuleCode.NO_DEAL_FOLLOWS
    assert after.value.code is RuleCode.MATCH_OVER
    assert play.add_entropy(endless, started(endless), 0, b"x")[0].entropy[0] == b"x"


def test_everybody_sees_the_receipt_and_nobody_the_bytes() -> None:
    state, effects = play.add_entropy(KURNIK, started(), 2, b"luck")
    receipts = [at.receipt.hex() for at in effects if isinstance(at, EntropyAdded)]
    entry = Entry(3, 0, Action(ActionKind.ENTROPY_ADDED, Cause.PLAYER, 2), effects)

    for viewer in (SPECTATOR, 0, 2):
        (seen,) = entry_for(entry, viewer).effects
        assert (seen.kind, seen.number, seen.seat) == (EffectKind.ENTROPY_ADDED, 2, 2)
        assert [seen.receipt] == receipts
        assert seen.entropy is None
        assert view_for(KURNIK, state, viewer).entropy_seats == (2,)
    after, more = to_next_deal(KURNIK, state)
    assert view_for(KURNIK, after, SPECTATOR).entropy_seats == ()
    shown = entry_for(replace(entry, effects=(started_deal(more),)), SPECTATOR).effects[0]
    assert shown.entropy == ("", "", "6c75636b", "")
