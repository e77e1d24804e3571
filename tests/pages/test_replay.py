"""A match that is over can be gone through again, step by step, through any seat's eyes."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.own_deals import ACES
from tests.fixtures.player import Guest, Guests, Json
from tests.fixtures.waiting import eventually
from tests.pages.browser import DESKTOP, PHONE, SMALL_PHONE, Screen
from tests.pages.other_service import OtherService
from tests.pages.table import PATIENCE, cards_in, hand, on_table, open_table
from tests.pages.visits import Visits

_ONE_DEAL: Final[Json] = {
    "ruleSet": "custom",
    "players": 4,
    "custom": {"direction": "high", "deals": [{"deal": ACES}]},
}


def finished(guest: Guest, **game: object) -> str:
    """Return a match that four bots have played for a guest to its end."""
    match_id = guest.new_match(botPaceMs=0, turnSeconds=None, **game)
    assert guest.post(f"/v1/matches/{match_id}/take-over", {}).status_code == 200
    assert eventually(lambda: guest.match(match_id)["status"] == "finished", seconds=60)
    return match_id


def at_version(page: Page, version: int) -> None:
    """Wait until the replay is to show a version."""
    expect(page.locator(".replay-step")).to_contain_text(f"{version}/", timeout=PATIENCE * 1000)


def test_arrows_go_step_by_step_through_what_happened(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = finished(guest, ruleSet="lottery", seed=5)
    page = open_table(visit, guest, match_id, DESKTOP, "/replay")
    slider = page.get_by_role("slider", name="Place in the match")
    first = int(slider.input_value())

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")

    at_version(page, first + 2)
    then = guest.http.get(f"/v1/matches/{match_id}", params={"version": first + 2}).json()
    assert eventually(
        lambda: sorted(hand(page)) == sorted(then["game"]["deal"]["hand"]), seconds=PATIENCE
    )
    rows = [name for row in then["game"]["deal"]["rows"] for name in row["cards"]]
    assert eventually(
        lambda: sorted(cards_in(page, ".layout-card")) == sorted(rows), seconds=PATIENCE
    )


def test_a_trick_is_seen_whole_and_through_other_eyes(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = finished(guest, **_ONE_DEAL, seed=4)
    page = open_table(visit, guest, match_id, PHONE, "/replay")
    entries = guest.log(match_id)
    taken = next(at for at in entries if any(e["kind"] == "trick_taken" for e in at["effects"]))
    (trick,) = (e for e in taken["effects"] if e["kind"] == "trick_taken")

    page.get_by_role("slider", name="Place in the match").fill(str(taken["seq"]))

    at_version(page, taken["seq"])
    assert eventually(lambda: on_table(page) == trick["cards"], seconds=PATIENCE)
    expect(page.locator(".trick-card.best")).to_have_count(1)
    page.get_by_label("Through the eyes of").select_option("2")
    params = {"version": taken["seq"], "seat": 2}
    then = guest.http.get(f"/v1/matches/{match_id}", params=params).json()
    assert eventually(
        lambda: sorted(hand(page)) == sorted(then["game"]["deal"]["hand"]), seconds=PATIENCE
    )


def test_it_plays_by_itself_and_stops(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = finished(guest, ruleSet="lottery", seed=5)
    page = open_table(visit, guest, match_id, PHONE, "/replay")
    slider = page.get_by_role("slider", name="Place in the match")
    first = int(slider.input_value())

    page.get_by_role("button", name="Play", exact=True).click()

    assert eventually(lambda: int(slider.input_value()) >= first + 2, seconds=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    stopped = slider.input_value()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(slider).to_have_value(str(int(stopped) + 1))


@pytest.mark.parametrize("screen", [SMALL_PHONE, DESKTOP], ids=["320", "1280"])
def test_nothing_of_a_replay_is_cut_off(guests: Guests, visit: Visits, screen: Screen) -> None:
    guest = guests(visit.url)
    match_id = finished(guest, ruleSet="lottery", seed=5)
    page = open_table(visit, guest, match_id, screen, "/replay")
    expect(page.locator(".hand-card").first).to_be_visible()

    boxes = page.evaluate(
        "[...document.querySelectorAll('.hand-card, .seat-plate, .replay-controls button, select')]"
        ".map((shown) => shown.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )

    assert all(0 <= left < right <= screen.width for left, _, right, _ in boxes)
    assert all(0 <= top < bottom <= screen.height for _, top, _, bottom in boxes)


def test_the_written_match_is_taken_along(guests: Guests, visit: Visits, tmp_path: Path) -> None:
    guest = guests(visit.url)
    match_id = finished(guest, ruleSet="lottery", seed=5)
    page = open_table(visit, guest, match_id, PHONE)
    headers = {"accept": "text/plain"}
    written = guest.http.get(f"/v1/matches/{match_id}/export", headers=headers).text

    page.get_by_text("Written match", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Written match (text)").click()

    file = tmp_path / "match.kierki"
    download.value.save_as(file)
    assert download.value.suggested_filename == f"{match_id}.kierki"
    assert file.read_text() == written


def test_a_match_in_play_is_replayed_as_far_as_it_has_come(guests: Guests, visit: Visits) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(ruleSet="kurnik", seed=2, botPaceMs=0, turnSeconds=None)
    match = guest.asked(match_id)
    page = open_table(visit, guest, match_id, PHONE, "/replay")

    page.keyboard.press("End")
    page.get_by_role("slider", name="Place in the match").fill(str(match["version"]))

    at_version(page, match["version"])
    assert eventually(
        lambda: sorted(hand(page)) == sorted(match["game"]["deal"]["hand"]), seconds=PATIENCE
    )
    expect(page.get_by_label("Through the eyes of")).to_have_count(0)


def judged(guest: Guest, match_id: str) -> Json:
    """Return the analysis of a match as far as it has come."""
    data = guest.graphql(
        "query ($id: ID!) { matchAnalysis(matchId: $id) { ... on Analysis {"
        " state moves { version move best lost } } } }",
        id=match_id,
    )
    found: Json = data["matchAnalysis"]
    return found


def test_the_replay_says_what_the_strong_bot_would_have_done(
    guests: Guests, visit: Visits, other: OtherService
) -> None:
    # where no other match is over: analyses give way to whatever else a service has to do
    guest = guests(other.url)
    match_id = finished(guest, **_ONE_DEAL, seed=4)
    own = visit.elsewhere(other.url)
    page = open_table(own, guest, match_id, PHONE, "/replay")

    assert eventually(lambda: judged(guest, match_id)["state"] == "READY", seconds=120)
    moves = judged(guest, match_id)["moves"]
    same = next(move for move in moves if move["move"] == move["best"])
    page.get_by_role("slider", name="Place in the match").fill(str(same["version"]))

    expect(page.locator(".judgement.good")).to_have_text(
        "The bot would do the same.", timeout=PATIENCE * 1000
    )
    page.get_by_role("button", name="Analysis").click()
    expect(page.locator(".analysis tbody tr")).to_have_count(4)
    own.close()


def test_a_spectator_looks_through_the_eyes_of_a_seat(guests: Guests, visit: Visits) -> None:
    guest, other = guests(visit.url), guests(visit.url, "Ola")
    match_id = finished(guest, ruleSet="lottery", seed=5)
    page = open_table(visit, other, match_id, PHONE, "/replay")
    first = int(page.get_by_role("slider", name="Place in the match").input_value())

    then = other.http.get(f"/v1/matches/{match_id}", params={"version": first, "seat": 0}).json()
    assert eventually(
        lambda: sorted(hand(page)) == sorted(then["game"]["deal"]["hand"]), seconds=PATIENCE
    )
    expect(page.get_by_label("Through the eyes of")).to_have_value("0")
