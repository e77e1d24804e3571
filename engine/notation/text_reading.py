"""Reads the text form of one match, and keeps the line of everything that it states."""

from collections.abc import Iterator
from typing import Final

from engine.errors import NotationError
from engine.notation.blocks import Block
from engine.notation.builder import Builder
from engine.notation.faults import FileCode, UnreadableError
from engine.notation.model import WrittenMatch
from engine.notation.shaping import ShapeError, shaped
from engine.notation.statements import read_action, read_statement
from engine.notation.tags import read_tag

_COMMENT: Final = ";"


def read_text(block: Block) -> tuple[WrittenMatch, dict[str, int]]:
    """Return a match and the line of each of its parts by JSON pointer; raises UnreadableError."""
    builder = Builder()
    for number, line in _decoded(block):
        builder.number = number
        try:
            _take(builder, line)
        except NotationError as error:
            raise builder.bad(str(error), FileCode.BAD_VALUE) from error
    try:
        return shaped(builder.values), builder.lines
    except ShapeError as error:
        line_number = line_of(builder.lines, error.at, block.line)
        raise UnreadableError(error.code, line_number, error.detail) from error


def line_of(lines: dict[str, int], at: str, first: int) -> int:
    """Return the line of a part, or of the nearest part around it, or the first line."""
    while at and at not in lines:
        at = at.rpartition("/")[0]
    return lines.get(at, first)


def _decoded(block: Block) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(block.lines, block.line):
        try:
            yield number, line.decode().strip()
        except UnicodeDecodeError as error:
            detail = f"the line is not UTF-8 from its byte {error.start + 1} on"
            raise UnreadableError(FileCode.NOT_UTF8, number, detail) from error


def _take(builder: Builder, line: str) -> None:
    if not line or line.startswith(_COMMENT):
        return
    if "kierki" not in builder.values and not line.startswith("[Kierki "):
        raise builder.bad('a match begins with [Kierki "1"] or, in JSON, with {')
    if line.startswith("["):
        read_tag(builder, line)
    elif line[0].isdigit():
        read_action(builder, " ".join(line.split()))
    else:
        read_statement(builder, " ".join(line.split()))
