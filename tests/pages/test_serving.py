"""The pages open in a browser as the service serves them, and nothing goes wrong in them."""

import pytest
from playwright.sync_api import expect

from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, PHONE, SMALL_PHONE, Screen
from tests.pages.visits import Visits

PAGES = ("/play/", "/overlay/", "/overlay/builder.html")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE, DESKTOP], ids=["320", "390", "1280"])
def test_a_page_opens_and_is_as_wide_as_the_screen(
    visit: Visits, path: str, screen: Screen
) -> None:
    page = visit(path, screen)

    assert page.title().startswith("Kierki")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen.width


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_is_opened_again_still_runs(visit: Visits, path: str) -> None:
    page = visit(path)

    page.reload()

    expect(page.locator("main").first).to_be_attached()


def test_what_goes_wrong_in_a_page_is_noticed(visit: Visits) -> None:
    page = visit("/play/")
    page.evaluate("setTimeout(() => { throw Error('a fault') })")
    page.evaluate("document.body.append(Object.assign(new Image, {src: 'https://else.where/x'}))")
    page.evaluate("fetch('/nothing/here')")

    assert eventually(lambda: page.evaluate("true") and len(visit.faults) >= 3)
    faults = "\n".join(visit.faults)
    visit.forgive("")
    assert "error: a fault" in faults
    assert "Content Security Policy" in faults
    assert "/nothing/here" in faults
