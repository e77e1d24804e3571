"""What a seat knows in a deal of tricks, as numbers: read from its SeatTurn and nothing else.

Points are turned so that more is better, whichever total wins.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engine.cards import (
    FULL_DECK,
    LANES,
    SUIT_SIZE,
    Trump,
    card_set,
    parse_card,
    parse_cards,
    parse_trump,
)
from engine.rules import Direction, Rules, TrickDeal
from engine.seat_view import DealView, SeatTurn

SUITS: Final = range(4)


class Sight(Struct, frozen=True, kw_only=True):
    """The deal through the eyes of the seat that is to play.

    `hand`, `playable` and `hidden` are card sets; hidden cards are in other hands, or set aside.
    `table` is the unfinished trick. `behind` are the seats that play to it later, in order.
    `counts` is the number of cards of each other seat, and `lacks` the suits, as a set, that it
    is known not to hold. `worth` is what each card brings to its taker, `trick` what this trick
    brings besides its cards, `later` the average of that over the tricks after it.
    """

    players: int
    hand: int
    playable: int
    hidden: int
    table: tuple[int, ...]
    behind: tuple[int, ...]
    others: tuple[int, ...]
    counts: tuple[int, ...]
    lacks: tuple[int, ...]
    trump: int | None
    tricks_left: int
    worth: tuple[int, ...]
    trick: int
    later: float


def sight_of(turn: SeatTurn, spec: TrickDeal, deal: DealView) -> Sight:
    """Return what the seat of a turn sees in the deal in play."""
    seat, players = turn.legal_moves.seat, turn.rules.players
    table = tuple(parse_card(play.card) for play in deal.table)
    hand = parse_cards(deal.hand or ())
    tricks = [(trick.leader, tuple(map(parse_card, trick.cards))) for trick in deal.tricks]
    played = card_set(card for _, cards in tricks for card in cards) | card_set(table)
    if deal.table:
        tricks.append((deal.table[0].seat, table))
    number, last = len(deal.tricks) + 1, turn.rules.hand_size
    sign = 1 if turn.rules.direction is Direction.HIGH else -1
    bonus = [sign * trick_bonus(spec, at, last) for at in range(number, last + 1)]
    return Sight(
        players=players,
        hand=hand,
        playable=parse_cards(choice.card for choice in turn.legal_moves.cards if choice.playable),
        hidden=deck(turn.rules) & ~hand & ~played,
        table=table,
        behind=tuple((seat + step) % players for step in range(1, players - len(table))),
        others=tuple(other for other in range(players) if other != seat),
        counts=deal.hand_counts,
        lacks=tuple(_lacks(tricks, players)),
        trump=_trump(deal),
        tricks_left=last - number,
        worth=card_worths(spec, sign),
        trick=bonus[0],
        later=sum(bonus[1:]) / max(1, len(bonus) - 1),
    )


def _trump(deal: DealView) -> int | None:
    return None if deal.trump in (None, Trump.NONE) else parse_trump(str(deal.trump))


def deck(rules: Rules) -> int:
    """Return the cards that are played with, as a set."""
    return FULL_DECK & ~parse_cards(rules.removed)


def trick_bonus(spec: TrickDeal, number: int, last: int) -> int:
    """Return what taking the trick of that number brings besides its cards."""
    special = (
        part.points
        for part in spec.tricks
        if number == (part.number if part.number > 0 else last + 1 + part.number)
    )
    return spec.trick + sum(special)


def card_worths(spec: TrickDeal, sign: int) -> tuple[int, ...]:
    """Return what each card of 52 brings to whoever takes it."""
    worths = [0] * 52
    for part in spec.cards:
        for name in part.cards:
            worths[parse_card(name)] += sign * part.points
    return tuple(worths)


def _lacks(tricks: list[tuple[int, tuple[int, ...]]], players: int) -> Iterator[int]:
    """Yield, for each seat, the suits that it has failed to follow."""
    for seat in range(players):
        missing = 0
        for leader, cards in tricks:
            place = (seat - leader) % players
            if place < len(cards) and cards[place] // SUIT_SIZE != cards[0] // SUIT_SIZE:
                missing |= LANES[cards[0] // SUIT_SIZE]
        yield missing
