"""Cuts a stream of lines into one block for each match, so that a file of any length is read.

Nothing here looks inside a match: a block of text begins with the tag `[Kierki`, a block of JSON
ends with the brace that closes it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from engine.notation.faults import FileCode, UnreadableError

MATCH_BYTES_MAX: Final = 1 << 24  # a hundred times the longest match of people

_MARK: Final = b"\xef\xbb\xbf"
_COMMENT: Final = b";"
_TEXT_START: Final = b"[Kierki"
_JSON_START: Final = re.compile(rb'\s*\{\s*"kierki"')
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')


class Block(Struct, frozen=True):
    """The lines of one match, the first of them being number `line` of its file."""

    line: int
    lines: tuple[bytes, ...]
    is_json: bool


_Found = Iterator[Block | UnreadableError]


def blocks(lines: Iterable[bytes]) -> _Found:
    """Yield a block for each match of a file, or what keeps it from being one.

    The form is told from the first line that is not empty. A byte order mark may begin any line,
    since files that have one may have been joined. Errors: TOO_LONG, NO_MATCH.
    """
    numbered = ((number, line.removeprefix(_MARK)) for number, line in enumerate(lines, 1))
    for number, first in numbered:
        if first.strip():
            is_json = first.lstrip().startswith(b"{")
            cut = _cut_json if is_json else _cut_text
            found = False
            for block in cut(_joined((number, first), numbered)):
                found = True
                yield block
            if found:
                return
    yield UnreadableError(FileCode.NO_MATCH, 1, "there is no match in the file")


def _joined(
    first: tuple[int, bytes], rest: Iterable[tuple[int, bytes]]
) -> Iterator[tuple[int, bytes]]:
    yield first
    yield from rest


class _Collected:
    """The lines of the match that is being read; beyond the limit they are only counted."""

    def __init__(self, *, is_json: bool) -> None:
        self._is_json = is_json
        self._lines: list[bytes] = []
        self._first = 0
        self._size = 0

    def add(self, number: int, line: bytes) -> None:
        """Keep a line, unless the match is too long already."""
        self._first = self._first or number
        self._size += len(line)
        if self._size <= MATCH_BYTES_MAX:
            self._lines.append(line)

    def taken(self) -> _Found:
        """Yield what was collected, if anything, and begin anew."""
        first, lines, size = self._first, tuple(self._lines), self._size
        self._first, self._lines, self._size = 0, [], 0
        if size > MATCH_BYTES_MAX:
            detail = f"a match has at most {MATCH_BYTES_MAX} bytes"
            yield UnreadableError(FileCode.TOO_LONG, first, detail)
        elif any(line.strip() and not line.lstrip().startswith(_COMMENT) for line in lines):
            yield Block(first, lines, self._is_json)


def _cut_text(numbered: Iterable[tuple[int, bytes]]) -> _Found:
    collected = _Collected(is_json=False)
    for number, line in numbered:
        if line.lstrip().startswith(_TEXT_START):
            yield from collected.taken()
        collected.add(number, line)
    yield from collected.taken()


def _cut_json(numbered: Iterable[tuple[int, bytes]]) -> _Found:
    collected, depth = _Collected(is_json=True), 0
    for number, line in numbered:
        if depth and _JSON_START.match(line):
            yield from collected.taken()
            depth = 0
        if depth or line.strip():
            collected.add(number, line)
        bare = _STRING.sub(b"", line)
        depth += bare.count(b"{") - bare.count(b"}")
        if depth <= 0:
            yield from collected.taken()
            depth = 0
    yield from collected.taken()
