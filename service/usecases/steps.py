"""What each action makes of a match: pure functions from a snapshot to a change.

They refuse by raising `Refused`, and neither wait nor read a clock. Who may do what is decided
here too, on the newest record, so that a race cannot slip past it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine import match as play
from engine.errors import RuleError
from engine.events import Action, ActionKind, Cause, Commitment, Effect, Next, Reveal
from engine.moves import Move, move_text
from engine.rules import Rules
from engine.state import MatchState
from schema.errors import Code, refused
from service.store.record import (
    Change,
    Occupant,
    Record,
    SeatKind,
    Settings,
    Snapshot,
    Status,
)
from service.usecases.refusals import rule_refused

RESCUE_MS: Final = 1_000  # how long after a bot's turn began the clock starts it again
PACE_WITH_PEOPLE_MS: Final = 600  # a person can follow one card in this time


def created(record: Record) -> Change:
    """Return the first entry of a match, with the commitments to its draw and first deal."""
    seed_state = MatchState(record.id, record.secret, b"", None)
    first = next((at for at in record.seats if at is not None), None)
    action = Action(
        ActionKind.CREATED,
        Cause.PLAYER,
        seat=None if first is None else record.seats.index(first),
        name=None if first is None else first.name,
    )
    return Change(record, action, commitments=play.commitments(seed_state, 0, 1))


def joined(snapshot: Snapshot, player: Occupant, seat: int | None) -> Change:
    """Seat a person; refuses SEAT_TAKEN, MATCH_FULL, NO_SUCH_SEAT, ALREADY_SEATED."""
    record = _in_lobby(snapshot)
    if record.seat_of(player.player_id) is not None:
        raise refused(Code.ALREADY_SEATED, "You sit in this match.", version=record.version)
    return _seated(record, player, seat, Action(ActionKind.JOINED, Cause.PLAYER))


def bot_added(snapshot: Snapshot, caller: str, bot: Occupant, seat: int | None) -> Change:
    """Seat a house bot; refuses NOT_OWNER, SEAT_TAKEN, MATCH_FULL, NO_SUCH_SEAT."""
    record = _owned(_in_lobby(snapshot), caller)
    return _seated(record, bot, seat, Action(ActionKind.BOT_ADDED, Cause.PLAYER))


def _seated(record: Record, who: Occupant, seat: int | None, action: Action) -> Change:
    at = _free_seat(record, seat)
    seats = (*record.seats[:at], who, *record.seats[at + 1 :])
    return Change(replace(record, seats=seats), replace(action, seat=at, name=who.name))


def _free_seat(record: Record, seat: int | None) -> int:
    if seat is None:
        free = [at for at, who in enumerate(record.seats) if who is None]
        if not free:
            raise refused(Code.MATCH_FULL, "Every seat is taken.", version=record.version)
        return free[0]
    if not 0 <= seat < len(record.seats):
        detail = f"The seats are 0 to {len(record.seats) - 1}."
        raise refused(Code.NO_SUCH_SEAT, detail, version=record.version)
    if record.seats[seat] is not None:
        raise refused(Code.SEAT_TAKEN, "The seat is taken.", version=record.version)
    return seat


def left(snapshot: Snapshot, caller: str) -> Change:
    """Free the caller's seat before the start; refuses NOT_SEATED, ALREADY_STARTED."""
    record = _in_lobby(snapshot)
    seat = seat_of(record, caller)
    seats = (*record.seats[:seat], None, *record.seats[seat + 1 :])
    entropy = tuple(b"" if at == seat else part for at, part in enumerate(record.entropy))
    after = replace(record, seats=seats, entropy=entropy)
    return Change(after, Action(ActionKind.LEFT, Cause.PLAYER, seat=seat))


def started(snapshot: Snapshot, caller: str, fill_with: Occupant | None) -> Change:
    """Deal the first cards; refuses NOT_OWNER, ALREADY_STARTED, SEATS_EMPTY."""
    record = _owned(_in_lobby(snapshot), caller)
    seats = tuple(who or fill_with for who in record.seats)
    if None in seats:
        detail = "Some seats are empty; start with fillWithBots to put bots there."
        raise refused(Code.SEATS_EMPTY, detail, version=record.version)
    state, effects = play.start(snapshot.rules, record.id, record.secret, record.entropy)
    settings = _with_pace(record.settings, seats)
    paced = replace(record, seats=seats, settings=settings, entropy=())
    after = replace(paced, status=Status.PLAYING, state=state)
    return _in_play(snapshot, after, Action(ActionKind.STARTED, Cause.PLAYER), effects)


def _with_pace(settings: Settings, seats: tuple[Occupant | None, ...]) -> Settings:
    """Return the settings with a pace at which those who sit there can follow the bots."""
    if settings.pace_ms is not None:
        return settings
    return replace(settings, pace_ms=PACE_WITH_PEOPLE_MS if _person_in(seats) else 0)


def _person_in(seats: tuple[Occupant | None, ...]) -> bool:
    return any(who is not None and who.kind is SeatKind.PERSON for who in seats)


def moved(snapshot: Snapshot, seat: int, move: Move, cause: Cause) -> Change:
    """Make a move for a seat; refuses with the code of the rule that forbids it."""
    record = snapshot.record
    state = in_play(record)
    try:
        after, effects = play.apply(snapshot.rules, state, seat, move)
    except RuleError as error:
        raise rule_refused(error, record.version) from error
    status = record.status if after.deal else Status.FINISHED
    action = Action(ActionKind.MOVED, cause, seat=seat, move=move_text(move))
    return _in_play(snapshot, replace(record, state=after, status=status), action, effects)


def entropy_added(snapshot: Snapshot, caller: str, deal: int, value: bytes) -> Change:
    """Add a person's bytes to the shuffle of the next deal, which the caller names.

    Refuses NOT_SEATED, ENTROPY_CLOSED, ENTROPY_LENGTH, ENTROPY_TWICE, NO_DEAL_FOLLOWS and
    MATCH_OVER. Nobody's choice or deadline changes.
    """
    record = snapshot.record
    seat = seat_of(record, caller)
    _check_next_deal(record, deal)
    try:
        after, effects = _with_entropy(snapshot, seat, value)
    except RuleError as error:
        raise rule_refused(error, record.version) from error
    action = Action(ActionKind.ENTROPY_ADDED, Cause.PLAYER, seat=seat)
    following = Next() if after.state is None else _next(after.state, after.deadline_ms)
    return Change(after, action, effects, next=following, due_ms=_due(snapshot, after))


def entropy_of(record: Record, seat: int) -> bytes:
    """Return what a seat has added to the next deal, empty for nothing yet."""
    entropy = record.entropy if record.state is None else record.state.entropy
    return entropy[seat] if entropy else b""


def next_deal(record: Record) -> int | None:
    """Return the number of the deal that seats may add entropy to; nothing after the last one."""
    if record.state is None:
        return 1
    return record.state.deal.number + 1 if record.state.deal else None


def _check_next_deal(record: Record, deal: int) -> None:
    following = next_deal(record)
    if following not in {None, deal}:
        detail = f"Deal {following} is the next to take entropy, not {deal}."
        raise refused(Code.ENTROPY_CLOSED, detail, version=record.version)


def _with_entropy(snapshot: Snapshot, seat: int, value: bytes) -> tuple[Record, tuple[Effect, ...]]:
    record, rules = snapshot.record, snapshot.rules
    if record.state is not None:
        state, effects = play.add_entropy(rules, record.state, seat, value)
        return replace(record, state=state), effects
    given = record.entropy or (b"",) * rules.players
    entropy, added = play.add_to(given, record.id, 1, seat, value)
    return replace(record, entropy=entropy), (added,)


def _in_play(
    snapshot: Snapshot, after: Record, action: Action, effects: tuple[Effect, ...]
) -> Change:
    """Return the change of a step that started or moved on the play."""
    state, before = in_play(after), snapshot.record.state
    new_deal = state.deal is not None and _number(before) != state.deal.number
    versions = decision_versions(snapshot.rules, snapshot.record, state)
    deadline = _deadline(snapshot, replace(after, decision_versions=versions))
    record = replace(after, deadline_ms=deadline, decision_versions=versions)
    return Change(
        record,
        action,
        effects,
        next=_next(state, deadline),
        commitments=_new_commitments(snapshot.rules, state) if new_deal else (),
        reveals=_new_reveals(before, state),
        due_ms=_due(snapshot, record),
        checkpoint=new_deal,
    )


def _number(state: MatchState | None) -> int:
    return state.deal.number if state and state.deal else 0


def _next(state: MatchState, deadline: int | None) -> Next:
    return Next(state.deal.phase, state.deal.to_act, deadline) if state.deal else Next()


def _new_commitments(rules: Rules, state: MatchState) -> tuple[Commitment, ...]:
    following = _number(state) + 1
    last = following if rules.ending else min(following, len(rules.deals))
    return play.commitments(state, following, last)


def _new_reveals(before: MatchState | None, state: MatchState) -> tuple[Reveal, ...]:
    """Return the seeds of what has ended: the draw once it is dealt, each deal once scored."""
    if before is None:
        return play.reveals(state, 0, 0)
    return play.reveals(state, len(before.scores) + 1, len(state.scores))


def decision_versions(rules: Rules, before: Record, state: MatchState) -> tuple[int, ...]:
    """Return, per seat, the version at which its present decision, or its rest, opened.

    What the step has not changed for a seat keeps its version, so that another seat's choice
    never makes a move stale.
    """
    versions = []
    for seat in range(rules.players):
        was = None if before.state is None else play.decision(rules, before.state, seat)
        same = play.decision(rules, state, seat) == was
        versions.append(before.decision_versions[seat] if same else before.version + 1)
    return tuple(versions)


def _deadline(snapshot: Snapshot, record: Record) -> int | None:
    """Return until when persons must choose: what runs for one of them is not put off."""
    turn_ms, before = record.settings.turn_ms, snapshot.record
    asked = [seat for seat, who in _asked(record) if who.kind is SeatKind.PERSON]
    if turn_ms is None or not asked:
        return None
    if before.deadline_ms is not None and any(
        record.decision_versions[seat] <= before.version for seat in asked
    ):
        return before.deadline_ms
    return snapshot.now_ms + turn_ms


def _due(snapshot: Snapshot, record: Record) -> int | None:
    """Return when the clock must step in: for a bot its pace, or a rescue; else the deadline."""
    if SeatKind.BOT in asked_kinds(record):
        return snapshot.now_ms + (record.settings.pace_ms or RESCUE_MS)
    return record.deadline_ms


def people(record: Record) -> bool:
    """Return whether a person sits in the match."""
    return _person_in(record.seats)


def asked_seat(record: Record, kind: SeatKind) -> int | None:
    """Return the first seat that must act and is held by that kind, or nothing."""
    return next((seat for seat, who in _asked(record) if who.kind is kind), None)


def asked_kinds(record: Record) -> tuple[SeatKind, ...]:
    """Return who sits on each seat that must act, in the order of `to_act`."""
    return tuple(who.kind for _, who in _asked(record))


def _asked(record: Record) -> Iterator[tuple[int, Occupant]]:
    deal = record.state.deal if record.state else None
    for seat in deal.to_act if deal else ():
        who = record.seats[seat]
        if who is not None:
            yield seat, who


def in_play(record: Record) -> MatchState:
    """Return the state of a match that has started; refuses MATCH_NOT_STARTED."""
    if record.state is None:
        detail = "The match has not started."
        raise refused(Code.MATCH_NOT_STARTED, detail, version=record.version)
    return record.state


def seat_of(record: Record, caller: str) -> int:
    """Return the caller's seat; refuses NOT_SEATED."""
    seat = record.seat_of(caller)
    if seat is None:
        raise refused(Code.NOT_SEATED, "You have no seat in this match.", version=record.version)
    return seat


def _in_lobby(snapshot: Snapshot) -> Record:
    record = snapshot.record
    if record.status is not Status.LOBBY:
        raise refused(Code.ALREADY_STARTED, "The match has started.", version=record.version)
    return record


def _owned(record: Record, caller: str) -> Record:
    if record.owner_id != caller:
        raise refused(Code.NOT_OWNER, "Only the match's owner may do this.", version=record.version)
    return record
