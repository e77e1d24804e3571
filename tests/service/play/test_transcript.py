"""The transcript tells every effect, and passes over what it does not know."""

import pytest

from service.play.transcript import Transcript
from service.play.words import Json, Language, Words

RULES: Json = {
    "ending": None,
    "deals": [
        {"id": "tricks", "kind": "tricks", "name": {"en": "No tricks", "pl": "Bez lew"}},
        {"id": "lottery", "kind": "lottery", "name": {"en": "Lottery", "pl": "Loteryjka"}},
    ],
}


def account(language: Language = Language.EN, own_seat: int | None = None) -> Transcript:
    return Transcript(RULES, Words(language), own_seat=own_seat)


def told(transcript: Transcript, *effects: Json, move: str | None = None, **action: object) -> str:
    does = {"kind": "moved" if move else "started", "cause": "player", "seat": 1, "move": move}
    entry = {"action": {**does, **action}, "effects": list(effects)}
    return "\n".join(transcript.lines(entry))


def test_a_trick_is_one_line_from_its_lead_on() -> None:
    trick: Json = {
        "kind": "trick_taken",
        "number": 7,
        "leader": 3,
        "cards": ["TC", "2C", "KC", "3H"],
        "seat": 1,
        "points": [0, -95, 0, 0],
    }

    assert told(account(), trick) == ("   7  3:10♣ 0:2♣  1:K♣  2:3♥  -> seat 1   -95")


def test_a_lottery_is_told_card_by_card() -> None:
    transcript = account()
    started: Json = {"kind": "deal_started", "number": 2, "seat": 0, "leader": 0}

    opening = told(transcript, started)
    laid = told(
        transcript,
        {"kind": "ghosts_laid", "cards": ["2C"]},
        {"kind": "seat_skipped", "seat": 2},
        {"kind": "seat_out", "seat": 1, "place": 1, "points": [0, 790, 0]},
        move="play 3C",
    )

    assert opening == "\nDeal 2/2 Lottery: seat 0 deals, seat 0 begins"
    assert laid.splitlines() == [
        "  seat 1 lays 3♣",
        "  2♣ lies by itself",
        "  seat 2 cannot lay",
        "  seat 1 is out, place 1: +790",
    ]


def test_a_late_seat_is_told() -> None:
    assert told(account(), move="play QS", cause="timeout") == ("  seat 1 has run out of time")


def test_effects_that_are_not_known_yet_are_passed_over() -> None:
    assert told(account(), {"kind": "fireworks"}) == ""


def test_the_end_shows_the_winners_and_every_deal() -> None:
    transcript = account()
    told(transcript, {"kind": "deal_scored", "number": 1, "points": [-20, 0], "totals": [-20, 0]})

    text = told(transcript, {"kind": "match_ended", "totals": [-20, 0], "winners": [1]})

    assert text.splitlines()[1:] == [
        "Won by seat 1.",
        "",
        "              seat 0  seat 1",
        " 1 No tricks     -20       0",
        "total            -20       0",
    ]
    assert transcript.over
    assert transcript.deals == [{"number": 1, "id": "tricks", "points": [-20, 0]}]


def test_a_shared_first_place_is_a_draw() -> None:
    ended: Json = {"kind": "match_ended", "totals": [0, 0], "winners": [0, 1]}

    assert "A draw of seat 0 and seat 1." in told(account(), ended)


@pytest.mark.parametrize(
    ("move", "english", "polish"),
    [
        ("keep", "seat 1 keeps the talon", "miejsce 1 zatrzymuje talon"),
        (
            "open 34",
            "seat 1 sells the talon for 34 at least",
            "miejsce 1 sprzedaje talon, najmniej za 34",
        ),
        ("lower 5", "seat 1 now asks for 5", "miejsce 1 obniża cenę do 5"),
        ("bid 125", "seat 1 bids 125", "miejsce 1 licytuje 125"),
        ("pass", "seat 1 passes", "miejsce 1 pasuje"),
    ],
)
def test_a_sale_is_told_in_words(move: str, english: str, polish: str) -> None:
    assert told(account(), move=move) == f"  {english}"
    assert told(account(Language.PL), move=move) == f"  {polish}"


def test_cards_that_are_given_stay_hidden() -> None:
    entry = {"action": {"kind": "moved", "cause": "bot", "seat": 2, "move": None}, "effects": []}

    assert list(account().lines(entry)) == ["  seat 2 gives cards"]


def test_polish_takes_the_names_that_come_with_the_rules() -> None:
    started: Json = {"kind": "deal_started", "number": 1, "seat": 0, "leader": 1}

    assert told(account(Language.PL), started) == (
        "\nRozdanie 1/2 Bez lew: rozdaje miejsce 0, zaczyna miejsce 1"
    )


def test_the_readers_own_seat_is_marked() -> None:
    ended: Json = {"kind": "match_ended", "totals": [-20, 0], "winners": [1]}

    assert told(account(own_seat=1), ended).splitlines()[1:4] == [
        "Won by seat 1 (you).",
        "",
        "       seat 0  seat 1 (you)",
    ]


def test_an_account_that_begins_late_has_the_deals_before_it() -> None:
    scored = [{"number": 1, "id": "tricks", "points": [-260, 0]}]
    transcript = Transcript(RULES, Words(), scored=scored)

    laid = told(transcript, move="play 3C")
    transcript.totals = [-260, 0]

    assert laid == "  seat 1 lays 3♣"
    assert transcript.table().splitlines()[1] == " 1 No tricks    -260       0"
