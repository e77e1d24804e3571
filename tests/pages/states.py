"""The main states of the pages: how each comes about on a real service, and how it is opened."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from playwright.sync_api import Page

from tests.fixtures.own_deals import AUCTION, OUT
from tests.fixtures.player import Guest, Json
from tests.fixtures.waiting import eventually
from tests.pages.browser import Screen
from tests.pages.overlay import key_of, overlay_path
from tests.pages.table import account_of
from tests.pages.visits import Visits

_END_SECONDS: Final = 60
_QUIET: Final[Json] = {"turnSeconds": None, "botPaceMs": 0}


def stay(page: Page) -> None:
    """Do nothing in a page."""
    del page


class State(Struct, frozen=True):
    """A state of a page: `path` makes what it shows for an account and returns its address.

    It has come when something is seen that `shows` selects, and `act` leads on from there.
    """

    name: str
    path: Callable[[Guest], str]
    shows: str
    act: Callable[[Page], None] = stay
    is_signed_in: bool = True


def opened(visit: Visits, guest: Guest, state: State, screen: Screen) -> Page:
    """Return a page that shows a state, which is made for it."""
    return opened_at(state.path(guest), visit, guest, state, screen)


def opened_at(path: str, visit: Visits, guest: Guest, state: State, screen: Screen) -> Page:
    """Return a page that shows a state at the address where it was made."""
    known = state.is_signed_in
    page = visit.lent(screen, account_of(guest) if known else None)
    page.goto(visit.url + path)
    page.locator(state.shows).first.wait_for()
    state.act(page)
    return page


def _at(path: str) -> Callable[[Guest], str]:
    return lambda guest: path


def _lobby(guest: Guest) -> str:
    made = guest.post("/v1/matches", {"ruleSet": "kurnik", "visibility": "public"}).json()
    return f"/play/#/m/{made['id']}"


def _invited(guest: Guest) -> str:
    body = {"visibility": "invited"}
    made = guest.http.post("/v1/matches", json=body, headers=_another(guest))
    return f"/play/#/i/{made.json()['inviteCode']}"


def _room(guest: Guest) -> str:
    """Make a table that another runs, with a bot, at which the account sits."""
    other = _another(guest)
    options = {"trump_mode": "auction", "max_bid": "500"}
    body = {"ruleSet": "polish", "options": options, "bankSeconds": 300, "incrementSeconds": 5}
    made = guest.http.post("/v1/matches", json=body, headers=other).json()
    guest.http.post(f"/v1/matches/{made['id']}/bots", json={"level": "strong"}, headers=other)
    guest.post(f"/v1/matches/{made['id']}/seats", {})
    return f"/play/#/m/{made['id']}"


def _matches(guest: Guest) -> str:
    """Let the account have matches of every kind, and others play in public."""
    played = guest.new_match(ruleSet="lottery", **_QUIET)
    guest.post(f"/v1/matches/{played}/take-over", {})
    assert eventually(lambda: guest.match(played)["status"] == "finished", seconds=_END_SECONDS)
    guest.asked(guest.new_match(**_QUIET, seed=3))
    guest.post("/v1/matches", {"ruleSet": "greek"})
    other = _another(guest)
    public: Json = {"visibility": "public", "ruleSet": "lottery", **_QUIET}
    for _ in range(2):
        made = guest.http.post("/v1/matches", json=public, headers=other).json()
    guest.http.post(f"/v1/matches/{made['id']}/start", json={"fillWithBots": True}, headers=other)
    return "/play/"


def _another(guest: Guest) -> dict[str, str]:
    """Return the headers of another account."""
    token = guest.http.post("/v1/guests", json={"name": "Ola"}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def _refused(page: Page) -> None:
    """Ask for a value that the rules do not take."""
    page.locator(".rule-choice button").click()
    page.locator(".rule").nth(3).click()
    page.locator(".folded summary").first.click()
    page.locator(".folded input[type=number]").first.fill("0")
    page.locator(".create-end button").click()
    page.locator("[aria-invalid=true]").first.wait_for()


def _unfolded(page: Page) -> None:
    """Show every rule set and every setting."""
    page.locator(".rule-choice button").click()
    page.locator(".folded summary").last.click()


def _table(**choices: object) -> Callable[[Guest], str]:
    """Make a table at which the account is asked."""

    def made(guest: Guest) -> str:
        match_id = guest.new_match(**{**_QUIET, "seed": 3, **choices})
        guest.asked(match_id)
        return f"/play/#/m/{match_id}"

    return made


def _custom(deal: Json, direction: str = "high") -> Callable[[Guest], str]:
    game = {"direction": direction, "deals": [{"deal": deal, "repeat": 1}]}
    return _table(ruleSet="custom", custom=game)


def _finished(guest: Guest) -> str:
    """Return the id of a match that bots have played."""
    match_id = guest.new_match(ruleSet="greek", options={"limit": "20"}, sit=False, **_QUIET)
    is_over = lambda: guest.match(match_id)["status"] == "finished"  # noqa: E731 - it is waited for
    assert eventually(is_over, seconds=_END_SECONDS)
    return match_id


def _wrong_card(page: Page) -> None:
    """Tap a card that may not be played, once there is one."""
    for _ in range(20):
        card = page.locator(".hand.asked .hand-card").first
        card.wait_for()
        wrong = page.locator(".hand-card.barred")
        if wrong.count() > 0:
            wrong.first.evaluate("card => card.click()")
            page.locator(".reason").wait_for()
            return
        held = page.locator(".hand-card").count()
        card.evaluate("card => card.click()")
        page.wait_for_function(f"document.querySelectorAll('.hand-card').length != {held}")


def _opening(button: int) -> Callable[[Page], None]:
    """Press one of the buttons at the top of the table, and see what it opens."""

    def press(page: Page) -> None:
        page.locator(".deal-buttons > *").nth(button).evaluate("button => button.click()")
        page.locator(".sheet-body").wait_for()

    return press


def _overlay(**more: str) -> Callable[[Guest], str]:
    def made(guest: Guest) -> str:
        match_id = guest.new_match(**{**_QUIET, "seed": 3})
        guest.asked(match_id)
        return overlay_path(match_id, key_of(guest, match_id), **more)

    return made


STATES: Final = (
    State("home-new", _at("/play/"), "main h1", is_signed_in=False),
    State("home", _at("/play/"), "main h1"),
    State("create", _at("/play/#/new"), "main form"),
    State("create-unfolded", _at("/play/#/new"), "main form", _unfolded),
    State("create-refused", _at("/play/#/new"), "main form", _refused),
    State("settings", _at("/play/#/settings"), "main h1"),
    State("about", _at("/play/#/about"), "main h1"),
    State("unknown", _at("/play/#/nowhere/at/all/x"), "main h1"),
    State("waiting-room", _lobby, ".room h1"),
    State("waiting-room-guest", _room, ".room h1"),
    State("home-matches", _matches, ".match-row"),
    State("invite", _invited, ".room h1"),
    State("play", _table(), ".hand [data-card]"),
    State("wrong-card", _table(), ".hand [data-card]", _wrong_card),
    State("last-trick", _table(), ".hand [data-card]", _opening(0)),
    State("scores", _table(players=3), ".hand [data-card]", _opening(1)),
    State("menu", _table(), ".hand [data-card]", _opening(2)),
    State("play-seven", _table(ruleSet="classic", players=7), ".hand [data-card]"),
    State("give", _table(ruleSet="american"), ".hand [data-card]"),
    State("auction", _custom(AUCTION), ".choice"),
    State("lottery", _custom(OUT), ".layout"),
    State("result", lambda guest: f"/play/#/m/{_finished(guest)}", ".result-card"),
    State("replay", lambda guest: f"/play/#/m/{_finished(guest)}/replay", "input[type=range]"),
    State(
        "analysis",
        lambda guest: f"/play/#/m/{_finished(guest)}/replay",
        "input[type=range]",
        _opening(0),
    ),
    State("overlay", _overlay(), ".player"),
    State("overlay-light", _overlay(theme="light"), ".player"),
    State("overlay-felt", _overlay(theme="felt"), ".player"),
    State("overlay-builder", _at("/overlay/builder.html"), "main h2"),
)
