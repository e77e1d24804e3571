"""Playing a card to a trick: what the trick brings, less what the card was still good for.

The same sum serves every deal. Where taking costs, it ducks and throws its dangerous cards
away; where taking pays, it wins as cheaply as it can. The weights were found by playing many
thousand deals against simpler bots (`bench/bots.py`); near them the results hardly change.
"""

from typing import Final

from engine.cards import LANES, SUIT_SIZE, cards_in
from workers.bots.chances import beats, holds_none, take_chance, winning
from workers.bots.sight import Sight

_STRAY: Final = 0.4  # how many of the costly cards of other suits come with a trick of a suit
_COMES: Final = 0.6  # how likely a well guarded card has to be played to its suit all the same
_SHORT: Final = 0.5  # what lacking a suit is worth, in tricks


def best_card(sight: Sight) -> int:
    """Return the card to play; among equals the lowest."""
    return max(cards_in(sight.playable), key=lambda card: score(sight, card))


def score(sight: Sight, card: int) -> float:
    """Return what playing a card brings, compared with the other cards of the hand."""
    return taken(sight, card) + shortened(sight, card) - outlook(sight, card)


def taken(sight: Sight, card: int) -> float:
    """Return the points that the trick is expected to bring after this card."""
    best = winning(sight)
    if best is not None and not beats(card, best, sight.trump):
        return 0.0
    stake = sight.trick + sum(sight.worth[other] for other in (*sight.table, card))
    chance = take_chance(sight, card, sight.behind, wanted=stake > 0)
    return chance * (stake + given(sight, card))


def given(sight: Sight, card: int) -> float:
    """Return the points of the costly cards that the seats behind get rid of in the trick."""
    led = (sight.table or (card,))[0] // SUIT_SIZE
    lane = LANES[led] & sight.hidden
    under = lane & ((1 << card) - 1)
    all_counts = sum(sight.counts[seat] for seat in sight.others)
    total = 0.0
    for seat in sight.behind:
        share = sight.counts[seat] / max(1, all_counts)
        follows = _costs(sight, under & ~sight.lacks[seat])
        discards = _costs(sight, sight.hidden & ~lane & ~sight.lacks[seat])
        total += share * (follows + discards * holds_none(sight, seat, lane))
    return total


def _costs(sight: Sight, cards: int) -> int:
    return sum(min(0, sight.worth[card]) for card in cards_in(cards))


def outlook(sight: Sight, card: int) -> float:
    """Return what a card is expected to bring later if it stays in the hand."""
    lane = LANES[card // SUIT_SIZE]
    mine = sight.hand & lane
    rounds = (mine | sight.hidden & lane).bit_count() / sight.players
    brings = sight.worth[card] + companions(sight, lane, max(1.0, rounds))
    under = (mine & ((1 << card) - 1)).bit_count()
    sooner = mine.bit_count() - 1 - under if brings > 0 else under
    comes = min(1.0, max(_COMES, rounds - sooner))
    return comes * take_chance(sight, card, sight.others, wanted=brings > 0) * brings


def companions(sight: Sight, lane: int, rounds: float) -> float:
    """Return what a later trick of a suit brings besides the card that takes it."""
    same = sum(sight.worth[card] for card in cards_in(sight.hidden & lane))
    stray = sum(sight.worth[card] for card in cards_in(sight.hidden & ~lane))
    return sight.later + same / rounds + _STRAY * stray / max(1, sight.tricks_left)


def shortened(sight: Sight, card: int) -> float:
    """Return what coming nearer to lacking the card's suit is worth."""
    hidden = sum(sight.worth[other] for other in cards_in(sight.hidden))
    average = sight.later + hidden / max(1, sight.tricks_left)
    length = (sight.hand & LANES[card // SUIT_SIZE]).bit_count()
    return _SHORT * abs(average) / length
