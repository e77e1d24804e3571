"""What an error that a server replies with means to the store."""

from collections.abc import Callable, Mapping
from typing import Final

from redis import exceptions as faults

from service.store.commands import SlotsApartError
from service.store.errors import StoreFullError, StoreUnavailableError

_UNAVAILABLE: Final = frozenset(
    {
        *("BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF"),
        *("NOAUTH", "NOREPLICAS", "READONLY", "WRONGPASS"),
    }
)
_CROWDED: Final = "ERR max number of clients reached"
_NAMED: Final[Mapping[str, Callable[[str], Exception]]] = {
    "ASK": faults.AskError,
    "MOVED": faults.MovedError,
    "NOPERM": faults.NoPermissionError,
    "NOSCRIPT": faults.NoScriptError,
    "TRYAGAIN": faults.TryAgainError,
}


def error_of(message: str) -> Exception:
    """Return the store's error for a server's words, or redis-py's for a fault of our own.

    Only their first word, the code, is passed on to those who call the store.
    """
    code, _, rest = message.partition(" ")
    if code in _UNAVAILABLE or message == _CROWDED:
        return StoreUnavailableError(f"the server refuses: {code}")
    if code == "OOM":
        return StoreFullError("the server has no memory left for writes")
    if code == "CROSSSLOT":
        return SlotsApartError("the keys lie in several slots")
    named = _NAMED.get(code)
    return faults.ResponseError(message) if named is None else named(rest)
