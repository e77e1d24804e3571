"""A small client of the REST API and its feed, enough to make and follow a match."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
import httpx_sse

from service.play.words import Json

_TIMEOUT: Final = httpx.Timeout(10.0, read=40.0)  # heartbeats come each 15 s
_FIRST_PAUSE_S: Final = 0.2
_LONGEST_PAUSE_S: Final = 5.0
_STRANGER: Final = "what answers there is not this service"


class PlayError(Exception):
    """What kept the match from being played, in one line for the terminal."""


class AwayError(PlayError):
    """The server gives no answer, or is not ready for one; a later try may find it."""


class RefusedError(PlayError):
    """The server has refused a request; `problem` is what it says of that, by RFC 9457."""

    def __init__(self, problem: Json) -> None:
        told = f"{problem.get('code')}: {problem.get('detail')}"
        pointers = (at.get("pointer", "") for at in problem.get("errors") or ())
        places = ", ".join(pointer for pointer in pointers if pointer not in told)
        allowed = ", ".join(problem.get("allowed") or ())
        more = [f"at {places}"] * bool(places) + [f"allowed: {allowed}"] * bool(allowed)
        super().__init__(told + (f" ({'; '.join(more)})" if more else ""))
        self.problem = problem


class Client:
    """Speaks to one server as a guest. `patience_s` bounds how long it waits for a lost server."""

    def __init__(
        self,
        url: str,
        *,
        patience_s: float = 60.0,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = httpx.Client(base_url=url, timeout=_TIMEOUT, transport=transport)
        self._url = url
        self._patience_s = patience_s
        self._sleep = sleep

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def sign_in(self, name: str) -> str:
        """Make a guest account, speak for it from now on, and return its token."""
        token = self.call("POST", "/v1/guests", {"name": name}).get("token")
        if not isinstance(token, str):
            raise PlayError(_STRANGER)
        self.speak_for(token)
        return token

    def speak_for(self, token: str) -> None:
        """Speak for the account of a token from now on."""
        self._http.headers["authorization"] = f"Bearer {token}"

    def insist(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return the answer of a request that is safe to repeat, through cut connections.

        Raises PlayError as `call` does; while the server is away it is asked again, with growing
        pauses, until its patience is over.
        """
        waited, pause = 0.0, _FIRST_PAUSE_S
        while True:
            try:
                return self.call(method, path, body)
            except AwayError:
                if waited >= self._patience_s:
                    raise
            pause = min(pause, self._patience_s - waited)
            self._sleep(pause)
            waited, pause = waited + pause, min(2 * pause, _LONGEST_PAUSE_S)

    def page(self, match_id: str, after: str, wait_s: int = 0) -> list[Json]:
        """Return the items of a match's feed after a cursor, waiting for the first of them."""
        path = f"/v1/matches/{match_id}/events?after={after}&wait={wait_s}"
        items: list[Json] = self.insist("GET", path)["items"]
        return items

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return the answer of one request; raises PlayError with the server's own words."""
        try:
            answer = self._http.request(method, path, json=body)
        except httpx.TransportError as error:
            detail = f"no answer from {self._url}; is the service running? (kierki up)"
            raise AwayError(detail) from error
        return _decoded(answer)

    def follow(self, match_id: str) -> Iterator[Json]:
        """Yield every entry of a match's log, through cut connections, to its end."""
        after, pause = "0", _FIRST_PAUSE_S
        waited = 0.0
        while True:
            try:
                for item in self._items(match_id, after):
                    waited, pause = 0.0, _FIRST_PAUSE_S
                    if item["kind"] == "end":
                        return
                    if item["kind"] == "entry":
                        after = item["cursor"]
                        yield item["entry"]
                    elif item["kind"] == "snapshot":
                        raise PlayError("the server has lost a part of this match's log")
            except (httpx.TransportError, httpx_sse.SSEError):
                pass  # the log goes on from the cursor once the server is back
            if waited >= self._patience_s:
                detail = f"{self._url} has been away for {waited:.0f} s"
                raise PlayError(detail)
            pause = min(pause, self._patience_s - waited)
            self._sleep(pause)
            waited += pause
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _items(self, match_id: str, after: str) -> Iterator[Json]:
        path = f"/v1/matches/{match_id}/events"
        with httpx_sse.connect_sse(self._http, "GET", path, params={"after": after}) as source:
            if source.response.status_code == httpx.codes.OK:
                for event in source.iter_sse():
                    if event.data:
                        yield event.json()
            elif not source.response.is_server_error:
                source.response.read()
                _decoded(source.response)


def _decoded(answer: httpx.Response) -> Json:
    try:
        body: Any = answer.json()
    except ValueError as error:
        detail = f"the server answered {answer.status_code} without JSON"
        raise (AwayError if answer.is_server_error else PlayError)(detail) from error
    if not isinstance(body, dict):
        raise PlayError(_STRANGER)
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        detail = f"{body.get('code')}: {body.get('detail')}"
        raise AwayError(detail)
    if answer.is_error:
        raise RefusedError(body) if "code" in body else PlayError(_STRANGER)
    found: Json = body
    return found
