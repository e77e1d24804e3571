"""The builds that run side by side: this one, and the older one that is stored in `builds/`."""

import compileall
import sys
import tarfile
from pathlib import Path
from typing import Final

from msgspec import Struct

from service.store.codec import CODEC, Written
from tests.fixtures.processes import bare_environ

BUILDS: Final = Path(__file__).with_name("builds")


def stored() -> Path:
    """Return the archive of the build whose newest codec is the one before ours."""
    return BUILDS / f"codec-{CODEC - 1}.tar.xz"


class Build(Struct, frozen=True):
    """A build by its name; `sources` is where an older one lies, null for this one.

    `written` is the codec in which it writes, by its setting.
    """

    name: str
    sources: Path | None = None
    written: Written = Written.PREVIOUS

    def command(self, *words: str) -> tuple[str, ...]:
        """Return how a command of the service is started."""
        return (sys.executable, "-P", "-m", "service", *words)

    def environ(self, **settings: str) -> dict[str, str]:
        """Return the environment of a process; nobody measures the coverage of an older build."""
        if self.sources is None:
            return bare_environ(KIERKI_CODEC=self.written.value, **settings)
        kept = bare_environ()
        path = f"{kept['PYTHONPATH']}:{self.sources}"
        return {"PATH": kept["PATH"], "PYTHONPATH": path, **settings}


def this_build(written: Written = Written.PREVIOUS) -> Build:
    """Return the build that is tested."""
    return Build("new", written=written)


def older_build(directory: Path) -> Build:
    """Unpack the stored build into a directory and return it."""
    with tarfile.open(stored()) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # none in Debian's 3.11.2
        archive.extractall(directory)
    compileall.compile_dir(directory, quiet=2)  # or each of its processes would do so at its start
    return Build("old", directory)
