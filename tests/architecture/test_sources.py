"""Every section that the engine names stands in the rule book."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.match import refusal
from engine.moves import Play
from engine.rule_set import OptionType, RuleSet
from engine.rules import Direction
from engine.rulesets import RULE_SETS, rule_set
from engine.rulesets.custom import CustomDeal, CustomGame, custom_rules
from tests.engine import rule_book
from tests.engine.table import chance_deal, wander

ENGINE = Path(__file__).parents[2] / "engine"
_SOURCE = re.compile(r"Source: (R[\d.]+(?:, R[\d.]+)*)\.?")
_SECTION = re.compile(r'"(R\d+(?:\.\d+)?)"')
_POSITIONS = (
    "kurnik trump 3",
    "kurnik lottery 4",
    "classic trump 5",
    "polish robber 4",
    "american left 4",
    "black_maria right 6",
    "king king 4",
)
_OPTIONS = {
    "classic": {"trump_mode": "auction"},
    "polish": {"king_must_drop": "on"},
    "american": {"must_dump_queen": "on", "moon": "choice"},
}


def named_sections() -> Iterator[tuple[str, str]]:
    """Yield every section that a file of the engine names, with the file's name."""
    for path in sorted(ENGINE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lists = _SOURCE.findall(source)
        numbers = [number.rstrip(".") for found in lists for number in found.split(", ")]
        for number in [*numbers, *_SECTION.findall(source)]:
            yield str(path.relative_to(ENGINE)), number


def test_every_section_that_the_engine_names_stands_in_the_book() -> None:
    known = rule_book.sections()

    unknown = [(where, number) for where, number in named_sections() if number not in known]

    assert unknown == []


def test_every_source_note_is_read() -> None:
    written = sum(path.read_text().count("Source:") for path in ENGINE.rglob("*.py"))
    read = sum(len(_SOURCE.findall(path.read_text())) for path in ENGINE.rglob("*.py"))

    assert read == written > 20


@pytest.mark.parametrize("found", RULE_SETS.values(), ids=lambda found: found.id)
def test_every_section_that_a_rule_set_publishes_stands_in_the_book(found: RuleSet) -> None:
    sections = {found.source, *(option.source for option in found.options)}
    for players in found.players:
        for options in variants(found, players):
            sections.update(deal.source for deal in found.resolve(players, options).deals)

    assert sections <= set(rule_book.sections())


def variants(found: RuleSet, players: int) -> Iterator[dict[str, str]]:
    """Yield no choice, and every value of each option with the conditions that it needs."""
    yield {}
    for option in found.options:
        if option.players and players not in option.players:
            continue
        needed = {need.option: need.values[0] for need in option.needs}
        choices = option.values if option.type is OptionType.CHOICE else (option.default,)
        for value in choices:
            yield {**needed, option.id: value}


@pytest.mark.parametrize("position", _POSITIONS)
def test_every_section_that_a_refusal_names_stands_in_the_book(position: str) -> None:
    name, deal_id, players = position.split()
    options = _OPTIONS.get(name, {})
    rules = rule_set(name).resolve(int(players), options)
    state = chance_deal(rules, deal_id)
    named = set()

    while state.deal is not None and rules.deal(state.deal.number).id == deal_id:
        for seat in range(rules.players):
            is_asked = seat in state.deal.to_act  # others are refused for that, whatever they play
            cards = range(52 if is_asked else 1)
            refusals = (refusal(rules, state, seat, Play(card)) for card in cards)
            named |= {found.section for found in refusals if found}
        state = wander(rules, state, 1, seed=len(named))

    assert len(named) > 1
    assert named <= set(rule_book.sections())


def test_custom_rules_name_their_own_section() -> None:
    game = CustomGame(
        direction=Direction.HIGH,
        deals=tuple(map(CustomDeal, rule_set("kurnik").resolve(4, {}).deals)),
    )

    assert {deal.source for deal in custom_rules(4, game).deals} == {"R14"}
    assert "R14" in rule_book.sections()


def test_sections_stand_in_order_under_their_chapters() -> None:
    numbers = [tuple(map(int, number[1:].split("."))) for number in rule_book.sections()]

    assert numbers == sorted(numbers)
    assert {number[:1] for number in numbers} == {number for number in numbers if len(number) == 1}


def test_every_section_that_the_book_refers_to_stands_in_it() -> None:
    referred = set(re.findall(r"\bR\d+(?:\.\d+)?", rule_book.text()))

    assert referred <= set(rule_book.sections())
