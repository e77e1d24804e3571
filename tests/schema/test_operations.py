"""The operations that clients copy: each is whole by itself and may run."""

from pathlib import Path

import pytest
from graphql import OperationDefinitionNode, parse, print_ast, validate

from schema.graphql import build_schema

PATHS = sorted(Path("schema/operations").glob("*.graphql"))
SCHEMA = build_schema().core


def test_common_operations_are_there() -> None:
    assert [path.stem for path in PATHS] == [
        "AddBot",
        "CreateGuest",
        "CreateMatch",
        "JoinMatch",
        "Match",
        "MatchEvents",
        "StartMatch",
        "SubmitMove",
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_operation_is_valid_and_named_like_its_file(path: Path) -> None:
    document = parse(path.read_text(encoding="utf-8"))

    assert validate(SCHEMA, document) == []
    names = [
        at.name.value if at.name else None
        for at in document.definitions
        if isinstance(at, OperationDefinitionNode)
    ]
    assert names == [path.stem]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_operation_is_written_as_tools_write_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))

    assert code == print_ast(parse(text)) + "\n"


def test_fragments_are_named_once_over_all_files() -> None:
    names = [
        line.split()[1]
        for path in PATHS
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("fragment ")
    ]

    assert len(names) == len(set(names))
