"""The pages for people: how their files are served, and what is said where there are none."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from structlog.testing import capture_logs

from schema.errors import Code
from service.app import create_app
from service.config import Settings
from service.edge import Edge
from service.middleware import RequestEdge
from service.pages import page_routes
from service.pages_folder import pages_folder
from tests.architecture.tree import ROOT
from tests.fixtures.ports import FakePorts
from tests.fixtures.rest import client_of

HTML = b"<!doctype html><title>Kierki</title>"
SCRIPT = b"console.log('Kierki')\n" * 100
TYPES = {
    "web/index.html": "text/html; charset=utf-8",
    "web/kierki.webmanifest": "application/manifest+json",
    "web/worker.js": "text/javascript; charset=utf-8",
    "web/icon.svg": "image/svg+xml",
    "web/icon.png": "image/png",
    "web/what.ever": "application/octet-stream",
    "assets/web-1a2b.css": "text/css; charset=utf-8",
    "assets/web-1a2b.js": "text/javascript; charset=utf-8",
    "overlay/index.html": "text/html; charset=utf-8",
    "overlay/builder.html": "text/html; charset=utf-8",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder of pages as a build leaves it, with a file beside it that is nobody's."""
    for name in TYPES:
        path = tmp_path / "dist" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SCRIPT if path.suffix == ".js" else HTML)
    script = tmp_path / "dist/assets/web-1a2b.js"
    script.with_name("web-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "dist/.built").touch()
    (tmp_path / "secret.txt").write_text("queen of spades")
    return tmp_path / "dist"


def app_with(folder: Path | None) -> Starlette:
    """Return an application of nothing but the pages, within the edge of the process."""
    edge = Middleware(RequestEdge, Edge(), FakePorts())
    app = Starlette(routes=list(page_routes(folder)), middleware=(edge,))
    app.router.redirect_slashes = False
    return app


@pytest.fixture
async def browser(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app_with(folder)) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


def address(name: str) -> str:
    """Return where a file of the folder is served."""
    return f"/{name}".replace("/web/", "/play/")


@pytest.mark.parametrize("name", TYPES)
async def test_every_file_is_served_as_what_it_is(browser: httpx.AsyncClient, name: str) -> None:
    answer = await browser.get(address(name))

    assert (answer.status_code, answer.headers["content-type"]) == (200, TYPES[name])
    assert answer.content == (SCRIPT if name.endswith(".js") else HTML)
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_folder_is_its_first_page(browser: httpx.AsyncClient) -> None:
    for path in ("/play/", "/overlay/"):
        answer = await browser.get(path)

        assert (answer.status_code, answer.content) == (200, HTML)


async def test_an_address_without_its_last_slash_leads_there_below_any_path(
    browser: httpx.AsyncClient,
) -> None:
    play, overlay = await browser.get("/play"), await browser.get("/overlay")
    assets = await browser.get("/assets")

    assert (play.status_code, play.headers["location"]) == (308, "play/")
    assert (overlay.status_code, overlay.headers["location"]) == (308, "overlay/")
    assert assets.status_code == 404


async def test_a_page_is_asked_for_again_and_what_has_its_hash_never(
    browser: httpx.AsyncClient,
) -> None:
    page, script = await browser.get("/play/"), await browser.get("/assets/web-1a2b.js")

    assert page.headers["cache-control"] == "no-cache"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/play/", "/assets/web-1a2b.js"])
async def test_a_file_that_the_browser_has_is_not_sent_again(
    browser: httpx.AsyncClient, path: str
) -> None:
    first = await browser.get(path)
    again = await browser.get(path, headers={"If-None-Match": first.headers["etag"]})
    other = await browser.get(path, headers={"If-None-Match": '"another"'})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert other.status_code == 200


async def test_a_head_tells_all_but_the_file(browser: httpx.AsyncClient) -> None:
    whole, head = await browser.get("/play/"), await browser.head("/play/")

    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "etag", "content-security-policy"):
        assert head.headers[name] == whole.headers[name]


async def test_nothing_can_be_sent_to_a_page(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/play/")

    assert (answer.status_code, answer.json()["code"]) == (405, Code.METHOD_NOT_ALLOWED)
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "accepted", ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*", "GZIP;q=1"]
)
async def test_what_the_build_has_packed_is_sent_packed(
    browser: httpx.AsyncClient, accepted: str
) -> None:
    answer = await browser.get("/assets/web-1a2b.js", headers={"Accept-Encoding": accepted})

    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) < 100
    assert answer.content == SCRIPT


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "gzip; q=0.000, *", "", "gz"])
async def test_who_cannot_unpack_gets_the_file_itself(
    browser: httpx.AsyncClient, accepted: str
) -> None:
    answer = await browser.get("/assets/web-1a2b.js", headers={"Accept-Encoding": accepted})

    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.content == SCRIPT


async def test_the_packed_form_has_a_tag_of_its_own(browser: httpx.AsyncClient) -> None:
    packed = await browser.get("/assets/web-1a2b.js", headers={"Accept-Encoding": "gzip"})
    plain = await browser.get(
        "/assets/web-1a2b.js", headers={"If-None-Match": packed.headers["etag"]}
    )

    assert plain.status_code == 200
    assert plain.headers["etag"] != packed.headers["etag"]


async def test_the_page_to_play_on_loads_and_asks_nobody_else(browser: httpx.AsyncClient) -> None:
    policy = (await browser.get("/play/")).headers["content-security-policy"]

    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "connect-src 'self'; frame-ancestors 'none'"
    )
    assert policy in (ROOT / "docs/web.md").read_text(encoding="utf-8")
    # what a service worker may ask for is in the answer that brought its script
    worker = await browser.get("/play/worker.js")
    assert worker.headers["content-security-policy"] == policy


async def test_an_overlay_may_watch_another_server_and_be_shown_beside_its_builder(
    browser: httpx.AsyncClient,
) -> None:
    policy = (await browser.get("/overlay/")).headers["content-security-policy"]

    assert "connect-src 'self' http: https: ws: wss:;" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script-src 'self';" in policy


@pytest.mark.parametrize(
    "path",
    [
        "/play/../secret.txt",
        "/play/..%2Fsecret.txt",
        "/play/..%2F..%2Fsecret.txt",
        "/play/%2e%2e/%2e%2e/secret.txt",
        "/play//etc/passwd",
        "/play/..%5Csecret.txt",
        "/play/index.html%00",
        "/play/web-1a2b.js",
        "/assets/",
        "/assets/web-1a2b.js.gz",
        "/assets/../.built",
        "/overlay/nothing.html",
    ],
)
async def test_nothing_else_is_served(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)

    assert answer.status_code == 404
    assert b"queen of spades" not in answer.content


async def test_pages_that_nobody_built_are_not_found_and_the_log_says_how() -> None:
    with capture_logs() as lines:
        app = app_with(None)
    async with client_of(app) as browser:
        answer = await browser.get("/play/")

    assert answer.status_code == 404
    assert answer.json()["code"] == Code.NOT_FOUND
    assert answer.json()["detail"] == "The pages of this service are not built."
    assert [(line["event"], line["log_level"]) for line in lines] == [("pages_missing", "warning")]
    assert "clients/build.py" in lines[0]["hint"]


async def test_pages_that_are_switched_off_are_nowhere() -> None:
    settings = Settings(data_dir=Path("/nonexistent"), pages=False)
    async with client_of(create_app(settings, services=FakePorts().services())) as nobody:
        play, index = await nobody.get("/play/"), await nobody.get("/")

    assert play.json()["detail"] == "There is nothing at this address."
    assert not {"play", "overlay"} & set(index.json()["links"])


async def test_the_first_page_lists_them_where_they_are_built() -> None:
    settings = Settings(data_dir=Path("/nonexistent"))
    async with client_of(create_app(settings, services=FakePorts().services())) as nobody:
        links = (await nobody.get("/")).json()["links"]
        play = await nobody.get("/play/")

    assert (play.status_code == 200) == (pages_folder() is not None)
    listed = {"play": "/play/", "overlay": "/overlay/builder.html"}
    assert {name: path for name, path in links.items() if name in listed} == (
        listed if pages_folder() else {}
    )
