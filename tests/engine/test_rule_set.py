"""Rule sets and their options: how a choice is checked and resolved."""

import pytest

from engine.errors import RuleSetCode, RuleSetError
from engine.rule_set import Condition, Game, Option, OptionType, OtherDefault, RuleSet
from engine.rules import Direction, LotteryDeal, OddCard, Position, Text

_TEXT = Text("", "")
SPEED = Option(id="speed", default="even", values=("slow", "even", "fast"), text=_TEXT, source="R4")
ORDER = Option(
    id="order",
    type=OptionType.PERMUTATION,
    default="a,b,c",
    values=("a", "b", "c"),
    text=_TEXT,
    source="R4",
)
LIMIT = Option(
    id="limit",
    type=OptionType.INTEGER,
    default="100",
    minimum=5,
    maximum=250,
    text=_TEXT,
    source="R4",
)
BRAKE = Option(
    id="brake",
    default="off",
    other_default=OtherDefault("speed", "fast", "on"),
    values=("off", "on"),
    text=_TEXT,
    source="R4",
)
HORN = Option(
    id="horn",
    default="off",
    values=("off", "on"),
    needs=(Condition("brake", ("on",)), Condition("speed", ("even", "fast"))),
    text=_TEXT,
    source="R4",
)
SIXTH = Option(id="sixth", default="x", values=("x", "y"), players=(6,), text=_TEXT, source="R4")
DEAL = LotteryDeal("lottery", _TEXT, "R5", Position.DEALER, (1,))
RULE_SET = RuleSet(
    id="toy",
    version=3,
    name=_TEXT,
    summary=_TEXT,
    source="R4",
    direction=Direction.LOW,
    removed={4: (), 6: ("2C", "2D", "2S")},
    options=(SPEED, ORDER, LIMIT, BRAKE, HORN, SIXTH),
    build=lambda players, options: Game((DEAL,) * players, odd_card=OddCard.LAST_TRICK),
)


def refused(options: dict[str, str], players: int = 4) -> RuleSetError:
    """Return how a choice is refused."""
    with pytest.raises(RuleSetError) as found:
        RULE_SET.resolve(players, options)
    return found.value


@pytest.mark.parametrize("value", ["slow", "even", "fast"])
def test_a_choice_takes_each_of_its_values(value: str) -> None:
    assert RULE_SET.resolve(4, {"speed": value}).options["speed"] == value


@pytest.mark.parametrize("value", ["a,b,c", "c,a,b", "b,a,c"])
def test_a_permutation_takes_its_values_in_any_order(value: str) -> None:
    assert RULE_SET.resolve(4, {"order": value}).options["order"] == value


@pytest.mark.parametrize("value", ["5", "6", "100", "250"])
def test_an_integer_takes_each_number_between_its_bounds(value: str) -> None:
    assert RULE_SET.resolve(4, {"limit": value}).options["limit"] == value


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("speed", "", ("slow", "even", "fast")),
        ("speed", "Slow", ("slow", "even", "fast")),
        ("speed", "slow,even,fast", ("slow", "even", "fast")),
        ("order", "", ("a", "b", "c")),
        ("order", "a,b", ("a", "b", "c")),
        ("order", "a,b,b", ("a", "b", "c")),
        ("order", "a,b,c,c", ("a", "b", "c")),
        ("order", "a, b, c", ("a", "b", "c")),
        ("limit", "", ("5 … 250",)),
        ("limit", "4", ("5 … 250",)),
        ("limit", "251", ("5 … 250",)),
        ("limit", "1000", ("5 … 250",)),
        ("limit", "-5", ("5 … 250",)),
        ("limit", "+6", ("5 … 250",)),
        ("limit", "06", ("5 … 250",)),
        ("limit", "6.0", ("5 … 250",)),
        ("limit", " 6", ("5 … 250",)),
        ("limit", "٦", ("5 … 250",)),
        ("limit", "1" * 10_000, ("5 … 250",)),
    ],
)
def test_any_other_value_is_out_of_range_and_answered_with_what_is_allowed(
    name: str, value: str, allowed: tuple[str, ...]
) -> None:
    error = refused({name: value})

    kind = {"speed": "choice", "order": "permutation", "limit": "integer"}[name]
    assert (error.code, error.allowed) == (RuleSetCode.OPTION_OUT_OF_RANGE, allowed)
    assert error.detail == f"{name}={value[:60]!r} is no {kind} of its values"


def test_an_option_that_the_game_lacks_is_refused_with_those_it_has() -> None:
    error = refused({"x": "1"})

    assert (error.code, error.detail) == (RuleSetCode.UNKNOWN_OPTION, "toy has no option 'x' here")
    assert error.allowed == ("speed", "order", "limit", "brake", "horn")


def test_an_option_for_another_number_of_players_is_none() -> None:
    assert refused({"sixth": "y"}).code is RuleSetCode.UNKNOWN_OPTION
    assert RULE_SET.resolve(6, {"sixth": "y"}).options["sixth"] == "y"
    assert "sixth" not in RULE_SET.resolve(4, {}).options


@pytest.mark.parametrize("players", [-1, 0, 3, 5, 7])
def test_a_number_of_players_without_a_deck_is_refused(players: int) -> None:
    error = refused({}, players)

    assert (error.code, error.allowed) == (RuleSetCode.WRONG_PLAYER_COUNT, ("4", "6"))
    assert error.detail == f"toy is not played by {players}"


@pytest.mark.parametrize(
    ("options", "brake"), [({}, "off"), ({"speed": "slow"}, "off"), ({"speed": "fast"}, "on")]
)
def test_a_default_may_follow_another_option(options: dict[str, str], brake: str) -> None:
    assert RULE_SET.resolve(4, options).options["brake"] == brake


def test_a_choice_goes_before_a_default_that_follows() -> None:
    assert RULE_SET.resolve(4, {"speed": "fast", "brake": "off"}).options["brake"] == "off"


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, ("brake=on",)),
        ({"speed": "slow"}, ("brake=on",)),
        ({"speed": "slow", "brake": "on"}, ("speed=even", "speed=fast")),
        ({"speed": "fast", "brake": "off"}, ("brake=on",)),
    ],
)
def test_an_option_without_its_condition_is_refused_with_the_values_it_needs(
    options: dict[str, str], allowed: tuple[str, ...]
) -> None:
    error = refused({**options, "horn": "on"})

    assert (error.code, error.allowed) == (RuleSetCode.OPTION_WITHOUT_CONDITION, allowed)


@pytest.mark.parametrize(
    "options", [{"speed": "fast", "horn": "on"}, {"brake": "on", "horn": "on"}, {"horn": "off"}]
)
def test_a_condition_that_holds_or_a_default_is_taken(options: dict[str, str]) -> None:
    assert RULE_SET.resolve(4, options).options["horn"] == options["horn"]


def test_resolved_rules_name_every_option_and_what_the_rule_set_says() -> None:
    rules = RULE_SET.resolve(4, {"speed": "fast"})

    assert rules.options == {
        "speed": "fast",
        "order": "a,b,c",
        "limit": "100",
        "brake": "on",
        "horn": "off",
    }
    assert (rules.rule_set, rules.version, rules.direction) == ("toy", 3, Direction.LOW)
    assert (rules.players, rules.hand_size, rules.removed) == (4, 13, ())
    assert rules.deals == (DEAL,) * 4
    assert RULE_SET.players == (4, 6)


def test_what_becomes_of_an_odd_card_is_said_only_where_there_is_one() -> None:
    assert RULE_SET.resolve(4, {}).odd_card is None
    assert RULE_SET.resolve(6, {}).odd_card is OddCard.LAST_TRICK
    assert RULE_SET.resolve(6, {}).hand_size == 8
