"""What happens to a match before its first card: made, filled, ordered, started, given up."""

import hmac
from typing import Final

from msgspec.structs import replace

from engine import match as play
from engine.bot_levels import Level
from engine.events import Action, ActionKind, Cause
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
    Visibility,
)
from service.usecases.steps.clocks import LOBBY_MS, due
from service.usecases.steps.play import progressed
from service.usecases.steps.seats import in_lobby, no, owned, person_in, seat_of, with_occupant

PACE_WITH_PEOPLE_MS: Final = 600  # a person can follow one card in this time
_BOT_NAMES: Final = tuple(
    f"Bot {name}" for name in ("Karo", "Pik", "Trefl", "Kier", "Walet", "Dama", "Król")
)


def house_bot(level: Level, seats: tuple[Occupant | None, ...]) -> Occupant:
    """Return a house bot for a seat, by a name that nobody at the table has."""
    taken = {who.name for who in seats if who is not None}
    name = next((name for name in _BOT_NAMES if name not in taken), _BOT_NAMES[-1])
    return Occupant(SeatKind.BOT, level.value, name)


def created(record: Record) -> Change:
    """Return the first entry of a match, with the commitments to its draw and first deal."""
    seed_state = MatchState(record.id, record.secret, b"", None)
    seat = record.seat_of(record.owner_id)
    first = None if seat is None else record.seats[seat]
    action = Action(ActionKind.CREATED, Cause.PLAYER, seat=seat)
    if first is not None:
        action = replace(action, name=first.name, player=first.player_id)
    return Change(
        record,
        action,
        commitments=play.commitments(seed_state, 0, 1),
        due_ms=record.created_ms + LOBBY_MS,
        checkpoint=True,
    )


def _in_lobby(snapshot: Snapshot, record: Record, action: Action) -> Change:
    """Return a change that leaves the match in its lobby."""
    return Change(record, action, due_ms=due(snapshot, record), checkpoint=True)


def joined(snapshot: Snapshot, player: Occupant, seat: int | None, invite: str = "") -> Change:
    """Seat a person on a seat, or on the one kept for him, or on the first that is free.

    Refuses ALREADY_SEATED, KICKED, INVITE_NEEDED, NO_SUCH_SEAT, SEAT_TAKEN, SEAT_KEPT,
    MATCH_FULL.
    """
    record = in_lobby(snapshot)
    if record.seat_of(player.player_id) is not None:
        raise no(record, Code.ALREADY_SEATED, "You sit in this match.")
    _check_welcome(record, player.player_id, invite)
    at = _free_seat(record, seat, player.player_id)
    action = Action(
        ActionKind.JOINED, Cause.PLAYER, seat=at, name=player.name, player=player.player_id
    )
    kept = tuple("" if place == at else who for place, who in enumerate(record.kept_for))
    after = replace(record, seats=with_occupant(record, at, player), kept_for=kept)
    return _in_lobby(snapshot, after, action)


def _check_welcome(record: Record, player_id: str, invite: str) -> None:
    if player_id in record.barred:
        raise no(record, Code.KICKED, "The owner has sent you away from this match.")
    known = player_id == record.owner_id or player_id in record.kept_for
    if record.settings.visibility is not Visibility.INVITED or known:
        return
    if not hmac.compare_digest(record.invite.encode(), invite.encode("utf-8", "surrogatepass")):
        raise refused(Code.INVITE_NEEDED, "This match needs its invite code.")


def bot_added(snapshot: Snapshot, caller: str, level: Level | None, seat: int | None) -> Change:
    """Seat a house bot of a level, without one that of the match's settings.

    Refuses NOT_OWNER, SEAT_TAKEN, SEAT_KEPT, MATCH_FULL, NO_SUCH_SEAT.
    """
    record = owned(in_lobby(snapshot), caller)
    at = _free_seat(record, seat, "")
    bot = house_bot(level or record.settings.level, record.seats)
    action = Action(ActionKind.BOT_ADDED, Cause.PLAYER, seat=at, name=bot.name, level=bot.level)
    return _in_lobby(snapshot, replace(record, seats=with_occupant(record, at, bot)), action)


def seat_kept(snapshot: Snapshot, caller: str, seat: int | None, player_id: str) -> Change:
    """Keep a seat for an account, which loses what was kept for it before.

    Refuses ALREADY_SEATED for an account that sits there, and otherwise as `bot_added` does.
    """
    record = owned(in_lobby(snapshot), caller)
    if record.seat_of(player_id) is not None:
        raise no(record, Code.ALREADY_SEATED, "That account sits in this match.")
    at = _free_seat(record, seat, player_id)
    kept = ("" if who == player_id else who for who in record.kept_for or ("",) * len(record.seats))
    kept_for = tuple(player_id if place == at else who for place, who in enumerate(kept))
    barred = tuple(who for who in record.barred if who != player_id)
    after = replace(record, kept_for=kept_for, barred=barred)
    action = Action(ActionKind.SEAT_KEPT, Cause.OWNER, seat=at, player=player_id)
    return _in_lobby(snapshot, after, action)


def _free_seat(record: Record, seat: int | None, player_id: str) -> int:
    kept = record.kept_for or ("",) * len(record.seats)
    if seat is None:
        free = [at for at, who in enumerate(record.seats) if who is None]
        mine = [at for at in free if kept[at] == player_id] if player_id else []
        open_to_all = [at for at in free if not kept[at]]
        if not (mine or open_to_all):
            raise no(record, Code.MATCH_FULL, "Every seat is taken or kept.")
        return (mine or open_to_all)[0]
    if not 0 <= seat < len(record.seats):
        raise no(record, Code.NO_SUCH_SEAT, f"The seats are 0 to {len(record.seats) - 1}.")
    if record.seats[seat] is not None:
        raise no(record, Code.SEAT_TAKEN, "The seat is taken.")
    if kept[seat] not in {"", player_id}:
        raise no(record, Code.SEAT_KEPT, "The seat is kept for somebody else.")
    return seat


def left(snapshot: Snapshot, caller: str) -> Change:
    """Free the caller's seat before the start; refuses NOT_SEATED, ALREADY_STARTED."""
    record = in_lobby(snapshot)
    seat = seat_of(record, caller)
    action = Action(ActionKind.LEFT, Cause.PLAYER, seat=seat)
    return _in_lobby(snapshot, _without(record, seat), action)


def kicked(snapshot: Snapshot, caller: str, seat: int) -> Change:
    """Free a seat, or what it is kept for; a person sent away cannot come back.

    Refuses NOT_OWNER, NO_SUCH_SEAT, SEAT_EMPTY.
    """
    record = owned(in_lobby(snapshot), caller)
    if not 0 <= seat < len(record.seats):
        raise no(record, Code.NO_SUCH_SEAT, f"The seats are 0 to {len(record.seats) - 1}.")
    who, kept = record.seats[seat], record.kept_for[seat] if record.kept_for else ""
    if who is None and not kept:
        raise no(record, Code.SEAT_EMPTY, "Nobody sits there, and it is kept for nobody.")
    after = _without(record, seat)
    if who is not None and who.kind is SeatKind.PERSON and who.player_id != caller:
        after = replace(after, barred=(*record.barred, who.player_id))
    action = Action(ActionKind.KICKED, Cause.OWNER, seat=seat, name=who.name if who else None)
    return _in_lobby(snapshot, after, action)


def _without(record: Record, seat: int) -> Record:
    """Return the record with a seat free, kept for nobody, and without what it added."""
    return replace(
        record,
        seats=with_occupant(record, seat, None),
        entropy=tuple(b"" if at == seat else part for at, part in enumerate(record.entropy)),
        kept_for=tuple("" if at == seat else who for at, who in enumerate(record.kept_for)),
    )


def reordered(snapshot: Snapshot, caller: str, order: tuple[int, ...]) -> Change:
    """Seat everybody anew: `order` holds, by new seat, the seat he comes from.

    What a seat has added to the first deal counts for its place, so those who move lose it.
    Refuses NOT_OWNER, BAD_ORDER.
    """
    record = owned(in_lobby(snapshot), caller)
    if sorted(order) != list(range(len(record.seats))):
        detail = f"An order names each of the seats 0 to {len(record.seats) - 1} once."
        raise no(record, Code.BAD_ORDER, detail)
    after = replace(
        record,
        seats=tuple(record.seats[come] for come in order),
        kept_for=tuple(record.kept_for[come] for come in order) if record.kept_for else (),
        entropy=tuple(
            part if order[seat] == seat else b"" for seat, part in enumerate(record.entropy)
        ),
    )
    return _in_lobby(snapshot, after, Action(ActionKind.REORDERED, Cause.OWNER, order=order))


def started(snapshot: Snapshot, caller: str | None, *, fill: bool = False) -> Change:
    """Deal the first cards for the owner, or (null) because every seat is taken.

    With `fill` house bots of the level of the match's settings sit down on the empty seats.

    Refuses NOT_OWNER, ALREADY_STARTED, SEATS_EMPTY.
    """
    record = in_lobby(snapshot)
    if caller is not None:
        owned(record, caller)
    seats = _filled(record) if fill else record.seats
    if None in seats:
        detail = "Some seats are empty; start with fillWithBots to put bots there."
        raise no(record, Code.SEATS_EMPTY, detail)
    state, effects = play.start(snapshot.rules, record.id, record.secret, record.entropy)
    after = replace(
        record,
        status=Status.PLAYING,
        state=state,
        seats=seats,
        settings=_with_pace(record.settings, seats),
        banks_ms=_banks(record.settings, len(seats)),
        entropy=(),
        kept_for=(),
        barred=(),
        invite="",
    )
    filled = record.settings.level if fill and None in record.seats else None
    cause = Cause.OWNER if caller is None else Cause.PLAYER
    return progressed(snapshot, after, Action(ActionKind.STARTED, cause, level=filled), effects)


def full(snapshot: Snapshot) -> Change:
    """Start a match because every seat is taken; refuses ALREADY_STARTED, SEATS_EMPTY."""
    return started(snapshot, None)


def _filled(record: Record) -> tuple[Occupant | None, ...]:
    seats = record.seats
    for seat, who in enumerate(seats):
        if who is None:
            bot = house_bot(record.settings.level, seats)
            seats = with_occupant(replace(record, seats=seats), seat, bot)
    return seats


def _with_pace(settings: Settings, seats: tuple[Occupant | None, ...]) -> Settings:
    """Return the settings with a pace at which those who sit there can follow the bots."""
    if settings.pace_ms is not None:
        return settings
    return replace(settings, pace_ms=PACE_WITH_PEOPLE_MS if person_in(seats) else 0)


def _banks(settings: Settings, seats: int) -> tuple[int, ...]:
    return () if settings.bank_ms is None else (settings.bank_ms,) * seats


def expired(snapshot: Snapshot) -> Change:
    """Give up a match in which nothing has happened for long; the caller has looked at that."""
    after = replace(snapshot.record, status=Status.VOID, paused_ms=None, invite="", kept_for=())
    action = Action(ActionKind.VOIDED, Cause.TIMEOUT)
    return Change(after, action, due_ms=due(snapshot, after), checkpoint=True)
