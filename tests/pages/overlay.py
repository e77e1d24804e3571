"""An overlay beside a player: how it is opened, and what it shows."""

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from playwright.sync_api import Page

from tests.fixtures.player import Guest, Json
from tests.pages.browser import Screen

PICTURE: Final = Screen(width=1920, height=1080, touch=False)
SMALL_PICTURE: Final = Screen(width=1280, height=720, touch=False)
COLUMN: Final = Screen(width=400, height=1080, touch=False)
NARROW: Final = Screen(width=320, height=568, touch=False)

_MINUS: Final = "−"
_READ: Final = """() => [...document.querySelectorAll('.player')].map((player) => {
  const text = (name) => player.querySelector(name)?.textContent ?? null
  const cards = (name) => [...player.querySelectorAll(name)].map((card) => card.dataset.card)
  return {
    name: text('.name bdi'), total: text('.total'), taken: text('.taken'),
    in_deal: text('.in-deal'), card: cards('.laid')[0] ?? null, hand: cards('.hand li'),
    is_asked: player.classList.contains('asked'), place: text('.place'),
  }
})"""


# Everything that was ever shown, also what a look now and then would miss.
_RECORD: Final = f"""() => {{
  const read = {_READ}
  window.moments = []
  const look = () => {{
    const over = document.querySelector('.over')?.textContent ?? null
    const takes = document.querySelector('.takes')?.closest('.player').dataset.seat ?? null
    const moment = {{ over, takes, seats: read() }}
    if (JSON.stringify(moment) !== JSON.stringify(moments.at(-1))) moments.push(moment)
  }}
  look()
  new MutationObserver(look).observe(
    document.body, {{ subtree: true, childList: true, attributes: true, characterData: true }})
}}"""


class Shown(Struct, frozen=True):
    """What an overlay shows of one seat; None for what it does not show."""

    name: str | None
    total: str | None = None
    taken: str | None = None
    in_deal: str | None = None
    card: str | None = None
    hand: tuple[str, ...] = ()
    is_asked: bool = False
    place: str | None = None


class Moment(Struct, frozen=True):
    """What an overlay has shown at one time: `over` is the line above the name of the deal."""

    over: str | None
    takes: int | None
    seats: list[Shown]


def overlay_path(match_id: str | None = None, key: str | None = None, **more: str) -> str:
    """Return the path of the overlay with its parameters."""
    given = {"match": match_id, "key": key, **more}
    return "/overlay/?" + urlencode({name: value for name, value in given.items() if value})


def key_of(guest: Guest, match_id: str | None = None) -> str:
    """Return the text of a new overlay key; without a match one for all of the account's."""
    made = guest.post("/v1/overlay-keys", {"name": "stream", "matchId": match_id})
    assert made.status_code == 201, made.text
    key: str = made.json()["key"]
    return key


def shown(page: Page) -> list[Shown]:
    """Return what an overlay shows of each seat."""
    return _seats(page.evaluate(_READ))


def record(page: Page) -> None:
    """Remember from now on all that an overlay shows."""
    page.evaluate(_RECORD)


def recorded(page: Page) -> list[Moment]:
    """Return all that an overlay has shown since it is recorded, in order."""
    return [
        Moment(at["over"], None if at["takes"] is None else int(at["takes"]), _seats(at["seats"]))
        for at in page.evaluate("moments")
    ]


def _seats(read: list[Json]) -> list[Shown]:
    return [Shown(**{**seat, "hand": tuple(seat["hand"])}) for seat in read]


def expected(match: Json) -> list[Shown]:
    """Return what an overlay is to show of a match in play while no trick lies finished."""
    game = match["game"]
    deal = game["deal"]
    laid = {play["seat"]: play["card"] for play in deal["table"]}
    return [
        Shown(
            name=seat["name"],
            total=points(game["totals"][at]),
            taken=str(deal["tricksTaken"][at]),
            in_deal=points(deal["points"][at], signed=True) if deal["points"][at] else None,
            card=laid.get(at),
            is_asked=at in game["toAct"],
        )
        for at, seat in enumerate(match["seats"])
    ]


def points(number: int, *, signed: bool = False) -> str:
    """Return points as the overlay writes them."""
    if number < 0:
        return f"{_MINUS}{-number}"
    return f"+{number}" if signed and number else str(number)


def play_a_card(guest: Guest, match_id: str) -> None:
    """Play the first card that may be played, once the guest is asked for one."""
    match = guest.asked(match_id)
    card = next(at["card"] for at in match["legalMoves"]["cards"] if at["playable"])
    played = guest.submit(match_id, guest.request(match, f"play {card}"))
    assert played.status_code == 200, played.text
