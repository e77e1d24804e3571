"""Lists of matches, page by page: each match once, whatever happens to the list meanwhile.

A page goes on behind a place, not behind a match, so that matches may come and go. What a list
holds wrongly is left out of the page, and taken out of the list.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from schema.context import Viewer
from schema.errors import Code, Refused, refused
from schema.identity import Scope
from schema.list_ports import OpenFilter, PageRequest
from schema.model import MatchPage, MatchStatus, MatchView
from service.store.errors import MatchNotFoundError
from service.store.places import ListKind, ListName, Place
from service.store.ports import Store
from service.store.record import Snapshot, Status
from service.usecases.filing import Filing, places_of
from service.usecases.new_match import invite_from
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed, may_read
from service.usecases.sight import seen_by, sight_of
from service.usecases.views import match_view, view_of

PAGE_MAX: Final = 100
SCAN_MAX: Final = 300  # matches that are read for one page; `next` leads on from there
FRESH_MS: Final = 60_000  # a match that is listed may not have been stored yet
_CURSOR: Final = re.compile(r"(\d{1,15})-([A-Za-z0-9_-]{1,48})")

_Wanted = Callable[[MatchView], bool]


class _Found(Struct, frozen=True):
    """A place of a list, and the match as the viewer sees it, or nothing for him."""

    place: Place
    match: MatchView | None


class MatchListService:
    """Implements `schema.context.MatchLists` on a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._filing = Filing(store)

    async def mine(
        self, viewer: Viewer, status: MatchStatus | None, page: PageRequest
    ) -> MatchPage:
        """Return the viewer's matches of a status, or all; refuses UNAUTHENTICATED."""
        player_id = _whose(viewer)
        ended = status in {MatchStatus.FINISHED, MatchStatus.VOID}
        kind = ListKind.PLAYED if status is None else ListKind.ENDED if ended else ListKind.LIVE
        wanted = (lambda _: True) if status is None else (lambda at: at.status is status)
        return await self._page(viewer, ListName(kind, player_id), page, wanted)

    async def open(self, viewer: Viewer, wanted: OpenFilter, page: PageRequest) -> MatchPage:
        """Return public matches in which seats may be free."""
        may_read(viewer)

        def fits(match: MatchView) -> bool:
            return (
                match.status is MatchStatus.LOBBY
                and wanted.rule_set in {None, match.rule_set}
                and wanted.players in {None, match.players}
            )

        return await self._page(viewer, ListName(ListKind.OPEN), page, fits)

    async def running(self, viewer: Viewer, page: PageRequest) -> MatchPage:
        """Return public matches that can be watched."""
        may_read(viewer)
        name = ListName(ListKind.RUNNING)
        return await self._page(viewer, name, page, lambda at: at.status is MatchStatus.PLAYING)

    async def history(self, viewer: Viewer, player_id: str, page: PageRequest) -> MatchPage:
        """Return an account's matches that have ended: public ones, and those of the viewer."""
        may_read(viewer)
        if viewer.player_id == player_id:
            return await self._page(viewer, ListName(ListKind.ENDED, player_id), page, _has_ended)
        after, first = _behind(page), page.first
        with store_errors_refused():
            shown = ListName(ListKind.SHOWN, player_id)
            places = set(await self._store.lists.page(shown, first + 1, after))
            places |= await self._shared(viewer, player_id, after)
            ordered = sorted(places, key=lambda at: (at.at_ms, at.match_id), reverse=True)
            ended = ListName(ListKind.ENDED, player_id)
            found = await self._read(viewer, ended, tuple(ordered[:first]))
        items = tuple(at.match for at in found if at.match is not None and _has_ended(at.match))
        return MatchPage(items=items, next=_next(ordered, first))

    async def _shared(self, viewer: Viewer, player_id: str, after: Place | None) -> set[Place]:
        """Return the places of ended matches in which both have sat."""
        if viewer.player_id is None:
            return set()
        both = [
            set(await self._whole(ListName(ListKind.ENDED, who), after))
            for who in (viewer.player_id, player_id)
        ]
        return both[0] & both[1]

    async def _whole(self, name: ListName, after: Place | None) -> list[Place]:
        found: list[Place] = []
        while more := await self._store.lists.page(name, 1_000, found[-1] if found else after):
            found += more
        return found

    async def by_invite(self, viewer: Viewer, code: str) -> MatchView:
        """Return the match that an invite code lets sit down in; refuses MATCH_NOT_FOUND."""
        may_read(viewer)
        typed = invite_from(code)
        with store_errors_refused():
            match_id = await self._store.lists.invited(typed)
            if match_id is None:
                raise MatchNotFoundError("the code leads to no match")
            snapshot = await self._store.read(match_id)
            if snapshot.record.status is not Status.LOBBY or snapshot.record.invite != typed:
                raise MatchNotFoundError("the code has led to a match")
            sight_of(snapshot.record, viewer)
        return match_view(snapshot, viewer.player_id)

    async def _page(
        self, viewer: Viewer, name: ListName, page: PageRequest, wanted: _Wanted
    ) -> MatchPage:
        """Read a list from a place on until the page is full, or enough has been read for it."""
        place, first = _behind(page), page.first
        found: list[_Found] = []
        scanned = 0
        with store_errors_refused():
            while len(found) <= first and scanned < SCAN_MAX:
                places = await self._store.lists.page(name, first + 1, place)
                read = await self._read(viewer, name, places)
                found += [at for at in read if at.match is not None and wanted(at.match)]
                scanned += len(places)
                place = places[-1] if places else None
                if len(places) <= first:
                    place = None
                    break
        items = tuple(at.match for at in found[:first] if at.match is not None)
        if len(found) > first:
            place = found[first - 1].place
        return MatchPage(items=items, next=None if place is None else cursor_of(place))

    async def _read(
        self, viewer: Viewer, name: ListName, places: tuple[Place, ...]
    ) -> tuple[_Found, ...]:
        return tuple(await asyncio.gather(*(self._found(viewer, name, at) for at in places)))

    async def _found(self, viewer: Viewer, name: ListName, place: Place) -> _Found:
        """Return a listed match; nothing if it has gone or is shown to others only."""
        try:
            newest = await self._store.read(place.match_id)
        except MatchNotFoundError:
            if place.at_ms + FRESH_MS < await self._store.now_ms():
                await self._store.lists.drop(name, place.match_id)
            return _Found(place, None)
        await self._put_right(name, place, newest)
        try:
            sight = sight_of(newest.record, viewer)
            return _Found(place, view_of(await seen_by(self._store, newest, sight), sight))
        except Refused:
            return _Found(place, None)

    async def _put_right(self, name: ListName, place: Place, newest: Snapshot) -> None:
        """Take a match out of a list to which it does not belong any more."""
        record, now_ms = newest.record, newest.now_ms
        if name.kind is ListKind.PLAYED or place.at_ms + FRESH_MS >= now_ms:
            return
        if name not in places_of(record, now_ms):
            await self._store.lists.drop(name, place.match_id)
            await self._filing.file(record, now_ms)


def _has_ended(match: MatchView) -> bool:
    return match.status in {MatchStatus.FINISHED, MatchStatus.VOID}


def cursor_of(place: Place) -> str:
    """Return how a client names a place of a list."""
    return f"{place.at_ms}-{place.match_id}"


def _next(ordered: list[Place], first: int) -> str | None:
    return cursor_of(ordered[first - 1]) if len(ordered) > first else None


def _behind(page: PageRequest) -> Place | None:
    """Return the place to go on behind; refuses INVALID_INPUT."""
    if not 1 <= page.first <= PAGE_MAX:
        raise refused(Code.INVALID_INPUT, f"first is 1 to {PAGE_MAX}.")
    if page.after is None:
        return None
    found = _CURSOR.fullmatch(page.after)
    if found is None or not found[1].isascii():
        raise refused(Code.INVALID_INPUT, "after is what a page of the same list has told.")
    return Place(int(found[1]), found[2])


def _whose(viewer: Viewer) -> str:
    """Return whose matches are meant: the viewer's, or those that an overlay key is made for."""
    if viewer.overlay is not None and viewer.overlay.player_id is not None:
        return viewer.overlay.player_id
    return allowed(viewer, Scope.MATCH_READ).id
