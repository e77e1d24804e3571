"""Lists of matches: which there are, and where a match stands in one.

They are derived from the matches and may lag behind them: whoever reads a list reads the matches
as well, and takes out of it what does not belong there any more.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class ListKind(StrEnum):
    """What a list holds; all but the first three belong to an account."""

    OPEN = "open"
    OPEN_BY_RULES = "open_by_rules"
    RUNNING = "running"
    PLAYED = "played"
    LIVE = "live"
    ENDED = "ended"
    SHOWN = "shown"


OF_ACCOUNTS: Final = (ListKind.PLAYED, ListKind.LIVE, ListKind.ENDED, ListKind.SHOWN)


class ListName(Struct, frozen=True):
    """One list; `of` is the account, or the hash of the rules.

    Of public matches, those that wait (OPEN) and those that are played (RUNNING). Of an account's
    matches, all that it sat in (PLAYED), those that go on (LIVE), those that have ended (ENDED),
    and of these the ones that everybody may see (SHOWN).
    """

    kind: ListKind
    of: str = ""


class Place(Struct, frozen=True):
    """A match in a list, which has the highest time first, then the highest id."""

    at_ms: int
    match_id: str
