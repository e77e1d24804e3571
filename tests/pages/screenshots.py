"""Pictures of every main state of the pages: python -m tests.pages.screenshots [NAME...].

A real service plays the matches that are shown. The pictures lie in `screenshots/`, which git does
not keep, as state-width-scheme-language.png; names choose some of the states.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tests.architecture.tree import ROOT
from tests.fixtures.player import Guest
from tests.fixtures.whole_service import whole_service
from tests.pages.browser import DESKTOP, PHONE, SMALL_PHONE, chromium, chromium_path
from tests.pages.states import STATES, State, opened_at
from tests.pages.visits import Visits

FOLDER: Final = ROOT / "screenshots"
# Every width, scheme and language, and each of the three in both schemes or languages.
SCREENS: Final = (
    replace(SMALL_PHONE, language="pl"),
    replace(SMALL_PHONE, scheme="dark"),
    PHONE,
    replace(PHONE, scheme="dark", language="pl"),
    replace(DESKTOP, language="pl"),
    replace(DESKTOP, scheme="dark"),
)


def main(names: Sequence[str]) -> int:
    """Take the pictures and return 0; 1 where there is no Chromium or a page is at fault."""
    if chromium_path() is None:
        print("Chromium is needed: apt-get install chromium-headless-shell", file=sys.stderr)
        return 1
    subprocess.run((sys.executable, str(ROOT / "clients/build.py"), "changed"), check=True)
    FOLDER.mkdir(exist_ok=True)
    chosen = [state for state in STATES if not names or state.name in names]
    with (
        tempfile.TemporaryDirectory() as data,
        whole_service(Path(data)) as service,
        chromium() as browser,
    ):
        taken = [_taken(Visits(browser, service.url), state) for state in chosen]
    faults = [fault for found in taken for fault in found]
    print(*faults, f"The pictures are in {FOLDER}.", sep="\n")
    return 1 if faults else 0


def _taken(visit: Visits, state: State) -> list[str]:
    """Take the pictures of a state, and return what went wrong in its pages."""
    guest = Guest(visit.url, "Ala")
    path = state.path(guest)
    for screen in SCREENS:
        page = opened_at(path, visit, guest, state, screen)
        name = f"{state.name}-{screen.width}-{screen.scheme}-{screen.language}.png"
        page.screenshot(path=FOLDER / name)
        page.context.close()
    guest.http.close()
    return [f"{state.name}: {fault}" for fault in visit.faults]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
