"""The page as an app: installed, opened without a network, and set as its owner likes."""

import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.fixtures.waiting import eventually
from tests.pages.browser import Screen
from tests.pages.lobby import as_in, go, new_table
from tests.pages.visits import Visits

GROUNDS = {"light": "rgb(242, 239, 232)", "dark": "rgb(20, 23, 28)"}


@pytest.mark.parametrize("name", ["manifest.webmanifest", "manifest.pl.webmanifest"])
def test_the_manifest_has_what_an_installation_needs(pages_url: str, name: str) -> None:
    answer = httpx.get(f"{pages_url}/play/{name}")
    manifest = answer.json()

    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    assert manifest["display"] == "standalone"
    purposes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert purposes >= {
        (side, use) for side in ("192x192", "512x512") for use in ("any", "maskable")
    }


@pytest.mark.parametrize("name", ["manifest.webmanifest", "manifest.pl.webmanifest"])
def test_the_icons_are_as_large_as_the_manifest_says(pages_url: str, name: str) -> None:
    icons = httpx.get(f"{pages_url}/play/{name}").json()["icons"]

    for icon in icons:
        answer = httpx.get(f"{pages_url}/play/{icon['src']}")
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            sides = [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)]
            assert f"{sides[0]}x{sides[1]}" == icon["sizes"]


def test_the_manifest_follows_the_language(visit: Visits) -> None:
    page = visit.new("/play/#/settings")
    manifest = page.locator("link[rel=manifest]")
    expect(manifest).to_have_attribute("href", "./manifest.webmanifest")

    page.get_by_role("radio", name="Polski").check(force=True)

    expect(manifest).to_have_attribute("href", "./manifest.pl.webmanifest")


def test_chromium_finds_the_page_installable(visit: Visits) -> None:
    page = visit.new("/play/")
    kept(page)

    session = page.context.new_cdp_session(page)
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert [at["errorId"] for at in faults if at["errorId"] != "in-incognito"] == []


def test_the_page_opens_without_a_network_says_so_and_comes_back(visit: Visits) -> None:
    page = visit.new("/play/")
    kept(page)
    visit.forgive("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Play Kierki")).to_be_visible()
    expect(page.get_by_text("No connection.")).to_be_visible()
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be reached")).to_be_visible()

    page.context.set_offline(False)
    notice = page.get_by_role("status").filter(has_text="No connection")
    expect(notice).to_have_count(0)
    expect(page.get_by_role("region", name="To watch")).to_be_visible()
    page.get_by_role("button", name="Play now with bots").click()
    expect(page.get_by_role("heading", name="Play Kierki")).to_have_count(0)


def test_what_the_service_answers_is_never_kept(visit: Visits) -> None:
    page = visit.new("/play/")
    kept(page)
    new_table(page)
    page.reload()
    expect(page.locator(".room-seats")).to_be_visible()

    names = kept(page)

    assert names
    allowed = re.compile(r"/(play/|play/manifest[.a-z]*|play/icon[-.\da-z]*|assets/[\w.-]+)$")
    assert [name for name in names if not allowed.search(name)] == []


def test_files_that_an_older_page_named_are_thrown_away(visit: Visits) -> None:
    page = visit.new("/play/")
    kept(page)
    page.evaluate(
        "async () => {"
        " const kept = await caches.open('kierki-pages-1');"
        " await kept.put('/assets/old-1.js', new Response('')) }"
    )
    assert any(name.endswith("old-1.js") for name in kept(page))

    page.reload()

    assert eventually(lambda: not any(name.endswith("old-1.js") for name in kept(page)))


def test_language_theme_and_cards_are_kept_and_shared_by_tabs(visit: Visits) -> None:
    context: BrowserContext = visit.profile(Screen(touch=False))
    page, other = context.new_page(), context.new_page()
    for tab in (page, other):
        tab.goto(f"{visit.url}/play/#/settings")

    page.get_by_role("radio", name="Polski").check(force=True)
    page.get_by_role("radio", name="Ciemny").check(force=True)
    page.get_by_role("radio", name="Cztery").check(force=True)
    page.get_by_role("switch", name="Bez animacji").check()

    for tab in (page, other):
        expect(tab.get_by_role("heading", name="Ustawienia")).to_be_visible()
        expect(tab.locator("html")).to_have_attribute("lang", "pl")
        expect(tab.locator("html")).to_have_attribute("data-deck", "four")
        expect(tab.locator("html")).to_have_attribute("data-motion", "off")
        expect(tab.locator("body")).to_have_css("background-color", GROUNDS["dark"])
    page.reload()
    expect(page.get_by_role("heading", name="Ustawienia")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", GROUNDS["dark"])
    page.get_by_role("radio", name="Systemowy").check(force=True)
    expect(page.locator("body")).to_have_css("background-color", GROUNDS["light"])


def test_a_new_page_is_read_from_its_top(visit: Visits) -> None:
    page = visit.new("/play/", Screen(width=1280, height=800, touch=False))

    page.get_by_role("link", name="Settings").press("Enter")

    expect(page.get_by_role("main")).to_be_focused()
    assert page.title() == "Settings – Kierki"


def test_signing_out_asks_first_and_forgets_the_account(visit: Visits) -> None:
    page = visit.new("/play/")
    new_table(page)
    go(page, "/settings")

    page.get_by_role("button", name="Sign out on this device").click()
    page.get_by_role("button", name="No", exact=True).click()
    assert page.evaluate("localStorage['kierki.session']")
    page.get_by_role("button", name="Sign out on this device").click()
    page.get_by_role("button", name="Yes").click()

    expect(page.get_by_text("You have no account yet.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('kierki.session')") is None


def test_an_account_is_erased_where_its_owner_asks_for_it(visit: Visits) -> None:
    page = visit.new("/play/")
    new_table(page)
    go(page, "/settings")
    headers = as_in(page)

    page.get_by_role("button", name="Erase the account").click()
    page.get_by_role("button", name="Yes").click()

    expect(page.get_by_text("You have no account yet.")).to_be_visible()
    assert httpx.get(f"{visit.url}/v1/me", headers=headers).status_code == 401


def test_the_rule_book_and_the_rule_sets_are_one_link_away(visit: Visits) -> None:
    page = visit.new("/play/")
    page.get_by_role("link", name="Rules and about").click()

    rules = page.get_by_role("region", name="Rules")  # not the home page, which may still be there
    expect(rules.get_by_text("Kierki as on Kurnik")).to_be_visible()
    href = page.get_by_role("link", name="The rule book").get_attribute("href")
    assert href is not None
    assert httpx.get(href).text.startswith("# Rules of Kierki")


def kept(page: Page) -> list[str]:
    """Wait until the service worker runs, and return the addresses of all that it keeps."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    names: list[str] = page.evaluate(
        "caches.open('kierki-pages-1').then((cache) => cache.keys())"
        ".then((requests) => requests.map(({ url }) => url))"
    )
    return names
