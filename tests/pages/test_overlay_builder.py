"""The page for streamers makes addresses that work, and keys that can be taken back."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.fixtures.player import Guest, Guests
from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, PHONE, Screen
from tests.pages.overlay import key_of, shown
from tests.pages.table import sign_in
from tests.pages.visits import Visits

_PATH = "/overlay/builder.html"
_CLIPBOARD = ["clipboard-read", "clipboard-write"]


def _playing(visit: Visits, guest: Guest) -> BrowserContext:
    """Return a browser in which this guest has played before."""
    context = sign_in(visit.profile(DESKTOP), guest)
    context.grant_permissions(_CLIPBOARD, origin=visit.url)
    return context


def _copied(page: Page) -> str:
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_text("The address is copied.")).to_be_visible()
    address: str = page.evaluate("navigator.clipboard.readText()")
    return address


def test_it_makes_a_key_and_an_address_that_works(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url, "Zofia")
    match_id = guest.new_match(botPaceMs=0)
    page = _playing(visit, guest).new_page()
    page.goto(visit.url + _PATH)

    page.get_by_label("Link or id of the match").fill(f"{visit.url}/play/#/m/{match_id}")
    page.get_by_label("Name of the key").fill("stream")
    page.get_by_role("button", name="Make a key").click()
    expect(page.get_by_text("The key is in the address now.")).to_be_visible()
    page.get_by_label("Theme").select_option("light")
    page.get_by_label("tricks taken").uncheck()
    address = _copied(page)

    given = parse_qs(urlsplit(address).query)
    assert given["match"] == [match_id]
    assert given["theme"] == ["light"]
    assert given["show"] == ["scores,deal,trick,clock"]
    assert given["key"][0] not in page.locator(".address").inner_text()
    overlay = visit.profile(DESKTOP).new_page()
    overlay.goto(address)
    assert eventually(lambda: [seat.name for seat in shown(overlay)][:1] == ["Zofia"], seconds=30)
    assert {seat.taken for seat in shown(overlay)} == {None}


def test_its_preview_is_the_overlay_itself(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url, "Zofia")
    match_id = guest.new_match(botPaceMs=0)
    page = visit(_PATH, DESKTOP)
    preview = page.frame_locator("iframe")
    expect(preview.locator(".name bdi")).to_have_text(["Ada", "Ben", "Clara", "Dan"])

    page.get_by_label("Link or id of the match").fill(match_id)
    page.get_by_label("Theme").select_option("felt")

    expect(preview.locator(".name bdi").first).to_have_text("Zofia")
    expect(preview.locator("html")).to_have_attribute("data-look", "felt")


def test_a_key_is_taken_back_at_the_second_press(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    key_of(guest)
    page = _playing(visit, guest).new_page()
    page.goto(visit.url + _PATH)

    page.get_by_role("button", name="Take back the key stream").click()
    assert len(guest.http.get("/v1/overlay-keys").json()["items"]) == 1
    page.get_by_role("button", name="Really? Take back the key stream").click()

    expect(page.get_by_text("The key stream has been taken back.")).to_be_visible()
    assert guest.http.get("/v1/overlay-keys").json()["items"] == []


def test_without_an_account_a_pasted_key_is_taken(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    guest.new_match(botPaceMs=0)
    context = visit.profile(DESKTOP)
    context.grant_permissions(_CLIPBOARD, origin=visit.url)
    page = context.new_page()
    page.goto(visit.url + _PATH)
    key = key_of(guest)

    assert page.get_by_role("button", name="Copy the address").is_disabled()
    page.get_by_label("My matches, one after the other").check()
    page.get_by_role("textbox", name="Overlay key").fill(f" {key}\n")

    given = parse_qs(urlsplit(_copied(page)).query)
    assert given == {"key": [key]}
    expect(page.frame_locator("iframe").locator(".player")).to_have_count(4)


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_it_is_used_with_the_keyboard_alone(visit: Visits, screen: Screen) -> None:
    page = visit(_PATH, screen)
    page.get_by_role("button", name="Polski").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nakładka na stream")

    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('label, button')?.textContent"))

    for name in ("Link albo numer gry", "Klucz nakładki", "wyniki", "ruch kart"):
        assert name in reached
