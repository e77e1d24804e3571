"""What a seat may ask for, and the text form of each move.

A text is a verb and its arguments: `play QS`, `trump H`, `give QS KH AS`, `bid 125`.
`parse_move` and `move_text` are inverse to each other.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, assert_never

from msgspec import Struct

from engine.cards import card_text, parse_card, parse_trump, texts, trump_text
from engine.errors import NotationError
from engine.rules import MoonWay

_NUMBER_DIGITS: Final = 6


class MoveKind(StrEnum):
    """The verb of a move; the list may grow."""

    PLAY = "play"
    TRUMP = "trump"
    GIVE = "give"
    KEEP = "keep"
    OPEN = "open"
    LOWER = "lower"
    BID = "bid"
    PASS = "pass"  # noqa: S105 - no password
    MOON = "moon"


_GIVE: Final = MoveKind.GIVE.value


class Play(Struct, frozen=True, array_like=True, tag="play"):
    """Play a card to the trick, or lay it to the layout of a lottery."""

    card: int


class NameTrump(Struct, frozen=True, array_like=True, tag="trump"):
    """Name the trump of the deal, 0-3 a suit, 4 no trump."""

    suit: int


class Give(Struct, frozen=True, array_like=True, tag="give"):
    """Give cards away: in a pass all to one seat; after a sale one to each, from the left on."""

    cards: tuple[int, ...]


class Keep(Struct, frozen=True, array_like=True, tag="keep"):
    """Keep the talon."""


class Open(Struct, frozen=True, array_like=True, tag="open"):
    """Put the talon up for sale, for at least so many points."""

    minimum: int


class Lower(Struct, frozen=True, array_like=True, tag="lower"):
    """Ask for less, after nobody has bid."""

    minimum: int


class Bid(Struct, frozen=True, array_like=True, tag="bid"):
    """Offer points for the talon."""

    points: int


class Pass(Struct, frozen=True, array_like=True, tag="pass"):
    """Bid no more."""


class ChooseMoon(Struct, frozen=True, array_like=True, tag="moon"):
    """Say what the moon is to bring."""

    way: MoonWay


Move = Play | NameTrump | Give | Keep | Open | Lower | Bid | Pass | ChooseMoon


PLAYS: Final = tuple(Play(card) for card in range(52))  # of each card one, for all who play it
_PLAY_TEXTS: Final = tuple(f"{MoveKind.PLAY} {card_text(card)}" for card in range(52))
_PLAYS_BY_TEXT: Final = dict(zip(_PLAY_TEXTS, PLAYS, strict=True))


def move_text(move: Move) -> str:  # noqa: PLR0911 - one case per kind
    """Return the text of a move."""
    if isinstance(move, Play):
        return _PLAY_TEXTS[move.card]
    match move:
        case NameTrump(suit):
            return f"{MoveKind.TRUMP} {trump_text(suit)}"
        case Give(cards):
            return f"{MoveKind.GIVE} {' '.join(texts(cards))}"
        case Keep():
            return MoveKind.KEEP.value
        case Open(points):
            return f"{MoveKind.OPEN} {points}"
        case Lower(points):
            return f"{MoveKind.LOWER} {points}"
        case Bid(points):
            return f"{MoveKind.BID} {points}"
        case Pass():
            return MoveKind.PASS.value
        case ChooseMoon(way):
            return f"{MoveKind.MOON} {way}"
        case _:
            assert_never(move)


def parse_move(text: str) -> Move:
    """Return the move that a text names; raises NotationError for anything else."""
    as_written = _PLAYS_BY_TEXT.get(text)
    if as_written is not None:
        return as_written
    verb, *arguments = text.split()[:60] or [""]
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise NotationError(text, f"a move begins with one of {', '.join(MoveKind)}")
    return reader(text, arguments)


_Reader = Callable[[str, list[str]], Move]


def _one(text: str, arguments: list[str], form: str) -> str:
    if len(arguments) != 1:
        raise NotationError(text, form)
    return arguments[0]


def _play(text: str, arguments: list[str]) -> Move:
    return PLAYS[parse_card(_one(text, arguments, "'play' takes one card, such as 'play QS'"))]


def _trump(text: str, arguments: list[str]) -> Move:
    form = "'trump' takes one of C D H S, or N for no trump"
    return NameTrump(parse_trump(_one(text, arguments, form)))


def _give(text: str, arguments: list[str]) -> Move:
    if not arguments:
        raise NotationError(text, "'give' takes cards, such as 'give QS KH AS'")
    return Give(tuple(parse_card(name) for name in arguments))


def _moon(text: str, arguments: list[str]) -> Move:
    form = f"'moon' takes one of {', '.join(MoonWay)}"
    way = _one(text, arguments, form).lower()
    if way not in tuple(MoonWay):
        raise NotationError(text, form)
    return ChooseMoon(MoonWay(way))


def _number(text: str, arguments: list[str]) -> int:
    form = "this move takes one whole number, such as 'bid 125'"
    digits = _one(text, arguments, form)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _NUMBER_DIGITS):
        raise NotationError(text, form)
    return int(digits)


def _bare(move: Move) -> _Reader:
    def read(text: str, arguments: list[str]) -> Move:
        if arguments:
            raise NotationError(text, "this move takes nothing after its verb")
        return move

    return read


_READERS: Final[dict[str, _Reader]] = {
    MoveKind.PLAY: _play,
    MoveKind.TRUMP: _trump,
    MoveKind.GIVE: _give,
    MoveKind.KEEP: _bare(Keep()),
    MoveKind.OPEN: lambda text, arguments: Open(_number(text, arguments) if arguments else 1),
    MoveKind.LOWER: lambda text, arguments: Lower(_number(text, arguments)),
    MoveKind.BID: lambda text, arguments: Bid(_number(text, arguments)),
    MoveKind.PASS: _bare(Pass()),
    MoveKind.MOON: _moon,
}


def is_open(move: str) -> bool:
    """Return whether everybody may see a move that has been made; cards given stay hidden."""
    return not move.startswith(_GIVE)
