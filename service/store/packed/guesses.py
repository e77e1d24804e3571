"""What the next entry of a history most likely says, by what lies on the table.

These are guesses, no rules: one that fails costs some bytes. But whoever reads must guess as the
packer did, so they stay as they are for as long as anything is packed by them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.events import (
    CardsGiven,
    CardsPassed,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    EntropyAdded,
    MatchEnded,
    OddCardShown,
    SeatOut,
    SeatSkipped,
    TalonTaken,
    TrickTaken,
    TrumpNamed,
)
from engine.state import Phase
from service.store.packed.table import Table

_SUIT: Final = 13  # cards of a suit
_TRICK_TAKEN, _SKIPPED, _SCORED, _STARTED = 4, 5, 8, 2  # tags of effects


def cards(table: Table, seat: int) -> Sequence[int]:
    """Return the cards of which a seat plays one, lowest first; none if it plays no card."""
    held = table.held[seat] if table.held else []
    if table.phase is Phase.LOTTERY:
        return _fitting(table.plays, held)
    if table.phase is not Phase.TRICKS:
        return ()
    trick = table.trick
    if not trick:
        return held
    led = trick[0] // _SUIT
    return [card for card in held if card // _SUIT == led] or held


def _fitting(laid: bytes, held: Sequence[int]) -> Sequence[int]:
    """Return the cards that fit a layout: of the rank laid first, or beside one that lies."""
    if not laid:
        return held
    opening = laid[0] % _SUIT
    return [
        card
        for card in held
        if card % _SUIT == opening
        or (card % _SUIT > 0 and card - 1 in laid)
        or ((card + 1) % _SUIT > 0 and card + 1 in laid)
    ]


def tags(table: Table) -> tuple[int, ...]:
    """Return the tags of the effects of the action that was followed last."""
    if table.phase is Phase.LOTTERY:
        return (_SKIPPED,) * len(_skipped(table))
    if table.phase is not Phase.TRICKS or len(table.trick) < table.seats:
        return ()
    return (_TRICK_TAKEN,) if any(table.held) else (_TRICK_TAKEN, _SCORED, _STARTED)


def _round(table: Table) -> Sequence[int]:
    """Return the seats from the one after the mover on, himself last."""
    return [(table.mover + step) % table.seats for step in range(1, table.seats + 1)]


def _skipped(table: Table) -> Sequence[int]:
    """Return the seats after the mover that hold cards of which none fits."""
    found = []
    for seat in _round(table):
        if cards(table, seat):
            break
        if table.held and table.held[seat]:
            found.append(seat)
    return found


def asked(table: Table) -> tuple[int, ...]:
    """Return who must act next."""
    if not table.moved:
        return table.asked
    if len(table.asked) > 1:
        return tuple(seat for seat in table.asked if seat != table.mover)
    if table.phase is Phase.LOTTERY:
        return next(((seat,) for seat in _round(table) if cards(table, seat)), ())
    if table.phase is Phase.TRICKS and table.winners and not table.trick:
        return (table.winners[-1],)
    return ((table.mover + 1) % table.seats,)


def effect(table: Table, tag: int) -> Effect | None:
    """Return the effect of a tag, or nothing where there is no guess."""
    guess = _EFFECTS.get(tag)
    return guess(table) if guess else None


def _drawn(_: Table) -> Effect:
    return DealerDrawn(b"", 0)


def _started(at: Table) -> Effect:
    number, dealer = at.number + 1, (at.dealer + 1) % at.seats
    hands, talon = at.recipe.dealt(number, dealer)
    entropy = at.recipe.entropy.get(number, ())
    leader = (dealer + 1) % at.seats
    return DealStarted(number, dealer, leader, hands, None, talon, entropy=entropy)


def _named(at: Table) -> Effect:
    hands = tuple(
        bytes(card for card in dealt if card in held)
        + bytes(card for card in held if card not in dealt)
        for dealt, held in zip(at.dealt, at.held, strict=True)
    )
    return TrumpNamed(at.mover, at.trump or 0, hands)


def _taken(at: Table) -> Effect:
    trick, number = at.trick, len(at.winners) + 1
    leader = at.winners[-1] if at.winners else at.leader or 0
    taker = (leader + _best(trick, at.trump)) % at.seats
    return TrickTaken(number, leader, trick, taker, at.worth)


def _best(trick: bytes, trump: int | None) -> int:
    """Return the place of the highest trump, or else of the highest card that follows."""
    led = trick[0] // _SUIT
    order = [(card // _SUIT == trump, card // _SUIT == led, card) for card in trick]
    return order.index(max(order))


def _skip(at: Table) -> Effect:
    return SeatSkipped(next(iter(_skipped(at)), 0))


def _out(at: Table) -> Effect:
    return SeatOut(at.mover, at.out + 1, (0,) * at.seats)


def _scored(at: Table) -> Effect:
    points = tuple(at.points)
    return DealScored(at.number, points, _totals((*at.scores, points)))


def _ended(at: Table) -> Effect:
    return MatchEnded(_totals(at.scores), (), ())


def _totals(scores: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*scores, strict=True)))


def _passed(at: Table) -> Effect:
    return CardsPassed(tuple(at.chosen), at.pass_to)


def _talon(at: Table) -> Effect:
    return TalonTaken(at.mover, 0, at.talon)


def _given(at: Table) -> Effect:
    return CardsGiven(at.mover, at.chosen[at.mover])


def _shown(at: Table) -> Effect:
    return OddCardShown(at.odd or 0)


def _added(at: Table) -> Effect:
    deal = at.number + 1
    return EntropyAdded(deal, at.actor, at.recipe.receipt(deal, at.actor))


_EFFECTS: Final[Mapping[int, Callable[[Table], Effect]]] = {
    1: _drawn,
    _STARTED: _started,
    3: _named,
    _TRICK_TAKEN: _taken,
    _SKIPPED: _skip,
    7: _out,
    _SCORED: _scored,
    9: _ended,
    10: _passed,
    11: _talon,
    12: _given,
    15: _shown,
    16: _added,
}
