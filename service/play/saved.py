"""The way back to a match: its address and the guest's token, readable by their owner only."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from service.data_dir import write_secret
from service.play.client import PlayError

_FOLDER: Final = "play"
_ID_SYMBOLS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


class WayBack(Struct, frozen=True):
    """Where a match is played, and the token that speaks for the person there."""

    url: str
    token: str


class WaysBack:
    """Keeps a file of mode 0600 for each match, in a folder of the data directory."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / _FOLDER

    def keep(self, match_id: str, way: WayBack) -> None:
        """Write the way back to a match; raises OSError where that cannot be done."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_secret(self._path(match_id), msgspec.json.encode(way).decode())

    def find(self, match_id: str) -> WayBack:
        """Return the way back to a match; raises PlayError where there is none."""
        try:
            return msgspec.json.decode(self._path(match_id).read_bytes(), type=WayBack)
        except (OSError, msgspec.MsgspecError) as error:
            detail = f"no way back to {match_id[:64]!r} is kept in {self._folder}"
            raise PlayError(detail) from error

    def forget(self, match_id: str) -> None:
        """Delete the way back to a match that is over; one that stays leads nowhere."""
        with suppress(OSError):
            self._path(match_id).unlink()

    def _path(self, match_id: str) -> Path:
        """Return the file of a match; an id that could leave the folder names none."""
        if not match_id or not _ID_SYMBOLS.issuperset(match_id):
            detail = f"{match_id[:64]!r} is no id of a match"
            raise PlayError(detail)
        return self._folder / f"{match_id}.json"
