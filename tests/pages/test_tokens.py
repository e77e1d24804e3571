"""The colours that all pages share can be told apart, by light and by dark."""

import re

import pytest

from tests.architecture.tree import ROOT
from tests.pages.colours import GRAPHICS, TEXT, contrast, shares

_TOKENS = (ROOT / "clients/ui/tokens.css").read_text(encoding="utf-8")
_DECKS = _TOKENS.partition(":root[data-deck='four']")[::2]
_COLOUR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
_VEIL = re.compile(r"--veil: rgb\(0 0 0 / ([0-9.]+)\)")

_GROUNDS = ("ground", "surface", "raised")
_SUITS = ("club", "diamond", "heart", "spade")
_TEXTS = (
    *((ink, ground) for ink in ("text", "text-soft") for ground in _GROUNDS),
    *((ink, ground) for ink in ("accent", "good", "bad", "warn") for ground in _GROUNDS),
    ("on-accent", "accent-fill"),
    *((ink, felt) for ink in ("on-felt", "on-felt-soft") for felt in ("felt", "felt-edge")),
    *((suit, "card") for suit in _SUITS),
)
_SIGNS = (
    *((sign, ground) for sign in ("border", "focus", "red-sign") for ground in _GROUNDS),
    ("card", "felt"),
    ("turn", "felt"),
    ("card-edge", "card"),
    ("back-ink", "back"),
)
_BOTH = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


@_BOTH
@pytest.mark.parametrize(("ink", "ground"), _TEXTS)
def test_texts_stand_out(ink: str, ground: str, dark: bool) -> None:
    colours = _colours(_TOKENS, dark)

    assert contrast(colours[ink], colours[ground]) >= TEXT


@_BOTH
@pytest.mark.parametrize(("sign", "ground"), _SIGNS)
def test_signs_stand_out(sign: str, ground: str, dark: bool) -> None:
    colours = _colours(_TOKENS, dark)

    assert contrast(colours[sign], colours[ground]) >= GRAPHICS


@_BOTH
@pytest.mark.parametrize("suit", _SUITS)
def test_cards_that_may_not_be_played_can_be_read(suit: str, dark: bool) -> None:
    (veil,) = _VEIL.findall(_TOKENS)
    colours = _colours(_DECKS[0], dark)
    paper, ink = (_veiled(colours[name], float(veil)) for name in ("card", suit))

    assert contrast(paper, ink) >= GRAPHICS


@_BOTH
def test_a_deck_of_four_colours_has_four(dark: bool) -> None:
    two, four = (_colours(deck, dark) for deck in _DECKS)
    deck = {suit: {**two, **four}[suit] for suit in _SUITS}

    assert len(set(deck.values())) == len(_SUITS)
    assert min(contrast(ink, two["card"]) for ink in deck.values()) >= TEXT


def _colours(css: str, dark: bool) -> dict[str, str]:
    """Return the colours of a theme by name; a later one overrules."""
    return {name: pair[dark] for name, *pair in _COLOUR.findall(css)}


def _veiled(colour: str, veil: float) -> str:
    left = (round(share * 255 * (1 - veil)) for share in shares(colour))
    return "#" + "".join(f"{share:02x}" for share in left)
