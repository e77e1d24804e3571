"""Of which matches an analysis is made."""

from enum import StrEnum

from service.store.record import Record, SeatKind, Status


class AnalysisOf(StrEnum):
    """Which finished matches are analysed: those of people, all, or none."""

    PEOPLE = "people"
    ALL = "all"
    OFF = "off"


def is_analysed(record: Record, wanted: AnalysisOf) -> bool:
    """Return whether a match gets an analysis once it is over; one without a result gets none.

    A match of people is one in which somebody sits who is no bot.
    """
    if record.status is not Status.FINISHED or wanted is AnalysisOf.OFF:
        return False
    return wanted is AnalysisOf.ALL or any(
        who is not None and who.kind is SeatKind.PERSON and not who.bot_account
        for who in record.seats
    )
