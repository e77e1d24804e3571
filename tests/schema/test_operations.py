"""The operations that clients copy: each is whole by itself and may run."""

import re
from pathlib import Path

import pytest
from graphql import FieldNode, OperationDefinitionNode, parse, print_ast, validate

from schema.export import CONTRACT
from schema.graphql import build_schema

PATHS = sorted(CONTRACT.with_name("operations").glob("*.graphql"))
README = CONTRACT.with_name("README.md")
SCHEMA = build_schema().core


def test_every_root_field_has_its_operation() -> None:
    roots = (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type)
    fields = {(root.name, name) for root in roots if root is not None for name in root.fields}

    asked = {
        (f"{at.operation.value}".capitalize(), field.name.value)
        for path in PATHS
        for at in parse(path.read_text(encoding="utf-8")).definitions
        if isinstance(at, OperationDefinitionNode)
        for field in at.selection_set.selections
        if isinstance(field, FieldNode)
    }

    assert asked == fields


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


def test_examples_of_the_readme_are_valid() -> None:
    examples = re.findall(r"```graphql\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)

    assert len(examples) == 1
    assert [validate(SCHEMA, parse(example)) for example in examples] == [[]]
