"""What the tests of the lobby do as a person does, and what they ask the service about it."""

import json
import re
from typing import Any, Final

import httpx
from playwright.sync_api import Page, expect

AT_A_MATCH: Final = re.compile(r"#/m/(m_\w+)$")


def match_at(page: Page) -> str:
    """Return the id of the match that a page has come to."""
    expect(page).to_have_url(AT_A_MATCH)
    found = AT_A_MATCH.search(page.url)
    assert found is not None
    return found[1]


def seen(page: Page, url: str, match_id: str) -> dict[str, Any]:
    """Return a match as the account of a page sees it."""
    answer = httpx.get(f"{url}/v1/matches/{match_id}", headers=as_in(page))
    answer.raise_for_status()
    view: dict[str, Any] = answer.json()
    return view


def options_agreed(page: Page, url: str, match_id: str) -> dict[str, str]:
    """Return the options of the rules that a match is pinned to."""
    query = "query($id: ID!) { match(id: $id) { rules { options { id value } } } }"
    body = {"query": query, "variables": {"id": match_id}}
    answer = httpx.post(f"{url}/graphql", json=body, headers=as_in(page)).json()
    return {at["id"]: at["value"] for at in answer["data"]["match"]["rules"]["options"]}


def go(page: Page, path: str) -> None:
    """Follow a link of the page to one of its routes."""
    page.evaluate("(path) => { location.hash = path }", path)


def new_table(page: Page) -> str:
    """Make a table as the form proposes it, and return the id of its match."""
    go(page, "/new")
    page.get_by_role("button", name="Open the table").click()
    return match_at(page)


def seat(page: Page, number: int) -> Any:
    """Return the row of a seat in a waiting room, from 0."""
    return page.locator(".room-seat").nth(number)


def as_in(page: Page) -> dict[str, str]:
    """Return the headers that speak for the account of a page."""
    kept = page.evaluate("localStorage.getItem('kierki.session')")
    return {"authorization": f"Bearer {json.loads(kept)['token']}"}
