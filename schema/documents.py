"""The published GraphQL operations, each with the id that may be sent in its place.

A text that has changed since the newest release stays under its id beside the new one, so that
clients which send ids go on.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from graphql import OperationDefinitionNode, parse
from msgspec import Struct, to_builtins

FOLDER: Final = Path(__file__).with_name("operations")
RELEASED: Final = Path(__file__).with_name("contract") / "released" / "operations.json"


class Document(Struct, frozen=True):
    """One operation. `id` is `sha256:` and the hexadecimal digest of its text in UTF-8."""

    id: str
    name: str
    kind: str
    text: str


def document_id(text: str) -> str:
    """Return the id of a text."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def documents(released: Path = RELEASED) -> tuple[Document, ...]:
    """Return every published operation, by name; a released text before the present one."""
    present = [_document(path) for path in FOLDER.glob("*.graphql")]
    ids = {at.id for at in present}
    earlier = [at for at in _listed(released) if at.id not in ids]
    return tuple(sorted([*earlier, *present], key=lambda at: at.name))


def operations_text(released: Path = RELEASED) -> str:
    """Return the list of them as JSON, as it is published."""
    listed = {"operations": to_builtins(documents(released))}
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"


def _listed(path: Path) -> list[Document]:
    """Return the operations of a published list; none where there is none."""
    if not path.is_file():
        return []
    told = msgspec.json.decode(path.read_bytes(), type=dict[str, list[Document]])
    return told["operations"]


def _document(path: Path) -> Document:
    return _parsed(path.stem, path.read_text(encoding="utf-8"))


@cache
def _parsed(name: str, text: str) -> Document:
    """Return the operation of a text, which each application of a process asks for."""
    (operation,) = (at for at in parse(text).definitions if isinstance(at, OperationDefinitionNode))
    return Document(document_id(text), name, operation.operation.value, text)
