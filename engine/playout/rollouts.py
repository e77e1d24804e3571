"""Playing deals on by chance alone, as search begins that knows nothing of a game."""

from typing import TYPE_CHECKING

from engine.playout.lanes import count, nth, top
from engine.playout.tricks import TrickPosition

if TYPE_CHECKING:
    from mypy_extensions import i64


def roll_out(position: TrickPosition, numbers: bytes) -> list[int]:
    """Return the sum of what each seat has at the end of deals played on at random.

    Each card that is played takes the next of the `numbers`, which are to be by chance: they make
    as many playouts as they suffice for. A seat plays any of the cards that it may play, each as
    likely as another but for a part in 256. A moon is charged to the other seats. The position
    stays as it is.
    """
    cards, tried = count(position.held), position.copy()
    playouts = len(numbers) // cards if cards else 0
    sums = [playouts * points for points in position.points]
    for playout in range(playouts):
        tried.stand_as(position, sums)
        _roll(tried, numbers, playout * cards)
        tried.shoot(sums)
    return sums


def _roll(position: TrickPosition, numbers: bytes, at: "i64") -> None:
    """Play a position on to its end."""
    while position.count or (position.held and position.contract.drops):
        legal = position.legal()
        position.play(top(nth(legal, numbers[at] * count(legal) >> 8)))
        at += 1
    left: i64 = count(position.hand)
    while left:
        position.play_trick(numbers, at, left)
        at += position.contract.players
        left -= 1
