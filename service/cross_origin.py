"""What browsers are told about calls from other sites: everything may be asked and read.

Third parties' web clients call from anywhere; tokens travel in a header, never in a cookie.
"""

from typing import Final

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.rest.responses import REQUEST_ID_HEADER, SERVER_TIME_HEADER
from service.fields import RawHeader, field
from service.tracing.requests import TRACE_HEADER

_METHODS: Final = ("GET", "HEAD", "POST", "DELETE")
_EXPOSED: Final = (
    REQUEST_ID_HEADER,
    SERVER_TIME_HEADER,
    "Allow",
    "ETag",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    TRACE_HEADER,
)
_DAY_S: Final = 86_400
_TOLD: Final = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(_EXPOSED).encode()),
)


class CrossOrigin:
    """Answers preflights by Starlette's middleware, and adds to answers what that would add.

    Starlette reads and writes every header several times for it, on each request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._preflights = CORSMiddleware(
            app,
            allow_origins=("*",),
            allow_methods=_METHODS,
            allow_headers=("*",),
            expose_headers=_EXPOSED,
            max_age=_DAY_S,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer a preflight."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" and is_from_a_page(scope):
            await self._preflights(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                from_a_page = is_from_a_page(scope)
                message["headers"] = shared(message["headers"], from_a_page=from_a_page)
            await send(message)

        await self._app(scope, receive, answer)


def is_from_a_page(scope: Scope) -> bool:
    """Return whether a browser says from what page a request comes."""
    return field(scope, b"origin") is not None


def shared(headers: list[RawHeader], *, from_a_page: bool) -> list[RawHeader]:
    """Return the headers of an answer with what lets a page of any site read it.

    They say that the answer depends on the page, too.
    """
    told, varies = list[RawHeader](), b""
    for pair in headers:
        if pair[0] == b"vary":
            varies += pair[1] + b", "
        else:
            told.append(pair)
    told.append((b"vary", varies + b"Origin"))
    if from_a_page:
        told += _TOLD
    return told
