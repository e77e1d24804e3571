"""Visits to the pages, watched for everything that goes wrong in them."""

from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.pages.browser import PHONE, Screen

# a request that the page itself gave up, by leaving or by a newer one
_GIVEN_UP: Final = "net::ERR_ABORTED"
_LOCALES: Final = {"en": "en-GB", "pl": "pl-PL"}
PATIENCE_MS: Final = 30_000


class Visits:
    """Opens pages of one service, each in a browser profile of its own.

    Errors of a page, of its console (broken policies too) and failed requests are `faults`, and
    fail the test at its end; `forgive` names those that a test means to provoke.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.faults: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[str] = []

    def __call__(self, path: str = "/play/", screen: Screen = PHONE) -> Page:
        """Open a page in a new profile; `page.context.new_page()` is a second tab of the same."""
        page = self.profile(screen).new_page()
        page.goto(self.url + path)
        return page

    def profile(self, screen: Screen = PHONE, **more: Any) -> BrowserContext:
        """Return a new browser profile, which knows nothing; `more` is for `new_context`."""
        context = self._browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            locale=_LOCALES[screen.language],
            color_scheme=screen.scheme,
            has_touch=screen.touch,
            reduced_motion="reduce" if screen.still else "no-preference",
            **more,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", self._broken)
        context.on("console", self._said)
        context.on("requestfailed", self._failed)
        self._contexts.append(context)
        return context

    def forgive(self, *words: str) -> None:
        """Take faults that hold any of these words for meant."""
        self._forgiven += words

    def elsewhere(self, url: str) -> "Visits":
        """Return what opens pages of another service, with the same forgiven."""
        visits = Visits(self._browser, url)
        visits.forgive(*self._forgiven)
        return visits

    def close(self) -> None:
        """Close every profile, and assert that nothing has gone wrong."""
        for context in self._contexts:
            context.close()
        faults = [at for at in self.faults if not any(word in at for word in self._forgiven)]
        assert not faults, "\n".join(faults)

    def _broken(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.faults.append(f"console: {message.text} ({where})")

    def _failed(self, request: Request) -> None:
        if request.failure != _GIVEN_UP:
            self.faults.append(f"request: {request.method} {request.url}: {request.failure}")
