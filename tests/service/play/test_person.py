"""A person is asked only when there is something to choose, and told when there never will be."""

import io
from collections.abc import Sequence

import httpx

from service.play.client import Client
from service.play.person import Person
from service.play.terminal import Terminal
from service.play.words import Json, Words

RULES: Json = {
    "handSize": 13,
    "ending": None,
    "deals": [
        {
            "id": "tricks",
            "kind": "tricks",
            "name": {"en": "No tricks", "pl": "Bez lew"},
            "trick": -20,
            "tricks": [],
            "cards": [],
            "passing": None,
        }
    ],
}
DEAL: Json = {
    "number": 1,
    "phase": "tricks",
    "trump": None,
    "points": [0, 0, 0, 0],
    "talon": [],
    "talonTaker": None,
    "sale": None,
    "tricks": [],
    "transfers": [],
    "rows": None,
    "table": [],
    "hand": ["2C", "AH"],
    "hiddenCards": 0,
}
ASKED: Json = {
    "kind": "play",
    "moves": ["play 2C"],
    "choose": None,
    "number": None,
    "cards": [
        {"card": "2C", "playable": True},
        {"card": "AH", "playable": False, "code": "HEART_LEAD_BANNED", "section": "R1.7"},
    ],
}


def match(version: int, *, status: str = "playing", asked: Json | None = None) -> Json:
    game = {"scores": [], "totals": [0, 0, 0, 0], "toAct": [0], "deal": DEAL}
    return {
        "id": "m_1",
        "status": status,
        "version": version,
        "players": 4,
        "viewerSeat": 0,
        "legalMoves": asked,
        "game": game,
    }


def entry(seq: int, kind: str, *waited_for: int, **action: object) -> Json:
    does = {"kind": kind, "cause": "player", **action}
    told = {"action": does, "effects": [], "next": {"seats": list(waited_for)}}
    return {"kind": "entry", "cursor": f"{seq}-abcd", "entry": told}


class Service:
    """Answers with the matches and the pages of the feed that are laid out, one after the other."""

    def __init__(self, matches: Sequence[Json], pages: Sequence[Sequence[Json]]) -> None:
        self.moves: list[bytes] = []
        self._matches = iter(matches)
        self._pages = iter(pages)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Answer a request."""
        if request.method == "POST":
            self.moves.append(request.content)
            return httpx.Response(200, json={})
        match request.url.path.rpartition("/")[2]:
            case "problems":
                kind = {"code": "HEART_LEAD_BANNED", "title": "A heart may not be led here."}
                return httpx.Response(200, json={"items": [kind]})
            case "rules":
                return httpx.Response(200, json=RULES)
            case "events":
                return httpx.Response(200, json={"items": next(self._pages)})
            case _:
                return httpx.Response(200, json=next(self._matches))


def played(service: Service, lines: str = "") -> tuple[Json, list[str]]:
    """Let a person play from version 3 on; return the match at the end and the screen."""
    client = Client("http://kierki.test", transport=httpx.MockTransport(service))
    screen = io.StringIO()
    terminal = Terminal(io.StringIO(lines), screen)

    end = Person(client, terminal, Words(), match(3), "3-abcd").play()

    client.close()
    return end, screen.getvalue().splitlines()


def test_a_match_that_stands_still_is_waited_for_and_asks_again() -> None:
    service = Service(
        [match(3), match(3), match(4, asked=ASKED), match(6, status="finished")],
        [
            [],
            [entry(4, "resumed", 0)],
            [entry(5, "moved", 1, seat=0, move="play 2C"), entry(6, "paused")],
        ],
    )

    end, screen = played(service, "2\n1\n")

    assert end["status"] == "finished"
    assert [b'"play 2C"' in move for move in service.moves] == [True]
    assert screen[:2] == ["waiting for seat 0 ...", "  the match goes on"]
    assert "A♥ may not be played now: A heart may not be led here. (R1.7)" in screen


def test_a_match_that_is_ended_without_a_result_is_returned_as_it_is() -> None:
    service = Service([match(3), match(4, status="void")], [[entry(4, "voided")]])

    end, screen = played(service)

    assert end["status"] == "void"
    assert screen == ["  the match has been ended without a result"]
    assert service.moves == []


def test_what_came_in_between_is_told_before_anything_is_asked() -> None:
    service = Service(
        [match(5, asked=ASKED), match(5, asked=ASKED), match(6, status="finished")],
        [
            [entry(4, "taken_over", 0, seat=2), entry(5, "reclaimed", 0, seat=2)],
            [entry(6, "paused")],
        ],
    )

    _, screen = played(service, "2C\n")

    assert screen[:2] == [
        "  a house bot now plays for seat 2",
        "  seat 2 plays for itself again",
    ]
    assert len(service.moves) == 1
