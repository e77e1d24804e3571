"""What tricks and cards are worth in a deal. Source: R2."""

from engine.cards import union
from engine.rules import TrickDeal
from engine.state import DealState


def trick_worth(spec: TrickDeal, cards: int, number: int, last: int) -> int:
    """Return what taking a trick is worth; `cards` is the set of its cards.

    `last` is the number of the deal's last trick. Penalties for several particular tricks add up
    when one trick is all of them. Source: R2.1.
    """
    worth = spec.trick + cards_worth(spec, cards)
    for part in spec.tricks:
        worth += part.points * (number == trick_number(part.number, last))
    return worth


def cards_worth(spec: TrickDeal, cards: int) -> int:
    """Return what a set of cards is worth to its taker."""
    worth = 0
    for counted, points in spec.counted:
        if cards & counted:
            worth += points * (cards & counted).bit_count()
    return worth


def trick_number(number: int, last: int) -> int:
    """Return the number of a trick counted from the start or, if negative, from the end."""
    return number if number > 0 else last + 1 + number


def counted_cards(spec: TrickDeal) -> int:
    """Return the set of the cards that are worth anything."""
    return union(cards for cards, _ in spec.counted)


def all_owned(spec: TrickDeal, deal: DealState) -> bool:
    """Return whether every point of the deal has an owner, a moon's too. Source: R1.9."""
    done, last = len(deal.winners), deal.tricks
    if spec.trick and done < last:
        return False
    if any(part.points and done < trick_number(part.number, last) for part in spec.tricks):
        return False
    return not spec.awaited & union(deal.hands)
