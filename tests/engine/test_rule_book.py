"""Everything that docs/rules.md states in figures is what the engine does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_set, texts
from engine.deals.opening import talon_size
from engine.deals.worth import cards_worth, trick_worth
from engine.errors import RuleSetCode
from engine.match import apply, default_move, start
from engine.rule_set import Condition, Option, OptionType
from engine.rules import LotteryDeal, Rules, TrickDeal, deck
from engine.rulesets import RULE_SETS
from engine.rulesets.contracts import DECKS
from engine.rulesets.custom import CUSTOM
from engine.shuffle import (
    ENTROPY_BYTES_MAX,
    _below,
    commitment,
    deal_seed,
    practice_secret,
    shuffle,
)
from tests.engine import rule_book, sums
from tests.engine.table import game, held, trick_deal
from tests.strategies import secrets

VECTORS = rule_book.vectors()
NONE = "-"


def chosen(text: str) -> dict[str, str]:
    """Return the options of a text such as `robber=on scale=small`."""
    return dict(part.split("=") for part in text.split())


def named(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the rule sets of a text such as `kurnik, classic` or `polish, small`."""
    names = text.split(", ")
    if names[-1] == "small":
        return [(names[0], {"scale": "small"})]
    return [(name, {"robber": "on"} if name == "classic" else {}) for name in names]


def units(spec: TrickDeal) -> set[int]:
    """Return every figure that a deal counts by."""
    for_cards = {part.points for part in spec.cards}
    for_tricks = {part.points for part in spec.tricks}
    return {*for_cards, *for_tricks, spec.trick} - {0}


def whole_deal(rules: Rules, deal_id: str) -> int:
    """Return the points of all seats together in a trick deal without a card set aside."""
    spec = trick_deal(rules, deal_id)
    cards = cards_worth(spec, card_set(deck(rules.removed)))
    return spec.trick * rules.hand_size + cards + sum(part.points for part in spec.tricks)


def test_the_book_begins_with_every_rule_set_and_its_numbers_of_players() -> None:
    rows = rule_book.first_table("rule set")

    found = {name: (players, section) for name, players, _, section in rows}

    spans = {name: numbers(at.players) for name, at in RULE_SETS.items()}
    assert found == {
        **{name: (spans[name], at.source) for name, at in RULE_SETS.items()},
        CUSTOM: (numbers(tuple(DECKS)), "R14"),
    }


def numbers(players: tuple[int, ...]) -> str:
    """Return numbers of players as the book writes them."""
    first, *_, last = (*players, players[-1])
    return f"{first}-{last}" if len(players) > 2 else ", ".join(map(str, players))


@pytest.mark.parametrize("row", rule_book.table("R1.2", "players"), ids=lambda row: row[0])
def test_the_decks_are_those_of_the_book(row: list[str]) -> None:
    players, removed, cards, size, aside = row

    rules = game("classic", int(players))

    assert rules.removed == tuple(removed.split())
    assert len(deck(rules.removed)) == int(cards) == int(size) * int(players) + int(aside)
    assert rules.hand_size == int(size)
    assert (rules.odd_card is not None) == (aside == "1")


def test_two_games_have_decks_of_their_own() -> None:
    other = {
        (name, players): removed
        for name, found in RULE_SETS.items()
        for players, removed in found.removed.items()
        if removed != DECKS[players]
    }

    assert other == {
        ("greek", 3): ("2D",),
        ("american", 3): ("2D",),
        ("black_maria", 6): ("2C", "2D", "2H", "2S"),
    }


@pytest.mark.parametrize("row", rule_book.table("R1.8", "rule set"), ids=" ".join)
def test_a_whole_match_adds_up_to_what_the_book_says(row: list[str]) -> None:
    name, players, options, points = row
    rules = game(name, int(players), **chosen(options))
    state, _ = start(rules, "m_test", practice_secret(len(options)))

    while state.deal is not None:
        seat = state.deal.to_act[0]
        state, _ = apply(rules, state, seat, default_move(rules, state, seat))

    assert sum(state.totals) == int(points)


@pytest.mark.parametrize("row", rule_book.table("R2", "deal"), ids=lambda row: row[0])
def test_the_units_of_the_penalty_deals_are_those_of_the_table(row: list[str]) -> None:
    deal_id, _, *figures = row
    games = (
        game("classic", robber="on", special_tricks="last_two"),
        game("kurnik", 3),
        game("polish", scale="small"),
        game("ten_deal"),
        game("king"),
        game("sik"),
    )

    for rules, figure in zip(games, figures, strict=True):
        ids = {deal.id for deal in rules.deals}
        assert (deal_id in ids) == (figure != NONE)
        if figure not in (NONE, "yes"):
            assert units(trick_deal(rules, deal_id)) == {int(figure)}


@pytest.mark.parametrize(
    "rules",
    [game("kurnik", 3), game("kurnik", 4), game("classic", 7, robber="on"), game("sik")],
    ids=lambda rules: rules.rule_set,
)
def test_the_robber_counts_all_the_deals_above_it(rules: Rules) -> None:
    above = [trick_deal(rules, name) for name in ("tricks", "hearts", "queens", "men", "king")]
    special = trick_deal(rules, "special")

    robber = trick_deal(rules, "robber")

    assert robber.trick == sum(deal.trick for deal in above)
    assert robber.cards == tuple(part for deal in above for part in deal.cards)
    assert robber.tricks == special.tricks


@pytest.mark.parametrize("row", rule_book.table("R2", "rule set"), ids=" ".join)
def test_the_points_of_a_penalty_deal_add_up_to_what_the_book_says(row: list[str]) -> None:
    names, players, *figures = row
    deals = ("tricks", "hearts", "queens", "men", "king", "special", "robber")

    for name, options in named(names):
        rules = game(name, int(players), **options)
        for deal_id, figure in zip(deals, figures, strict=True):
            if figure != NONE:
                assert whole_deal(rules, deal_id) == int(figure) == sums.deal_sum(rules, deal_id)


EXAMPLES = rule_book.table("R2", "rules")


@pytest.mark.parametrize("example", EXAMPLES, ids=" ".join)
def test_a_trick_of_the_book_costs_what_the_book_says(example: list[str]) -> None:
    wording, players, deal_id, number, cards, points = example
    name, _, options = wording.partition(" ")
    rules = game(name, int(players), **chosen(options))

    spec = trick_deal(rules, deal_id)

    assert len(cards.split()) == rules.players
    assert trick_worth(spec, held(cards), int(number), rules.hand_size) == int(points)


def test_the_book_works_eighteen_examples() -> None:
    assert len(EXAMPLES) == 18


@pytest.mark.parametrize("row", rule_book.table("R3.2", "rule set"), ids=" ".join)
def test_a_trump_trick_is_worth_what_the_book_says(row: list[str]) -> None:
    names, players, unit, whole = row

    for name, options in named(names):
        rules = game(name, int(players), **options)
        assert units(trick_deal(rules, "trump")) == {int(unit)}
        assert whole_deal(rules, "trump") == int(whole) == sums.deal_sum(rules, "trump")


def test_every_game_with_trump_deals_has_its_unit_in_the_book() -> None:
    listed = {
        (name, int(players))
        for names, players, *_ in rule_book.table("R3.2", "rule set")
        for name, _ in named(names)
    }

    assert listed == {
        (name, players)
        for name, found in RULE_SETS.items()
        for players in found.players
        if "trump" in {deal.id for deal in game(name, players).deals}
    }


@pytest.mark.parametrize("row", rule_book.table("R3.5", "players"), ids=lambda row: row[0])
def test_the_hands_of_an_auction_are_those_of_the_book(row: list[str]) -> None:
    players, size, talon, aside = map(int, row)
    rules = game("classic", players, trump_mode="auction")

    found = talon_size(trick_deal(rules, "trump"), players)

    assert (rules.hand_size - 1, found) == (size, talon)
    assert size * players + talon + aside == len(deck(rules.removed))


@pytest.mark.parametrize("row", rule_book.table("R5.5", "players"), ids=" ".join)
def test_the_prizes_of_the_lottery_are_those_of_the_book(row: list[str]) -> None:
    players, lotteries, prizes = row
    expected = tuple(map(int, prizes.split()))
    if players == "4, small":
        games = [game("polish", 4, scale="small", lottery_deals=at) for at in ("1", "players")]
    else:
        several = "players" if lotteries == "several" else "1"
        options = {"plus_phase": "lottery", "lottery_deals": several}
        games = [game("classic", at, **options) for at in span(players)]
        games += [
            game("lottery", at, deals=several.replace("players", "2"))
            for at in span(players)
            if at < 5
        ]
        games += [game("kurnik", at) for at in span(players) if at < 5 and several == "1"]

    found = {deal.prizes for at in games for deal in at.deals if isinstance(deal, LotteryDeal)}

    assert found == {expected}


def span(text: str) -> range:
    """Return the numbers of a text such as `3` or `4-7`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("row", rule_book.table("R6", "deals"), ids=lambda row: row[0])
def test_the_deals_come_in_the_places_that_the_book_gives(row: list[str]) -> None:
    names, *places = row

    for players, place in zip((3, 4), places, strict=True):
        at = span(place)
        found = {deal.id for deal in game("kurnik", players).deals[at.start - 1 : at.stop - 1]}
        assert found == set(names.split(", "))


@pytest.mark.parametrize("row", rule_book.table("R7", "figures"), ids=" ".join)
def test_the_ten_deals_add_up_to_what_the_book_says(row: list[str]) -> None:
    scale, players, *figures = row
    rules = game("ten_deal", int(players), scale=scale)
    penalties = [deal.id for deal in rules.deals if deal.id != "trump"]

    found = [whole_deal(rules, deal_id) for deal_id in penalties]

    assert [*map(str, found), str(sum(found))] == figures
    assert found == [sums.deal_sum(rules, deal_id) for deal_id in penalties]


@pytest.mark.parametrize(("name", "whole"), [("greek", 26), ("american", 26), ("black_maria", 43)])
def test_the_points_of_a_deal_to_a_limit_are_those_of_the_book(name: str, whole: int) -> None:
    section = {"greek": "R8.6", "american": "R8.6", "black_maria": "R10"}[name]

    for players in RULE_SETS[name].players:
        rules = game(name, players)
        lacking = 1 if "2H" in rules.removed else 0
        assert {whole_deal(rules, deal.id) for deal in rules.deals} == {whole - lacking}
        assert str(whole - lacking) in rule_book.section(section)


OPTION_TABLES = (
    ("classic", "R4"),
    ("lottery", "R5.7"),
    ("kurnik", "R6"),
    ("ten_deal", "R7"),
    ("greek", "R8.6"),
    ("king", "R11"),
    ("polish", "R12"),
    ("sik", "R13"),
)


def written_option(row: list[str]) -> tuple[Any, ...]:
    """Return name, type, values or bounds, default, numbers of players and needs of a row."""
    name, values, only_with, _ = row
    needs = [part for part in only_with.split() if "=" in part]
    players = () if needs or not only_with else (int(only_with.split()[0]),)
    conditions = tuple(
        Condition(option, tuple(value.split("/")))
        for option, value in (part.split("=") for part in needs)
    )
    return name, *_written_values(values, name), players, conditions


def _written_values(values: str, name: str) -> tuple[Any, ...]:
    if ", usually " in values:
        bounds, default = values.split(", usually ")
        return OptionType.INTEGER, tuple(map(int, bounds.split("-"))), default
    if values.startswith("any order of "):
        names = tuple(values.removeprefix("any order of ").split(", "))
        return OptionType.PERMUTATION, names, ",".join(names)
    if name == "heart_ban":
        return OptionType.CHOICE, ("1", "none", "2,6", "1,2,6"), "1"
    names = tuple(values.split(", "))
    return OptionType.CHOICE, names, names[0]


def real_option(option: Option) -> tuple[Any, ...]:
    """Return the same of an option of the engine."""
    values = option.values or (option.minimum, option.maximum)
    return option.id, option.type, values, option.default, option.players, option.needs


@pytest.mark.parametrize(("name", "section"), OPTION_TABLES)
def test_the_options_of_a_game_are_those_of_the_book(name: str, section: str) -> None:
    rows = rule_book.table(section, "option")

    assert [written_option(row) for row in rows] == [
        real_option(option) for option in RULE_SETS[name].options
    ]


def defaults(name: str) -> dict[str, str]:
    """Return the default of every option of a rule set."""
    return {option.id: option.default for option in RULE_SETS[name].options}


def test_american_and_black_maria_differ_from_greek_in_the_defaults_of_the_book() -> None:
    american = {"queen_breaks_hearts": "on", "end_when": "reach"}
    maria = dict(rule_book.table("R10", "option"))

    assert all(f"{name}={value}" in rule_book.section("R9") for name, value in american.items())
    assert defaults("american") == {**defaults("greek"), **american}
    assert defaults("black_maria") == {**defaults("greek"), **maria}
    for name in ("american", "black_maria"):
        for option, greek in zip(RULE_SETS[name].options, RULE_SETS["greek"].options, strict=True):
            assert option.values[:1] == ((option.default,) if option.values else ())
            assert sorted(option.values) == sorted(greek.values)


def test_the_book_lists_every_reason_to_refuse_a_choice_of_rules() -> None:
    assert [row[0] for row in rule_book.table("R14", "refusal")] == list(RuleSetCode)


def entropy_of(vector: dict[str, str]) -> tuple[bytes, ...]:
    """Return the entropy of a vector, seat by seat."""
    return tuple(b"" if part == "-" else bytes.fromhex(part) for part in vector["entropy"].split())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda at: f"{at['practice']}-{at['number']}")
def test_a_vector_of_the_book_comes_out(vector: dict[str, str]) -> None:
    number = int(vector["number"])
    secret = practice_secret(int(vector["practice"]))
    seed = deal_seed(secret, number)

    order = shuffle(deck(tuple(vector["removed"].split())), seed, entropy_of(vector))

    assert secret.hex() == vector["secret"]
    assert seed.hex() == vector["seed"]
    assert commitment(seed, number, vector["match"]) == vector["commitment"]
    assert " ".join(texts(order)) == vector["order"]


def test_the_vectors_cover_the_draw_both_decks_and_entropy() -> None:
    covered = [(at["number"], at["removed"], any(entropy_of(at))) for at in VECTORS]

    assert covered == [("0", "", False), ("1", "", False), ("11", "2C", False), ("2", "", True)]


def test_the_book_tells_how_much_a_seat_may_add() -> None:
    assert f"1 to {ENTROPY_BYTES_MAX} bytes" in rule_book.section("R15.6")


def written() -> dict[str, Any]:
    """Return the names that the Python of the book defines."""
    names: dict[str, Any] = {}
    exec(compile(rule_book.recipe(), "docs/rules.md", "exec"), names)
    return names


@given(secrets, st.lists(st.binary(max_size=20), max_size=4), st.integers(0, 52))
def test_the_python_of_the_book_shuffles_like_the_engine(
    seed: bytes, entropy: list[bytes], size: int
) -> None:
    order = written()["shuffled"](range(size), seed, entropy)

    assert tuple(order) == shuffle(range(size), seed, entropy)


@pytest.mark.parametrize("first", [2**32 - 1, 2**32 - 2, 0])
def test_the_python_of_the_book_leaves_out_the_same_numbers(first: int) -> None:
    names = written()
    names["numbers"] = lambda seed, given: iter([first, 4, 3, 3])

    order = names["shuffled"]("abc", b"", ())

    words = iter([first, 4, 3, 3])
    expected = list("abc")
    for place in (2, 1):
        drawn = _below(place + 1, words)
        expected[place], expected[drawn] = expected[drawn], expected[place]
    assert order == expected
