"""Looks at an API from outside, with next to nothing loaded: a cluster does so all the time."""

import http.client
from typing import Final
from urllib.parse import urlsplit

_READY_SECONDS: Final = 0.5
_ALIVE_SECONDS: Final = 5.0  # as patient as what restarts a process should be


def api_is_ready(base_url: str) -> bool:
    """Say whether the API at the address calls itself ready."""
    return _says_ok(base_url, "/readyz", _READY_SECONDS)


def api_answers(base_url: str) -> bool:
    """Say whether the API at the address answers, whatever it says of the store."""
    return _says_ok(base_url, "/livez", _ALIVE_SECONDS)


def _says_ok(base_url: str, path: str, limit_seconds: float) -> bool:
    url = urlsplit(base_url)
    connection = http.client.HTTPConnection(
        url.hostname or "", url.port or 80, timeout=limit_seconds
    )
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
