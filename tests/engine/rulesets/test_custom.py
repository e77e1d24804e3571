"""A table's own rules: what is refused, and three matches that are played."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.cards import card_set, cards_in, parse_card, texts
from engine.errors import RuleSetCode, RuleSetError
from engine.events import DealScored, DealStarted, MatchEnded, MoonShot
from engine.match import apply, default_move, start
from engine.moves import parse_move
from engine.rules import (
    Auction,
    BrokenHearts,
    CardPoints,
    Deal,
    Direction,
    Ending,
    EndWhen,
    LotteryDeal,
    Moon,
    MoonWay,
    OddCard,
    Passing,
    Position,
    Rules,
    Text,
    Tie,
    TrickDeal,
    TrickPoints,
    TrumpChoice,
    deck,
    parse_rules,
    rules_json,
)
from engine.rulesets.contracts import ANY_TRUMP, DECKS, FOUR_SUITS
from engine.rulesets.custom import CustomDeal, CustomGame, custom_rules
from engine.shuffle import practice_secret
from engine.state import MatchState
from engine.views import view_for
from tests.engine.table import dealt, game, in_play, make, wander

NAME = Text("Nasze", "Ours")
TRICKS = TrickDeal("ours", NAME, "R1", Position.LEFT_OF_DEALER, trick=-1)
LOTTERY = LotteryDeal("lots", NAME, "R1", Position.DEALER, (10, 5))
TRUMP = TrumpChoice(Position.DEALER, None, FOUR_SUITS)


def ours(*deals: Deal, **changed: Any) -> CustomGame:
    """Return a match of some deals, the highest total winning."""
    fields = {"direction": Direction.HIGH, **changed}
    return CustomGame(deals=tuple(CustomDeal(deal) for deal in deals), **fields)


def refused(custom: CustomGame, players: int = 4) -> RuleSetError:
    """Return how a match is refused."""
    with pytest.raises(RuleSetError) as found:
        custom_rules(players, custom)
    return found.value


def trick(**changed: Any) -> TrickDeal:
    """Return a deal for tricks with some of its rules changed."""
    return replace(TRICKS, **changed)


def test_a_list_of_deals_becomes_rules_like_any_other() -> None:
    custom = CustomGame(
        direction=Direction.LOW,
        deals=(CustomDeal(TRICKS, 2), CustomDeal(LOTTERY)),
        odd_card=OddCard.LAST_TRICK,
    )

    rules = custom_rules(6, custom)

    assert [deal.id for deal in rules.deals] == ["ours", "ours", "lots"]
    assert {deal.source for deal in rules.deals} == {"R14"}
    assert (rules.rule_set, rules.options, rules.direction) == ("custom", {}, Direction.LOW)
    assert (rules.removed, rules.hand_size, rules.odd_card) == (
        ("2C", "2D", "2S"),
        8,
        OddCard.LAST_TRICK,
    )
    assert parse_rules(rules_json(rules)) == rules


def test_the_json_of_a_tables_own_rules_takes_no_unknown_field() -> None:
    written = msgspec.json.encode(ours(TRICKS))

    assert msgspec.json.decode(written, type=CustomGame) == ours(TRICKS)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written.replace(b'"trick"', b'"trik"'), type=CustomGame)


@pytest.mark.parametrize("players", DECKS)
def test_every_number_of_players_with_a_deck_is_taken(players: int) -> None:
    rules = custom_rules(players, ours(TRICKS))

    assert rules.removed == DECKS[players]
    assert (rules.odd_card is None) == (players != 6)


@pytest.mark.parametrize("players", [-1, 0, 2, 8, 52])
def test_a_number_of_players_without_a_deck_is_refused(players: int) -> None:
    error = refused(ours(TRICKS), players)

    assert (error.code, error.allowed) == (
        RuleSetCode.WRONG_PLAYER_COUNT,
        ("3", "4", "5", "6", "7"),
    )


@pytest.mark.parametrize(
    "custom",
    [
        ours(),
        CustomGame(direction=Direction.HIGH, deals=(CustomDeal(TRICKS, 20),) * 4),
    ],
    ids=["none", "eighty"],
)
def test_no_deals_or_too_many_are_refused(custom: CustomGame) -> None:
    error = refused(custom)

    assert (error.code, error.allowed) == (RuleSetCode.NO_DEALS, ("1 … 60 deals",))


@pytest.mark.parametrize(
    "deal",
    [
        trick(trick=0),
        trick(trick=0, cards=(CardPoints(("QS",), 0),)),
        trick(trick=0, cards=(CardPoints((), 5),)),
        trick(trick=0, tricks=(TrickPoints(7, 0),)),
        replace(LOTTERY, prizes=()),
        replace(LOTTERY, prizes=(0, 0)),
    ],
)
def test_a_deal_that_counts_nothing_is_refused(deal: Deal) -> None:
    assert refused(ours(TRICKS, deal)).code is RuleSetCode.WORTHLESS_DEAL


@pytest.mark.parametrize(
    ("number", "players", "taken"),
    [
        (13, 4, True),
        (14, 4, False),
        (-13, 4, True),
        (-14, 4, False),
        (0, 4, False),
        (7, 7, True),
        (8, 7, False),
        (17, 3, True),
        (-8, 6, True),
        (9, 6, False),
    ],
)
def test_a_trick_that_the_deal_does_not_have_is_refused(
    number: int, players: int, taken: bool
) -> None:
    custom = ours(trick(tricks=(TrickPoints(number, -5),)))

    if taken:
        assert custom_rules(players, custom).deals
        return
    size = 52 // players if players != 6 else 8
    error = refused(custom, players)
    assert error.code is RuleSetCode.NO_SUCH_TRICK
    assert error.allowed == (f"1 … {size}, or -{size} … -1 from the end",)


@pytest.mark.parametrize(
    "deal",
    [
        trick(cards=(CardPoints(("1H",), -5),)),
        trick(barred_first=("XX",)),
        trick(must_drop=("",)),
        trick(opening_card="Q♠", leader=Position.HOLDER),
        trick(moon=Moon(("QSS",), (MoonWay.ADD_OTHERS,))),
        trick(broken_hearts=BrokenHearts(("H",))),
        trick(broken_hearts=BrokenHearts(("2H",), ("S",))),
    ],
)
def test_a_card_that_does_not_exist_is_refused(deal: Deal) -> None:
    error = refused(ours(deal))

    assert error.code is RuleSetCode.NO_SUCH_CARD
    assert error.allowed[0].startswith("a card is a rank")


def test_cards_are_written_in_one_form_whatever_the_table_writes() -> None:
    cards = (CardPoints(("qs", "10H", " kh"), -5),)
    hearts, moon = BrokenHearts(("10h",), ("qs",)), Moon(("jd",), (MoonWay.ADD_OTHERS,))
    loose = trick(
        cards=cards,
        opening_card="2c",
        leader=Position.HOLDER,
        barred_first=("ah",),
        broken_hearts=hearts,
        must_drop=("Ks",),
        moon=moon,
    )

    (written,) = custom_rules(4, ours(loose)).deals

    assert written == trick(
        source="R14",
        cards=(CardPoints(("QS", "TH", "KH"), -5),),
        opening_card="2C",
        leader=Position.HOLDER,
        barred_first=("AH",),
        broken_hearts=BrokenHearts(("TH",), ("QS",)),
        must_drop=("KS",),
        moon=Moon(("JD",), (MoonWay.ADD_OTHERS,)),
    )


@pytest.mark.parametrize(
    "deal",
    [
        trick(cards=(CardPoints(("QS", "KH", "QS"), -5),)),
        trick(cards=(CardPoints(("TH", "10h"), -5),)),
        trick(barred_first=("2H", "2H")),
        trick(must_drop=("KH", "KH")),
        trick(moon=Moon(("QS", "QS"), (MoonWay.ADD_OTHERS,))),
        trick(broken_hearts=BrokenHearts(("2H", "2h"))),
        trick(broken_hearts=BrokenHearts(("2H",), ("QS", "QS"))),
    ],
)
def test_a_card_that_stands_twice_in_a_list_is_refused(deal: Deal) -> None:
    error = refused(ours(deal))

    assert (error.code, error.allowed) == (RuleSetCode.CLASHING_RULES, ("each card once",))


@pytest.mark.parametrize(("players", "taken"), [(3, False), (4, True), (5, False), (7, False)])
def test_a_deal_is_not_opened_by_a_card_that_is_not_in_the_deck(players: int, taken: bool) -> None:
    custom = ours(trick(opening_card="2C", leader=Position.HOLDER))

    if taken:
        assert custom_rules(players, custom).deals
        return
    error = refused(custom, players)
    assert (error.code, error.allowed) == (RuleSetCode.NO_SUCH_CARD, ("a card of the deck",))


def test_a_deal_that_counts_only_cards_that_are_not_in_the_deck_counts_nothing() -> None:
    deal = trick(trick=0, cards=(CardPoints(("2C",), -5),))

    assert custom_rules(4, ours(deal)).deals
    assert refused(ours(deal), 3).code is RuleSetCode.WORTHLESS_DEAL


@pytest.mark.parametrize("cards", [(), ("2C",)])
def test_a_moon_that_nobody_can_shoot_is_refused(cards: tuple[str, ...]) -> None:
    error = refused(ours(trick(moon=Moon(cards, (MoonWay.ADD_OTHERS,)))), 3)

    assert (error.code, error.allowed) == (RuleSetCode.CLASHING_RULES, ("cards of the deck",))


@pytest.mark.parametrize(("players", "prizes"), [(3, 4), (4, 5), (7, 8)])
def test_more_prizes_than_seats_are_refused(players: int, prizes: int) -> None:
    error = refused(ours(replace(LOTTERY, prizes=(1,) * prizes)), players)

    assert (error.code, error.allowed) == (
        RuleSetCode.TOO_MANY_PRIZES,
        (f"1 … {players} prizes",),
    )
    assert custom_rules(players, ours(replace(LOTTERY, prizes=(1,) * players))).deals


AUCTION = replace(TRUMP, auction=Auction(100))
CLASHES: tuple[tuple[int, CustomGame, str], ...] = (
    (4, ours(trick(passing=Passing(3, 4))), "to: 1 … 3"),
    (3, ours(trick(passing=Passing(3, 6))), "to: 1 … 2"),
    (7, ours(trick(passing=Passing(7, 1), trump=AUCTION)), "count: 1 … 6"),
    (4, ours(trick(opening_card="2C")), "leader holder with an opening card"),
    (4, ours(trick(leader=Position.HOLDER)), "leader holder with an opening card"),
    (4, ours(trick(leader=Position.DECLARER)), "dealer, left_of_dealer, holder"),
    (4, ours(trick(leader=Position.BUYER)), "dealer, left_of_dealer, holder"),
    (
        4,
        ours(trick(leader=Position.BUYER, trump=TRUMP)),
        "dealer, left_of_dealer, declarer",
    ),
    (4, ours(trick(trump=replace(TRUMP, named_by=Position.BUYER))), "dealer, left_of_dealer"),
    (4, ours(trick(trump=replace(TRUMP, named_by=Position.HOLDER))), "dealer, left_of_dealer"),
    (4, ours(trick(trump=replace(TRUMP, suits=FOUR_SUITS[:1] * 2))), "each trump once"),
    (4, ours(trick(trump=replace(AUCTION, seen_cards=5))), "seenCards null"),
    (
        4,
        ours(trick(trump=replace(TRUMP, seen_cards=5), passing=Passing(3, 1))),
        "seenCards null",
    ),
    (4, ours(trick(trump=replace(TRUMP, seen_cards=14))), "seenCards: 1 … 13"),
    (
        4,
        ours(trick(moon=Moon(("QS",), (MoonWay.ADD_OTHERS, MoonWay.ADD_OTHERS)))),
        "each way once",
    ),
    (4, ours(replace(LOTTERY, opener=Position.DECLARER)), "dealer, left_of_dealer"),
    (4, ours(TRICKS, ending=Ending(100, EndWhen.REACH, Tie.DRAW)), "deals that add points"),
    (
        4,
        ours(TRICKS, trick(trick=1), ending=Ending(9, EndWhen.REACH, Tie.DRAW)),
        "deals that add points",
    ),
)


@pytest.mark.parametrize(("players", "custom", "allowed"), CLASHES)
def test_rules_that_do_not_go_together_are_refused_with_what_would(
    players: int, custom: CustomGame, allowed: str
) -> None:
    error = refused(custom, players)

    assert (error.code, error.allowed) == (RuleSetCode.CLASHING_RULES, (allowed,))


def whole_match(rules: Rules, seed: int) -> tuple[MatchState, list[object]]:
    """Return the end of a match of default moves, and all its effects."""
    state, effects = start(rules, "m_custom", practice_secret(seed))
    told: list[object] = [*effects]
    while state.deal is not None:
        seat = state.deal.to_act[0]
        state, effects = apply(rules, state, seat, default_move(rules, state, seat))
        told += effects
    assert isinstance(told[-1], MatchEnded)
    return state, told


def rebuilt(rules: Rules) -> CustomGame:
    """Return the match of a rule set as a table would write it itself."""
    return CustomGame(
        direction=rules.direction,
        deals=tuple(CustomDeal(deal) for deal in rules.deals),
        ending=rules.ending,
        odd_card=rules.odd_card or OddCard.NEUTRAL,
    )


def test_greek_with_a_jack_and_a_moon_of_choice_is_played_to_its_end() -> None:
    rules = game("greek", jack_bonus="on", moon="choice", limit="40")
    custom = custom_rules(4, rebuilt(rules))

    state, told = whole_match(custom, 1)

    assert max(state.totals) > 40
    moons = sum(sum(effect.points) for effect in told if isinstance(effect, MoonShot))
    assert sum(state.totals) == 16 * len(state.scores) + moons
    for seed in range(3):
        original, _ = whole_match(rules, seed)
        assert whole_match(custom, seed)[0].scores == original.scores


def test_classic_with_robber_last_two_forced_king_and_auction_is_played_to_its_end() -> None:
    rules = game(
        "classic",
        robber="on",
        special_tricks="last_two",
        king_must_drop="on",
        trump_mode="auction",
    )

    state, told = whole_match(rules, 2)

    sums = [sum(effect.points) for effect in told if isinstance(effect, DealScored)]
    assert sums == [-260, -260, -240, -240, -150, -150, -1300, *[325] * 4, 1300]
    assert sum(state.totals) == 0
    assert whole_match(custom_rules(4, rebuilt(rules)), 2)[0].scores == state.scores


THREE_DEALS = CustomGame(
    direction=Direction.HIGH,
    deals=(
        CustomDeal(
            TrickDeal(
                "spades_cost",
                NAME,
                "R14",
                Position.DEALER,
                cards=(CardPoints(("QS", "KS", "AS"), -10),),
                tricks=(TrickPoints(1, -7),),
                passing=Passing(2, 2),
                must_drop=("QS", "KS"),
                heart_lead_ban=True,
            )
        ),
        CustomDeal(
            TrickDeal(
                "no_trump",
                NAME,
                "R14",
                Position.DECLARER,
                trick=4,
                trump=TrumpChoice(Position.LEFT_OF_DEALER, 3, ANY_TRUMP),
            )
        ),
        CustomDeal(LotteryDeal("lots", NAME, "R14", Position.LEFT_OF_DEALER, (9, 4, -4), "5")),
    ),
)


@pytest.mark.parametrize(("players", "tricks"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7)])
def test_three_deals_of_ones_own_are_played_by_any_number(players: int, tricks: int) -> None:
    rules = custom_rules(players, THREE_DEALS)

    state, told = whole_match(rules, 3)

    sums = [sum(effect.points) for effect in told if isinstance(effect, DealScored)]
    aside = {-37, -27} if players == 6 else {-37}
    assert sums[0] in aside
    assert sums[1:] == [4 * tricks, 9]
    assert len(state.scores) == 3


def test_who_holds_the_opening_card_is_not_told_before_the_trump_is_named() -> None:
    blind = TrumpChoice(Position.DEALER, 3, FOUR_SUITS)
    rules = custom_rules(4, ours(trick(opening_card="2C", leader=Position.HOLDER, trump=blind)))

    state, effects = start(rules, "m_custom", practice_secret(3))

    assert [at.leader for at in effects if isinstance(at, DealStarted)] == [None]
    seen = view_for(rules, state, None).deal
    assert seen is not None
    assert seen.leader is None
    named, _ = make(rules, state, "trump H")
    (holder,) = in_play(named).to_act
    assert in_play(named).leader == holder
    assert in_play(named).hands[holder] & card_set([parse_card("2C")])


def test_lotteries_up_to_a_limit_come_again_until_it_is_reached() -> None:
    custom = ours(LOTTERY, TRICKS, ending=Ending(40, EndWhen.REACH, Tie.PLAY_ON))

    state, _ = whole_match(custom_rules(4, custom), 4)

    assert max(state.totals) >= 40
    assert sorted(state.totals)[-1] > sorted(state.totals)[-2]
    assert [sum(points) for points in state.scores[:4]] == [15, -13, 15, -13]


def test_three_deals_of_ones_own_ask_for_each_choice_in_turn() -> None:
    rules = custom_rules(4, THREE_DEALS)
    state, _ = start(rules, "m_custom", practice_secret(3))
    assert in_play(state).phase == "passing"

    state = wander(rules, state, 4 + 52, seed=1)

    assert (in_play(state).number, in_play(state).phase) == (2, "trump")
    state, _ = make(rules, state, "trump N")
    assert in_play(state).trump == 4
    assert in_play(wander(rules, state, 52, seed=1)).phase == "lottery"


# Each suit but a card, which lies in the talon; seat 0, who deals, keeps it and gives all back.
FOR_SALE = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
)


def kept(deal: TrickDeal) -> tuple[Rules, MatchState]:
    """Return a match whose dealer has kept the talon and begins to take all tricks."""
    rules = custom_rules(4, ours(deal))
    state = dealt(rules, "ours", FOR_SALE, rest="AC AD AH QS")
    for move in ("keep", "give AD AH QS", "trump C", "play 2C", "play 2D", "play 2H", "play 2S"):
        state, _ = make(rules, state, move)
    return rules, state


def played_out(rules: Rules, state: MatchState) -> tuple[int, ...]:
    """Return the points of the one deal of a match after default moves."""
    while state.deal is not None:
        seat = state.deal.to_act[0]
        state, _ = apply(rules, state, seat, default_move(rules, state, seat))
    return state.totals


@pytest.mark.parametrize("early", [False, True])
def test_an_early_end_waits_for_a_card_that_lay_in_the_talon(early: bool) -> None:
    cards = (CardPoints(("QS",), -10),)
    deal = trick(trick=0, cards=cards, leader=Position.DECLARER, trump=AUCTION, early_end=early)

    rules, state = kept(deal)

    assert in_play(state).phase == "tricks"
    assert played_out(rules, state) == (-10, 0, 0, 0)


def test_a_card_that_lay_in_the_talon_is_a_part_of_the_moon() -> None:
    cards = (CardPoints(("QS",), -10), CardPoints(("KH",), -5))
    moon = Moon(("QS", "KH"), (MoonWay.ADD_OTHERS,))
    deal = trick(trick=0, cards=cards, leader=Position.DECLARER, trump=AUCTION, moon=moon)

    assert played_out(*kept(deal)) == (0, -15, -15, -15)


@pytest.mark.parametrize(
    ("odd", "points"),
    [
        (OddCard.NEUTRAL, (0, -5, -5, -5, -5, -5)),
        (OddCard.LAST_TRICK, (-5, -10, 0, 0, 0, 0)),
    ],
)
def test_a_card_set_aside_is_a_part_of_the_moon_where_it_counts(
    odd: OddCard, points: tuple[int, ...]
) -> None:
    cards = (CardPoints(("QS",), -10), CardPoints(("KH",), -5))
    moon = Moon(("QS", "KH"), (MoonWay.ADD_OTHERS,))
    rules = custom_rules(6, ours(trick(trick=0, cards=cards, moon=moon), odd_card=odd))
    first = ["AC KC QC JC TC 9C 8C 2H", "KH 3D 4D 5D 6D 7D 8D AH"]
    played = card_set(parse_card(name) for name in f"{' '.join(first)} QS".split())
    others = texts(cards_in(card_set(deck(rules.removed)) & ~played))
    hands = [*first, *(" ".join(others[at::4]) for at in range(4))]
    state = dealt(rules, "ours", hands, dealer=5, rest="QS")

    for at in range(48):
        seat = in_play(state).to_act[0]
        own = hands[seat].split() if seat < len(first) else ()
        move = parse_move(f"play {own[at // 6]}") if own else default_move(rules, state, seat)
        state, _ = apply(rules, state, seat, move)

    assert state.totals == points
