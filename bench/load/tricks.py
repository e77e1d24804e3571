"""The game of `node/cards.mjs` once more, for the server of `bench.load.assembly`."""

from typing import Final

from msgspec import Struct, field

SEATS: Final = 4
_RANKS: Final = 13
_HEARTS: Final = 3
_BITS: Final = 0xFFFFFFFF


class Game(Struct):
    """A match of tricks without end; a card is its suit times 13 plus its rank."""

    seed: int
    hands: list[list[int]]
    number: int = 0
    version: int = 0
    trick: list[int] = field(default_factory=list)
    leader: int = 0
    turn: int = 0
    points: list[int] = field(default_factory=lambda: [0] * SEATS)


def dealt(seed: int, number: int) -> list[list[int]]:
    """Return the four hands of a deal."""
    state = (seed * 7919 + number * 104729 + 1) & _BITS
    pack = list(range(SEATS * _RANKS))
    for at in range(len(pack) - 1, 0, -1):
        state ^= state << 13 & _BITS
        state ^= state >> 17
        state ^= state << 5 & _BITS
        other = state % (at + 1)
        pack[at], pack[other] = pack[other], pack[at]
    return [sorted(pack[seat * _RANKS : (seat + 1) * _RANKS]) for seat in range(SEATS)]


def opened(seed: int) -> Game:
    """Return a match before its first card."""
    return Game(seed, dealt(seed, 0))


def play(game: Game, seat: int, card: int) -> bool:
    """Play a card and return whether it was allowed; the match changes only then."""
    hand = game.hands[seat]
    if seat != game.turn or card not in hand or not _follows(game, hand, card):
        return False
    hand.remove(card)
    game.trick.append(card)
    game.version += 1
    game.turn = (seat + 1) % SEATS
    if len(game.trick) == SEATS:
        _take(game)
    return True


def _follows(game: Game, hand: list[int], card: int) -> bool:
    if not game.trick:
        return True
    led = game.trick[0] // _RANKS
    return card // _RANKS == led or all(held // _RANKS != led for held in hand)


def _take(game: Game) -> None:
    led = game.trick[0] // _RANKS
    best = max(card for card in game.trick if card // _RANKS == led)
    taker = (game.leader + game.trick.index(best)) % SEATS
    game.points[taker] += sum(card // _RANKS == _HEARTS for card in game.trick)
    game.trick = []
    game.leader = game.turn = taker
    if game.hands[taker]:
        return
    game.number += 1
    game.hands = dealt(game.seed, game.number)
    game.leader = game.turn = game.number % SEATS
