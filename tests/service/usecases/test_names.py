"""What somebody may be called: what can be read, and turns nothing around it."""

import pytest

from schema.errors import Code, Refused
from service.usecases.names import shown_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ala", "Ala"),
        ("  Ala   z  Kotem ", "Ala z Kotem"),
        ("Zo\u0301łw", "Zółw"),
        ("Łucja 🂡", "Łucja 🂡"),
        ("נעמה", "נעמה"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_shown_composed_and_without_needless_spaces(given: str, shown: str) -> None:
    assert shown_name(given) == shown


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "x" * 41,
        "a\0b",
        "a\nb",
        "Ala\t",
        "a\u202eb",  # writes what follows from right to left
        "a\u2066b",
        "a\u200bb",  # has no width
        "\u0301",  # a mark on nothing
        "a\u00adb",
        "a\ud800",
        "a\u2028b",
    ],
)
def test_a_name_that_cannot_be_read_or_steers_is_refused(given: str) -> None:
    with pytest.raises(Refused) as error:
        shown_name(given)

    assert error.value.refusal.code is Code.INVALID_INPUT
