"""One match on the server: what its keys hold, and the two scripts that decide."""

from enum import IntEnum
from typing import Final

import msgspec
from msgspec import Struct

from service.store.chain import Sealed
from service.store.codec import (
    VERSION_BYTES,
    decode_entry,
    encode_checkpoint,
    encode_entry,
    encode_record,
    version_from,
    version_prefix,
)
from service.store.commands import Argument, load_script
from service.store.errors import KeyReusedError, LostRaceError
from service.store.keys import MatchKeys, once_bucket
from service.store.record import Change, Committed, Once, Record, Status
from service.store.repeating import Repeating

_PRESENCE_S: Final = 60  # whoever was not seen for so long is not there


class Outcome(IntEnum):
    """What a script has decided."""

    COMMITTED = 0
    STANDS = 1
    KEY_REUSED = 2
    STATE = 3


class Answer(Struct, frozen=True, array_like=True):
    """What a script answers.

    STANDS: an entry's blob, its `seq` and its commit id. STATE: a record's blob, empty if there
    is no such match, and the store's time in milliseconds. COMMITTED: that time alone, 0 if it
    was not asked for.
    """

    outcome: Outcome
    blob: bytes = b""
    number: int = 0
    commit: bytes = b""

    @property
    def tells_time(self) -> bool:
        """Return whether `number` is the store's time."""
        if self.outcome is Outcome.COMMITTED:
            return self.number > 0
        return self.outcome is Outcome.STATE

    def standing(self) -> Committed:
        """Return the entry that stood already; raises KeyReusedError, LostRaceError."""
        if self.outcome is Outcome.KEY_REUSED:
            raise KeyReusedError("the key has been used for another request")
        if self.outcome is Outcome.STATE:
            raise LostRaceError("others committed first")
        return Committed(decode_entry(self.number, self.commit, self.blob), None, repeated=True)


class Retention(Struct, frozen=True):
    """For how many seconds an ended match is kept; 0: for ever.

    One that has been given up in its lobby, where nothing was played, has a time of its own.
    """

    finished_s: int
    lobby_s: int = 86_400

    def of(self, record: Record) -> int:
        """Return for how long a record is kept from now on; 0: for ever, or while it is live."""
        if not record.status.ended:
            return 0
        never_started = record.status is Status.VOID and record.state is None
        return self.lobby_s if never_started else self.finished_s


class Commit(Struct, frozen=True):
    """All that the commit script is told; `expected` is the version that must stand.

    `chain` is the hash of the entry before: after a failover another record may have its version.

    `reckoned`: the entry's time is what this process holds the store's time to be.
    """

    match_id: str
    expected: int
    chain: bytes
    sealed: Sealed
    change: Change
    once: Once | None = None
    reckoned: bool = False


class Matches:
    """Reads and writes the keys of matches; every method may run twice without harm.

    `codec` is the version of the blobs that it writes.
    """

    def __init__(self, server: Repeating, retention: Retention, codec: int) -> None:
        self._server = server
        self._codec = codec
        self._retention = retention
        self._read: Final = load_script("read")
        self._commit: Final = load_script("commit")
        self._touch: Final = load_script("touch")
        self._seen: Final = load_script("seen")

    async def look_up(self, at: MatchKeys, once: Once | None) -> Answer:
        """Return the entry that a key has made, or the record and the time."""
        if once is None:
            reply = await self._server.run(self._read, (at.state, at.log), ())
        else:
            kept, given = _once_hash(at, once), (once.key, once.body)
            reply = await self._server.run(self._read, (at.state, at.log, kept), given)
        return msgspec.convert(reply, Answer)

    async def commit(self, at: MatchKeys, commit: Commit) -> Answer:
        """Append an entry and store the record after it, if the expected version stands.

        An answer that was lost is asked for again, and then the entry that stands may be the one
        that this call has written: it is, if it is the same to the byte.
        """
        entry, record = commit.sealed.entry, commit.sealed.record
        blob, lifetime_s = encode_entry(entry, self._codec), self._retention.of(record)
        names = [at.state, at.log, at.due, at.channel, _once_hash(at, commit.once)]
        arguments = self._arguments(commit, blob)
        if lifetime_s or commit.change.checkpoint:
            names.append(at.checkpoints)
            kept = encode_checkpoint(record, self._codec) if commit.change.checkpoint else b""
            arguments += [kept, lifetime_s]
        if lifetime_s:
            names += [at.analysis, at.packed, *at.once]
        reply, times = await self._server.run_counted(self._commit, names, arguments)
        if isinstance(reply, int):
            return Answer(Outcome.COMMITTED, number=reply)
        answer = msgspec.convert(reply, Answer)
        is_own = times > 1 and (answer.blob, answer.commit) == (blob, entry.commit)
        return Answer(Outcome.COMMITTED) if is_own else answer

    def _arguments(self, commit: Commit, blob: bytes) -> list[Argument]:
        """Return what the script is told of every commit."""
        entry, once, due_ms = commit.sealed.entry, commit.once, commit.change.due_ms
        return [
            commit.match_id,
            version_prefix(commit.expected),
            commit.chain,
            entry.seq,
            entry.commit,
            blob,
            encode_record(commit.sealed.record, self._codec),
            b"" if due_ms is None else due_ms,
            entry.at_ms if commit.reckoned else b"",
            b"" if once is None else once.key,
            b"" if once is None else once.body,
        ]

    async def touch(self, at: MatchKeys, seat: int) -> None:
        """Note that the account of a seat is there."""
        await self._server.run(self._touch, (at.presence,), (seat, _PRESENCE_S))

    async def seen(self, at: MatchKeys) -> dict[int, int]:
        """Return how many milliseconds ago the account of each seat was seen."""
        reply = await self._server.run(self._seen, (at.presence,), ())
        now_ms, *found = map(int, msgspec.convert(reply, list[bytes]))
        pairs = zip(found[::2], found[1::2], strict=True)
        return {seat: max(0, now_ms - at_ms) for seat, at_ms in pairs}

    async def head(self, at: MatchKeys) -> int:
        """Return the version of a match, 0 if there is none."""
        prefix = await self._server.call("GETRANGE", at.state, *VERSION_BYTES)
        return version_from(msgspec.convert(prefix, bytes))


def _once_hash(at: MatchKeys, once: Once | None) -> str:
    """Return the hash that keeps an idempotency key; without one, any of them."""
    return at.once[0 if once is None else once_bucket(once.key)]
