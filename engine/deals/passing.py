"""Giving cards before the play: every seat chooses before it sees what arrives. Source: R8.1."""

from msgspec.structs import replace

from engine.cards import card_set
from engine.deals.decision import Decision
from engine.errors import RuleCode, RuleError
from engine.events import CardsPassed, Effect
from engine.moves import MoveKind
from engine.rules import Passing
from engine.state import DealState, Transfer


def decision(passing: Passing, deal: DealState, seat: int) -> Decision:
    """Return the choice of a seat that has not yet put down its cards."""
    hand = deal.hands[seat]
    return Decision(seat, MoveKind.GIVE, hand, hand, count=passing.count, section="R8.1")


def refusal(asked: Decision, cards: tuple[int, ...]) -> RuleError | None:
    """Return why cards may not be given, or nothing if they may."""
    for card in cards:
        refused = asked.refusal(card)
        if refused is not None:
            return refused
    if len(set(cards)) < len(cards):
        return RuleError(RuleCode.CARD_TWICE, "a card is given only once", asked.section)
    if len(cards) != asked.count:
        detail = f"{asked.count} cards are given, not {len(cards)}"
        return RuleError(RuleCode.WRONG_CARD_COUNT, detail, asked.section)
    return None


def put_down(
    passing: Passing, deal: DealState, seat: int, cards: tuple[int, ...]
) -> tuple[DealState, tuple[Effect, ...]]:
    """Put a seat's cards down; once all have, they go on to their receivers."""
    chosen = list(deal.chosen or (b"",) * deal.seats)
    chosen[seat] = bytes(cards)
    waiting = tuple(at for at in deal.to_act if at != seat)
    after = replace(deal, chosen=tuple(chosen), to_act=waiting)
    return (after, ()) if waiting else _pass_on(passing, after)


def _pass_on(passing: Passing, deal: DealState) -> tuple[DealState, tuple[Effect, ...]]:
    seats, given = deal.seats, deal.chosen
    transfers = tuple(
        Transfer(seat, (seat + passing.to) % seats, given[seat]) for seat in range(seats)
    )
    return (
        replace(deal, hands=moved(deal.hands, transfers), transfers=transfers, chosen=()),
        (CardsPassed(given, passing.to),),
    )


def moved(hands: tuple[int, ...], transfers: tuple[Transfer, ...]) -> tuple[int, ...]:
    """Return the hands once cards have gone from seat to seat."""
    after = list(hands)
    for transfer in transfers:
        cards = card_set(transfer.cards)
        after[transfer.giver] ^= cards
        after[transfer.receiver] ^= cards
    return tuple(after)
