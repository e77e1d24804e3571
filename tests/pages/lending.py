"""Pages that are lent from test to test: as good as new, for half of what a new one takes."""

from typing import Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.pages.browser import Screen

_LOCALES: Final = {"en": "en-GB", "pl": "pl-PL"}
PATIENCE_MS: Final = 30_000


def new_profile(browser: Browser, screen: Screen, **more: object) -> BrowserContext:
    """Return a new browser profile, which knows nothing; `more` is for `new_context`."""
    context = browser.new_context(
        viewport={"width": screen.width, "height": screen.height},
        locale=_LOCALES[screen.language],
        color_scheme=screen.scheme,
        has_touch=screen.touch,
        reduced_motion="reduce" if screen.still else "no-preference",
        **more,  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


class Lent:
    """A page of its own profile, which keeps nothing of those who had it before.

    It has no service worker, which would keep its files again after each of them.
    """

    def __init__(self, browser: Browser, screen: Screen) -> None:
        self.screen: Final = screen
        self.context: Final = new_profile(browser, screen, service_workers="block")
        self.page: Final[Page] = self.context.new_page()
        self._wire: Final[CDPSession] = self.context.new_cdp_session(self.page)
        self._wire.send("Page.enable")  # without it no script is run
        self._scripts: list[str] = []

    def run_first(self, script: str) -> None:
        """Run a script in each document before its own."""
        order = "Page.addScriptToEvaluateOnNewDocument"
        self._scripts.append(self._wire.send(order, {"source": script})["identifier"])

    def empty(self, url: str) -> None:
        """Leave the page, and forget all that it has kept of a service."""
        for script in self._scripts:
            self._wire.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        self._scripts.clear()
        self.page.goto("about:blank")
        self.page.emulate_media(color_scheme=self.screen.scheme)
        forgotten = {"origin": url, "storageTypes": "all"}
        self._wire.send("Storage.clearDataForOrigin", forgotten)


class Lending:
    """Keeps the pages that nobody has, until the browser is closed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Lent] = []

    def take(self, screen: Screen) -> Lent:
        """Return a page that nobody has, of a screen of this kind."""
        for lent in self._free:
            if lent.screen == screen:
                self._free.remove(lent)
                return lent
        return Lent(self._browser, screen)

    def give_back(self, lent: Lent, url: str) -> None:
        """Take back a page that has shown a service; its profile is closed if it is not alone."""
        if lent.context.pages != [lent.page]:
            lent.context.close()
            return
        lent.empty(url)
        self._free.append(lent)
