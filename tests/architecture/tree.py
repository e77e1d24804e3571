"""The files of the project as git sees them, new ones included and ignored ones left out."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def files(suffix: str = "") -> list[Path]:
    """Return the paths, relative to the root and sorted, whose names end like this."""
    listing = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = {Path(name) for name in listing.stdout.split("\0") if name.endswith(suffix) and name}
    return sorted(path for path in paths if (ROOT / path).is_file())
