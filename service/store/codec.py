"""From values to the blobs that are stored, and back.

A blob begins with one byte: the version of the codec that wrote it. A process reads blobs of the
newest version that it knows and of the one before, and refuses newer ones. It writes the one
before unless it is told otherwise (`Written`), so that processes of two releases in a row work
side by side, and a release can be rolled out and back. A new version is needed whenever an older
process could not read, or would lose, what is written. One blob of each kind and version is kept
in `tests/service/store/blobs`; `tests/rolling` runs the release before beside this one.

A script reads bytes 1-4 of a record's blob, the match's version: their place is for ever.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.bot_levels import Level
from engine.events import Action, ActionKind, Cause, Commitment, Effect, Entry, Next, Reveal
from engine.moves import Play, move_text
from engine.state import Phase
from service.store.analysis import Analysis, JudgedMove
from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.plain_moves import PlainMove, decode_plain, encode_plain, is_plain
from service.store.record import Record

CODEC: Final = 4
_SHORTENS: Final = 4  # since this version plain moves are short
VERSION_BYTES: Final = (1, 4)  # the first and the last

_Value = TypeVar("_Value")
Readers = Mapping[int, Callable[[bytes], _Value]]

_HEAD: Final = struct.Struct(">BI")
_VERSION: Final = struct.Struct(">I")
_TIME_END: Final = 7  # milliseconds in six bytes last until the year 10889
_HASH_END: Final = _TIME_END + 8
_encode: Final = msgspec.msgpack.Encoder().encode

# An entry stores the place of a name in these lists: append only.
_KINDS: Final = (
    ActionKind.CREATED,
    ActionKind.JOINED,
    ActionKind.LEFT,
    ActionKind.BOT_ADDED,
    ActionKind.STARTED,
    ActionKind.MOVED,
    ActionKind.ENTROPY_ADDED,
    ActionKind.KICKED,
    ActionKind.REORDERED,
    ActionKind.TAKEN_OVER,
    ActionKind.RECLAIMED,
    ActionKind.RESIGNED,
    ActionKind.FORFEITED,
    ActionKind.PAUSED,
    ActionKind.RESUMED,
    ActionKind.VOIDED,
    ActionKind.SEAT_KEPT,
)
_CAUSES: Final = (Cause.PLAYER, Cause.BOT, Cause.TIMEOUT, Cause.OWNER, Cause.ADMIN)
_PHASES: Final = (
    Phase.TRUMP,
    Phase.TRICKS,
    Phase.LOTTERY,
    Phase.SCORED,
    Phase.PASSING,
    Phase.KEEPING,
    Phase.BIDDING,
    Phase.LOWERING,
    Phase.EXCHANGE,
    Phase.MOON,
)
_PLAYS: Final = tuple(move_text(Play(card)) for card in range(52))

_KIND_PLACES: Final = {kind: place for place, kind in enumerate(_KINDS)}
_CAUSE_PLACES: Final = {cause: place for place, cause in enumerate(_CAUSES)}
_PHASE_PLACES: Final = {phase: place for place, phase in enumerate(_PHASES)}
_PLAY_PLACES: Final = {text: card for card, text in enumerate(_PLAYS)}


class Written(StrEnum):
    """Which version a process writes: one that the release before reads, or the newest."""

    PREVIOUS = "previous"
    NEWEST = "newest"

    @property
    def codec(self) -> int:
        """Return the number of the version."""
        return CODEC if self is Written.NEWEST else CODEC - 1


class _StoredDigest(Struct, frozen=True, array_like=True):
    """A commitment or a reveal, without the hexadecimal form."""

    deal: int
    digest: bytes


class _StoredEntry(Struct, frozen=True, array_like=True):
    """An entry without number, time, hash and commit id.

    What a plain move lacks comes last and is left out. `move` is a card that is played, or
    another move's text; `deadline_in` counts from the entry's time.
    """

    kind: int
    cause: int
    seat: int | None = None
    move: int | str | None = None
    phase: int | None = None
    seats: tuple[int, ...] = ()
    deadline_in: int | None = None
    effects: tuple[Effect, ...] = ()
    commitments: tuple[_StoredDigest, ...] = ()
    reveals: tuple[_StoredDigest, ...] = ()
    name: str | None = None
    player: str | None = None
    level: Level | None = None
    order: tuple[int, ...] = ()


class _StoredMove(Struct, frozen=True, array_like=True):
    """A judged move. A card that is played is its number, `best` null for the move itself."""

    version: int
    deal: int
    seat: int
    cause: int
    move: int | str
    best: int | str | None
    lost: int | None
    error: int


class _StoredAnalysis(Struct, frozen=True, array_like=True):
    """An analysis without its version."""

    ready: bool
    worlds: int
    spent_ms: int
    missing: int
    moves: tuple[_StoredMove, ...]


def version_prefix(version: int) -> bytes:
    """Return how a record's blob shows its version to a script; empty for 0, no match."""
    return _VERSION.pack(version) if version else b""


def version_from(prefix: bytes) -> int:
    """Return the version that four bytes of a record's blob show; 0 if there are none."""
    return int.from_bytes(prefix, "big")


def encode_record(record: Record, codec: int = CODEC) -> bytes:
    """Return the blob of a record; its state does not say again what the record says."""
    state = record.state
    if state is not None and (state.match_id, state.secret) == (record.id, record.secret):
        record = replace(record, state=replace(state, match_id="", secret=b""))
    return _HEAD.pack(codec, record.version) + _encode(record)


def decode_record(blob: bytes) -> Record:
    """Return the record of a blob; raises BlobTooNewError, BlobUnreadableError."""
    record = read_blob(blob, _RECORDS)
    state = record.state
    if state is None or state.secret:
        return record
    return replace(record, state=replace(state, match_id=record.id, secret=record.secret))


def encode_checkpoint(record: Record, codec: int = CODEC) -> bytes:
    """Return the blob of a checkpoint, which leaves out what is the same in every record."""
    kept = replace(record, id="", rules_hash="", created_ms=0, secret=b"", log_key=b"")
    if record.state is not None:
        kept = replace(kept, state=replace(record.state, match_id="", secret=b""))
    return _HEAD.pack(codec, record.version) + _encode(kept)


def decode_checkpoint(blob: bytes, newest: Record) -> Record:
    """Return the record of a checkpoint; `newest` is any record of the same match.

    Raises BlobTooNewError, BlobUnreadableError.
    """
    record = replace(
        read_blob(blob, _RECORDS),
        id=newest.id,
        rules_hash=newest.rules_hash,
        created_ms=newest.created_ms,
        secret=newest.secret,
        log_key=newest.log_key,
    )
    if record.state is None:
        return record
    return replace(record, state=replace(record.state, match_id=record.id, secret=record.secret))


def encode_entry(entry: Entry, codec: int = CODEC) -> bytes:
    """Return the blob of an entry without its number and commit id, which the log holds."""
    time = entry.at_ms.to_bytes(_TIME_END - 1, "big")
    body = _plain_body(entry) if codec >= _SHORTENS else None
    if body is None:
        body = _encode(entry_row(entry))
    return b"".join((bytes((codec,)), time, entry.hash, body))


def decode_entry(seq: int, commit: bytes, blob: bytes) -> Entry:
    """Return an entry of the log; raises BlobTooNewError, BlobUnreadableError."""
    return replace(read_blob(blob, _ENTRIES), seq=seq, commit=commit)


def encode_analysis(analysis: Analysis, codec: int = CODEC) -> bytes:
    """Return the blob of an analysis; a script reads its version where a record's stands."""
    moves = [_stored_move(at) for at in analysis.moves]
    told = (analysis.ready, analysis.worlds, analysis.spent_ms, analysis.missing, moves)
    return _HEAD.pack(codec, analysis.version) + _encode(told)


def decode_analysis(blob: bytes) -> Analysis:
    """Return the analysis of a blob; raises BlobTooNewError, BlobUnreadableError."""
    return read_blob(blob, _ANALYSES)


def _stored_move(at: JudgedMove) -> "_StoredMove":
    best = None if at.best == at.move else _PLAY_PLACES.get(at.best, at.best)
    return _StoredMove(
        at.version,
        at.deal,
        at.seat,
        _CAUSE_PLACES[at.cause],
        _PLAY_PLACES.get(at.move, at.move),
        best,
        at.lost,
        at.error,
    )


def _plain_body(entry: Entry) -> bytes | None:
    """Return the body of a plain move, nothing for an entry of another kind."""
    action, following = entry.action, entry.next
    seat, card = action.seat, _PLAY_PLACES.get(action.move or "")
    if card is None or seat is None or following.phase is None or len(following.seats) != 1:
        return None
    if action.kind is not ActionKind.MOVED or entry.effects or entry.commitments or entry.reveals:
        return None
    if action.name is not None or action.player is not None or action.level or action.order:
        return None
    deadline = following.deadline_ms
    return encode_plain(
        PlainMove(
            card,
            _CAUSE_PLACES[action.cause],
            seat,
            _PHASE_PLACES[following.phase],
            following.seats[0],
            None if deadline is None else deadline - entry.at_ms,
        )
    )


def entry_row(entry: Entry) -> list[object]:
    """Return what is stored of an entry besides its number, time, hash and commit id.

    What a plain entry lacks stands at the end and is left out.
    """
    action, following = entry.action, entry.next
    deadline = following.deadline_ms
    fields: list[object] = [
        _KIND_PLACES[action.kind],
        _CAUSE_PLACES[action.cause],
        action.seat,
        action.move if action.move is None else _PLAY_PLACES.get(action.move, action.move),
        None if following.phase is None else _PHASE_PLACES[following.phase],
        following.seats,
        None if deadline is None else deadline - entry.at_ms,
        entry.effects,
        tuple(_StoredDigest(at.deal, bytes.fromhex(at.hash)) for at in entry.commitments),
        tuple(_StoredDigest(at.deal, bytes.fromhex(at.seed)) for at in entry.reveals),
        action.name,
        action.player,
        action.level,
        action.order,
    ]
    while fields[-1] is None or fields[-1] == ():
        fields.pop()
    return fields


def read_blob(blob: bytes, readers: "Readers[_Value]") -> _Value:
    """Return what a blob says, by the reader of the codec that wrote it.

    Raises BlobTooNewError, BlobUnreadableError.
    """
    version = blob[0] if blob else 0
    if version > CODEC:
        raise BlobTooNewError(version, CODEC)
    if version not in readers:
        raise BlobUnreadableError("the codec that wrote the blob is too old")
    try:
        return readers[version](blob)
    except (msgspec.DecodeError, IndexError) as cause:
        raise BlobUnreadableError("the blob is broken") from cause


# Each version adds fields at the end, and names to the lists above: what reads it reads the last.
_decode_record: Final = msgspec.msgpack.Decoder(Record).decode
_decode_entry: Final = msgspec.msgpack.Decoder(_StoredEntry).decode
_decode_analysis: Final = msgspec.msgpack.Decoder(_StoredAnalysis).decode


def _read_record(blob: bytes) -> Record:
    return _decode_record(blob[_HEAD.size :])


def entry_of_row(row: Sequence[object], at_ms: int) -> Entry:
    """Return the entry of that time of which `entry_row` has been stored.

    Raises msgspec.DecodeError if the row is not one.
    """
    return _entry(_decode_entry(_encode(row)), at_ms)


def _read_entry(blob: bytes) -> Entry:
    """Return an entry without its number and commit id."""
    at_ms = int.from_bytes(blob[1:_TIME_END], "big")
    return replace(_entry(_decode_entry(blob[_HASH_END:]), at_ms), hash=blob[_TIME_END:_HASH_END])


def _entry(stored: _StoredEntry, at_ms: int) -> Entry:
    phase = None if stored.phase is None else _PHASES[stored.phase]
    deadline = None if stored.deadline_in is None else at_ms + stored.deadline_in
    move = None if stored.move is None else _text(stored.move)
    return Entry(
        seq=0,
        at_ms=at_ms,
        action=Action(
            _KINDS[stored.kind],
            _CAUSES[stored.cause],
            stored.seat,
            move,
            stored.name,
            stored.player,
            stored.level,
            stored.order,
        ),
        effects=stored.effects,
        next=Next(phase, stored.seats, deadline),
        commitments=tuple(Commitment(at.deal, at.digest.hex()) for at in stored.commitments),
        reveals=tuple(Reveal(at.deal, at.digest.hex()) for at in stored.reveals),
    )


def _read_short_entry(blob: bytes) -> Entry:
    """Return the same of a version in which plain moves are short."""
    body = blob[_HASH_END:]
    if not is_plain(body):
        return _read_entry(blob)
    at_ms, move = int.from_bytes(blob[1:_TIME_END], "big"), decode_plain(body)
    deadline = None if move.deadline_in is None else at_ms + move.deadline_in
    return Entry(
        seq=0,
        at_ms=at_ms,
        action=Action(ActionKind.MOVED, _CAUSES[move.cause], move.seat, _PLAYS[move.card]),
        next=Next(_PHASES[move.phase], (move.next_seat,), deadline),
        hash=blob[_TIME_END:_HASH_END],
    )


def _read_analysis(blob: bytes) -> Analysis:
    stored = _decode_analysis(blob[_HEAD.size :])
    return Analysis(
        version=version_from(blob[1 : _HEAD.size]),
        ready=stored.ready,
        worlds=stored.worlds,
        spent_ms=stored.spent_ms,
        missing=stored.missing,
        moves=tuple(map(_judged_move, stored.moves)),
    )


def _judged_move(at: _StoredMove) -> JudgedMove:
    move = _text(at.move)
    best = move if at.best is None else _text(at.best)
    cause = _CAUSES[at.cause]
    return JudgedMove(at.version, at.deal, at.seat, cause, move, best, at.lost, at.error)


def _text(move: int | str) -> str:
    return _PLAYS[move] if isinstance(move, int) else move


_RECORDS: Final[Readers[Record]] = {3: _read_record, 4: _read_record}
_ENTRIES: Final[Readers[Entry]] = {3: _read_entry, 4: _read_short_entry}
_ANALYSES: Final[Readers[Analysis]] = {3: _read_analysis, 4: _read_analysis}
