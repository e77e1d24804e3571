"""The overlay shows a match as the service tells it, and nothing where nothing is drawn."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.player import Guests
from tests.fixtures.waiting import eventually
from tests.pages.browser import Screen
from tests.pages.overlay import (
    COLUMN,
    NARROW,
    PICTURE,
    SMALL_PICTURE,
    Shown,
    expected,
    key_of,
    overlay_path,
    play_a_card,
    points,
    record,
    recorded,
    shown,
)
from tests.pages.pixels import alphas
from tests.pages.table import on_table, open_table, play_card, settles, totals
from tests.pages.visits import Visits

_PATIENCE = 30.0
_SHADOW = 24
_SCREENS = {"1080": PICTURE, "720": SMALL_PICTURE, "column": COLUMN, "narrow": NARROW}


def test_it_shows_what_a_player_sees_on_the_table(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    page = visit(overlay_path(match_id, key_of(guest, match_id)), PICTURE)

    for _ in range(3):
        seats = expected(guest.asked(match_id))
        assert eventually(partial(_shows, page, seats), seconds=_PATIENCE)
        play_a_card(guest, match_id)

    expect(page.locator(".deal h1")).to_have_text("No tricks")
    expect(page.locator(".penalties li")).to_have_text(["each trick−20"])
    assert page.locator(".wrong").count() == 0


def test_it_shows_the_same_match_as_the_table_beside_it(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    table = open_table(visit, guest, match_id)
    overlay = visit(overlay_path(match_id, key_of(guest, match_id)), PICTURE)

    for _ in range(3):
        assert settles(table, guest, match_id)
        assert eventually(partial(_agree, overlay, table), seconds=_PATIENCE)
        play_card(table)


def test_a_finished_trick_lies_open_and_goes_to_its_taker(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    page = visit(overlay_path(match_id), PICTURE)
    assert eventually(lambda: len(shown(page)) == 4, seconds=_PATIENCE)
    record(page)

    play_a_card(guest, match_id)

    match = guest.asked(match_id)
    (trick,) = match["game"]["deal"]["tricks"]
    cards = [trick["cards"][(seat - trick["leader"]) % 4] for seat in range(4)]
    assert eventually(lambda: shown(page) == expected(match), seconds=_PATIENCE)
    taken = [moment for moment in recorded(page) if moment.takes is not None]
    assert {moment.takes for moment in taken} == {trick["taker"]}
    assert [seat.card for seat in taken[0].seats] == cards


def test_the_points_of_a_deal_stay_for_a_while(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    page = visit(overlay_path(match_id), PICTURE)
    assert eventually(lambda: len(shown(page)) == 4, seconds=_PATIENCE)
    record(page)
    while guest.asked(match_id)["game"]["deal"]["number"] == 1:
        play_a_card(guest, match_id)

    match = guest.match(match_id)
    assert eventually(lambda: shown(page) == expected(match), seconds=_PATIENCE)

    (scored,) = match["game"]["scores"]
    brought = [points(at, signed=True) if at else None for at in scored["points"]]
    told = [moment.seats for moment in recorded(page) if moment.over == "Result of deal 1"]
    assert [seat.in_deal for seat in told[-1]] == brought
    expect(page.locator(".over")).to_have_text("Deal 2 of 12")


@pytest.mark.parametrize("screen", _SCREENS.values(), ids=_SCREENS)
def test_its_empty_area_hides_nothing(guests: Guests, visit: Visits, screen: Screen) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="classic", players=7, botPaceMs=0)
    page = visit(overlay_path(match_id, theme="light"), screen)
    assert eventually(lambda: len(shown(page)) == 7, seconds=_PATIENCE)
    expect(page.locator(".deal h1")).to_be_visible()
    guest.asked(match_id)
    assert eventually(lambda: shown(page) == expected(guest.match(match_id)), seconds=_PATIENCE)

    alpha = alphas(page, page.screenshot(omit_background=True))

    boxes = page.evaluate(
        "[...document.querySelectorAll('.tile, .deal, .laid')]"
        ".map((drawn) => drawn.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    assert all(0 <= left < right <= screen.width for left, _, right, _ in boxes)
    assert all(0 <= top < bottom <= screen.height for _, top, _, bottom in boxes)
    for x in range(0, screen.width, 7):
        for y in range(0, screen.height, 7):
            near = any(_is_near(box, x, y) for box in boxes)
            assert near or alpha(x, y) == 0, (x, y)
    assert all(
        alpha(int(left + right) // 2, int(top + bottom) // 2) > 200
        for left, top, right, bottom in boxes
    )


def _shows(page: Page, seats: list[Shown]) -> bool:
    return shown(page) == seats


def _agree(overlay: Page, table: Page) -> bool:
    seats = shown(overlay)
    laid = {seat.card for seat in seats} - {None}
    return laid == {*on_table(table)} and [seat.total for seat in seats] == [
        points(total) for total in totals(table)
    ]


def _is_near(box: tuple[float, float, float, float], x: int, y: int) -> bool:
    left, top, right, bottom = box
    return left - _SHADOW < x < right + _SHADOW and top - _SHADOW < y < bottom + _SHADOW


def test_it_shows_how_a_match_has_ended(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="lottery", botPaceMs=0, turnSeconds=None)
    page = visit(overlay_path(match_id, lang="pl"), SMALL_PICTURE)

    expect(page.locator(".deal h1")).to_have_text("Loteryjka")
    expect(page.locator(".lottery .row")).to_have_count(4)
    assert guest.post(f"/v1/matches/{match_id}/take-over", {}).status_code == 200
    expect(page.locator(".deal h1")).to_have_text("Koniec gry", timeout=60_000)

    match = guest.match(match_id)
    totals = match["game"]["result"]["totals"]
    assert shown(page) == [
        Shown(name=seat["name"], total=points(total), place=f"{place}.")
        for seat, total, place in zip(match["seats"], totals, match["places"], strict=True)
    ]


def test_a_name_is_shown_as_it_is_written(guests: Guests, visit: Visits) -> None:
    name = "<b onclick=1>Ala</b> & co"
    guest = guests(visit.url, name)
    match_id = guest.new_match(botPaceMs=0)

    page = visit(overlay_path(match_id), PICTURE)

    expect(page.locator(".name bdi").first).to_have_text(name)


def test_only_the_parts_asked_for_are_shown(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0, turnSeconds=120)

    page = visit(overlay_path(match_id, show="scores"), PICTURE)
    whole = visit(overlay_path(match_id), PICTURE)

    expect(page.locator(".total")).to_have_count(4)
    expect(whole.locator(".clock")).to_have_count(1)
    for part in (".deal", ".slot", ".taken", ".clock"):
        assert page.locator(part).count() == 0
        assert whole.locator(part).count() > 0


@pytest.mark.parametrize(("motion", "seconds"), [("on", "0.26s"), ("off", "0s")])
def test_cards_move_unless_the_address_says_not_to(
    guests: Guests, visit: Visits, motion: str, seconds: str
) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0, seed=3)
    moving = Screen(width=1280, height=720, touch=False, still=False)
    page = visit(overlay_path(match_id, motion=motion), moving)
    play_a_card(guest, match_id)

    expect(page.locator(".laid").first).to_have_css("animation-duration", seconds)


def test_a_key_of_an_account_goes_on_with_its_next_match(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    key = key_of(guest)
    page = visit.profile(PICTURE).new_page()
    page.clock.install()
    page.goto(visit.url + overlay_path(key=key))
    expect(page.locator(".note")).to_have_text("waiting for a match")

    first = guest.new_match(botPaceMs=0)
    assert eventually(lambda: len(shown(page)) == 4, seconds=_PATIENCE)
    assert guest.http.post(f"/v1/matches/{first}/resign").status_code == 200
    expect(page.locator(".aside")).to_have_text("gave up")
    assert eventually(lambda: guest.match(first)["status"] == "finished", seconds=60)
    second = guest.new_match(ruleSet="greek", players=3, botPaceMs=0)
    page.clock.fast_forward(30_000)  # so long it may be until it looks again

    match = guest.match(second)
    names = [seat["name"] for seat in match["seats"]]
    assert eventually(lambda: [seat.name for seat in shown(page)] == names, seconds=60)


def test_the_key_is_told_nowhere(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(botPaceMs=0)
    key = key_of(guest, match_id)
    said: list[str] = []
    context = visit.profile(PICTURE)
    context.on("console", lambda message: said.append(message.text))

    page = context.new_page()
    page.goto(visit.url + overlay_path(match_id, key))
    expect(page.locator(".total")).to_have_count(4)

    assert key not in page.content()
    assert not any(key in text for text in said)
