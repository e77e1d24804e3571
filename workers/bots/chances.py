"""How likely a card is to take a trick, from the cards that are not seen.

Hidden cards are taken to lie with each other seat in proportion to the cards that it holds;
a seat that failed to follow a suit holds none of it.
"""

from engine.cards import LANES, SUIT_SIZE
from workers.bots.sight import Sight


def beats(card: int, other: int, trump: int | None) -> bool:
    """Return whether a card beats another that lies in the trick before it."""
    if card // SUIT_SIZE == other // SUIT_SIZE:
        return card > other
    return card // SUIT_SIZE == trump


def winning(sight: Sight) -> int | None:
    """Return the card that takes the trick so far, or nothing before the lead."""
    best = None
    for card in sight.table:
        if best is None or beats(card, best, sight.trump):
            best = card
    return best


def holds_none(sight: Sight, seat: int, cards: int) -> float:
    """Return the chance that a seat holds none of some hidden cards of one suit."""
    if not cards or sight.lacks[seat] & cards:
        return 1.0
    others = sum(sight.counts[at] for at in sight.others if not sight.lacks[at] & cards)
    return (1.0 - sight.counts[seat] / max(others, 1)) ** cards.bit_count()


def take_chance(sight: Sight, card: int, seats: tuple[int, ...], *, wanted: bool) -> float:
    """Return the chance that none of some seats beats a card that leads in its suit."""
    chance = 1.0
    for seat in seats:
        chance *= 1.0 - beaten_by(sight, seat, card, wanted=wanted)
    return chance


def beaten_by(sight: Sight, seat: int, card: int, *, wanted: bool) -> float:
    """Return the chance that a seat beats a card that leads in its suit.

    A trick that is `wanted` is beaten by whoever can, any other only by whoever must.
    """
    lane = LANES[card // SUIT_SIZE] & sight.hidden
    under = lane & ((1 << card) - 1)
    no_higher = holds_none(sight, seat, lane ^ under)
    if not wanted:
        return holds_none(sight, seat, under) * (1.0 - no_higher)
    return 1.0 - no_higher * (1.0 - _ruffs(sight, seat, card, lane))


def _ruffs(sight: Sight, seat: int, card: int, lane: int) -> float:
    if sight.trump is None or card // SUIT_SIZE == sight.trump:
        return 0.0
    trumps = LANES[sight.trump] & sight.hidden
    return holds_none(sight, seat, lane) * (1.0 - holds_none(sight, seat, trumps))
