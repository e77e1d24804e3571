"""The rule book `docs/rules.md`, which the service publishes with the API."""

from functools import cache
from pathlib import Path
from typing import Final

_PLACES: Final = (
    Path(__file__).parent / "rules.md",  # in a wheel, where pyproject.toml puts it
    Path(__file__).parents[2] / "docs" / "rules.md",  # in a checkout
)


@cache
def rule_book() -> str:
    """Return the rule book as Markdown; read from disk once."""
    place = next(filter(Path.is_file, _PLACES), _PLACES[0])
    return place.read_text(encoding="utf-8")
