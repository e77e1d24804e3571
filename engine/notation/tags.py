"""The tags before the first deal: `[Name "value"]`, the value a JSON string."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from engine.notation.builder import Builder, Json, card_texts
from engine.notation.faults import TOO_DEEP, FileCode

_T = TypeVar("_T")

_TAG: Final = re.compile(r"\[([A-Z][A-Za-z]*)([0-6]?) (.+)\]")
_RULES_DATA: Final = "RulesData"
_SEAT: Final = "Seat"


def read_tag(builder: Builder, line: str) -> None:
    """Read a line that begins with a bracket; raises UnreadableError, NotationError."""
    found = _TAG.fullmatch(line)
    if found is None or builder.deal is not None:
        raise builder.bad('a tag is [Name "value"], and stands before the first deal')
    name, digit, text = found.groups()
    read = TAGS.get(name)
    if name == _RULES_DATA and not digit:
        builder.state_of_match("rules", _json(builder, text, Json))
    elif name == _SEAT and digit:
        _name(builder, int(digit), _json(builder, text, str))
    elif read is not None and not digit:
        read(builder, _json(builder, text, str))
    else:
        detail = f"there is no tag {name}{digit}"
        raise builder.bad(detail)


def _json(builder: Builder, text: str, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        detail = f"the value of a tag is JSON: {error}"
        raise builder.bad(detail) from error
    except RecursionError as error:
        raise builder.bad(TOO_DEEP) from error


def _name(builder: Builder, seat: int, name: str) -> None:
    at = f"/names/{seat}"
    if at in builder.lines:
        detail = f"seat {seat} has two names"
        raise builder.bad(detail, FileCode.STATED_TWICE)
    names = builder.values.setdefault("names", [])
    names += [""] * (seat + 1 - len(names))
    names[seat] = name
    builder.lines[at] = builder.number


def _game(builder: Builder) -> Json:
    builder.lines.setdefault("/game", builder.number)
    game: Json = builder.values.setdefault("game", {"options": {}})
    return game


def _rules(builder: Builder, value: str) -> None:
    name, space, version = value.partition(" ")
    builder.state(_game(builder), "/game", "ruleSet", name)
    if space:
        builder.state(_game(builder), "/game", "version", builder.whole(version))


def _players(builder: Builder, value: str) -> None:
    builder.state(_game(builder), "/game", "players", builder.whole(value))


def _option(builder: Builder, value: str) -> None:
    name, equals, chosen = value.partition("=")
    if not equals:
        raise builder.bad('an option is "name=value"')
    builder.state(_game(builder)["options"], "/game/options", name, chosen)


TAGS: Final[dict[str, Callable[[Builder, str], None]]] = {
    "Kierki": lambda at, value: at.state_of_match("kierki", at.whole(value)),
    "Match": lambda at, value: at.state_of_match("matchId", value),
    "Rules": _rules,
    "Players": _players,
    "Option": _option,
    "Note": lambda at, value: at.append(at.values, "", "notes", value),
    "Practice": lambda at, value: at.state_of_match("practiceSeed", at.whole(value)),
    "Draw": lambda at, value: at.state_of_match("draw", card_texts(value.split())),
    "DrawSeed": lambda at, value: at.state_of_match("drawSeed", value),
    "DrawCommitment": lambda at, value: at.state_of_match("drawCommitment", value),
}
