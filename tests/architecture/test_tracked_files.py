"""What must not stand in any file of the project."""

from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, files

# Written in parts, so that this file does not hold what it looks for.
_REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
    )
)


@pytest.mark.parametrize("host", _REGISTRY_HOSTS)
def test_no_file_names_the_host_of_a_package_registry(host: str) -> None:
    naming = [path for path in files() if host.encode() in (ROOT / path).read_bytes()]

    assert naming == []


@pytest.mark.parametrize(
    "lock", ["requirements.txt", "requirements-otel.txt", "requirements-dev.txt"]
)
def test_every_locked_package_has_its_hash(lock: str) -> None:
    packages = [line for line in (ROOT / lock).read_text().splitlines() if line[:1].isalnum()]

    assert packages
    assert all("==" in line and line.endswith("\\") for line in packages)


@pytest.mark.parametrize("folder", ["engine", "schema", "service", "workers", "tests", "k8s"])
def test_every_top_folder_says_what_belongs_there(folder: str) -> None:
    assert Path(folder) / "README.md" in files(".md")
