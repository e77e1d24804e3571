"""Which lists a match belongs to, and keeping them so.

Lists are written after the match itself has changed, with everything but moves, and once more by
the clock when a match has ended; what a reader finds to be wrong is put right then and there.
"""

from contextlib import suppress
from typing import Final

from engine.events import ActionKind
from service.store.errors import MatchNotFoundError, StoreError
from service.store.places import OF_ACCOUNTS, ListKind, ListName, Place
from service.store.ports import Store
from service.store.record import Committed, Record, SeatKind, Status, Visibility, Watching
from service.usecases.steps.clocks import LOBBY_MS

INVITE_S: Final = LOBBY_MS // 1_000 + 3_600  # the clock may be late
_SAMPLE: Final = 3  # with each match that ends: so no more than one in three is gone
_IN_PLAY: Final = frozenset({ActionKind.MOVED, ActionKind.ENTROPY_ADDED})
_OPEN: Final = ListName(ListKind.OPEN)
_RUNNING: Final = ListName(ListKind.RUNNING)


def opens_ms(record: Record) -> int:
    """Return when the end of a match is open to everybody who may see it at all."""
    return record.updated_ms + (record.settings.spectators.delay_ms or 0)


def places_of(record: Record, now_ms: int) -> dict[ListName, Place]:
    """Return every list that a match belongs to at a time, with its place there."""
    made, ended = Place(record.created_ms, record.id), Place(record.updated_ms, record.id)
    found = {ListName(ListKind.PLAYED, who): made for who in _people(record)}
    if not record.status.ended:
        found |= {ListName(ListKind.LIVE, who): made for who in _people(record)}
    elif record.state is not None:
        found |= {ListName(ListKind.ENDED, who): ended for who in _people(record)}
    if record.settings.visibility is not Visibility.PUBLIC:
        return found
    if record.status is Status.LOBBY:
        found |= {_OPEN: made, ListName(ListKind.OPEN_BY_RULES, record.rules_hash): made}
    elif record.state is not None and _is_watched(record):
        if not record.status.ended or now_ms < opens_ms(record):
            found[_RUNNING] = made
        else:
            found |= {ListName(ListKind.SHOWN, who): ended for who in _people(record)}
    return found


def _is_watched(record: Record) -> bool:
    return record.settings.spectators.watching is not Watching.NOBODY


def _people(record: Record) -> list[str]:
    """Return the accounts that sit in a match, those that have given up their seats too."""
    return [who.player_id for who in record.seats if who and who.kind is SeatKind.PERSON]


class Filing:
    """Keeps the lists of matches; every method may be called again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def expect(self, player_id: str, place: Place) -> None:
        """List a match as one of an account's before it is, so that it is never missing."""
        for kind in (ListKind.PLAYED, ListKind.LIVE):
            await self._store.lists.put(ListName(kind, player_id), place)

    async def file(self, record: Record, now_ms: int) -> None:
        """Put a match into the lists that it belongs to, and take it out of the others."""
        lists, belongs = self._store.lists, places_of(record, now_ms)
        for name, place in belongs.items():
            await lists.put(name, place)
        for name in {*_public(record), *_own(record)} - set(belongs):
            await lists.drop(name, record.id)
        if record.invite:
            await lists.invite(record.invite, record.id, INVITE_S)
        if record.status.ended:
            for name in belongs:
                await self._tidy(name)

    async def _tidy(self, name: ListName) -> None:
        """Take a few matches out of a list that have passed their retention."""
        for match_id in await self._store.lists.sample(name, _SAMPLE):
            try:
                await self._store.read(match_id)
            except MatchNotFoundError:
                await self._store.lists.drop(name, match_id)

    async def after(self, done: Committed) -> None:
        """File a match after a commit that may have changed where it belongs.

        The commit stands, so a store that fails now is no reason to refuse it.
        """
        record = done.record
        if record is None or (done.entry.action.kind in _IN_PLAY and not record.status.ended):
            return
        with suppress(StoreError):
            await self.file(record, record.updated_ms)


def _public(record: Record) -> tuple[ListName, ...]:
    return (_OPEN, _RUNNING, ListName(ListKind.OPEN_BY_RULES, record.rules_hash))


def _own(record: Record) -> list[ListName]:
    return [
        ListName(kind, who)
        for who in _people(record)
        for kind in OF_ACCOUNTS
        if kind is not ListKind.PLAYED
    ]
