"""What a seat may ask for, and the text form of each move.

A text is a verb and its argument: `play QS`, `trump H`. `parse_move` and `move_text` are
inverse to each other.
"""

from enum import StrEnum
from typing import Final, assert_never

from msgspec import Struct

from engine.cards import card_text, parse_card, parse_suit, suit_text
from engine.errors import NotationError

_FORM: Final = "a move is 'play CARD' or 'trump SUIT', such as 'play QS' or 'trump H'"


class MoveKind(StrEnum):
    """The verb of a move."""

    PLAY = "play"
    TRUMP = "trump"


class Play(Struct, frozen=True, array_like=True, tag="play"):
    """Play a card to the trick, or lay it to the layout of a lottery."""

    card: int


class NameTrump(Struct, frozen=True, array_like=True, tag="trump"):
    """Name the trump suit of the deal."""

    suit: int


Move = Play | NameTrump


def move_text(move: Move) -> str:
    """Return the text of a move."""
    match move:
        case Play(card):
            return f"{MoveKind.PLAY} {card_text(card)}"
        case NameTrump(suit):
            return f"{MoveKind.TRUMP} {suit_text(suit)}"
        case _:
            assert_never(move)


def parse_move(text: str) -> Move:
    """Return the move that a text names; raises NotationError for anything else."""
    verb, _, argument = text.strip().partition(" ")
    match verb.lower():
        case MoveKind.PLAY:
            return Play(parse_card(argument))
        case MoveKind.TRUMP:
            return NameTrump(parse_suit(argument))
        case _:
            raise NotationError(text, _FORM)
