"""From plain values, read from either form, to a checked written match."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.errors import NotationError, RuleSetError
from engine.moves import move_text, parse_move
from engine.notation.faults import FileCode
from engine.notation.model import FORMAT, WrittenDeal, WrittenMatch
from engine.notation.pinned import rules_of

_SHOWN: Final = 20  # characters of a wrong version that its error repeats
_WHERE: Final = re.compile(r" - at `\$(.*)`$")


class ShapeError(Exception):
    """A value is not what the notation takes; `at` is a JSON pointer."""

    def __init__(self, code: FileCode, at: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.at = at
        self.detail = detail


def shaped(values: Mapping[str, object]) -> WrittenMatch:
    """Return the match that plain values make, its moves in canonical form.

    Raises ShapeError: OTHER_FORMAT, BAD_VALUE, BAD_RULES, BAD_MOVE.
    """
    if values.get("kierki") != FORMAT:
        detail = f"this is version {FORMAT} of the notation, {_version_stated(values)}"
        raise ShapeError(FileCode.OTHER_FORMAT, "/kierki", detail)
    try:
        match = msgspec.convert(values, WrittenMatch)
    except msgspec.ValidationError as error:
        detail, at = _told(str(error))
        raise ShapeError(FileCode.BAD_VALUE, at, detail) from error
    try:
        rules_of(match)
    except RuleSetError as error:
        at = "/game" if match.game is not None else "/rules"
        detail = f"{error.code.value}: {error.detail}; allowed: {', '.join(error.allowed)}"
        raise ShapeError(FileCode.BAD_RULES, at, detail) from error
    deals = tuple(_with_moves(deal, f"/deals/{at}") for at, deal in enumerate(match.deals))
    return replace(match, deals=deals)


def _version_stated(values: Mapping[str, object]) -> str:
    if "kierki" not in values:
        return "and the match states none"
    stated = msgspec.json.encode(values["kierki"]).decode()
    return f"not {stated[:_SHOWN]}"


def _told(text: str) -> tuple[str, str]:
    """Return msgspec's sentence, and the place it names as a JSON pointer."""
    found = _WHERE.search(text)
    if found is None:
        return text, ""
    place = found[1].replace("[...]", "").replace("[", ".").replace("]", "")
    return text[: found.start()], place.replace(".", "/")


def _with_moves(deal: WrittenDeal, at: str) -> WrittenDeal:
    actions = []
    for number, action in enumerate(deal.actions):
        try:
            move = move_text(parse_move(action.move))
        except NotationError as error:
            where = f"{at}/actions/{number}/move"
            raise ShapeError(FileCode.BAD_MOVE, where, str(error)) from error
        actions.append(action if action.move == move else replace(action, move=move))
    return replace(deal, actions=tuple(actions))
