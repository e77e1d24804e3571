"""Random matches with clocks: whatever happens, in any order, the clocks add up."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine.events import Cause
from engine.match import default_move
from engine.rulesets import rule_set
from service.store.record import Change, OnExpiry, SeatKind, Settings, Snapshot, Status, Visibility
from service.usecases import steps
from service.usecases.steps.clocks import ABANDONED_MS, RESCUE_MS, deadline_of
from tests.fixtures.examples import tries
from tests.fixtures.matches import BOT, after, lobby, person

RULES = {name: rule_set(name).resolve(4, {}) for name in ("kurnik", "greek", "polish")}
CHOSEN = st.builds(
    Settings,
    visibility=st.just(Visibility.UNLISTED),
    turn_ms=st.sampled_from([None, 1_000, 30_000]),
    pace_ms=st.sampled_from([0, 600]),
    bank_ms=st.sampled_from([None, 1_000, 60_000]),
    increment_ms=st.sampled_from([0, 2_000]),
    on_expiry=st.sampled_from(OnExpiry),
)


class Clocks(RuleBasedStateMachine):
    """A match in which anything may happen, as the store would commit it."""

    match: Snapshot
    due_ms: int | None

    @initialize(
        name=st.sampled_from(sorted(RULES)),
        chosen=CHOSEN,
        people=st.integers(1, 4),
        seed=st.integers(0, 99),
    )
    def start(self, name: str, chosen: Settings, people: int, seed: int) -> None:
        """Deal to some people and bots."""
        seats = (*(person(seat) for seat in range(people)), *(BOT,) * (4 - people))
        begun = lobby(*seats, seed=seed, rules=RULES[name])
        record = replace(begun.record, settings=chosen, owner_id=person(0).player_id)
        self.match = replace(begun, record=record)
        self._commit(steps.started(self.match, person(0).player_id))

    @rule(ms=st.one_of(st.integers(0, 3_000), st.integers(0, 100_000)))
    def time_passes(self, ms: int) -> None:
        """Let the store's time move on."""
        self.match = replace(self.match, now_ms=self.match.now_ms + ms)

    @precondition(lambda self: any(steps.asked(self.match.record)))
    @rule(data=st.data())
    def somebody_chooses(self, data: st.DataObject) -> None:
        """Make a choice for a seat that is asked and not late."""
        seat, kind = data.draw(st.sampled_from(sorted(steps.asked(self.match.record).items())))
        if seat == steps.late_seat(self.match):
            return
        cause = Cause.PLAYER if kind is SeatKind.PERSON else Cause.BOT
        move = default_move(self.match.rules, steps.in_play(self.match.record), seat)
        self._commit(steps.moved(self.match, seat, move, cause))

    @precondition(lambda self: steps.late_seat(self.match) is not None)
    @rule()
    def the_clock_steps_in(self) -> None:
        """Do what the settings say to a seat that is late."""
        seat = steps.late_seat(self.match)
        assert seat is not None
        self._commit(steps.timed_out(self.match, seat))

    @precondition(lambda self: self._in_play())
    @rule(seat=st.integers(0, 3))
    def somebody_goes_or_comes_back(self, seat: int) -> None:
        """Hand a seat to a bot, or take it back."""
        who = self.match.record.seats[seat]
        assert who is not None
        if who.kind is SeatKind.BOT or who.given_up:
            return
        step = steps.taken_over if who.level is None else steps.reclaimed
        self._commit(step(self.match, who.player_id))

    @precondition(lambda self: self._in_play())
    @rule(rest_ms=st.integers(0, 10_000_000))
    def the_match_rests(self, rest_ms: int) -> None:
        """Pause for some time: nobody loses any."""
        left = self._left_ms()
        self._commit(steps.paused(self.match))
        assert self.match.record.deadline_ms is None
        assert self.due_ms == self.match.now_ms + ABANDONED_MS
        self.time_passes(rest_ms)
        self._commit(steps.resumed(self.match))
        assert self._left_ms() == left

    @invariant()
    def the_first_deadline_is_the_matchs(self) -> None:
        """Check the match's deadline."""
        record = self.match.record
        deadlines = [deadline_of(record, seat) for seat in range(4)]
        assert record.deadline_ms == min((at for at in deadlines if at is not None), default=None)

    @invariant()
    def clocks_run_for_the_people_who_are_asked_and_for_nobody_else(self) -> None:
        """Check whose clock runs."""
        record = self.match.record
        limited = record.settings.turn_ms is not None or record.settings.bank_ms is not None
        asked = {seat for seat, kind in steps.asked(record).items() if kind is SeatKind.PERSON}
        running = {seat for seat in range(4) if deadline_of(record, seat) is not None}
        assert running == (asked if limited else set())

    @invariant()
    def banks_are_never_negative_and_times_never_in_the_future(self) -> None:
        """Check what is left."""
        record = self.match.record
        assert all(bank_ms >= 0 for bank_ms in record.banks_ms)
        assert record.updated_ms <= self.match.now_ms

    @invariant()
    def whoever_waits_for_the_service_is_due_in_time(self) -> None:
        """Check when the clock steps in."""
        record = self.match.record
        times = [] if record.deadline_ms is None else [record.deadline_ms]
        if SeatKind.BOT in steps.asked_kinds(record):
            assert self.due_ms is not None
            times.append(record.updated_ms + (record.settings.pace_ms or RESCUE_MS))
        if times:
            assert self.due_ms is not None
            assert self.due_ms <= min(times)
        elif record.status.ended:
            assert self.due_ms is None
        else:
            assert self.due_ms == record.updated_ms + ABANDONED_MS

    def _in_play(self) -> bool:
        return self.match.record.status is Status.PLAYING

    def _left_ms(self) -> list[int | None]:
        deadlines = (deadline_of(self.match.record, seat) for seat in range(4))
        return [None if at is None else at - self.match.now_ms for at in deadlines]

    def _commit(self, change: Change) -> None:
        before = self.match.record
        earned = before.settings.increment_ms
        for seat, bank_ms in enumerate(change.record.banks_ms if before.banks_ms else ()):
            assert bank_ms <= max(before.banks_ms[seat] + earned, 10_000)
        self.due_ms = change.due_ms
        self.match = after(self.match, change)


TestClocks = Clocks.TestCase
TestClocks.settings = settings(max_examples=tries(60), stateful_step_count=60)
