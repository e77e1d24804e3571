"""Entries of a log, and the items that viewers see of them: one item for all who see alike."""

from typing import Final

from engine.events import ActionKind, Entry, MatchEnded
from engine.seat_view import Viewer as Eyes
from engine.views import CASTER, SPECTATOR, entry_for, eyes_for
from schema.model import FeedItem, FeedKind


class Seen:
    """An entry through the eyes of all who look at it; most entries look alike to everybody."""

    __slots__ = ("_items", "entry", "looks_alike")

    def __init__(self, entry: Entry) -> None:
        self.entry: Final = entry
        self.looks_alike: Final = eyes_for(entry, CASTER) is SPECTATOR
        self._items: dict[Eyes, FeedItem] = {}

    def by(self, eyes: Eyes) -> FeedItem:
        """Return the item that some eyes see."""
        eyes = SPECTATOR if self.looks_alike else eyes_for(self.entry, eyes)
        item = self._items.get(eyes)
        if item is None:
            item = self._items[eyes] = _item(self.entry, eyes)
        return item


def _item(entry: Entry, eyes: Eyes) -> FeedItem:
    view = entry_for(entry, eyes)
    return FeedItem(kind=FeedKind.ENTRY, seq=view.seq, cursor=view.cursor, entry=view)


def is_move(entry: Entry) -> bool:
    """Return whether nothing but a move was made, so that everybody still sits where he sat."""
    return entry.action.kind is ActionKind.MOVED


def ends_match(entry: Entry) -> bool:
    """Return whether nothing follows an entry."""
    for effect in entry.effects:
        if type(effect) is MatchEnded:
            return True
    return entry.action.kind is ActionKind.VOIDED
