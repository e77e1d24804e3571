"""Whatever a table writes is refused before the match, or can be played to its end."""

from random import Random

from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import texts
from engine.errors import RuleSetError
from engine.match import apply, default_move, refusal, start
from engine.rules import (
    Auction,
    BrokenHearts,
    CardPoints,
    Direction,
    LotteryDeal,
    Moon,
    MoonWay,
    OddCard,
    Passing,
    Position,
    Text,
    TrickDeal,
    TrickPoints,
    TrumpChoice,
)
from engine.rulesets.contracts import ANY_TRUMP
from engine.rulesets.custom import CustomDeal, CustomGame, custom_rules
from tests.engine.invariants import check_the_deck_is_whole
from tests.engine.table import answer, asked_of
from tests.fixtures.examples import tries
from tests.strategies import secrets

NAME = Text("Nasze", "Ours")
points = st.integers(-20, 20)
some_cards = st.sets(st.integers(0, 51), max_size=14).map(lambda found: texts(sorted(found)))
one_card = st.integers(0, 51).map(lambda card: texts((card,))[0])
positions = st.sampled_from(Position)
trump_choices = st.builds(
    TrumpChoice,
    named_by=st.sampled_from((Position.DEALER, Position.LEFT_OF_DEALER)),
    seen_cards=st.none() | st.integers(1, 7),
    suits=st.lists(st.sampled_from(ANY_TRUMP), min_size=1, unique=True).map(tuple),
    auction=st.none() | st.builds(Auction, max_bid=st.integers(1, 50)),
)
ways = st.lists(st.sampled_from(MoonWay), min_size=1, unique=True).map(tuple)
trick_deals = st.builds(
    TrickDeal,
    id=st.just("ours"),
    name=st.just(NAME),
    source=st.just("R14"),
    leader=positions,
    trick=points,
    cards=st.lists(st.builds(CardPoints, some_cards, points), max_size=3).map(tuple),
    tricks=st.lists(st.builds(TrickPoints, st.integers(-7, 7), points), max_size=2).map(tuple),
    heart_lead_ban=st.booleans(),
    trump=st.none() | trump_choices,
    passing=st.none() | st.builds(Passing, st.integers(1, 7), st.integers(1, 3)),
    opening_card=st.none() | one_card,
    barred_first=some_cards,
    broken_hearts=st.none() | st.builds(BrokenHearts, some_cards, some_cards),
    must_drop=some_cards,
    moon=st.none() | st.builds(Moon, some_cards, ways),
    early_end=st.booleans(),
)


def in_agreement(deal: TrickDeal) -> TrickDeal:
    """Return a deal whose leader goes with its opening card and its trump."""
    if deal.opening_card is not None:
        return replace(deal, leader=Position.HOLDER)
    known = deal.leader in {Position.DEALER, Position.LEFT_OF_DEALER}
    declared = deal.trump is not None and deal.leader is Position.DECLARER
    bought = deal.trump is not None and deal.trump.auction and deal.leader is Position.BUYER
    return deal if known or declared or bought else replace(deal, leader=Position.DEALER)


lotteries = st.builds(
    LotteryDeal,
    id=st.just("lots"),
    name=st.just(NAME),
    source=st.just("R14"),
    opener=positions,
    prizes=st.lists(points, max_size=7).map(tuple),
    opening_rank=st.none() | st.sampled_from("23456789TJQKA"),
    ace_bonus=st.booleans(),
)
games = st.builds(
    CustomGame,
    direction=st.sampled_from(Direction),
    deals=st.lists(
        st.builds(CustomDeal, trick_deals.map(in_agreement) | trick_deals | lotteries), max_size=2
    ).map(tuple),
    odd_card=st.sampled_from(OddCard),
)


@given(games, st.integers(3, 7), secrets)
@settings(max_examples=tries(400))
def test_any_match_of_ones_own_is_refused_or_played_to_its_end(
    custom: CustomGame, players: int, secret: bytes
) -> None:
    try:
        rules = custom_rules(players, custom)
    except RuleSetError:
        return
    event("played")
    state, _ = start(rules, "m_custom", secret)
    chance = Random(secret)

    while state.deal is not None:
        check_the_deck_is_whole(rules, state.deal)
        seat = chance.choice(state.deal.to_act)
        assert refusal(rules, state, seat, default_move(rules, state, seat)) is None
        state, _ = apply(rules, state, seat, answer(asked_of(rules, state, seat), chance))

    assert len(state.scores) == len(rules.deals)
