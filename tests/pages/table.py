"""A person at the table: opens a match as a guest and plays it by tapping what is shown."""

import json
from typing import Final

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.fixtures.player import Guest, Json
from tests.fixtures.waiting import eventually
from tests.pages.browser import PHONE, Screen
from tests.pages.visits import Visits

PATIENCE: Final = 30.0
_CORNER: Final = {"x": 8, "y": 16}  # of a card, which the next one covers
_ASKED: Final = ".hand.asked .hand-card"
_ANY_MOVE: Final = (
    f'{_ASKED}[aria-disabled="false"], .choice button:not([disabled]), .result-card, .menu'
)


def account_of(guest: Guest) -> str:
    """Return the script that makes a document's browser profile that of a guest."""
    me = guest.http.get("/v1/me").json()
    kept = json.dumps({"token": guest.token, "player": {"id": me["id"], "name": me["name"]}})
    keep = f"localStorage.setItem('kierki.session', {json.dumps(kept)})"
    return f"if (location.protocol === 'http:') {keep}"


def sign_in(context: BrowserContext, guest: Guest) -> BrowserContext:
    """Make a browser profile that of a guest."""
    context.add_init_script(account_of(guest))
    return context


def open_table(
    visit: Visits, guest: Guest, match_id: str, screen: Screen = PHONE, path: str = ""
) -> Page:
    """Open a match in a lent page as the guest, and wait for the table."""
    return _at_table(visit.lent(screen, account_of(guest)), visit, match_id, path)


def open_own_table(visit: Visits, guest: Guest, match_id: str) -> Page:
    """Do the same in a new profile, which a test may do anything to."""
    return _at_table(sign_in(visit.profile(), guest).new_page(), visit, match_id)


def _at_table(page: Page, visit: Visits, match_id: str, path: str = "") -> Page:
    page.goto(f"{visit.url}/play/#/m/{match_id}{path}")
    expect(page.locator(".felt")).to_be_visible()
    return page


def hand(page: Page) -> list[str]:
    """Return the cards of the hand that is shown."""
    return cards_in(page, ".hand button.hand-card")


def on_table(page: Page) -> list[str]:
    """Return the cards of the trick that is shown, in the order of play."""
    return cards_in(page, ".trick-card")


def cards_in(page: Page, selector: str) -> list[str]:
    """Return the cards that elements show."""
    found: list[str] = page.locator(selector).evaluate_all("all => all.map(e => e.dataset.card)")
    return found


def card(page: Page, name: str) -> Locator:
    """Return a card of the hand."""
    return page.locator(f'.hand button[data-card="{name}"]')


def tap(page: Page, name: str) -> None:
    """Tap a card of the hand, also one that may not be played, where no other lies over it."""
    card(page, name).click(position={"x": _CORNER["x"], "y": _CORNER["y"]}, force=True)


def playable(page: Page) -> list[str]:
    """Return the cards that can be tapped to play them; none while it is not one's turn."""
    return cards_in(page, f'{_ASKED}[aria-disabled="false"]')


def wait_for_choice(page: Page) -> None:
    """Wait until there is something to choose."""
    expect(page.locator(_ANY_MOVE).first).to_be_visible(timeout=PATIENCE * 1000)


def play_first(page: Page) -> str | None:
    """Tap the first card that may be played, or the first button; None: the match is over."""
    wait_for_choice(page)
    if page.locator(".result-card").count() > 0:
        return None
    button = page.locator(".choice button[data-move]")
    if button.count() > 0:
        text = button.first.inner_text()
        button.first.click()
        expect(page.locator(".choice")).to_have_count(0)
        return text
    if not playable(page):
        return play_first(page)  # what was seen to be asked has just been answered
    return play_card(page)


def play_card(page: Page) -> str:
    """Tap the first card that may be played, and see the hand change."""
    held, name = hand(page), playable(page)[0]
    tap(page, name)
    assert eventually(lambda: hand(page) != held, seconds=PATIENCE), name
    return name


def shows_what_the_service_tells(page: Page, guest: Guest, match_id: str) -> bool:
    """Say whether hand, table, totals and hand counts are those of the match now."""
    game = guest.match(match_id)["game"]
    deal = game["deal"]
    laid = [play["card"] for play in deal["table"]]
    return (
        sorted(hand(page)) == sorted(deal["hand"])
        and on_table(page) == laid
        and totals(page) == game["totals"]
    )


def settles(page: Page, guest: Guest, match_id: str) -> bool:
    """Wait until the page shows the match as it is, while the guest is asked."""
    guest.asked(match_id)

    def shows() -> bool:
        return shows_what_the_service_tells(page, guest, match_id)

    return eventually(shows, seconds=PATIENCE)


def totals(page: Page) -> list[int]:
    """Return the totals on the plates of the seats, by seat."""
    plates: list[list[str]] = page.locator(".seat-plate").evaluate_all(
        "all => all.map(e => [e.dataset.seat, e.querySelector('.seat-total').textContent])"
    )
    by_seat = {int(seat): int(text.replace("−", "-")) for seat, text in plates}
    return [by_seat[seat] for seat in sorted(by_seat)]


def moves_of(guest: Guest, match_id: str, seat: int = 0) -> list[str]:
    """Return the moves of a seat that the log of a match tells."""
    page: Json = guest.http.get(f"/v1/matches/{match_id}/events", params={"after": "0"}).json()
    actions = [item["entry"]["action"] for item in page["items"] if item["kind"] == "entry"]
    return [
        at["move"]
        for at in actions
        if at["kind"] == "moved" and at["seat"] == seat and "move" in at
    ]
