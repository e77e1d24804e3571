"""The page at `/`, which lists what is there, and the OpenAPI document."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from schema.errors import Code, refused
from schema.rest.openapi import API_VERSION, openapi_text
from schema.rest.operation import Cache
from service.pages import OVERLAY, PLAY
from service.rest.conditional import Tagged, conditional
from service.rest.negotiation import preferred
from service.rest.problems import refusal_response

_JSON: Final = "application/json"
_HTML: Final = "text/html"
_TITLE: Final = "Kierki"
_ABOUT: Final = "Kierki, the Polish trick-avoidance card games, as a GraphQL and REST service."


class Place(Struct, frozen=True):
    """Something that the service serves."""

    path: str
    what: str


_PAGES: Final = {
    "play": Place(PLAY, "The page to play on"),
    "overlay": Place(OVERLAY, "The page that builds an overlay for a stream"),
}
PLACES: Final = {
    "graphql": Place("/graphql", "The whole API as GraphQL, over HTTP and WebSocket"),
    "openapi": Place("/openapi.json", "The REST API's OpenAPI 3.1 document"),
    "ruleSets": Place("/v1/rule-sets", "The rule sets that a match can be made with"),
    "rules": Place("/v1/rules", "The rule book"),
    "problems": Place("/v1/problems", "The codes with which requests are refused"),
    "live": Place("/livez", "Whether this process answers"),
    "ready": Place("/readyz", "Whether this process can serve"),
}


class IndexPage(Struct, frozen=True):
    """What machines read at `/`: paths by name."""

    name: str
    version: str
    about: str
    links: dict[str, str]


_STYLE: Final = """\
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
code { font-size: .95em }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } a { color: #8bf } }
"""


class Index:
    """Answers `GET /`: JSON for machines, HTML for browsers; `pages` that are served come first."""

    def __init__(self, *, pages: bool) -> None:
        self._places = {**_PAGES, **PLACES} if pages else PLACES

    async def answer(self, request: Request) -> Response:
        """Return the list in the form that the client likes best."""
        media_type = preferred(request.headers.get("Accept"), (_JSON, _HTML))
        if media_type is None:
            return refusal_response(refused(Code.NOT_ACCEPTABLE, f"Here is {_JSON} or {_HTML}."))
        response = _page(self._places) if media_type == _HTML else _listing(self._places)
        response.headers["Cache-Control"] = Cache.PUBLIC
        response.headers["Vary"] = "Accept"
        return response


@cache
def _document() -> Tagged:
    return Tagged.of(openapi_text().encode())


class Document:
    """Answers `GET /openapi.json`."""

    def __init__(self) -> None:
        self._document = _document()

    async def answer(self, request: Request) -> Response:
        """Return the document, or say that it is still the same."""
        headers = {"Cache-Control": Cache.PUBLIC.value}
        response = Response(self._document.body, media_type=_JSON, headers=headers)
        return conditional(request, response, self._document.tag)


def _listing(places: Mapping[str, Place]) -> Response:
    links = {name: place.path for name, place in places.items()}
    page = IndexPage(name="kierki", version=API_VERSION, about=_ABOUT, links=links)
    return Response(msgspec.json.encode(page), media_type=_JSON)


def _page(places: Mapping[str, Place]) -> Response:
    rows = "\n".join(
        f'<li><a href="{place.path}"><code>{place.path}</code></a> {escape(place.what)}</li>'
        for place in places.values()
    )
    html = f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{_TITLE}</title>
<style>{_STYLE}</style>
<h1>{_TITLE}</h1>
<p>{escape(_ABOUT)}</p>
<ul>
{rows}
</ul>
<p>Begin with <code>POST /v1/guests</code> and the body <code>{{"name": "Ada"}}</code>:
the answer holds the token for everything else.</p>
</html>
"""
    return Response(html, media_type=_HTML, headers={"Content-Security-Policy": _policy()})


def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
