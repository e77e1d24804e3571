"""The pages open in a browser as the service serves them, and nothing goes wrong in them."""

import pytest
from playwright.sync_api import Route, expect

from tests.fixtures.player import Guests
from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, PHONE, SMALL_PHONE, Screen
from tests.pages.visits import Visits

PAGES = ("/play/", "/overlay/", "/overlay/builder.html")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE, DESKTOP], ids=["320", "390", "1280"])
def test_a_page_opens_and_is_as_wide_as_the_screen(
    visit: Visits, path: str, screen: Screen
) -> None:
    page = visit.new(path, screen)

    assert page.title().startswith("Kierki")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen.width


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_is_opened_again_still_runs(visit: Visits, path: str) -> None:
    page = visit.new(path)

    page.reload()

    expect(page.locator("main").first).to_be_attached()


def test_what_goes_wrong_in_a_page_is_noticed(visit: Visits) -> None:
    page = visit.new("/play/")
    page.evaluate("setTimeout(() => { throw Error('a fault') })")
    page.evaluate("document.body.append(Object.assign(new Image, {src: 'https://else.where/x'}))")
    page.evaluate("fetch('/nothing/here')")

    assert eventually(lambda: page.evaluate("true") and len(visit.faults) >= 3)
    faults = "\n".join(visit.faults)
    visit.forgive("")
    assert "error: a fault" in faults
    assert "Content Security Policy" in faults
    assert "/nothing/here" in faults


def test_the_page_works_below_any_path_of_a_proxy(visit: Visits, guests: Guests) -> None:
    guest = guests(visit.url, "Ola")
    guest.post("/v1/matches", {"visibility": "public"}).raise_for_status()
    visit.forgive("blocked by Playwright")
    context = visit.profile(service_workers="block")  # what they fetch no route sees

    def without_prefix(route: Route) -> None:
        address = route.request.url.replace("/games/", "/", 1)
        route.fulfill(response=route.fetch(url=address))

    context.route("**/games/**", without_prefix)
    page = context.new_page()
    page.goto(f"{visit.url}/games/play/")

    page.get_by_text("Ola").first.wait_for()
