"""The tools that people point at a contract find nothing wrong with ours."""

from pathlib import Path

import pytest

from tests.judges.judge import CONTRACT, FOLDER, judge, verdict

pytestmark = pytest.mark.judges

UNDESCRIBED = 'type Query { "One." one: Int two: Int }'


def lint(schema: Path) -> tuple[int, str]:
    """Return the exit code of graphql-schema-linter, and what it found."""
    found = verdict("graphql-schema-linter", "--config-directory", FOLDER, schema)
    return found.returncode, found.stdout + found.stderr


def test_graphql_schema_keeps_to_the_rules_of_its_linter() -> None:
    code, found = lint(CONTRACT / "schema.graphql")

    assert code == 0, found


def test_the_linter_tells_what_is_not_described(tmp_path: Path) -> None:
    path = tmp_path / "schema.graphql"
    path.write_text(UNDESCRIBED, encoding="utf-8")

    code, found = lint(path)

    assert code == 1
    assert "The field `Query.two` is missing a description" in found


def test_spectral_has_no_objection_to_the_openapi_document() -> None:
    words = ("--ruleset", "spectral.yaml", "--fail-severity", "warn")

    judge("spectral", "lint", *words, CONTRACT / "openapi.json")


def test_generated_types_and_the_programs_that_use_them_compile(generated: Path) -> None:
    assert {path.name for path in generated.iterdir()} == {"openapi.ts", "operations.ts"}
    judge("tsc", "--project", FOLDER)
