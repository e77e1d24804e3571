"""The page makes something to tap of whatever a seat is asked, also of what is not known yet."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.clients.node import run

HOST = Path(__file__).with_name("choice_host.mjs")

Json = dict[str, Any]


def made_of(way: str, *given: Json) -> list[Any]:
    """Return what the page makes of each of some things."""
    done = run((str(HOST),), json.dumps([[way, one] for one in given]))
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def choice(kind: str, cards: str = "", **more: object) -> Json:
    """Return the parts that the page shows of a question."""
    asked = {
        "kind": kind,
        "moves": [],
        "choose": None,
        "number": None,
        "cards": [{"card": name, "playable": True} for name in cards.split()],
    }
    (parts,) = made_of("choice", {**asked, **more})
    found: Json = parts
    return found


def test_a_card_is_tapped_to_play_it() -> None:
    parts = choice("PLAY", "QS 2H", moves=["play QS"])

    assert parts == {
        "kind": "PLAY",
        "taps": {"QS": "play QS"},
        "pick": None,
        "range": None,
        "buttons": [],
    }


def test_cards_to_be_given_are_picked_and_sent_together() -> None:
    parts = choice("GIVE", "QS 2H 3H AS", choose=3)

    assert parts["pick"] == {"verb": "give", "count": 3}
    assert parts["taps"] == {}


def test_a_bid_has_a_range_beside_its_buttons() -> None:
    number = {"kind": "BID", "minimum": 26, "maximum": 1000}
    parts = choice("BID", "QS", moves=["pass"], number=number)

    assert parts["range"] == {"verb": "bid", "minimum": 26, "maximum": 1000}
    assert parts["buttons"] == ["pass"]
    assert parts["taps"] == {}


def test_a_question_of_a_new_kind_is_put_all_the_same() -> None:
    moves = ["double", "swap QS", "swap 2H", "swap QS 2H", "toss 3"]
    parts = choice("SWAP", "QS 2H", moves=moves, choose=2)

    assert parts["taps"] == {"QS": "swap QS", "2H": "swap 2H"}
    assert parts["buttons"] == ["double", "swap QS 2H", "toss 3"]
    assert parts["pick"] == {"verb": "swap", "count": 2}


def test_a_tap_picks_a_card_or_takes_it_back() -> None:
    taps = [([], "QS"), (["QS"], "2H"), (["QS", "2H"], "QS"), (["QS", "2H", "3H"], "AS")]
    given = [{"chosen": chosen, "card": card, "count": 3} for chosen, card in taps]

    assert made_of("picked", *given) == [["QS"], ["QS", "2H"], ["2H"], ["QS", "2H", "AS"]]


def test_a_wide_range_has_wider_steps() -> None:
    ranges = [{"minimum": 1, "maximum": maximum} for maximum in (90, 101, 1000)]

    assert made_of("step", *ranges) == [1, 5, 5]


@pytest.mark.parametrize("width", [304, 374, 900])
def test_every_hand_fits_its_room_and_each_card_can_be_tapped(width: int) -> None:
    hands = [(full, count) for full in (6, 7, 8, 10, 13, 16, 17) for count in range(1, full + 1)]
    given = [{"count": count, "full": full, "width": width} for full, count in hands]

    heights: dict[int, set[int]] = {}
    for (full, count), shape in zip(hands, made_of("shape", *given), strict=True):
        places = shape["places"]
        assert len(places) == count
        assert all(-0.01 <= at["x"] <= width - shape["cardWidth"] + 0.01 for at in places)
        assert all(at["y"] + shape["cardWidth"] * 7 / 5 <= shape["height"] + 0.01 for at in places)
        for one, other in pairwise(places):
            apart = other["x"] - one["x"] if one["y"] == other["y"] else other["y"] - one["y"]
            assert apart >= (34 if width == 900 else 40.5)
        heights.setdefault(full, set()).add(shape["height"])
    assert all(len(found) == 1 for found in heights.values()), (
        "the room changes as cards are played"
    )
