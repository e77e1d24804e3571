"""Every theme of the overlay can be read, whatever picture lies below it."""

import re
from functools import cache

import pytest

from tests.architecture.tree import ROOT
from tests.pages.colours import GRAPHICS, TEXT, contrast

_CSS = (ROOT / "clients/overlay/src/themes.css").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^:root(?:\[data-look='(\w+)'\])? \{(.*?)^\}", re.MULTILINE | re.DOTALL)
_OPAQUE = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
_VEILED = re.compile(r"--([\w-]+): rgb\((\d+) (\d+) (\d+) / ([\d.]+)\);")
_THEMES = ("dark", "light", "felt", "contrast")  # `bare` has outlines instead
_INKS = ("ink", "ink-soft", "loss", "gain", "turn-ink", "red-sign")
_FILLED = (("on-turn", "turn-fill"), ("on-bank", "bank-fill"), ("on-soon", "soon-fill"))


@cache
def _colours(theme: str, below: int) -> dict[str, str]:
    """Return the colours of a theme over a grey of 0 (black) to 255 (white)."""
    found: dict[str, str] = {}
    for look, block in _BLOCK.findall(_CSS):
        if look in {"", theme}:
            found |= dict(_OPAQUE.findall(block))
            for name, *shares, veil in _VEILED.findall(block):
                mixed = (round(int(s) * float(veil) + below * (1 - float(veil))) for s in shares)
                found[name] = "#" + "".join(f"{share:02x}" for share in mixed)
    return found


@pytest.mark.parametrize("below", [0, 255], ids=["black", "white"])
@pytest.mark.parametrize("panel", ["panel", "won-panel"])
@pytest.mark.parametrize("theme", _THEMES)
def test_texts_stand_out_from_their_panel(theme: str, panel: str, below: int) -> None:
    colours = _colours(theme, below)

    too_low = {
        ink: round(ratio, 2)
        for ink in _INKS
        if (ratio := contrast(colours[ink], colours[panel])) < TEXT
    }
    assert too_low == {}


@pytest.mark.parametrize("theme", _THEMES)
def test_clocks_stand_out_and_so_does_whose_turn_it_is(theme: str) -> None:
    colours = _colours(theme, 0)

    for ink, fill in _FILLED:
        assert contrast(colours[ink], colours[fill]) >= TEXT
    assert contrast(colours["turn-edge"], colours["panel"]) >= GRAPHICS


def test_every_theme_that_an_address_may_name_is_there() -> None:
    source = (ROOT / "clients/overlay/src/parameters.ts").read_text(encoding="utf-8")
    (named,) = re.findall(r"THEMES = \[(.*?)\]", source)

    themes = set(re.findall(r"'(\w+)'", named))
    assert themes == {*_THEMES, "bare"}
    assert {look for look, _ in _BLOCK.findall(_CSS)} - {""} == themes - {"dark"}
