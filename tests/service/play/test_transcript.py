"""The transcript tells every effect, and passes over what it does not know."""

from service.play.transcript import Json, Transcript, pretty, signed

DEALS: list[Json] = [{"id": "tricks", "kind": "tricks"}, {"id": "lottery", "kind": "lottery"}]


def told(transcript: Transcript, *effects: Json, move: str | None = None, **action: object) -> str:
    does = {"kind": "moved" if move else "started", "cause": "player", "seat": 1, "move": move}
    entry = {"action": {**does, **action}, "effects": list(effects)}
    return "\n".join(transcript.lines(entry))


def test_cards_and_points_are_written_for_reading() -> None:
    assert [pretty(card) for card in ("QS", "TH", "2C", "AD")] == ["Q♠", "10♥", "2♣", "A♦"]
    assert [signed(points) for points in (25, 0, -150)] == ["+25", "0", "-150"]


def test_a_trick_is_one_line_from_its_lead_on() -> None:
    trick: Json = {
        "kind": "trick_taken",
        "number": 7,
        "leader": 3,
        "cards": ["TC", "2C", "KC", "3H"],
        "seat": 1,
        "points": [0, -95, 0, 0],
    }

    assert told(Transcript(DEALS), trick) == ("   7  3:10♣ 0:2♣  1:K♣  2:3♥  -> seat 1   -95")


def test_a_lottery_is_told_card_by_card() -> None:
    transcript = Transcript(DEALS)
    started: Json = {"kind": "deal_started", "number": 2, "seat": 0, "leader": 0}

    opening = told(transcript, started)
    laid = told(
        transcript,
        {"kind": "ghosts_laid", "cards": ["2C"]},
        {"kind": "seat_skipped", "seat": 2},
        {"kind": "seat_out", "seat": 1, "place": 1, "points": [0, 790, 0]},
        move="play 3C",
    )

    assert opening == "\nDeal 2/2 lottery: seat 0 deals, seat 0 begins"
    assert laid.splitlines() == [
        "  seat 1 lays 3♣",
        "  2♣ lies by itself",
        "  seat 2 cannot lay",
        "  seat 1 is out, place 1: +790",
    ]


def test_a_late_seat_is_told() -> None:
    assert told(Transcript(DEALS), move="play QS", cause="timeout") == (
        "  seat 1 has run out of time"
    )


def test_effects_that_are_not_known_yet_are_passed_over() -> None:
    assert told(Transcript(DEALS), {"kind": "fireworks"}) == ""


def test_the_end_shows_the_winners_and_every_deal() -> None:
    transcript = Transcript(DEALS)
    told(transcript, {"kind": "deal_scored", "number": 1, "points": [-20, 0], "totals": [-20, 0]})

    text = told(transcript, {"kind": "match_ended", "totals": [-20, 0], "winners": [1]})

    assert text.splitlines()[1:] == [
        "Won by seat 1.",
        "",
        "             seat 0   seat 1",
        "tricks          -20        0",
        "total           -20        0",
    ]
    assert transcript.over
    assert transcript.deals == [{"number": 1, "id": "tricks", "points": [-20, 0]}]


def test_a_shared_first_place_is_a_draw() -> None:
    ended: Json = {"kind": "match_ended", "totals": [0, 0], "winners": [0, 1]}

    assert "A draw of seat 0 and seat 1." in told(Transcript(DEALS), ended)
