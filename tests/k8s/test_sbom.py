"""`make sbom` names every package of the lock files, and nothing else."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.k8s.manifests import Object

_LOCKED = re.compile(r"^([a-z0-9.-]+)==([^ ;]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder in which the commands of the target have written."""
    folder = tmp_path_factory.mktemp("sbom")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.partition("\nsbom: .venv/.installed-dev\n")[2].partition("\n\n")[0]
    for line in recipe.splitlines():
        command = line.strip().replace("$(BIN)/python", sys.executable)
        command = command.replace("build/", f"{folder}/").replace("-p build", f"-p {folder}")
        subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=True, timeout=280)
    return folder


def test_every_package_of_python_is_named(build: Path) -> None:
    made = _read(build / "kierki.cdx.json")
    locked = _LOCKED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8"))

    assert made["metadata"]["component"]["name"] == "kierki"
    assert sorted(_named(made)) == sorted(f"{name}@{version}" for name, version in locked)


def test_every_package_of_the_pages_is_named(build: Path) -> None:
    made = _read(build / "pages.cdx.json")
    lock = _read(ROOT / "clients/package-lock.json")["packages"]
    locked = {
        f"{path.rpartition('node_modules/')[2]}@{at['version']}"
        for path, at in lock.items()
        if path
    }

    assert set(_named(made)) == locked


def _read(path: Path) -> Object:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def _named(made: Object) -> list[str]:
    assert made["bomFormat"] == "CycloneDX"
    groups = [(at.get("group"), at) for at in made["components"]]
    return [f"{f'{group}/' if group else ''}{at['name']}@{at['version']}" for group, at in groups]
