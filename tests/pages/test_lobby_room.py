"""A table that waits: everybody sees the same, and its host runs it."""

import re

from playwright.sync_api import Page, expect

from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, SMALL_PHONE
from tests.pages.lobby import go, match_at, new_table, seat, seen
from tests.pages.visits import Visits


def invited_table(page: Page) -> tuple[str, str]:
    """Make a table for invited players; return its match and the link of the invitation."""
    go(page, "/new")
    page.get_by_role("radio", name="Invited").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    match_id = match_at(page)
    return match_id, page.get_by_label("Link to the table").input_value()


def test_two_people_meet_by_an_invitation_and_start(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/", DESKTOP)
    ada.get_by_label("Your name").fill("Ada")
    match_id, address = invited_table(ada)
    assert re.fullmatch(r"http://[^#]+/play/#/i/[A-Z0-9]+", address)

    ola.goto(address)
    expect(ola.get_by_role("heading", name="Ada invites you to a table")).to_be_visible()
    ola.get_by_label("Your name").fill("Ola")
    ola.get_by_role("button", name="Join", exact=True).click()

    expect(seat(ada, 1)).to_contain_text("Ola")
    expect(ada.get_by_text("Ola sits down.")).to_be_visible()
    expect(seat(ola, 0)).to_contain_text("Ada")
    expect(seat(ola, 0)).to_contain_text("host")
    expect(ola.get_by_text("The host will start the match.")).to_be_visible()
    ada.get_by_role("button", name="Start with bots").click()
    assert eventually(lambda: seen(ola, visit.url, match_id)["status"] == "playing")
    expect(ada.locator(".room-seats")).to_have_count(0)
    expect(ola.locator(".room-seats")).to_have_count(0)


def test_a_code_is_enough_and_may_be_typed_carelessly(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")
    match_id, address = invited_table(ada)
    code = address.rpartition("/")[2]

    ola.get_by_label("Have an invitation?").fill(f" {code[:4]}-{code[4:].lower()} ")
    ola.get_by_role("button", name="Go in").click()
    ola.get_by_role("button", name="Join", exact=True).click()

    assert match_at(ola) == match_id


def test_an_invited_table_is_joined_by_its_code_alone(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")
    match_id, _ = invited_table(ada)

    go(ola, f"/m/{match_id}")

    expect(seat(ola, 1)).to_contain_text("Empty seat")
    expect(ola.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(ola.get_by_label("Link to the table")).to_have_count(0)


def test_an_invitation_that_is_used_up_says_so(visit: Visits) -> None:
    page = visit("/play/#/i/ABCDEFGH")

    expect(page.get_by_role("heading", name="This invitation no longer works")).to_be_visible()


def test_who_has_the_link_sits_down_where_he_likes_and_stands_up(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")
    match_id = new_table(ada)
    ola.goto(ada.get_by_label("Link to the table").input_value())

    ola.get_by_role("button", name="Sit down on seat 3").click()

    expect(seat(ola, 2)).to_contain_text("you")
    expect(seat(ada, 2)).to_contain_text("Guest")
    assert seen(ola, visit.url, match_id)["viewerSeat"] == 2
    ola.get_by_role("button", name="Leave the table").click()
    expect(seat(ada, 2)).to_contain_text("Empty seat")
    expect(ada.get_by_text(re.compile("Guest .* leaves the table."))).to_be_visible()


def test_bots_are_added_with_a_level_and_sent_away(visit: Visits) -> None:
    page = visit("/play/")
    match_id = new_table(page)

    page.get_by_role("radio", name="strong").check(force=True)
    page.get_by_role("button", name="Add a bot on seat 3").click()
    expect(seat(page, 2)).to_contain_text("bot, strong")
    page.get_by_role("radio", name="easy").check(force=True)
    page.get_by_role("button", name="Add a bot on seat 2").click()
    expect(seat(page, 1)).to_contain_text("bot, easy")

    levels = [at["level"] for at in seen(page, visit.url, match_id)["seats"]]
    assert levels == [None, "easy", "strong", None]
    seat(page, 2).get_by_role("button", name="Free the seat").click()
    expect(seat(page, 2)).to_contain_text("Empty seat")


def test_who_is_sent_away_is_told_and_cannot_return(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")
    new_table(ada)
    ola.goto(ada.get_by_label("Link to the table").input_value())
    ola.get_by_role("button", name="Sit down on seat 2").click()

    seat(ada, 1).get_by_role("button", name="Free the seat").click()

    expect(ola.get_by_text("The host has freed your seat.")).to_be_visible()
    ola.get_by_role("button", name="Sit down on seat 2").click()
    expect(ola.get_by_role("alert").filter(has_text="sent you away")).to_be_visible()


def test_the_host_seats_everybody_anew(visit: Visits) -> None:
    page = visit("/play/")
    page.get_by_label("Your name").fill("Ada")
    match_id = new_table(page)
    page.get_by_role("button", name="Add a bot on seat 2").click()

    page.get_by_role("button", name="Ada: one seat down").click()

    expect(seat(page, 1)).to_contain_text("Ada")
    assert seen(page, visit.url, match_id)["viewerSeat"] == 1
    kinds = [at["kind"] for at in seen(page, visit.url, match_id)["seats"]]
    assert kinds == ["bot", "person", "empty", "empty"]


def test_a_seat_is_kept_for_an_account_without_an_invitation(visit: Visits) -> None:
    ada, ola = visit("/play/"), visit("/play/")
    new_table(ola)
    go(ola, "/settings")
    player_id = ola.get_by_label("Id").input_value()
    match_id, _ = invited_table(ada)

    ada.get_by_text("Keep a seat for an account").click()
    ada.get_by_placeholder("p_…").fill(player_id)
    ada.get_by_role("button", name="Keep", exact=True).click()
    expect(seat(ada, 1)).to_contain_text("Kept seat")
    go(ola, f"/m/{match_id}")
    expect(seat(ola, 1)).to_contain_text("Kept for you")
    ola.get_by_role("button", name="Sit down on seat 2").click()

    expect(seat(ola, 1)).to_contain_text("you")
    assert seen(ola, visit.url, match_id)["viewerSeat"] == 1


def test_the_link_is_copied(visit: Visits) -> None:
    context = visit.profile(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{visit.url}/play/")
    new_table(page)

    page.get_by_role("button", name="Copy the link").click()

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_label("Link to the table").input_value()


def test_a_waiting_room_goes_on_after_the_network_was_away(visit: Visits) -> None:
    ada, ola = visit.new("/play/"), visit("/play/")
    match_id = new_table(ada)
    expect(seat(ada, 0)).to_contain_text("you")
    visit.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")

    ada.context.set_offline(True)
    expect(ada.get_by_text("No connection.")).to_be_visible()
    go(ola, f"/m/{match_id}")
    ola.get_by_role("button", name="Sit down on seat 2").click()
    expect(seat(ola, 1)).to_contain_text("you")
    ada.context.set_offline(False)

    expect(seat(ada, 1)).to_contain_text("Guest")
    expect(ada.get_by_text("No connection.")).to_have_count(0)


def test_the_room_fits_the_smallest_phone(visit: Visits) -> None:
    page = visit("/play/", SMALL_PHONE)
    page.get_by_label("Your name").fill("W" * 40)
    new_table(page)
    page.get_by_role("button", name="Add a bot on seat 2").click()
    expect(seat(page, 1)).to_contain_text("bot")

    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE.width
