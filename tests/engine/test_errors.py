"""What the engine refuses, and how it says so."""

import pytest

from engine.errors import (
    EngineError,
    NotationError,
    RuleCode,
    RuleError,
    RuleSetCode,
    RuleSetError,
)


@pytest.mark.parametrize("kind", [NotationError, RuleError, RuleSetError])
def test_every_error_of_the_rules_is_an_engine_error(kind: type[Exception]) -> None:
    assert issubclass(kind, EngineError)


def test_a_long_text_is_cut_in_the_message_and_kept_in_the_error() -> None:
    error = NotationError("x" * 1000, "a card is a card")

    assert str(error) == f"'{'x' * 40}': a card is a card"
    assert error.text == "x" * 1000


def test_a_refusal_names_its_code_its_reason_and_its_section() -> None:
    error = RuleError(RuleCode.MUST_FOLLOW_SUIT, "2C: follow", "R1.5", "H")

    assert str(error) == "MUST_FOLLOW_SUIT: 2C: follow (R1.5)"
    assert (error.code, error.section, error.suit) == (RuleCode.MUST_FOLLOW_SUIT, "R1.5", "H")


def test_a_refused_choice_of_rules_lists_what_is_allowed() -> None:
    error = RuleSetError(RuleSetCode.UNKNOWN_RULE_SET, "no rule set 'x'", ("kurnik", "king"))

    assert str(error) == "UNKNOWN_RULE_SET: no rule set 'x'; allowed: kurnik, king"
    assert error.allowed == ("kurnik", "king")


@pytest.mark.parametrize("codes", [RuleCode, RuleSetCode])
def test_every_code_is_written_as_it_is_named(codes: type[RuleCode] | type[RuleSetCode]) -> None:
    assert [code.value for code in codes] == [code.name for code in codes]
