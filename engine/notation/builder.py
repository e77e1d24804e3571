"""What is collected while the text form of a match is read, line by line."""

import re
from collections.abc import Iterable
from typing import Any, Final

from engine.cards import card_text, parse_card
from engine.notation.faults import FileCode, UnreadableError

Json = dict[str, Any]  # plain values have no narrower type before they are checked

_NUMBER: Final = re.compile(r"-?[0-9]{1,10}")


class Builder:
    """The values of a match as its JSON form has them, and the line of each by JSON pointer.

    `number` is the line that is being read.
    """

    def __init__(self) -> None:
        self.values: Json = {}
        self.lines: dict[str, int] = {}
        self.number = 0
        self.deal: Json | None = None
        self.at = ""

    def bad(self, detail: str, code: FileCode = FileCode.BAD_LINE) -> UnreadableError:
        """Return an error at the present line."""
        return UnreadableError(code, self.number, detail)

    def state(self, where: Json, at: str, name: str, value: object) -> None:
        """Keep a value that may be stated only once; raises UnreadableError STATED_TWICE."""
        if name in where:
            detail = f"{name} is stated twice"
            raise self.bad(detail, FileCode.STATED_TWICE)
        where[name] = value
        self.lines[f"{at}/{name}"] = self.number

    def state_of_match(self, name: str, value: object) -> None:
        """Keep a value of the match."""
        self.state(self.values, "", name, value)

    def append(self, where: Json, at: str, name: str, value: object) -> None:
        """Add a value to a list."""
        values = where.setdefault(name, [])
        self.lines.setdefault(f"{at}/{name}", self.number)
        self.lines[f"{at}/{name}/{len(values)}"] = self.number
        values.append(value)

    def whole(self, text: str) -> int:
        """Return the whole number that a text is; raises UnreadableError BAD_VALUE."""
        if not _NUMBER.fullmatch(text):
            detail = f"{text[:20]!r} is no whole number"
            raise self.bad(detail, FileCode.BAD_VALUE)
        return int(text)

    def wholes(self, text: str) -> list[int]:
        """Return the whole numbers of a text."""
        return [self.whole(part) for part in text.split()]

    @property
    def players(self) -> int:
        """Return how many play; raises UnreadableError while that is not stated."""
        stated = (self.values.get("game") or self.values.get("rules") or {}).get("players")
        if not isinstance(stated, int) or stated < 1:
            raise self.bad("how many play stands before the first deal")
        return stated


def card_texts(names: Iterable[str]) -> list[str]:
    """Return cards in their canonical form; raises NotationError."""
    return [card_text(parse_card(name)) for name in names]
