"""Visits to the pages, watched for everything that goes wrong in them."""

from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.pages.browser import PHONE, Screen
from tests.pages.lending import PATIENCE_MS, Lending, Lent, new_profile

# what a page hears that is lent
_NO_WORKER: Final = "Service Worker registration blocked by Playwright"
# a request that the page itself gave up, by leaving or by a newer one
_GIVEN_UP: Final = "net::ERR_ABORTED"

__all__ = ["PATIENCE_MS", "Visits"]


class Visits:
    """Opens pages of one service, each in a browser profile of its own.

    Those that are `lent` go from test to test, emptied, and without a service worker: for tests
    that look and press and type, and change nothing of the browser itself. The others are new.

    Errors of a page, of its console (broken policies too) and failed requests are `faults`, and
    fail the test at its end; `forgive` names those that a test means to provoke.
    """

    def __init__(self, browser: Browser, url: str, lending: Lending | None = None) -> None:
        self.url = url
        self.faults: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._lending = lending or Lending(browser)
        self._lent: list[Lent] = []
        self._forgiven: list[str] = []

    def __call__(self, path: str = "/play/", screen: Screen = PHONE) -> Page:
        """Open a page that is lent."""
        page = self.lent(screen)
        page.goto(self.url + path)
        return page

    def new(self, path: str = "/play/", screen: Screen = PHONE) -> Page:
        """Open a page in a new profile; `page.context.new_page()` is a second tab of the same."""
        page = self.profile(screen).new_page()
        page.goto(self.url + path)
        return page

    def lent(self, screen: Screen = PHONE, first: str | None = None) -> Page:
        """Return a page that shows nothing yet; `first` is a script to be run in it first."""
        lent = self._lending.take(screen)
        self._lent.append(lent)
        self._watch(lent.context)
        if first is not None:
            lent.run_first(first)
        return lent.page

    def profile(self, screen: Screen = PHONE, **more: Any) -> BrowserContext:
        """Return a new browser profile, which knows nothing; `more` is for `new_context`."""
        context = new_profile(self._browser, screen, **more)
        self._watch(context)
        self._contexts.append(context)
        return context

    def forgive(self, *words: str) -> None:
        """Take faults that hold any of these words for meant."""
        self._forgiven += words

    def elsewhere(self, url: str) -> "Visits":
        """Return what opens pages of another service, with the same forgiven."""
        visits = Visits(self._browser, url, self._lending)
        visits.forgive(*self._forgiven)
        return visits

    def close(self) -> None:
        """Close or give back every profile, and assert that nothing has gone wrong."""
        for lent in self._lent:
            self._lending.give_back(lent, self.url)
            self._watch(lent.context, no_more=True)
        self._lent.clear()
        for context in self._contexts:
            context.close()
        faults = [at for at in self.faults if not any(word in at for word in self._forgiven)]
        assert not faults, "\n".join(faults)

    def _watch(self, context: BrowserContext, *, no_more: bool = False) -> None:
        heed = context.remove_listener if no_more else context.on
        heed("weberror", self._broken)
        heed("console", self._said)
        heed("requestfailed", self._failed)

    def _broken(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != _NO_WORKER:
            where = message.location.get("url", "")
            self.faults.append(f"console: {message.text} ({where})")

    def _failed(self, request: Request) -> None:
        if request.failure != _GIVEN_UP:
            self.faults.append(f"request: {request.method} {request.url}: {request.failure}")
