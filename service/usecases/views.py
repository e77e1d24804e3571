"""From a record to what a viewer may see of it: the one door for matches.

Cards pass through `engine.views` only.
"""

from typing import Final

from engine import views as seen
from engine.match import match_result
from engine.rules import Rules
from engine.seat_view import LegalMoves
from schema.model import (
    GivenUp,
    MatchStatus,
    MatchView,
    OnExpiry,
    SeatKind,
    SeatView,
    SpectatorsView,
    Visibility,
    Watching,
)
from service.store import record as stored
from service.store.record import Record, Snapshot, Spectators, Status
from service.usecases import steps
from service.usecases.sight import Sight

MS_PER_SECOND = 1_000

# The published name of each stored one; to look it up costs a tenth of asking the class.
_STATUSES: Final = {at: MatchStatus(at) for at in stored.Status}
_VISIBILITIES: Final = {at: Visibility(at) for at in stored.Visibility}
_EXPIRIES: Final = {at: OnExpiry(at) for at in stored.OnExpiry}
_WATCHING: Final = {at: Watching(at) for at in stored.Watching}
_KINDS: Final = {at: SeatKind(at) for at in stored.SeatKind}
_PERSON: Final = stored.SeatKind.PERSON


def match_view(snapshot: Snapshot, player_id: str | None) -> MatchView:
    """Return a match as it is to an account that may see it so."""
    seat = None if player_id is None else snapshot.record.seat_of(player_id)
    return view_of(snapshot, Sight(seat))


def view_of(snapshot: Snapshot, sight: Sight) -> MatchView:
    """Return a match through a viewer's eyes, as it stands for him in `snapshot`."""
    record, rules = snapshot.record, snapshot.rules
    settings, state = record.settings, record.state
    seat = sight.seat
    asked = _asked(snapshot, seat)
    return MatchView(
        id=record.id,
        status=_STATUSES[record.status],
        version=record.version,
        cursor=seen.cursor(record.version, record.chain),
        rule_set=rules.rule_set,
        rule_set_version=rules.version,
        rules_hash=record.rules_hash,
        players=rules.players,
        visibility=_VISIBILITIES[settings.visibility],
        practice=settings.seed is not None,
        owner_id=record.owner_id,
        created_at_ms=record.created_ms,
        updated_at_ms=record.updated_ms,
        turn_seconds=None if settings.turn_ms is None else settings.turn_ms // MS_PER_SECOND,
        bank_seconds=None if settings.bank_ms is None else settings.bank_ms // MS_PER_SECOND,
        increment_seconds=settings.increment_ms // MS_PER_SECOND,
        on_expiry=_EXPIRIES[settings.on_expiry],
        bot_pace_ms=settings.pace_ms,
        bot_level=settings.level,
        start_when_full=settings.start_when_full,
        spectators=_spectators(settings.spectators),
        as_of_ms=None if sight.live else record.updated_ms,
        paused_ms=record.paused_ms,
        invite_code=(record.invite or None) if seat is not None else None,
        seats=tuple([_seat(record, at) for at in range(len(record.seats))]),
        viewer_seat=seat,
        deadline_ms=record.deadline_ms,
        decision_version=None if asked is None or seat is None else record.decision_versions[seat],
        places=_places(rules, record),
        game=None if state is None else seen.view_for(rules, state, sight.eyes),
        legal_moves=asked,
    )


def _asked(snapshot: Snapshot, seat: int | None) -> LegalMoves | None:
    """Return what a seat is asked; nothing while the match rests or another plays the seat."""
    record = snapshot.record
    if record.state is None or seat is None or steps.asked(record).get(seat) is not _PERSON:
        return None
    return seen.legal_moves(snapshot.rules, record.state, seat)


def _places(rules: Rules, record: Record) -> tuple[int | None, ...] | None:
    """Return the places of those who have played to the end."""
    if record.status is not Status.FINISHED or record.state is None:
        return None
    ranks = match_result(rules, record.state.totals).ranks
    stayed = [
        rank
        for rank, who in zip(ranks, record.seats, strict=True)
        if who is None or who.given_up is None
    ]
    return tuple(
        None if who is not None and who.given_up else 1 + sum(other < rank for other in stayed)
        for rank, who in zip(ranks, record.seats, strict=True)
    )


def _spectators(allowed: Spectators) -> SpectatorsView:
    delay_ms = allowed.delay_ms
    return SpectatorsView(
        watching=_WATCHING[allowed.watching],
        delay_seconds=None if delay_ms is None else delay_ms // MS_PER_SECOND,
    )


def _seat(record: Record, seat: int) -> SeatView:
    who = record.seats[seat]
    if who is None:
        kept_for = record.kept_for[seat] if record.kept_for else ""
        return SeatView(seat=seat, kind=SeatKind.EMPTY, kept_for=kept_for or None)
    return SeatView(
        seat=seat,
        kind=_KINDS[who.kind],
        player_id=who.player_id if who.kind is _PERSON else None,
        name=who.name,
        bot_account=who.bot_account,
        level=who.level,
        given_up=None if who.given_up is None else GivenUp(who.given_up),
        deadline_ms=steps.deadline_of(record, seat),
        bank_ms=record.banks_ms[seat] if record.banks_ms else None,
    )
