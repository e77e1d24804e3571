"""What the judges of this folder share."""

from pathlib import Path

import pytest

from tests.judges.judge import CONTRACT, FOLDER, judge


@pytest.fixture(scope="session")
def generated() -> Path:
    """Give the folder of the TypeScript types, generated anew as `docs/contract.md` says."""
    folder = FOLDER / "generated"
    judge("graphql-codegen", "--config", "codegen.json")
    document, types = CONTRACT / "openapi.json", folder / "openapi.ts"
    judge("openapi-typescript", document, "--default-non-nullable=false", "--output", types)
    return folder
