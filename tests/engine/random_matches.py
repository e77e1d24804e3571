"""Many whole matches of chance, quickly, each with what must hold of any match."""

from random import Random

import msgspec
from msgspec import Struct

from engine.cards import card_text
from engine.deals import Decision
from engine.errors import RuleError
from engine.events import DealScored, Effect, MoonShot
from engine.match import apply, start
from engine.moves import Move, MoveKind, NameTrump, Play, move_text
from engine.rules import Rules
from engine.rulesets import rule_set
from engine.state import DealState, MatchState
from tests.engine.choices import chance_rules
from tests.engine.invariants import check_the_deck_is_whole, check_the_state_can_be_stored
from tests.engine.sums import deal_sum
from tests.engine.table import answer, asked_of, stored

_LOOK_EVERY = 50  # moves between two looks at the deck and at the stored state
_SELDOM = 40  # numbers, of which five are trumps


class FaultError(Exception):
    """Something that must hold does not; `kind` is one word for it."""

    def __init__(self, kind: str, rules: Rules, what: str) -> None:
        options = " ".join(f"{name}={value}" for name, value in rules.options.items())
        super().__init__(f"{kind}: {what}, {rules.rule_set} for {rules.players}, {options}")
        self.kind = kind


class Played(Struct, frozen=True):
    """How long a match was."""

    deals: int
    moves: int
    moons: int
    largest: int


def play_one(name: str, seed: int) -> Played:
    """Play a match of chance of a rule set to its end.

    Raises FaultError: `stuck`, `refused` (an offered move), `accepted` (one not offered), `sum`,
    `deck`.
    """
    chance = Random(f"{name} {seed}")
    rules = chance_rules(rule_set(name), chance)
    state, _ = start(rules, "m_random", chance.randbytes(32))
    bold = chance.choice((None, 0))
    moves = moons = largest = 0
    while state.deal is not None:
        if moves % _LOOK_EVERY == 0:
            largest = max(largest, _look(rules, state, state.deal))
        asking = state.deal.to_act or (-1,)
        seat = asking[0] if len(asking) == 1 else chance.choice(asking)
        asked = _asked(rules, state, seat)
        _try_another(rules, state, asked, chance)
        move = answer(asked, chance, None if bold is None else seat == bold)
        before, (state, effects) = state.deal, _make(rules, state, seat, move)
        moons += _check_the_sum(rules, before, effects)
        moves += 1
    return Played(len(state.scores), moves, moons, largest)


def _look(rules: Rules, state: MatchState, deal: DealState) -> int:
    """Check the deck and the stored form, and return the size of that in bytes."""
    try:
        check_the_deck_is_whole(rules, deal)
        check_the_state_can_be_stored(state)
    except (AssertionError, msgspec.MsgspecError) as error:
        raise FaultError("deck", rules, f"deal {deal.number}") from error
    return len(stored(state))


def _asked(rules: Rules, state: MatchState, seat: int) -> Decision:
    try:
        asked = asked_of(rules, state, seat)
        assert asked.playable or asked.trumps or asked.others
    except AssertionError as error:
        raise FaultError("stuck", rules, f"seat {seat} in {state.deal}") from error
    return asked


def _make(
    rules: Rules, state: MatchState, seat: int, move: Move
) -> tuple[MatchState, tuple[Effect, ...]]:
    try:
        return apply(rules, state, seat, move)
    except RuleError as error:
        raise FaultError("refused", rules, move_text(move)) from error


def _try_another(rules: Rules, state: MatchState, asked: Decision, chance: Random) -> None:
    """Try a move that is not offered, by the seat that is asked.

    Between two cards of a trick nothing but the phase refuses a trump: seldom is often enough.
    """
    card, trump = int(chance.random() * 52), int(chance.random() * _SELDOM)
    wrong: list[Move] = []
    if asked.count or not asked.playable >> card & 1:
        wrong.append(Play(card))
    if asked.kind is not MoveKind.PLAY:
        trump %= 5
    if trump < 5 and trump not in asked.trumps:
        wrong.append(NameTrump(trump))
    for move in wrong:
        try:
            apply(rules, state, asked.seat, move)
        except RuleError:
            continue
        raise FaultError("accepted", rules, move_text(move))


def _check_the_sum(rules: Rules, before: DealState, effects: tuple[Effect, ...]) -> int:
    """Check the sum of a deal that has ended, and return how many moons were shot."""
    if not effects:
        return 0
    scored = [effect for effect in effects if isinstance(effect, DealScored)]
    moons = [effect.points for effect in effects if isinstance(effect, MoonShot)]
    aside = None if before.set_aside is None else card_text(before.set_aside)
    for deal in scored:
        spec = rules.deal(deal.number)
        expected = deal_sum(rules, spec.id, None if before.odd_counts else aside)
        if sum(deal.points) != expected + sum(map(sum, moons)):
            raise FaultError("sum", rules, f"deal {spec.id}: {deal.points}")
    return len(moons)
