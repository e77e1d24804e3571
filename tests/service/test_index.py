"""The page at `/` and the document at `/openapi.json`."""

import re

import pytest
from starlette.applications import Starlette

from schema.rest.openapi import API_VERSION, openapi_text
from service.index import PLACES
from tests.fixtures.ports import FakePorts
from tests.fixtures.rest import app_of, client_of


@pytest.fixture
def app() -> Starlette:
    return app_of(FakePorts().services())


async def test_machines_get_the_places_by_name(app: Starlette) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get("/")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["vary"].startswith("Accept")
    assert answer.json()["name"] == "kierki"
    assert answer.json()["version"] == API_VERSION
    assert answer.json()["links"] == {
        "graphql": "/graphql",
        "openapi": "/openapi.json",
        "ruleSets": "/v1/rule-sets",
        "rules": "/v1/rules",
        "problems": "/v1/problems",
        "live": "/livez",
        "ready": "/readyz",
    }


async def test_browsers_get_a_page_that_loads_nothing(app: Starlette) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    async with client_of(app) as browser:
        answer = await browser.get("/", headers={"Accept": accept})

    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src")
    assert re.findall(r'href="([^"]+)"', answer.text) == [at.path for at in PLACES.values()]


async def test_nobody_gets_a_form_that_there_is_not(app: Starlette) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get("/", headers={"Accept": "image/png"})

    assert (answer.status_code, answer.json()["code"]) == (406, "NOT_ACCEPTABLE")


@pytest.mark.parametrize("path", [at.path for at in PLACES.values()])
async def test_there_is_something_at_every_place(app: Starlette, path: str) -> None:
    query = {"query": "{__typename}"} if path == "/graphql" else {}
    async with client_of(app) as nobody:
        answer = await nobody.get(path, params=query)

    assert answer.status_code == 200


async def test_the_document_is_served_as_it_is_published(app: Starlette) -> None:
    async with client_of(app) as nobody:
        answer = await nobody.get("/openapi.json")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert answer.text == openapi_text()
