"""Browsers are told what Starlette's own middleware would tell them."""

import httpx
import pytest
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.cross_origin import CrossOrigin

_EXPOSED = (
    "X-Request-Id, Server-Time-Ms, Allow, ETag, Location, RateLimit, RateLimit-Policy, "
    "Retry-After, WWW-Authenticate, traceresponse"
)
_PREFLIGHT = {"Origin": "https://else.where", "Access-Control-Request-Method": "DELETE"}


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a header that says on what the answer depends, if the path asks for it."""
    vary = {"Vary": scope["path"][1:]} if scope["path"] != "/" else {}
    await Response("here", headers=vary)(scope, receive, send)


@pytest.mark.parametrize("path", ["/", "/accept"])
@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://else.where"},
        {"Origin": "null", "Cookie": "a=b"},
        _PREFLIGHT,
        {**_PREFLIGHT, "Access-Control-Request-Headers": "authorization, x-odd"},
        {**_PREFLIGHT, "Access-Control-Request-Method": "PUT"},
    ],
)
async def test_answers_have_the_headers_of_starlettes(
    path: str, method: str, headers: dict[str, str]
) -> None:
    starlettes = CORSMiddleware(
        answer,
        allow_origins=("*",),
        allow_methods=("GET", "HEAD", "POST", "DELETE"),
        allow_headers=("*",),
        expose_headers=_EXPOSED.split(", "),
        max_age=86_400,
    )
    told = []
    for app in (CrossOrigin(answer), starlettes):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            came = await client.request(method, path, headers=headers)
        told.append((came.status_code, sorted(came.headers.multi_items()), came.content))

    assert told[0] == told[1]
