"""The overlay goes on whatever becomes of the service, the network, its key and the match."""

import httpx
from playwright.sync_api import Page, expect

from tests.fixtures.player import Guests, Json
from tests.fixtures.waiting import eventually
from tests.pages.other_service import OtherService
from tests.pages.overlay import PICTURE, expected, key_of, overlay_path, play_a_card, shown
from tests.pages.visits import Visits

_PATIENCE = 60.0
_LOST = ("Failed to load resource", "net::ERR")


def _shows(page: Page, match: Json) -> bool:
    return eventually(lambda: shown(page) == expected(match), seconds=_PATIENCE)


def test_it_goes_on_after_the_service_was_killed(
    guests: Guests, visit: Visits, other: OtherService
) -> None:
    visit.forgive(*_LOST)
    guest = guests(other.url)
    match_id = guest.new_match(botPaceMs=0)
    visits = visit.elsewhere(other.url)
    page = visits(overlay_path(match_id, key_of(guest, match_id)), PICTURE)
    assert _shows(page, guest.asked(match_id))
    other.kill_all()
    expect(page.locator(".wrong")).to_contain_text("no connection for")

    other.start_again()
    play_a_card(guest, match_id)

    assert _shows(page, guest.asked(match_id))
    expect(page.locator(".wrong")).to_have_count(0)
    visits.close()


def test_it_says_when_it_is_out_of_date_and_catches_up(guests: Guests, visit: Visits) -> None:
    visit.forgive(*_LOST)
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    context = visit.profile(PICTURE)
    page = context.new_page()
    page.clock.install()
    page.goto(visit.url + overlay_path(match_id))
    assert _shows(page, guest.asked(match_id))
    assert page.locator(".stale").count() == 0

    context.set_offline(True)
    play_a_card(guest, match_id)
    match = guest.asked(match_id)
    page.clock.fast_forward(25_000)
    expect(page.locator(".stale")).to_have_count(1)
    expect(page.locator(".wrong")).to_contain_text("no connection for 0:2")

    context.set_offline(False)
    assert _shows(page, match)
    expect(page.locator(".stale")).to_have_count(0)
    expect(page.locator(".wrong")).to_have_count(0)


def test_it_says_that_its_key_was_taken_back(guests: Guests, visit: Visits) -> None:
    visit.forgive(*_LOST)
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    page = visit(overlay_path(match_id, key_of(guest, match_id)), PICTURE)
    assert _shows(page, guest.asked(match_id))

    (key,) = guest.http.get("/v1/overlay-keys").json()["items"]
    assert guest.http.delete(f"/v1/overlay-keys/{key['id']}").status_code == 200

    expect(page.locator(".wrong")).to_have_text("the overlay key is not valid", timeout=30_000)


def test_it_says_why_a_match_cannot_be_watched(guests: Guests, visit: Visits) -> None:
    visit.forgive(*_LOST)
    guest = guests(visit.url)
    hidden = {"watching": "nobody", "delaySeconds": 0}
    match_id = guest.new_match(botPaceMs=0, spectators=hidden)

    unseen, unknown, none = (
        visit(path, PICTURE)
        for path in (overlay_path(match_id), overlay_path("m_0"), overlay_path())
    )

    expect(unseen.locator(".note")).to_have_text("this match cannot be watched")
    expect(unknown.locator(".note")).to_have_text("there is no such match")
    expect(none.locator(".note")).to_have_text("no match in the address")


def test_it_tells_a_pause_and_a_match_made_void(
    visit: Visits, guests: Guests, other: OtherService
) -> None:
    guest = guests(other.url)
    match_id = guest.new_match(botPaceMs=0, turnSeconds=120)
    page = visit(overlay_path(match_id, api=other.url), PICTURE)  # of another server
    expect(page.locator(".clock")).to_be_visible()

    other.order(guest, match_id, "pause")
    expect(page.locator(".note")).to_have_text("paused")
    expect(page.locator(".clock")).to_have_count(0)
    other.order(guest, match_id, "resume")
    expect(page.locator(".clock")).to_be_visible()
    expect(page.locator(".note")).to_have_count(0)
    other.order(guest, match_id, "void")

    expect(page.locator(".deal h1")).to_have_text("Match void")


def test_it_says_how_late_it_is(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    late = {"watching": "table", "delaySeconds": 2}
    match_id = guest.new_match(botPaceMs=0, turnSeconds=120, spectators=late)
    page = visit(overlay_path(match_id, key_of(guest, match_id)), PICTURE)

    assert _shows(page, guest.asked(match_id))
    expect(page.locator(".note")).to_contain_text("as it was 0:")
    expect(page.locator(".clock")).to_be_visible()


def test_hands_are_shown_to_casters_alone(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    opened = {"watching": "open_hands", "delaySeconds": None}
    match_id = guest.new_match(botPaceMs=0, turnSeconds=None, spectators=opened)
    while guest.asked(match_id)["game"]["deal"]["number"] == 1:
        play_a_card(guest, match_id)
    key = key_of(guest, match_id)

    caster = visit(overlay_path(match_id, key, hands="1"), PICTURE)
    usual = visit(overlay_path(match_id, key), PICTURE)

    seen = httpx.get(f"{visit.url}/v1/matches/{match_id}", params={"key": key}).json()
    hands = [tuple(hand) for hand in seen["game"]["deal"]["hands"]]
    assert any(hands)
    assert eventually(lambda: [seat.hand for seat in shown(caster)] == hands, seconds=_PATIENCE)
    assert eventually(lambda: len(shown(usual)) == 4, seconds=_PATIENCE)
    assert not any(seat.hand for seat in shown(usual))
