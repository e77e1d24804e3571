"""What an entry says is foreseen from what lies on the table; a wrong guess is no fault."""

import pytest

from engine.cards import parse_card
from engine.events import (
    Action,
    ActionKind,
    CardsGiven,
    CardsPassed,
    Cause,
    DealScored,
    DealStarted,
    Effect,
    EntropyAdded,
    SeatOut,
    SeatSkipped,
    TalonTaken,
    TrickTaken,
    TrumpNamed,
)
from engine.state import Phase
from service.store.packed import guesses
from service.store.packed.recipe import Recipe
from service.store.packed.table import Table

HANDS = ("2C 3C AH", "KC 4D 2S", "5C QC 3S", "6D 7D 8D")
RECIPE = Recipe("m_1", bytes(32), 4, bytes(range(52)), {2: (b"x", b"", b"", b"")}, {})


def hand(text: str) -> bytes:
    return bytes(parse_card(name) for name in text.split())


def table(phase: Phase = Phase.TRICKS, **started: object) -> Table:
    """Return a table at which seat 3 has dealt three cards each, and seat 0 is asked."""
    found = Table(RECIPE)
    fields = {"number": 1, "dealer": 3, "leader": 0, "seen": None, **started}
    found.follow(DealStarted(hands=tuple(map(hand, HANDS)), **fields))  # type: ignore[arg-type]
    found.phase = phase
    return found


def play(at: Table, *moves: str) -> None:
    """Make moves, each by the seat that is asked."""
    for move in moves:
        at.act(Action(ActionKind.MOVED, Cause.PLAYER, at.asked[0], move))
        at.asked = guesses.asked(at)


def test_a_leader_may_play_anything_and_others_follow() -> None:
    at = table()

    assert list(guesses.cards(at, 0)) == sorted(hand(HANDS[0]))
    play(at, "play 3C")
    assert list(guesses.cards(at, 1)) == list(hand("KC"))
    assert list(guesses.cards(at, 2)) == sorted(hand("5C QC"))
    assert list(guesses.cards(at, 3)) == sorted(hand(HANDS[3]))


def test_nobody_plays_a_card_where_something_else_is_asked() -> None:
    assert guesses.cards(table(Phase.TRUMP), 0) == ()


def test_a_full_trick_is_taken_by_its_highest_card_and_costs_what_the_last_one_did() -> None:
    at = table()
    play(at, "play 3C", "play KC", "play QC", "play 6D")

    assert guesses.tags(at) == (4,)
    assert guesses.effect(at, 4) == TrickTaken(1, 0, hand("3C KC QC 6D"), 1, 0)
    at.follow(TrickTaken(1, 0, hand("3C KC QC 6D"), 1, -20))
    at.asked = guesses.asked(at)
    assert at.asked == (1,)
    play(at, "play 4D", "play 3S", "play 7D", "play 2C")
    assert guesses.effect(at, 4) == TrickTaken(2, 1, hand("4D 3S 7D 2C"), 3, -20)


def test_a_trump_takes_the_trick() -> None:
    at = table(Phase.TRUMP)
    play(at, "trump D")
    at.phase, at.asked = Phase.TRICKS, (0,)
    play(at, "play 3C", "play KC", "play QC", "play 6D")

    assert guesses.effect(at, 4) == TrickTaken(1, 0, hand("3C KC QC 6D"), 3, 0)


def test_the_last_card_ends_the_deal_and_the_next_is_dealt_from_the_secret() -> None:
    at = table()
    at.held = [[], [], [], []]
    at.plays = hand("3C KC QC 6D")
    at.follow(TrickTaken(1, 0, at.plays, 1, -20))
    hands, talon = RECIPE.dealt(2, 0)

    assert guesses.effect(at, 8) == DealScored(1, (0, -20, 0, 0), (0, -20, 0, 0))
    assert guesses.effect(at, 2) == DealStarted(
        2, 0, 1, hands, None, talon, entropy=(b"x", b"", b"", b"")
    )


def test_only_cards_that_fit_are_laid_in_a_lottery() -> None:
    at = table(Phase.LOTTERY)
    play(at, "play 3C")

    assert guesses.tags(at) == (5,)
    assert guesses.effect(at, 5) == SeatSkipped(1)
    at.follow(SeatSkipped(1))
    assert guesses.asked(at) == (2,)
    assert list(guesses.cards(at, 2)) == list(hand("3S"))
    assert list(guesses.cards(at, 0)) == list(hand("2C"))


def test_a_seat_without_cards_is_passed_over_in_a_lottery() -> None:
    at = table(Phase.LOTTERY)
    at.held[1] = []
    play(at, "play 3C")

    assert guesses.tags(at) == ()
    assert at.asked == (2,)
    assert guesses.effect(at, 7) == SeatOut(0, 1, (0, 0, 0, 0))


def test_cards_that_were_chosen_are_passed() -> None:
    at = table(Phase.PASSING)
    at.asked = (0, 1, 2, 3)
    for seat, cards in enumerate(("2C 3C", "KC 4D", "5C QC", "6D 7D")):
        at.act(Action(ActionKind.MOVED, Cause.PLAYER, seat, f"give {cards}"))
        at.asked = guesses.asked(at)
    passed = CardsPassed((hand("2C 3C"), hand("KC 4D"), hand("5C QC"), hand("6D 7D")), 1)

    assert guesses.effect(at, 10) == passed
    at.follow(passed)
    assert at.held == [
        sorted(hand(text)) for text in ("AH 6D 7D", "2S 2C 3C", "3S KC 4D", "8D 5C QC")
    ]


def test_a_talon_goes_to_whoever_takes_it_and_its_cards_around() -> None:
    at = table(Phase.KEEPING, talon=hand("2H 3H"))
    play(at, "keep")

    assert guesses.effect(at, 11) == TalonTaken(0, 0, hand("2H 3H"))
    at.follow(TalonTaken(0, 0, hand("2H 3H")))
    at.asked = (0,)
    play(at, "give 2H 2C 3C")
    assert guesses.effect(at, 12) == CardsGiven(0, hand("2H 2C 3C"))
    at.follow(CardsGiven(0, hand("2H 2C 3C")))
    at.asked = (0,)
    play(at, "trump S")
    assert guesses.effect(at, 3) == TrumpNamed(
        0, 3, tuple(map(hand, ("AH 3H", "KC 4D 2S 2H", "5C QC 3S 2C", "6D 7D 8D 3C")))
    )


def test_entropy_is_proved_by_what_came_out_later() -> None:
    at = table()
    at.act(Action(ActionKind.ENTROPY_ADDED, Cause.PLAYER, 0))

    assert guesses.effect(at, 16) == EntropyAdded(2, 0, RECIPE.receipt(2, 0))
    assert guesses.asked(at) == (0,)


@pytest.mark.parametrize("tag", [6, 14, 99])
def test_of_some_effects_there_is_no_guess(tag: int) -> None:
    found: Effect | None = guesses.effect(table(), tag)

    assert found is None
