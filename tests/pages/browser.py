"""Chromium: where it is, how it starts, and how a person's screen looks to it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from playwright.sync_api import Browser, sync_playwright

# Without these a machine behind a closed network sees it knock at its maker's doors.
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class Screen(Struct, frozen=True, kw_only=True):
    """A person's device; sizes in CSS pixels."""

    width: int = 390
    height: int = 844
    language: Literal["en", "pl"] = "en"
    scheme: Literal["light", "dark"] = "light"
    touch: bool = True
    still: bool = True  # prefers-reduced-motion


PHONE: Final = Screen()
SMALL_PHONE: Final = Screen(width=320, height=568)
DESKTOP: Final = Screen(width=1280, height=800, touch=False)


@cache
def chromium_path() -> str | None:
    """Return the Chromium of this machine, or the one that CHROMIUM names; None without it.

    The form that has no windows at all takes a third of the time to show the same.
    """
    path = f"{os.environ.get('PATH', '')}:/usr/bin"
    chosen = os.environ.get("CHROMIUM")
    names = (chosen,) if chosen else _NAMES
    found = (shutil.which(name, path=path) for name in names)
    return next((at for at in found if at is not None), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=list(_FLAGS), headless=True
        )
        yield browser
        browser.close()
