"""From a record to what a viewer may see of it: the one door for matches.

Cards pass through `engine.views` only.
"""

from engine import views as seen
from schema.model import MatchStatus, MatchView, SeatKind, SeatView, Visibility
from service.store.record import Occupant, Snapshot
from service.store.record import SeatKind as StoredKind

MS_PER_SECOND = 1_000


def match_view(snapshot: Snapshot, player_id: str | None) -> MatchView:
    """Return a match through the eyes of an account, or of nobody."""
    seat = None if player_id is None else snapshot.record.seat_of(player_id)
    return seat_view(snapshot, seat)


def seat_view(snapshot: Snapshot, seat: int | None) -> MatchView:
    """Return a match through the eyes of a seat, or of a spectator."""
    record, rules = snapshot.record, snapshot.rules
    settings, state = record.settings, record.state
    asked = None
    if state is not None and seat is not None:
        asked = seen.legal_moves(rules, state, seat)
    return MatchView(
        id=record.id,
        status=MatchStatus(record.status),
        version=record.version,
        cursor=seen.cursor(record.version, record.chain),
        rule_set=rules.rule_set,
        rule_set_version=rules.version,
        rules_hash=record.rules_hash,
        players=rules.players,
        visibility=Visibility(settings.visibility),
        practice=settings.seed is not None,
        owner_id=record.owner_id,
        created_at_ms=record.created_ms,
        updated_at_ms=record.updated_ms,
        turn_seconds=None if settings.turn_ms is None else settings.turn_ms // MS_PER_SECOND,
        bot_pace_ms=settings.pace_ms,
        seats=tuple(_seat(at, who) for at, who in enumerate(record.seats)),
        viewer_seat=seat,
        deadline_ms=record.deadline_ms,
        decision_version=None if asked is None or seat is None else record.decision_versions[seat],
        game=None if state is None else seen.view_for(rules, state, seat),
        legal_moves=asked,
    )


def _seat(seat: int, who: Occupant | None) -> SeatView:
    if who is None:
        return SeatView(seat=seat, kind=SeatKind.EMPTY)
    person = who.kind is StoredKind.PERSON
    return SeatView(
        seat=seat,
        kind=SeatKind(who.kind),
        player_id=who.player_id if person else None,
        name=who.name,
    )
