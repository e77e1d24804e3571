"""Colours as people tell them apart: contrast as WCAG 2.2 computes it."""

from typing import Final

TEXT: Final = 4.5  # 1.4.3
GRAPHICS: Final = 3.0  # 1.4.11


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#rrggbb`, 1 to 21."""
    dim, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dim + 0.05)


def shares(colour: str) -> tuple[float, ...]:
    """Return the red, green and blue of `#rrggbb`, each 0 to 1."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, shares(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
