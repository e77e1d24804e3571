"""Draws the icons that are installed from their SVGs: python clients/draw_icons.py.

Run after a change of `public/web/icon.svg` or `icon-maskable.svg`; needs Playwright and a Chromium,
`CHROMIUM=/path/to/it` where it is not at the usual place.
"""

import os
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

FOLDER: Final = Path(__file__).parent / "public" / "web"
DRAWN: Final = (
    ("icon.svg", "icon-192.png", 192),
    ("icon.svg", "icon-512.png", 512),
    ("icon-maskable.svg", "icon-maskable-192.png", 192),
    ("icon-maskable.svg", "icon-maskable-512.png", 512),
    ("icon-maskable.svg", "apple-touch-icon.png", 180),
)


def main() -> None:
    """Write every PNG beside its SVG."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_page()
        for source, target, side in DRAWN:
            draw(page, FOLDER / source, FOLDER / target, side)
        browser.close()


def draw(page: Page, source: Path, target: Path, side: int) -> None:
    """Draw an SVG as a square of so many pixels, transparent where it is empty."""
    page.set_viewport_size({"width": side, "height": side})
    drawing = source.read_text(encoding="utf-8")
    page.set_content(f"<style>*{{margin:0;display:block}}</style>{drawing}")
    page.screenshot(path=target, omit_background=True)


if __name__ == "__main__":
    main()
