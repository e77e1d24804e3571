"""Whole matches, every move of which is held against the reference and the invariants."""

from random import Random

import pytest
from hypothesis import settings
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
from tests.engine.table import TABLES, game
from tests.engine.watched import Watched
from tests.fixtures.examples import tries
from tests.strategies import rules, secrets

seeds = st.integers(0, 2**32 - 1)


class PlayingAMatch(RuleBasedStateMachine):
    """Chance moves from anywhere in a match; the slow checks run where Hypothesis stops."""

    @initialize(pinned=rules(), secret=secrets, by=st.integers(1, 2), skipped=st.integers(0, 620))
    def sit_down(self, pinned: Rules, secret: bytes, by: int, skipped: int) -> None:
        """Start a match and play a part of it."""
        self.match = Watched(pinned, secret, by)
        self.play_on(Random(secret), skipped)

    def play_on(self, chance: Random, moves: int) -> None:
        """Make so many moves, fewer if the match ends before."""
        bold = chance.choice((None, 0))
        for _ in range(moves):
            if self.match.over:
                break
            self.match.make_any(chance, bold)

    @precondition(lambda self: not self.match.over)
    @rule(seed=seeds)
    def make_a_move(self, seed: int) -> None:
        """Make any move that is allowed."""
        self.match.make_any(Random(seed))

    @rule(moves=st.integers(1, 40), seed=seeds)
    def play_a_while(self, moves: int, seed: int) -> None:
        """Make some moves without a look at the positions between."""
        self.play_on(Random(seed), moves)

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
        max_examples=tries(60),
        stateful_step_count=12,
    )

    run_state_machine_as_test(PlayingAMatch, settings=enough)


LOOKED_AT = 0.15  # of the positions; the moves between are held against the reference too

# Whole matches besides those of the defaults.
OTHERS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("classic", 4, {"trump_mode": "auction", "robber": "on", "king_must_drop": "on"}),
    ("classic", 5, {"trump_mode": "auction", "buyer_leads": "on", "max_bid": "2"}),
    ("classic", 6, {"robber": "on", "odd_card": "last_trick"}),
    ("classic", 6, {"trump_mode": "auction", "plus_phase": "trump_twice"}),
    ("classic", 6, {"plus_phase": "lottery", "lottery_deals": "players"}),
    ("classic", 7, {"trump_mode": "auction", "special_tricks": "seventh_and_last"}),
    ("polish", 4, {"scale": "small", "lottery_deals": "players"}),
    ("kurnik", 3, {"trump_leader": "declarer", "early_end": "on"}),
    ("greek", 4, {"moon": "choice", "early_end": "on", "jack_bonus": "on"}),
    ("greek", 3, {"moon": "subtract_self", "must_dump_queen": "on"}),
    ("american", 4, {"moon": "choice", "tie": "play_on"}),
    ("black_maria", 6, {"moon": "add_others", "first_trick_points": "barred"}),
    ("lottery", 4, {"ace_bonus": "on", "deals": "5"}),
    ("king", 4, {"leader": "dealer", "early_end": "on"}),
)


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [*((name, players, {}) for name, players in TABLES), *OTHERS],
    ids=lambda part: str(part) if not isinstance(part, dict) else " ".join(part.values()),
)
def test_a_whole_match_holds_what_must_hold(
    name: str, players: int, options: dict[str, str]
) -> None:
    match = Watched(game(name, players, **options), practice_secret(players), by=1)
    chance = Random(players)

    while not match.over:
        if chance.random() < LOOKED_AT:
            match.check()
        match.make_any(chance, bold=0 if options else None)

    match.check()
    match.check_that_a_replay_gives_the_same()
    match.check_that_seats_are_alike()
