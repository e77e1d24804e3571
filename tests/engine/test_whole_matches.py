"""Whole matches, every position of which is checked against the reference and the invariants."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.rules import Rules
from engine.shuffle import practice_secret
from tests.engine.table import kurnik
from tests.engine.watched import Watched
from tests.strategies import UNTIMED, rules, secrets


class PlayingAMatch(RuleBasedStateMachine):
    """Chance moves from anywhere in a match; the slow checks run where Hypothesis stops."""

    @initialize(
        pinned=rules(),
        secret=secrets,
        by=st.integers(1, 2),
        skipped=st.integers(0, 620),
        seed=st.integers(0, 2**32 - 1),
    )
    def sit_down(self, pinned: Rules, secret: bytes, by: int, skipped: int, seed: int) -> None:
        """Start a match and play a part of it."""
        self.match = Watched(pinned, secret, by)
        self.play_on(skipped, seed)

    def play_on(self, moves: int, seed: int) -> None:
        """Make so many chance moves, fewer if the match ends before."""
        chance = Random(seed)
        for _ in range(moves):
            if self.match.over:
                break
            self.match.make(chance.randrange(52))

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 16))
    def make_a_move(self, choice: int) -> None:
        """Make any move that is allowed."""
        self.match.make(choice)

    @rule(moves=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
    def play_a_while(self, moves: int, seed: int) -> None:
        """Make some moves without a look at the positions between."""
        self.play_on(moves, seed)

    @invariant()
    def everything_holds(self) -> None:
        """Check the position."""
        self.match.check()

    def teardown(self) -> None:
        """Play the moves again, as they were and with the seats moved on."""
        if hasattr(self, "match"):
            self.match.check_that_a_replay_gives_the_same()
            self.match.check_that_seats_are_alike()


def test_any_position_of_a_match_holds_what_must_hold() -> None:
    enough = settings(
        UNTIMED,
        max_examples=40,
        stateful_step_count=20,
        suppress_health_check=[HealthCheck.too_slow],  # an example plays up to a whole match
    )

    run_state_machine_as_test(PlayingAMatch, settings=enough)


@pytest.mark.parametrize("leader", ["left_of_dealer", "declarer"])
@pytest.mark.parametrize("players", [3, 4])
def test_every_position_of_a_whole_match_holds_what_must_hold(players: int, leader: str) -> None:
    match = Watched(kurnik(players, trump_leader=leader), practice_secret(players), by=1)
    chance = Random(leader)

    while not match.over:
        match.check()
        match.make(chance.randrange(52))

    match.check()
    match.check_that_a_replay_gives_the_same()
    match.check_that_seats_are_alike()
