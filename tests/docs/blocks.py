"""Reads the fenced blocks of a page.

The words after the fence say what is done with a block:

| words | what |
|---|---|
| `sh` | typed into the terminal of the page; not if it is for operators alone: `kierki`, `make` |
| `python`, `js` | run as a program, with the terminal's variables as its environment |
| `python FILE`, `ts FILE`, `html FILE` | the file as it stands |
| `graphql` | sent as an operation, with the token in `TOKEN` |
| `json variables` | the variables of the operation that follows; `$NAME` is the terminal's |
| `json output TYPE`, `text output` | what the block before has printed |
| `json TYPE` | a value as the contract describes that type of REST |
| `text` | neither run nor compared |
"""

import re

from msgspec import Struct

from tests.architecture.tree import ROOT

_FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OPERATOR = re.compile(r"(?:kierki|make) ")  # tests/architecture/test_documents.py reads these

RUN = frozenset({"sh", "python", "js", "graphql"})


class Block(Struct, frozen=True):
    """A fenced block: the words after its fence, what stands in it, and where it begins."""

    words: tuple[str, ...]
    text: str
    line: int

    @property
    def is_run(self) -> bool:
        """Return whether the block does something."""
        return len(self.words) == 1 and self.words[0] in RUN and not self.is_for_operators

    @property
    def is_for_operators(self) -> bool:
        """Return whether nothing but commands of operators stands in the block."""
        return self.words == ("sh",) and all(map(_OPERATOR.match, self.text.splitlines()))

    @property
    def is_output(self) -> bool:
        """Return whether the block shows what the one before it printed."""
        return self.words[1:2] == ("output",)

    @property
    def is_variables(self) -> bool:
        """Return whether the block holds the variables of the operation that follows."""
        return self.words == ("json", "variables")


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page in order."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [
        Block(tuple(found[1].split()), found[2], text.count("\n", 0, found.start()) + 2)
        for found in _FENCED.finditer(text)
    ]
