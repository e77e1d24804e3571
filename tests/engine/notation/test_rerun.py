"""A false file is told from a right one: which line, which code, which rule."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import card_text, texts
from engine.events import DealStarted
from engine.match import refusal
from engine.moves import parse_move
from engine.notation.cards_dealt import cards_dealt
from engine.notation.faults import Fault, FaultCode
from engine.notation.model import WrittenDeal
from engine.notation.reading import ReadMatch, json_of, read, read_matches
from engine.notation.rerun import DealOutcome, rerun
from engine.notation.writing import text_of
from engine.rules import Rules
from engine.state import MatchState
from tests.engine.notation.matches import Choice, Played, choices, played_by_name
from tests.fixtures.examples import tries

# Seat 0 has the clubs but the ace, seat 1 that and the diamonds but the two, seat 2 hearts.
TABLE = """\
[Kierki "1"]
[Rules "kurnik 1"]
[Players "4"]
[Option "penalty_order=hearts,tricks,queens,men,king,special,robber"]

deal 1 hearts dealer 3
hand 0 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D
hand 1 AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD
hand 2 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH
hand 3 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS
0: 2C AC 2H 2S
1: 3D 3H 3S 2D
"""
SPECIAL = """\
[Kierki "1"]
[Rules "lottery"]
[Players "4"]

deal 1 lottery dealer 3
hand 0 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D
hand 1 AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD
hand 2 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH
hand 3 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS
0: 8C
"""


def found_in(text: str) -> list[tuple[int, str, str | None]]:
    """Return line, code and section of each fault of the one match in a text."""
    (one,) = read_matches(text.encode().splitlines(keepends=True))
    assert isinstance(one, ReadMatch)
    return [(one.line_of(at.at), at.code, at.section) for at in rerun(one.match).faults]


def first_fault(text: str) -> Fault:
    return rerun(read(text)).faults[0]


@pytest.mark.parametrize(
    ("line", "was", "now", "code", "section"),
    [
        (11, "0: 2C AC", "0: 2C 3D", "MUST_FOLLOW_SUIT", "R1.5"),
        (11, "0: 2C AC", "0: 2C KC", "NOT_IN_HAND", "R1.3"),
        (12, "1: 3D 3H 3S 2D", "1: AC 3H 3S 2D", "CARD_TWICE", "R1.2"),
        (11, "0: 2C AC", "0: 2C 2C", "CARD_TWICE", "R1.2"),
        (12, "1: 3D", "0: 3D", "WRONG_LEADER", "R1.5"),
        (12, "1: 3D", "4: 3D", "NO_SUCH_SEAT", "R1.5"),
        (11, "0: 2C AC 2H 2S", "0: 2C AC\n3: 2S", "NOT_YOUR_TURN", "R1.5"),
        (11, "0: 2C AC 2H 2S", "0 trump H", "WRONG_PHASE", "R1.5"),
        (7, "hand 0 2C 3C", "hand 0 3C 3C", "CARD_TWICE", "R1.2"),
        (7, "hand 0 2C 3C", "hand 0 3C", "MISSING_CARD", "R1.2"),
        (7, "2D\nhand 1 AC", "2D AC\nhand 1", "WRONG_HAND_SIZE", "R1.3"),
        (6, "dealer 3", "dealer 5", "WRONG_DEALER", "R1.6"),
        (6, "deal 1", "deal 2", "WRONG_DEAL", None),
        (6, "hearts dealer", "tricks dealer", "WRONG_CONTRACT", "R2"),
        (12, "1: 3D 3H 3S 2D", "1: 3D 3H 3S", "INCOMPLETE", None),
    ],
)
def test_a_false_line_is_found(line: int, was: str, now: str, code: str, section: str) -> None:
    assert was in TABLE

    found = found_in(TABLE.replace(was, now))

    assert (line + now.count("\n3"), code, section) == found[0]


def test_a_heart_may_not_be_led_where_it_is_banned() -> None:
    text = TABLE.replace("2D\nhand 1", "2H\nhand 1").replace("hand 2 2H", "hand 2 2D")

    banned = found_in(text.replace("0: 2C AC 2H 2S", "0: 2H AC 2D 2S"))

    assert banned[0] == (11, "HEART_LEAD_BANNED", "R1.7")


def test_a_card_that_is_not_in_the_deck_is_found() -> None:
    three = played_by_name("kurnik", 3).match
    hand = " ".join(three.deals[0].hands[0])

    text = text_of(three).replace(f"hand 0 {hand}", f"hand 0 2C{hand[2:]}")

    assert first_fault(text).code == FaultCode.NOT_IN_DECK


def test_a_lottery_is_held_to_its_layout() -> None:
    assert found_in(SPECIAL)[0] == (10, "INCOMPLETE", None)
    assert found_in(SPECIAL.replace("0: 8C", "0: 9C"))[0] == (10, "CARD_DOES_NOT_FIT", "R5.4")
    assert found_in(SPECIAL + "1: 7D")[0] == (11, "CARD_DOES_NOT_FIT", "R5.4")


def test_the_sentence_says_who_and_why() -> None:
    wrong = first_fault(TABLE.replace("0: 2C AC", "0: 2C 3D"))

    assert wrong == Fault(
        "MUST_FOLLOW_SUIT",
        "/deals/0/actions/1",
        "seat 1: 3D: the led suit must be followed",
        "R1.5",
    )


def test_a_card_played_again_is_told_as_such() -> None:
    wrong = first_fault(TABLE.replace("1: 3D 3H 3S 2D", "1: AC 3H 3S 2D"))

    assert wrong.detail == "seat 1: AC has been played already"


WHOLE = text_of(played_by_name("kurnik", 4).match)


def changed(pattern: str, now: str, count: int = 1) -> str:
    text, changes = re.subn(pattern, now, WHOLE, count=count, flags=re.MULTILINE)
    assert changes == count
    return text


@pytest.mark.parametrize(
    ("pattern", "now", "code", "section"),
    [
        (r"^points (\S+) (\S+)", r"points \2 \1", "WRONG_RESULT", "R2"),
        (r"^totals .*", "totals 1 2 3 4", "WRONG_TOTALS", "R1.8"),
        (r"^hand 0 (..)( .*\nhand 1) (..)", r"hand 0 \3\2 \1", "BAD_SEED", "R15.3"),
        (r"^(deal 2 .*\n)seed .*", rf"\1seed {'0' * 64}", "BAD_SEED", "R15.4"),
        (r"^\[Practice .*", '[Practice "2"]', "BAD_SEED", "R15.4"),
        (r"^\[Draw \"(..) (..)", r'[Draw "\2 \1', "BAD_SEED", "R15.3"),
        (r"^(deal 2 .*dealer) (.)", r"\1 4", "WRONG_DEALER", "R1.6"),
        (r"^(points .*)(\n\ndeal 2)", r"\1\2", None, None),
        (r"^\[Seat3 ", "[Seat4 ", "NO_SUCH_SEAT", "R1.5"),
    ],
)
def test_a_false_statement_is_found(
    pattern: str, now: str, code: str | None, section: str | None
) -> None:
    found = found_in(changed(pattern, now))

    assert found[0][1:] == (code, section) if code else found == []


def test_every_wrong_result_is_told_and_the_rerun_goes_on() -> None:
    text = changed(r"^points .*", "points 1 2 3 4", 12)

    outcome = rerun(read(text))

    assert [at.code for at in outcome.faults] == ["WRONG_RESULT"] * 12
    assert outcome.totals == rerun(read(WHOLE)).totals


def test_nothing_comes_after_the_end_of_a_deal_or_of_the_match() -> None:
    deals = WHOLE.split("\n\n")
    longer_deal = WHOLE.replace("\npoints", "\n0: 2C\npoints", 1)
    longer_match = "\n\n".join([*deals[:-1], deals[1].replace("deal 1", "deal 13"), deals[-1]])

    assert first_fault(longer_deal).code == FaultCode.AFTER_THE_END
    assert first_fault(longer_match).code == FaultCode.AFTER_THE_END


@pytest.mark.parametrize("kept", [2, 20, 32, 100, 200])
def test_a_file_that_stops_early_is_incomplete(kept: int) -> None:
    lines = WHOLE.splitlines(keepends=True)
    head = next(at for at, line in enumerate(lines) if not line.strip())

    found = found_in("".join(lines[: head + kept]))

    assert [code for _, code, _ in found] == ["INCOMPLETE"]


def test_a_deal_without_cards_is_told() -> None:
    text = re.sub(r"^hand .*\n", "", TABLE, flags=re.MULTILINE)

    assert found_in(text)[0] == (6, "NO_CARDS", "R1.3")


def test_order_and_hands_must_be_the_same_deal() -> None:
    hands = [line.split()[2:] for line in TABLE.split("\n")[6:10]]
    order = " ".join(card for one_each in zip(*hands, strict=True) for card in one_each)

    same = TABLE.replace("hand 0", f"order {order}\nhand 0")
    other = TABLE.replace("hand 0", f"order {order[3:]} {order[:2]}\nhand 0")

    assert found_in(same)[0][1] == "INCOMPLETE"
    assert found_in(other)[0] == (8, "HANDS_DIFFER", "R1.3")


@pytest.mark.parametrize(
    ("played", "place"),
    [
        (played_by_name("classic", 6), "odd"),
        (played_by_name("sik", 4), "odd"),
        (played_by_name("classic", 4, trump_mode="auction"), "talon"),
    ],
    ids=["a card set aside", "none set aside", "a talon"],
)
@pytest.mark.parametrize(("by", "code"), [("seed", "BAD_SEED"), ("order", "HANDS_DIFFER")])
def test_a_talon_and_an_odd_card_are_held_against_the_deal_though_no_hands_are_stated(
    played: Played, place: str, by: str, code: str
) -> None:
    right = played.match.deals[-1]
    cards = cards_dealt(played.match, played.rules, len(played.match.deals) - 1)
    source = {"seed": right.seed} if by == "seed" else {"order": texts(cards), "seed": None}
    false = {"odd": card_text(cards[0])} if place == "odd" else {"talon": texts(cards[:4])}
    bare = replace(right, hands=(), **source)
    match = replace(played.match, practice_seed=None, draw=(), draw_seed=None)

    def faults(deal: WrittenDeal) -> list[str]:
        changed = replace(match, deals=(*match.deals[:-1], deal))
        return [f"{at.code} {at.at.rpartition('/')[2]}" for at in rerun(changed).faults]

    assert faults(bare) == []
    assert faults(replace(bare, **false)) == [f"{code} {place}"]


def test_a_real_life_deal_needs_no_draw_and_its_hands_no_order() -> None:
    text = re.sub(r"^\[(Draw|Practice).*\n|^(seed|commitment) .*\n", "", WHOLE, flags=re.M)
    shuffled = re.sub(r"^hand (.) (.*)$", _other_order, text, count=28, flags=re.MULTILINE)

    outcome = rerun(read(shuffled))

    assert outcome.faults == ()
    assert outcome.totals == rerun(read(WHOLE)).totals


def _other_order(found: re.Match[str]) -> str:
    return f"hand {found[1]} {' '.join(sorted(found[2].split()))}"


def test_in_a_first_cards_trump_deal_the_order_of_a_hand_is_that_of_dealing() -> None:
    match = played_by_name("kurnik", 4).match

    effects = [effect for entry in rerun(match).entries for effect in entry.effects]
    started = [effect for effect in effects if isinstance(effect, DealStarted)]

    assert [at.seen for at in started] == [None] * 7 + [5] * 4 + [None]
    assert [tuple(map(texts, at.hands)) for at in started] == [at.hands for at in match.deals]


def test_the_odd_card_follows_from_the_hands() -> None:
    match = played_by_name("classic", 6).match
    text = re.sub(r"^odd .*\n|^seed .*\n|^\[Practice.*\n", "", text_of(match), flags=re.MULTILINE)

    assert "odd" not in text
    assert rerun(read(text)).faults == ()


def test_the_outcome_tells_each_deal_and_the_winners() -> None:
    outcome = rerun(played_by_name("sik", 4, 3).match)

    assert [at.contract for at in outcome.deals][:2] == ["tricks", "hearts"]
    assert isinstance(outcome.deals[0], DealOutcome)
    assert sum(outcome.deals[0].points) == 13
    assert sum(outcome.totals) == 200
    assert outcome.result is not None
    assert outcome.result.totals == outcome.totals


def test_who_watches_is_told_of_every_action_and_the_match_before_it() -> None:
    match = played_by_name("sik", 4, 3).match
    told: list[tuple[int, int, str]] = []

    def watch(rules: Rules, state: MatchState, seat: int, move: str) -> None:
        assert refusal(rules, state, seat, parse_move(move)) is None
        assert state.deal is not None
        told.append((state.deal.number, seat, move))

    outcome = rerun(match, watch)

    assert outcome.faults == ()
    assert told == [
        (deal.number, action.seat, action.move) for deal in match.deals for action in deal.actions
    ]


@given(choices, st.integers(0, 2**32 - 1))
@settings(max_examples=tries(60))
def test_no_change_of_a_file_breaks_the_reader(choice: Choice, seed: int) -> None:
    match = choice.played().match
    chance = Random(seed)
    whole = text_of(match) if chance.random() < 0.6 else json_of(match).decode()
    broken = _broken(whole, chance)

    for found in read_matches(broken.splitlines(keepends=True)):
        if isinstance(found, ReadMatch):
            outcome = rerun(found.match)
            assert outcome.faults or outcome.result is not None


def _broken(whole: str, chance: Random) -> bytes:
    """Return a text with some of its bytes, words or lines changed."""
    words = re.split(r"(\W)", whole)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(words))
        words[at] = chance.choice(
            ["", "9", "-1", "2C", "null", "\n", '"', "{", chance.choice(words)]
        )
    data = bytearray("".join(words).encode())
    if chance.random() < 0.3:
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    return bytes(data)
