"""Reads files of matches in either form, one match after the other."""

from collections.abc import Iterable, Iterator
from typing import cast

import msgspec
from msgspec import Struct

from engine.notation.blocks import Block, blocks
from engine.notation.faults import TOO_DEEP, FileCode, UnreadableError
from engine.notation.model import WrittenMatch
from engine.notation.shaping import ShapeError, shaped
from engine.notation.text_reading import line_of, read_text


class ReadMatch(Struct, frozen=True):
    """A match as it was read: `line` is its first line, `lines` those of its parts in text."""

    match: WrittenMatch
    line: int
    lines: dict[str, int] | None = None

    def line_of(self, at: str) -> int:
        """Return the line of the part that a JSON pointer names."""
        return self.line if self.lines is None else line_of(self.lines, at, self.line)


def read_matches(lines: Iterable[bytes]) -> Iterator[ReadMatch | UnreadableError]:
    """Yield each match of a file, or why it cannot be read; the next one is read all the same.

    Holds one match at a time. The form is told from the first line that is not empty.
    """
    for block in blocks(lines):
        if isinstance(block, UnreadableError):
            yield block
            continue
        try:
            yield _read(block)
        except UnreadableError as error:
            yield error


def read(text: str) -> WrittenMatch:
    """Return the one match that a text holds, in either form; raises UnreadableError."""
    found = list(read_matches(text.encode("utf-8", "surrogatepass").splitlines(keepends=True)))
    for one in found:
        if isinstance(one, UnreadableError):
            raise one
    if len(found) != 1:
        detail = f"the text holds {len(found)} matches, not one"
        raise UnreadableError(FileCode.NO_MATCH, 1, detail)
    return cast("ReadMatch", found[0]).match


def json_of(match: WrittenMatch) -> bytes:
    """Return the JSON form of a match, on one line; several lines are a file."""
    return msgspec.json.encode(match)


def _read(block: Block) -> ReadMatch:
    if block.is_json:
        return ReadMatch(_read_json(block), block.line)
    match, lines = read_text(block)
    return ReadMatch(match, block.line, lines)


def _read_json(block: Block) -> WrittenMatch:
    try:
        text = b"".join(block.lines).decode()
        values = msgspec.json.decode(text, type=dict[str, object])
    except UnicodeDecodeError as error:
        raise UnreadableError(FileCode.NOT_UTF8, block.line, "the JSON is not UTF-8") from error
    except msgspec.DecodeError as error:
        raise UnreadableError(FileCode.NOT_JSON, block.line, str(error)) from error
    except RecursionError as error:
        raise UnreadableError(FileCode.NOT_JSON, block.line, TOO_DEEP) from error
    try:
        return shaped(values)
    except ShapeError as error:
        raise UnreadableError(error.code, block.line, error.detail, error.at) from error
