"""Our four top-level names are plain words, so nobody else on the path may have them."""

import importlib.util
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PACKAGES = ("engine", "schema", "service", "workers")


@pytest.mark.parametrize("name", _PACKAGES)
def test_no_other_distribution_provides_our_package(name: str) -> None:
    assert set(packages_distributions().get(name, ())) <= {"kierki"}


@pytest.mark.parametrize("name", _PACKAGES)
def test_no_other_folder_of_the_path_hides_our_package(name: str) -> None:
    found = importlib.util.find_spec(name)

    assert found is not None
    assert found.origin == str(_ROOT / name / "__init__.py")
    others = {Path(folder).resolve() for folder in sys.path} - {_ROOT}
    assert [folder for folder in others if (folder / name / "__init__.py").is_file()] == []
