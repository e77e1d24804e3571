"""The pages for people: the one to play on and the overlay, read once and served as they are.

They are built from `clients/`. Every file is known when the process starts, so no request reaches
the disk.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final

import structlog
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schema.errors import Code, refused
from service.rest.conditional import Tagged, conditional
from service.rest.problems import refusal_response
from service.rest.reading import nothing_here
from service.rest.routes import Endpoint

PLAY: Final = "/play/"
OVERLAY: Final = "/overlay/builder.html"

_FIRST: Final = "index.html"
_GZIP: Final = ".gz"  # what the build has packed lies beside the file

# A page loads nothing but its own files, and sends nothing but what its scripts do.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_PLAY_POLICY: Final = f"{_POLICY}; connect-src 'self'; frame-ancestors 'none'"
# An overlay may watch another server, and the page that builds its address frames it.
_OVERLAY_POLICY: Final = (
    f"{_POLICY}; connect-src 'self' http: https: ws: wss:; frame-src 'self'; frame-ancestors 'self'"
)
_MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_UNKNOWN: Final = "application/octet-stream"
_ASK_FIRST: Final = "no-cache"
_FOREVER: Final = "public, max-age=31536000, immutable"  # the name changes with what is in it

_log = structlog.get_logger(__name__)


class _Area(Struct, frozen=True):
    """Where a folder of the pages is served, and with what headers."""

    folder: str
    prefix: str
    cache: str = _ASK_FIRST
    policy: str = _PLAY_POLICY


_AREAS: Final = (
    _Area("web", "/play"),
    _Area("overlay", "/overlay", policy=_OVERLAY_POLICY),
    _Area("assets", "/assets", cache=_FOREVER),
)


class _File(Struct, frozen=True):
    """A file as it is served; `packed` is its gzip, None where there is none."""

    plain: Tagged
    packed: Tagged | None
    media_type: str
    headers: Mapping[str, str]


def page_routes(folder: Path | None) -> Iterator[Route]:
    """Yield what serves a folder of built pages; None is served as not found, and logged."""
    if folder is None:
        _log.warning("pages_missing", hint="python clients/build.py builds them; KIERKI_PAGES=off")
    for area in _AREAS:
        files = {} if folder is None else dict(_files(folder / area.folder, area))
        answers = _Files(files, are_built=folder is not None)
        yield Route(f"{area.prefix}/{{path:path}}", Endpoint({"GET": answers}))
        if _FIRST in files:
            yield Route(area.prefix, Endpoint({"GET": _WithSlash(area.prefix)}))


class _Files:
    """Answers `GET` with a file of one area, by its path below it."""

    def __init__(self, files: Mapping[str, _File], *, are_built: bool) -> None:
        self._files = files
        self._are_built = are_built

    async def answer(self, request: Request) -> Response:
        """Return the file, that it is still the same, or NOT_FOUND."""
        file = self._files.get(request.path_params["path"] or _FIRST)
        if file is not None:
            return _answer(request, file)
        if self._are_built:
            return refusal_response(nothing_here())
        return refusal_response(refused(Code.NOT_FOUND, "The pages of this service are not built."))


class _WithSlash:
    """Answers `GET` of an area without its last slash; below a prefix of a proxy too."""

    def __init__(self, prefix: str) -> None:
        self._headers = {"Location": f"{prefix.removeprefix('/')}/"}

    async def answer(self, request: Request) -> Response:
        """Return where the page is, relative to where it was looked for."""
        del request
        return Response(status_code=HTTPStatus.PERMANENT_REDIRECT, headers=self._headers)


def _files(folder: Path, area: _Area) -> Iterator[tuple[str, _File]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != _GZIP:
            yield path.relative_to(folder).as_posix(), _read(path, area)


def _read(path: Path, area: _Area) -> _File:
    beside = path.with_name(path.name + _GZIP)
    packed = Tagged.of(beside.read_bytes()) if beside.is_file() else None
    headers = {
        "Cache-Control": area.cache,
        "Content-Security-Policy": area.policy,
    }
    return _File(
        plain=Tagged.of(path.read_bytes()),
        packed=packed,
        media_type=_MEDIA_TYPES.get(path.suffix, _UNKNOWN),
        headers=headers if packed is None else {**headers, "Vary": "Accept-Encoding"},
    )


def _answer(request: Request, file: _File) -> Response:
    packed = file.packed if _takes_gzip(request) else None
    chosen = packed or file.plain
    response = Response(chosen.body, media_type=file.media_type, headers=file.headers)
    if packed is not None:
        response.headers["Content-Encoding"] = "gzip"
    return conditional(request, response, chosen.tag)


def _takes_gzip(request: Request) -> bool:
    """Return whether Accept-Encoding names gzip, or all there is, and not only to refuse it."""
    weights: dict[str, bool] = {}
    for part in ",".join(request.headers.getlist("Accept-Encoding")).split(","):
        coding, _, weight = (text.strip().lower() for text in part.partition(";"))
        weights[coding] = weight.removeprefix("q=").strip("0.") != "" or weight == ""
    return weights.get("gzip", weights.get("*", False))
