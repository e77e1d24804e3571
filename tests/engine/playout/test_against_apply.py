"""The core for search plays as the engine does: the same cards, takers and points."""

from random import Random

import pytest

from engine.cards import NO_TRUMP
from engine.deals import decision, open_deal
from engine.match import apply_in_deal, playable, spec_of, start_with
from engine.moves import Play
from engine.playout import Contract, LotteryPosition, TrickPosition
from engine.rules import LotteryDeal, MoonWay, Rules, TrickDeal, deck
from engine.rulesets import RULE_SETS
from engine.state import DealState, MatchState, Phase
from tests.engine.choices import some_options
from tests.engine.table import TABLES, answer, asked_of, in_play

ROUNDS = 60  # deals of each rule set and number of players


def some_deal(name: str, players: int, seed: int) -> tuple[Rules, MatchState, Random]:
    """Return a match of chance options in a deal of chance, just dealt."""
    chance = Random(seed)
    found = RULE_SETS[name]
    rules = found.resolve(players, some_options(found, players, chance.choice))
    order = list(deck(rules.removed))
    chance.shuffle(order)
    number = 1 + seed % len(rules.deals)
    deal, _ = open_deal(rules, number, chance.randrange(players), bytes(order))
    return rules, start_with(rules, "m_test", deal), chance


def in_its_play(rules: Rules, state: MatchState, chance: Random) -> MatchState:
    """Return the match once the first card is to be played."""
    while in_play(state).phase not in {Phase.TRICKS, Phase.LOTTERY}:
        seat = in_play(state).to_act[0]
        state, _ = apply_in_deal(rules, state, seat, answer(asked_of(rules, state, seat), chance))
    return state


def standing(rules: Rules, deal: DealState) -> TrickPosition | LotteryPosition:
    """Return the same deal, just before its first card, in the core."""
    spec = rules.deal(deal.number)
    leader = deal.to_act[0]
    if isinstance(spec, LotteryDeal):
        return LotteryPosition(spec, deal.hands, leader)
    trump = -1 if deal.trump in (None, NO_TRUMP) else deal.trump
    odd = -1 if deal.set_aside is None else deal.set_aside
    position = TrickPosition(Contract(rules, spec), deal.hands, leader, trump, odd)
    position.moon &= sum(1 << card for card in deal.deck)
    return position


def settled(deal: DealState) -> tuple[int, ...]:
    """Return what is paid for a talon, by seat."""
    paid = [0] * deal.seats
    if deal.sale is not None and deal.sale.bidder is not None and deal.declarer is not None:
        paid[deal.sale.bidder] -= deal.sale.high
        paid[deal.declarer] += deal.sale.high
    return tuple(paid)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_deal_goes_card_for_card_as_in_the_engine(name: str, players: int) -> None:
    for seed in range(ROUNDS):
        rules, state, chance = some_deal(name, players, seed)
        bold = chance.randrange(2 * players)
        state = in_its_play(rules, state, chance)
        position = standing(rules, in_play(state))
        last = in_play(state)
        while state.deal is not None and state.deal.phase in {Phase.TRICKS, Phase.LOTTERY}:
            last = state.deal
            seat = last.to_act[0]
            asked = decision(spec_of(rules, last), last, seat)
            assert asked is not None
            assert (position.turn, position.legal()) == (seat, asked.playable)
            others = [playable(rules, state, at) for at in range(players) if at != seat]
            assert (playable(rules, state, seat), any(others)) == (asked.playable, False)
            assert position.points == list(last.points)
            assert not position.over
            move = answer(asked, chance, None if bold >= players else seat == bold)
            assert isinstance(move, Play)
            position.play(move.card)
            state, _ = apply_in_deal(rules, state, seat, move)
        assert position.over
        _same_end(rules, state, position, last)


def _same_end(
    rules: Rules, state: MatchState, position: TrickPosition | LotteryPosition, last: DealState
) -> None:
    """Check the points at the end, a moon that its shooter chooses counted either way."""
    spec = rules.deal(last.number)
    if isinstance(position, LotteryPosition):
        assert tuple(position.points) == state.scores[-1]
        return
    assert isinstance(spec, TrickDeal)
    ways = spec.moon.ways if spec.moon else ()
    if state.deal is not None:
        assert state.deal.to_act == (position.shooter,)
        assert tuple(position.points) == state.deal.points
        return
    found = position.result(subtract=ways[:1] == (MoonWay.SUBTRACT_SELF,))
    paid = settled(last)
    assert tuple(map(sum, zip(found, paid, strict=True))) == state.scores[-1]
