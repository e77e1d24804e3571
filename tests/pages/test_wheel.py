"""A wheel brings the pages along, and a service that is installed from it finds them."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.architecture.tree import ROOT
from tests.fixtures.processes import bare_environ

_FIND = "from service.pages_folder import pages_folder; print(pages_folder())"


def test_a_wheel_has_every_page(built_pages: Path, tmp_path: Path) -> None:
    subprocess.run(
        (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)),
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)

    installed = site / "service/pages_dist"
    for path in built_pages.rglob("*"):
        if path.is_file():
            copy = installed / path.relative_to(built_pages)
            assert copy.read_bytes() == path.read_bytes()
    found = subprocess.run(
        (sys.executable, "-P", "-c", _FIND),
        env=bare_environ(PYTHONPATH=str(site)),
        check=True,
        capture_output=True,
        text=True,
    )
    assert found.stdout == f"{installed}\n"
