"""A person plays by hand: a tap is one move, and whatever is cut, no card is lost or doubled."""

from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fixtures.own_deals import ACES, AUCTION, OUT
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, PHONE, SMALL_PHONE, Screen
from tests.pages.other_service import OtherService
from tests.pages.table import (
    PATIENCE,
    card,
    hand,
    moves_of,
    on_table,
    open_own_table,
    open_table,
    play_card,
    play_first,
    playable,
    settles,
    shows_what_the_service_tells,
    tap,
    wait_for_choice,
)
from tests.pages.visits import Visits

_OFFLINE = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection")
_FAST = {"botPaceMs": 0, "turnSeconds": None}
_TRUMPS: Json = {
    **AUCTION,
    "leader": "left_of_dealer",
    "trump": {"namedBy": "dealer", "seenCards": 5, "suits": ["C", "D", "H", "S"]},
}
# A deal of each kind: tricks, tricks with trumps that the person names once, and a lottery.
_THREE_DEALS: Json = {
    "ruleSet": "custom",
    "players": 4,
    "custom": {"direction": "high", "deals": [{"deal": at} for at in (ACES, _TRUMPS, OUT)]},
    "seed": 2,
}


def test_a_whole_match_is_played_by_hand_on_a_phone(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(**_THREE_DEALS, **_FAST)
    page = open_table(visit, guest, match_id)

    taps = 0
    while play_first(page) is not None:
        taps += 1

    match = guest.match(match_id)
    assert match["status"] == "finished"
    moves = moves_of_whole(guest, match_id)
    assert taps == len(moves)
    assert {move.partition(" ")[0] for move in moves} == {"play", "trump"}
    result = page.locator(".result-card")
    expect(result.locator(".ranking li")).to_have_count(4)
    shown = sorted(int(text.replace("−", "-")) for text in result.locator("b").all_inner_texts())
    assert shown == sorted(match["game"]["result"]["totals"])
    page.get_by_role("button", name="Scores").click()
    cells = page.locator(".sheet tfoot td").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in cells] == match["game"]["result"]["totals"]
    expect(page.locator(".sheet tbody tr")).to_have_count(3)


def moves_of_whole(guest: Guest, match_id: str) -> list[str]:
    """Return what seat 0 has moved in a match that is over."""
    actions = [entry["action"] for entry in guest.log(match_id)]
    return [at["move"] for at in actions if at["kind"] == "moved" and at["seat"] == 0]


def to_a_forbidden_card(page: Page) -> str:
    """Play until a card of the hand may not be played, and return that card."""
    barred = page.locator(".hand.asked .hand-card.barred")
    for _ in range(40):
        wait_for_choice(page)
        if barred.count() > 0:
            name = barred.first.get_attribute("data-card")
            assert name is not None
            return name
        play_first(page)
    raise AssertionError("every card could always be played")


def test_a_wrong_card_tells_its_reason_and_moves_nothing(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_table(visit, guest, match_id)
    name = to_a_forbidden_card(page)
    before, held = guest.match(match_id)["version"], hand(page)

    tap(page, name)

    note = page.locator(".reason")
    expect(note).to_contain_text("follow suit")
    assert guest.match(match_id)["version"] == before
    assert hand(page) == held
    expect(card(page, name)).to_have_attribute("aria-disabled", "true")
    note.get_by_role("button", name="Rule R1.5").click()
    expect(page.locator(".sheet .rule-text")).to_contain_text("Each seat plays one card")


def test_the_keyboard_alone_plays_a_card(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_table(visit, guest, match_id, DESKTOP)
    wait_for_choice(page)
    wanted = playable(page)[-1]

    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.hand-card')"):
            break
    for _ in range(13):
        if page.evaluate("document.activeElement.dataset.card") == wanted:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")

    expect(card(page, wanted)).to_have_count(0)
    assert moves_of(guest, match_id) == [f"play {wanted}"]
    page.wait_for_function("document.activeElement.matches('.hand-card')")


def in_mid_trick(page: Page) -> None:
    """Play until others' cards lie before one's own."""
    for _ in range(40):
        wait_for_choice(page)
        if on_table(page):
            return
        play_first(page)
    raise AssertionError("one always led")


def test_a_reload_in_mid_trick_loses_no_card(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_own_table(visit, guest, match_id)
    in_mid_trick(page)
    assert settles(page, guest, match_id)
    laid, held = on_table(page), hand(page)

    page.reload()

    wait_for_choice(page)
    assert on_table(page) == laid
    assert hand(page) == held
    play_card(page)
    assert settles(page, guest, match_id)


def test_a_card_tapped_without_a_network_is_played_once_it_is_back(
    guests: Guests, visit: Visits
) -> None:
    visit.forgive(*_OFFLINE)
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_own_table(visit, guest, match_id)
    in_mid_trick(page)
    before = moves_of(guest, match_id)
    name = playable(page)[0]

    page.context.set_offline(True)
    tap(page, name)
    expect(card(page, name)).to_have_class("hand-card under-way")
    expect(page.locator(".away")).to_be_visible()
    assert moves_of(guest, match_id) == before
    page.context.set_offline(False)

    expect(card(page, name)).to_have_count(0, timeout=PATIENCE * 1000)
    assert moves_of(guest, match_id) == [*before, f"play {name}"]
    assert settles(page, guest, match_id)


def test_a_lost_answer_is_asked_for_again_and_moves_once(guests: Guests, visit: Visits) -> None:
    visit.forgive("ERR_CONNECTION_RESET", "ERR_FAILED")
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_own_table(visit, guest, match_id)
    wait_for_choice(page)
    name = playable(page)[0]
    lost: list[str] = []

    def lose_first_answer(route: Route) -> None:
        if "submitMove" in (route.request.post_data or "") and not lost:
            lost.append(route.fetch().text())
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/graphql", lose_first_answer)
    tap(page, name)

    expect(card(page, name)).to_have_count(0)
    assert settles(page, guest, match_id)
    assert "MoveAccepted" in lost[0]
    assert moves_of(guest, match_id) == [f"play {name}"]
    expect(page.locator(".reason")).to_have_count(0)


_CLICK_AT = """([name, moment]) => setTimeout(
  () => document.querySelector(`.hand button[data-card='${name}']`).click(), moment - Date.now()
)"""


def test_two_tabs_of_a_player_agree(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    one = open_own_table(visit, guest, match_id)
    other = one.context.new_page()
    other.goto(one.url)
    for page in (one, other):
        wait_for_choice(page)
    first, second = playable(one)[0], playable(other)[-1]

    at_once = one.evaluate("Date.now() + 2000")  # else one tab sees what the other has done
    one.evaluate(_CLICK_AT, [first, at_once])
    other.evaluate(_CLICK_AT, [second, at_once])
    for page in (one, other):
        page.wait_for_function("(moment) => Date.now() > moment", arg=at_once)

    assert settles(one, guest, match_id)
    assert settles(other, guest, match_id)
    assert len(moves_of(guest, match_id)) == 1
    for page in (one, other):
        expect(page.locator(".reason")).to_have_count(0)
        expect(page.locator(".under-way")).to_have_count(0)
    play_card(other)
    assert settles(one, guest, match_id)
    assert hand(one) == hand(other)


def test_two_players_see_the_same_match(guests: Guests, visit: Visits) -> None:
    ada, ola = guests(visit.url, "Ada"), guests(visit.url, "Ola")
    made = ada.post("/v1/matches", {"ruleSet": "kurnik", "seed": 2, **_FAST})
    match_id = made.json()["id"]
    assert ola.post(f"/v1/matches/{match_id}/seats", {"seat": 2}).status_code == 200
    ada.post(f"/v1/matches/{match_id}/start", {"fillWithBots": True})
    pages = {0: open_table(visit, ada, match_id, DESKTOP), 2: open_table(visit, ola, match_id)}

    for _ in range(6):
        assert eventually(
            lambda: set(ada.match(match_id)["game"]["toAct"]) <= {0, 2}, seconds=PATIENCE
        )
        (seat,) = ada.match(match_id)["game"]["toAct"]
        wait_for_choice(pages[seat])
        play_card(pages[seat])

    assert eventually(lambda: set(ada.match(match_id)["game"]["toAct"]) <= {0, 2}, seconds=PATIENCE)
    for guest, page in ((ada, pages[0]), (ola, pages[2])):
        shows = partial(shows_what_the_service_tells, page, guest, match_id)
        assert eventually(shows, seconds=PATIENCE)
    assert on_table(pages[0]) == on_table(pages[2])
    assert set(hand(pages[0])).isdisjoint(hand(pages[2]))
    expect(pages[2].locator('.seat-plate[data-seat="0"] .seat-who')).to_have_text("Ada")


def test_a_seat_is_left_to_a_bot_and_taken_back(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, botPaceMs=10_000, turnSeconds=None)
    page = open_table(visit, guest, match_id)
    wait_for_choice(page)

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Let a bot play for me").click()

    expect(page.locator(".table-notice")).to_contain_text("A bot plays for you.")
    assert guest.match(match_id)["seats"][0]["level"] == "medium"
    page.locator(".table-notice").get_by_role("button", name="Play on myself").click()
    expect(page.locator(".table-notice")).to_have_text("")
    assert guest.match(match_id)["seats"][0]["level"] is None


def test_who_resigns_is_asked_whether_he_means_it(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, botPaceMs=10_000, turnSeconds=None)
    page = open_table(visit, guest, match_id)

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign from the match").click()
    assert guest.match(match_id)["seats"][0]["givenUp"] is None
    page.get_by_role("button", name="Yes, resign").click()

    expect(page.locator('.seat-plate[data-seat="0"] .seat-word')).to_have_text("resigned")
    assert guest.match(match_id)["seats"][0]["givenUp"] == "resigned"


def test_a_restart_of_the_service_is_survived(
    guests: Guests, visit: Visits, other: OtherService
) -> None:
    visit.forgive(
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
        "WebSocket connection",
    )
    guest = guests(other.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    own = visit.elsewhere(other.url)
    page = open_table(own, guest, match_id)
    wait_for_choice(page)
    name = playable(page)[0]

    other.kill("service api")
    tap(page, name)

    expect(card(page, name)).to_have_count(0, timeout=60_000)
    assert settles(page, guest, match_id)
    assert moves_of(guest, match_id) == [f"play {name}"]
    play_card(page)
    assert settles(page, guest, match_id)
    own.close()


@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE, DESKTOP], ids=["320", "390", "1280"])
@pytest.mark.parametrize("players", [3, 4, 7])
def test_every_card_can_be_tapped_and_nothing_is_cut_off(
    guests: Guests, visit: Visits, screen: Screen, players: int
) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="classic", players=players, seed=2, **_FAST)
    page = open_table(visit, guest, match_id, screen)
    wait_for_choice(page)

    boxes = page.evaluate(
        "[...document.querySelectorAll('.hand-card, .seat-plate')]"
        ".map((shown) => shown.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    assert all(0 <= left < right <= screen.width for left, _, right, _ in boxes)
    assert all(0 <= top < bottom <= screen.height for _, top, _, bottom in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    free = page.evaluate(
        "[...document.querySelectorAll('.hand-card')].map((card) => {"
        "  const { left, top } = card.getBoundingClientRect();"
        "  const at = (x, y) => document.elementFromPoint(left + x, top + y);"
        "  const owns = (x, y) => at(x, y)?.closest('.hand-card') === card;"
        "  return owns(3, 6) && owns(37, 6) && owns(3, 40) })"
    )
    assert all(free), "a card is covered"


_WATCH_TRICKS = """() => {
  window.taken = []
  const look = () => {
    if (document.querySelector('.trick-card.best') === null) return
    const cards = [...document.querySelectorAll('.trick-card')].map((at) => at.dataset.card)
    window.taken.push(cards.join(' '))
  }
  const options = { subtree: true, childList: true, attributes: true }
  new MutationObserver(look).observe(document.body, options)
}"""


def test_a_finished_trick_is_shown_whole_before_it_goes(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, **_FAST)
    page = open_own_table(visit, guest, match_id)
    wait_for_choice(page)
    page.evaluate(_WATCH_TRICKS)

    play_card(page)

    assert settles(page, guest, match_id)
    (trick, *_) = guest.match(match_id)["game"]["deal"]["tricks"]
    assert set(page.evaluate("window.taken")) == {" ".join(trick["cards"])}
