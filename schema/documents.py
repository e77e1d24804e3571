"""The published GraphQL operations, each with the id that may be sent in its place."""

import hashlib
import json
from pathlib import Path
from typing import Final

from graphql import OperationDefinitionNode, parse
from msgspec import Struct, to_builtins

FOLDER: Final = Path(__file__).with_name("operations")


class Document(Struct, frozen=True):
    """One operation. `id` is `sha256:` and the hexadecimal digest of its text in UTF-8."""

    id: str
    name: str
    kind: str
    text: str


def document_id(text: str) -> str:
    """Return the id of a text."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def documents() -> tuple[Document, ...]:
    """Return every published operation, by name."""
    return tuple(_document(path) for path in sorted(FOLDER.glob("*.graphql")))


def operations_text() -> str:
    """Return the list of them as JSON, as it is published."""
    listed = {"operations": to_builtins(documents())}
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"


def _document(path: Path) -> Document:
    text = path.read_text(encoding="utf-8")
    (operation,) = (at for at in parse(text).definitions if isinstance(at, OperationDefinitionNode))
    return Document(document_id(text), path.stem, operation.operation.value, text)
