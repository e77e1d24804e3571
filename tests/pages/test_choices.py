"""Every kind of choice is made on the page as the service asks for it, by hand."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.own_deals import AUCTION
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.pages.browser import PHONE, SMALL_PHONE
from tests.pages.table import (
    PATIENCE,
    card,
    cards_in,
    hand,
    moves_of,
    open_table,
    play_first,
    playable,
    tap,
    wait_for_choice,
)
from tests.pages.visits import Visits

_FAST: Json = {"botPaceMs": 0, "turnSeconds": None}
_SEEDS = range(1, 40)


def match_that_asks(guest: Guest, kind: str, **game: object) -> str:
    """Make a match of a game whose first question to the guest is of a kind."""
    for seed in _SEEDS:
        match_id = guest.new_match(seed=seed, **game, **_FAST)
        if guest.asked(match_id)["legalMoves"]["kind"] == kind:
            return match_id
    pytest.fail(f"no seed leads to {kind}")


def auction(guest: Guest, kind: str) -> str:
    """Make a match with an auction in which the guest is first asked for a kind of move."""
    custom = {"direction": "high", "deals": [{"deal": AUCTION}]}
    return match_that_asks(guest, kind, ruleSet="custom", players=4, custom=custom)


def to_the_end(page: Page) -> None:
    """Choose the first of what is offered until the match is over."""
    for _ in range(200):
        wait_for_choice(page)
        chosen = page.locator(".choice .primary:not([data-move])")
        if chosen.count() > 0:
            pass_cards(page)
        elif play_first(page) is None:
            return
    raise AssertionError("the match did not end")


def pass_cards(page: Page) -> list[str]:
    """Choose as many cards as are to be given, and give them."""
    give = page.locator(".choice .primary")
    count = int(give.inner_text().split("/")[1].rstrip(")"))
    names = playable(page)[:count]
    for name in names:
        tap(page, name)
    give.click()
    expect(page.locator(".choice .primary:not([data-move])")).to_have_count(0)
    return names


def test_a_declarer_sells_the_talon_from_a_price_that_he_sets(
    guests: Guests, visit: Visits
) -> None:
    guest = guests(visit.url)
    match_id = auction(guest, "open")
    page = open_table(visit, guest, match_id, PHONE)
    wait_for_choice(page)

    expect(page.locator(".talon li")).to_have_count(4)
    page.get_by_role("button", name="More", exact=True).nth(1).click()
    page.get_by_role("spinbutton", name="Points").fill("40")
    page.get_by_role("spinbutton", name="Points").press("Tab")
    page.get_by_role("button", name="Sell from 40").click()

    expect(page.get_by_role("button", name="Sell from 40")).to_have_count(0)
    assert eventually(lambda: moves_of(guest, match_id) == ["open 40"], seconds=PATIENCE)
    to_the_end(page)
    assert guest.match(match_id)["status"] == "finished"


def test_a_bidder_bids_a_number_of_his_own_or_passes(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = auction(guest, "bid")
    page = open_table(visit, guest, match_id, SMALL_PHONE)
    wait_for_choice(page)
    number = guest.match(match_id)["legalMoves"]["number"]

    expect(page.get_by_role("button", name="Pass")).to_be_visible()
    page.get_by_role("spinbutton", name="Points").fill("1000")
    page.get_by_role("spinbutton", name="Points").press("Tab")
    expect(page.get_by_role("spinbutton", name="Points")).to_have_value(str(number["maximum"]))
    page.get_by_role("button", name=f"Bid {number['maximum']}").click()

    bid = f"bid {number['maximum']}"
    assert eventually(lambda: moves_of(guest, match_id) == [bid], seconds=PATIENCE)
    wait_for_choice(page)
    given = pass_cards(page)
    assert eventually(
        lambda: moves_of(guest, match_id) == [bid, f"give {' '.join(given)}"], seconds=PATIENCE
    )
    page.locator(".choice button[data-move='trump H']").click()
    expect(page.locator(".deal-trump")).to_contain_text("♥")
    to_the_end(page)
    assert guest.match(match_id)["status"] == "finished"


def test_a_card_to_be_given_to_each_seat_says_for_whom_it_is(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = auction(guest, "bid")
    page = open_table(visit, guest, match_id, PHONE)
    wait_for_choice(page)
    number = guest.match(match_id)["legalMoves"]["number"]
    page.get_by_role("spinbutton", name="Points").fill(str(number["maximum"]))
    page.get_by_role("spinbutton", name="Points").press("Tab")
    page.get_by_role("button", name="Bid").click()
    expect(page.locator(".choice")).to_contain_text("Give (0/3)", timeout=PATIENCE * 1000)

    names = playable(page)[:4]
    seats = [seat["name"] for seat in guest.match(match_id)["seats"]]
    for name in names:
        tap(page, name)

    expect(page.locator(".hand-note")).to_have_count(3)
    expect(card(page, names[0])).to_contain_text(seats[1])
    expect(card(page, names[2])).not_to_have_class("chosen")
    expect(card(page, names[3])).to_contain_text(seats[3])
    tap(page, names[1])
    expect(page.locator(".hand-note")).to_have_count(2)
    expect(page.locator(".choice .primary")).to_be_disabled()


@pytest.mark.parametrize("rule_set", ["greek", "american"])
def test_cards_are_passed_and_a_deal_is_played(
    guests: Guests, visit: Visits, rule_set: str
) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet=rule_set, seed=5, **_FAST)
    page = open_table(visit, guest, match_id, PHONE)
    wait_for_choice(page)
    held = hand(page)

    names = pass_cards(page)

    wait_for_choice(page)
    assert moves_of(guest, match_id)[0] == f"give {' '.join(names)}"
    assert len(hand(page)) == len(held)
    assert set(hand(page)) != set(held)
    for _ in range(3):
        play_first(page)
    assert len(hand(page)) <= len(held) - 3


def test_a_trump_is_named_on_the_first_five_cards(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    first = {**AUCTION, "leader": "left_of_dealer"}
    first["trump"] = {"namedBy": "dealer", "seenCards": 5, "suits": ["C", "D", "H", "S"]}
    custom = {"direction": "high", "deals": [{"deal": first}]}
    match_id = match_that_asks(guest, "trump", ruleSet="custom", players=4, custom=custom)
    page = open_table(visit, guest, match_id, SMALL_PHONE)
    wait_for_choice(page)

    assert len(hand(page)) == 5
    expect(page.locator(".hand-back")).to_have_count(8)
    page.locator(".choice button[data-move='trump S']").click()

    expect(page.locator(".hand-back")).to_have_count(0)
    assert eventually(lambda: len(hand(page)) == 13, seconds=PATIENCE)
    assert moves_of(guest, match_id) == ["trump S"]
    expect(page.locator(".deal-trump")).to_contain_text("♠")


def test_a_lottery_is_laid_card_by_card_to_its_end(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="lottery", seed=5, **_FAST)
    page = open_table(visit, guest, match_id, SMALL_PHONE)
    wait_for_choice(page)
    deal = guest.match(match_id)["game"]["deal"]

    assert sorted(cards_in(page, ".layout-card")) == sorted(
        name for row in deal["rows"] for name in row["cards"]
    )
    barred = page.locator(".hand-card.barred").first
    barred.click(position={"x": 8, "y": 16}, force=True)
    expect(page.locator(".reason")).to_contain_text("does not fit")
    to_the_end(page)

    match = guest.match(match_id)
    place = match["places"][0]
    title = "You won!" if place == 1 else f"You take place {place}"
    expect(page.locator(".result-card h2")).to_have_text(title)
