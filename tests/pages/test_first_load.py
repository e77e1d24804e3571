"""The first visit loads little: what comes over the wire is counted in the browser."""

from typing import Any, Final

import pytest

from tests.fixtures.player import Guests
from tests.pages.browser import PHONE
from tests.pages.overlay import key_of, overlay_path
from tests.pages.table import sign_in
from tests.pages.visits import Visits

_LIMIT: Final = 200_000  # bytes, compressed, with their headers


@pytest.mark.parametrize("page_name", ["play", "table", "overlay", "builder"])
def test_a_first_visit_loads_less_than_200_kb(
    visit: Visits, guests: Guests, page_name: str
) -> None:
    guest = guests(visit.url)
    match_id = guest.new_match(turnSeconds=None)
    path = {
        "play": "/play/",
        "table": f"/play/#/m/{match_id}",
        "overlay": overlay_path(match_id, key_of(guest, match_id)),
        "builder": "/overlay/builder.html",
    }[page_name]
    page = sign_in(visit.profile(PHONE), guest).new_page()
    loaded: list[float] = []
    wire = page.context.new_cdp_session(page)

    def count(event: dict[str, Any]) -> None:
        loaded.append(event["encodedDataLength"])

    wire.on("Network.loadingFinished", count)
    wire.send("Network.enable")
    page.goto(visit.url + path)
    page.locator("main, .player").first.wait_for()

    assert 10_000 < sum(loaded) < _LIMIT
