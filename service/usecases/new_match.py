"""What a new match begins as: the record that a maker's choices come to."""

import secrets
from typing import Final

from engine.shuffle import SECRET_BYTES, practice_secret
from schema.errors import Code, Refusal, Refused
from schema.model import NewMatch
from schema.model import Spectators as SpectatorsView
from schema.model import Watching as WatchingView
from service.store.record import (
    Occupant,
    OnExpiry,
    Record,
    Settings,
    Spectators,
    Status,
    Visibility,
    Watching,
)
from service.usecases.views import MS_PER_SECOND

OPEN_HANDS_S: Final = 60
_ID_BYTES: Final = 10
_INVITE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that look alike
_INVITE_LENGTH: Final = 8


def new_id() -> str:
    """Return the id of a new match."""
    return f"m_{secrets.token_hex(_ID_BYTES)}"


def new_record(
    match_id: str, owner: Occupant, new: NewMatch, rules_hash: str, now_ms: int
) -> Record:
    """Return the record of a match that an account makes, and sits in if it says so.

    Refuses INVALID_INPUT for hands that are open too soon.
    """
    seats = (owner if new.sit else None, *(None,) * (new.players - 1))
    return empty_record(match_id, owner.player_id, _settings(new), rules_hash, (seats, now_ms))


def empty_record(
    match_id: str,
    owner_id: str,
    settings: Settings,
    rules_hash: str,
    made: tuple[tuple[Occupant | None, ...], int],
) -> Record:
    """Return the record of a match with secrets of its own; `made` is who sits there, and when."""
    seats, now_ms = made
    seed = settings.seed
    return Record(
        id=match_id,
        status=Status.LOBBY,
        owner_id=owner_id,
        rules_hash=rules_hash,
        settings=settings,
        seats=seats,
        created_ms=now_ms,
        secret=secrets.token_bytes(SECRET_BYTES) if seed is None else practice_secret(seed),
        log_key=secrets.token_bytes(SECRET_BYTES),
        updated_ms=now_ms,
        decision_versions=(0,) * len(seats),
        invite=_invite() if settings.visibility is Visibility.INVITED else "",
    )


def _invite() -> str:
    """Return a code of 40 random bits that people can tell each other."""
    return "".join(secrets.choice(_INVITE_LETTERS) for _ in range(_INVITE_LENGTH))


def invite_from(typed: str) -> str:
    """Return an invite code as it is kept, however somebody has typed it."""
    return "".join(typed.split()).replace("-", "").upper()


def _settings(new: NewMatch) -> Settings:
    return Settings(
        Visibility(new.visibility),
        _ms(new.turn_seconds),
        new.bot_pace_ms,
        new.seed,
        bank_ms=_ms(new.bank_seconds),
        increment_ms=new.increment_seconds * MS_PER_SECOND,
        on_expiry=OnExpiry(new.on_expiry),
        spectators=_spectators(new.spectators),
        start_when_full=new.start_when_full,
        level=new.bot_level,
    )


def _spectators(chosen: SpectatorsView) -> Spectators:
    """Return what spectators may see; refuses INVALID_INPUT for hands that are open too soon."""
    delay = chosen.delay_seconds
    if chosen.watching is WatchingView.OPEN_HANDS and delay is not None and delay < OPEN_HANDS_S:
        detail = f"Open hands are shown at least {OPEN_HANDS_S} s late, or after each deal (null)."
        field = "spectators.delaySeconds"
        raise Refused(Refusal(code=Code.INVALID_INPUT, message=detail, field=field))
    return Spectators(Watching(chosen.watching), _ms(delay))


def _ms(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * MS_PER_SECOND
