"""Which package may import which; the contracts stand in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def test_every_import_goes_in_its_allowed_direction() -> None:
    checker = Path(sys.executable).with_name("lint-imports")

    answer = subprocess.run(
        (checker, "--no-cache"), cwd=_ROOT, capture_output=True, text=True, check=False
    )

    assert answer.returncode == 0, answer.stdout
