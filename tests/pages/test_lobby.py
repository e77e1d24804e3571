"""The first page: from nothing to a table, and the matches there are."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.waiting import eventually
from tests.pages.browser import PHONE, SMALL_PHONE, Screen
from tests.pages.lobby import as_in, go, match_at, new_table, seen
from tests.pages.visits import Visits


def test_one_tap_makes_a_guest_and_a_running_match(visit: Visits) -> None:
    page = visit("/play/", SMALL_PHONE)

    page.get_by_role("button", name="Play now with bots").tap()

    match = seen(page, visit.url, match_at(page))
    assert match["status"] == "playing"
    assert match["viewerSeat"] == 0
    assert [at["kind"] for at in match["seats"]] == ["person", "bot", "bot", "bot"]


def test_a_guest_has_the_name_that_was_entered(visit: Visits) -> None:
    page = visit("/play/")

    page.get_by_label("Your name").fill("Żaneta")
    page.get_by_role("button", name="Play now with bots").click()

    match = seen(page, visit.url, match_at(page))
    assert match["seats"][0]["name"] == "Żaneta"


def test_running_matches_of_ones_own_say_whose_turn_it_is(visit: Visits) -> None:
    page = visit("/play/")
    page.get_by_role("button", name="Play now with bots").click()
    match_id = match_at(page)
    assert eventually(lambda: seen(page, visit.url, match_id)["game"]["toAct"] == [0])

    go(page, "/")

    mine = page.get_by_role("region", name="Your matches").get_by_role("listitem")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").click()
    assert match_at(page) == match_id


def test_a_match_that_waits_is_one_tap_away_on_every_page(visit: Visits) -> None:
    page = visit("/play/")
    page.get_by_role("button", name="Play now with bots").click()
    match_id = match_at(page)
    waiting = page.get_by_role("banner").get_by_role("link", name="Your turn")
    expect(page.get_by_role("banner")).not_to_contain_text("Your turn")

    go(page, "/settings")
    expect(page).to_have_title("● Settings – Kierki")
    waiting.click()

    assert match_at(page) == match_id
    expect(waiting).to_have_count(0)


def test_who_wants_to_play_with_people_meets_who_wants_the_same(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")

    ada.get_by_role("button", name="Play with people").click()
    match_id = match_at(ada)
    ola.get_by_role("button", name="Play with people").click()

    assert match_at(ola) == match_id
    assert seen(ola, visit.url, match_id)["viewerSeat"] is not None


def test_an_open_table_is_listed_for_others_and_joined(visit: Visits) -> None:
    host = visit("/play/")
    go(host, "/new")
    host.get_by_role("radio", name="Anybody").check(force=True)
    host.get_by_role("button", name="Open the table").click()
    match_id = match_at(host)

    page = visit("/play/")
    tables = page.get_by_role("region", name="Open tables")
    row = tables.get_by_role("listitem").filter(has=page.locator(f"a[href$='{match_id}']"))
    row.get_by_role("button", name="Join").click()

    assert match_at(page) == match_id
    assert seen(page, visit.url, match_id)["viewerSeat"] == 1


def test_two_tabs_are_the_same_guest(visit: Visits) -> None:
    page = visit.new("/play/")
    other = page.context.new_page()
    other.goto(f"{visit.url}/play/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play now with bots").click()
    match_at(page)

    expect(other.get_by_role("banner")).to_contain_text("Ada")
    expect(other.get_by_role("region", name="Your matches")).to_be_visible()


def test_an_account_that_is_known_no_more_is_told_and_begun_anew(visit: Visits) -> None:
    page = visit("/play/")
    new_table(page)
    headers = as_in(page)
    assert httpx.delete(f"{visit.url}/v1/me", headers=headers).status_code == 200
    visit.forgive("401")

    go(page, "/")
    page.get_by_role("button", name="Start anew").click()
    page.get_by_role("button", name="Play now with bots").click()

    assert seen(page, visit.url, match_at(page))["status"] == "playing"


@pytest.mark.parametrize("path", ["/x", "/m", "/m/m_1/2/3", "/i"])
def test_an_address_that_leads_nowhere_says_so(visit: Visits, path: str) -> None:
    page = visit(f"/play/#{path}")

    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Back to the home page").click()
    expect(page.get_by_role("heading", name="Play Kierki")).to_be_visible()


def test_a_match_that_does_not_exist_says_so(visit: Visits) -> None:
    page = visit("/play/#/m/m_00000000000000000000")

    expect(page.get_by_role("heading", name="There is no such match")).to_be_visible()


def test_everything_is_reached_and_done_by_the_keyboard_alone(visit: Visits) -> None:
    page = visit("/play/", Screen(width=1280, height=800, touch=False))

    press_until(page, "Skip to the content")
    page.keyboard.press("Enter")
    press_until(page, "A new table for friends")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    press_until(page, "Open the table")
    page.keyboard.press("Enter")
    match_id = match_at(page)
    press_until(page, "Start with bots")
    page.keyboard.press("Enter")

    assert eventually(lambda: seen(page, visit.url, match_id)["status"] == "playing")


def press_until(page: Page, name: str) -> None:
    """Press Tab until what has the focus is called so, and shows that it has it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        text = page.evaluate("document.activeElement.textContent.trim()")
        if text == name:
            break
    assert page.evaluate("document.activeElement.textContent.trim()") == name
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_page_is_in_the_language_of_the_browser(visit: Visits) -> None:
    polish = visit("/play/", Screen(language="pl"))
    english = visit("/play/", PHONE)

    expect(polish.get_by_role("heading", name="Zagraj w kierki")).to_be_visible()
    expect(english.get_by_role("heading", name="Play Kierki")).to_be_visible()
    assert polish.evaluate("document.documentElement.lang") == "pl"
    assert english.evaluate("document.documentElement.lang") == "en"
