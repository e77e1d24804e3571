"""A finished match as it is written down, with everything that its log has revealed."""

from typing import Final

from engine.events import Entry
from engine.notation.from_log import About, match_file
from engine.notation.model import WrittenMatch
from schema.errors import Code, refused
from service.store.ports import Store
from service.store.record import Record, Snapshot, Status

_PAGE: Final = 500  # entries read at a time


async def exported(store: Store, snapshot: Snapshot) -> WrittenMatch:
    """Return a match that is over for the viewer; refuses MATCH_NOT_OVER.

    At the end every seed is revealed, and every hand with it. Raises the errors of the store.
    """
    record = snapshot.record
    if record.status is not Status.FINISHED:
        detail = "The match is not over; until then its cards are secret."
        raise refused(Code.MATCH_NOT_OVER, detail, version=record.version)
    log = await _whole_log(store, record)
    return match_file(snapshot.rules, log, _about(record))


async def _whole_log(store: Store, record: Record) -> list[Entry]:
    log: list[Entry] = []
    while len(log) < record.version:
        page = await store.entries(record.id, len(log), _PAGE)
        if not page:
            break  # its retention has ended between the two reads
        log += page
    return log


def _about(record: Record) -> About:
    names = tuple("" if who is None else who.name for who in record.seats)
    return About(record.id, names, record.settings.seed)
