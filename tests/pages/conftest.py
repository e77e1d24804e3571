"""The pages as people see them: a Chromium, the whole service, and the pages built.

Without a Chromium these tests are left out by name; where CI is set that is a failure.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.architecture.tree import ROOT
from tests.fixtures.left_out import Missing, leave_out
from tests.fixtures.shared import of_all_workers, shared
from tests.fixtures.whole_service import served
from tests.pages.browser import chromium, chromium_path
from tests.pages.lending import Lending
from tests.pages.other_service import OtherService, other_service
from tests.pages.visits import PATIENCE_MS, Visits

_BUILD_SECONDS = 300
_CHROMIUM = Missing(
    "Chromium", "Debian: apt-get install chromium-headless-shell. Elsewhere: CHROMIUM=/path/to/it"
)


@pytest.fixture(scope="session")
def built_pages() -> Path:
    """Give the folder of the pages as they are written now, built once for all workers."""
    command = (sys.executable, str(ROOT / "clients/build.py"), "changed")
    done = subprocess.run(
        command, check=False, timeout=_BUILD_SECONDS, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "clients/dist"


@pytest.fixture(scope="session")
def pages_url(built_pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a service that shows the pages, shared by all tests of the run.

    It analyses no matches: it would go on with those of all tests for as long as these take. It
    has room for the guests of all, who come from one address.
    """
    del built_pages
    data = tmp_path_factory.mktemp("pages")
    started = served(data, KIERKI_ANALYSIS="off", KIERKI_RATE_GUESTS="600:2000")
    with shared(of_all_workers(tmp_path_factory), "pages", started) as url:
        yield url


@pytest.fixture(scope="package")
def other(built_pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherService]:
    """Give a second service, which tests may kill, and which analyses the matches on it."""
    del built_pages
    with other_service(tmp_path_factory.mktemp("other")) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Give a Chromium, which ends with these tests: its loop would be in the way of others."""
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def lending(browser: Browser) -> Lending:
    """Give what keeps the pages that go from test to test."""
    return Lending(browser)


@pytest.fixture
def visit(browser: Browser, pages_url: str, lending: Lending) -> Iterator[Visits]:
    """Give what opens pages; a fault in any of them fails the test."""
    visits = Visits(browser, pages_url, lending)
    yield visits
    visits.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that need a Chromium that this machine does not have."""
    if chromium_path() is None:
        leave_out(config, items, [item for item in items if _needs_chromium(item)], _CHROMIUM)


def _needs_chromium(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "browser" in item.fixturenames
