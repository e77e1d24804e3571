"""How a deal begins: cards are dealt, and the first seat is asked. Source: R1.3."""

from typing import Final

from msgspec.structs import replace

from engine.cards import RANKS, card_set
from engine.deals import lottery, tricks
from engine.events import Effect
from engine.rules import Deal, LotteryDeal, Position, Rules, TrickDeal, TrumpChoice
from engine.state import DealState, Layout, Phase

# These lead once cards have been given, and who holds a card is not told before.
_KNOWN_LATER: Final = (Position.BUYER, Position.HOLDER)


def open_deal(
    rules: Rules, number: int, dealer: int, cards: bytes
) -> tuple[DealState, tuple[Effect, ...]]:
    """Return a deal just dealt, waiting for its first choice, and what led there.

    `cards` are all cards of the deck in the order of dealing: hands, talon, odd card.
    """
    spec, seats = rules.deal(number), rules.players
    talon = talon_size(spec, seats)
    in_hands = rules.hand_size * seats - talon
    deck = cards[:in_hands]
    odd = cards[in_hands + talon :]
    deal = DealState(
        number=number,
        dealer=dealer,
        phase=Phase.TRICKS,
        deck=deck,
        hands=tuple(card_set(deck[(seat - dealer - 1) % seats :: seats]) for seat in range(seats)),
        leader=None,
        to_act=(),
        points=(0,) * seats,
        talon=cards[in_hands : in_hands + talon],
        set_aside=odd[0] if odd else None,
        odd_counts=rules.odd_card == "last_trick",
    )
    return _first_choice(spec, deal)


def talon_size(spec: Deal, seats: int) -> int:
    """Return how many cards are dealt open beside the hands. Source: R3.5."""
    auction = isinstance(spec, TrickDeal) and spec.trump is not None and spec.trump.auction
    return seats if auction else 0


def _first_choice(spec: Deal, deal: DealState) -> tuple[DealState, tuple[Effect, ...]]:
    if isinstance(spec, LotteryDeal):
        opener = _seat(spec.opener, deal)
        rank = None if spec.opening_rank is None else RANKS.index(spec.opening_rank)
        laid = replace(deal, phase=Phase.LOTTERY, layout=Layout(opening_rank=rank), leader=opener)
        return lottery.ask_from(laid, opener)
    if spec.passing is not None:
        return replace(deal, phase=Phase.PASSING, to_act=tuple(range(deal.seats))), ()
    return after_passing(spec, deal), ()


def _seat(position: Position, deal: DealState) -> int:
    return deal.dealer if position is Position.DEALER else (deal.dealer + 1) % deal.seats


def after_passing(spec: TrickDeal, deal: DealState) -> DealState:
    """Return the deal as it goes on once no more cards are to be passed."""
    if spec.trump is None:
        return tricks.begin(spec, deal)
    declarer = _seat(spec.trump.named_by, deal)
    named = replace(deal, declarer=declarer, to_act=(declarer,), phase=_first_phase(spec.trump))
    if spec.leader in _KNOWN_LATER:
        return named
    return replace(named, leader=tricks.leader_of(spec, named))


def _first_phase(trump: TrumpChoice) -> Phase:
    return Phase.TRUMP if trump.auction is None else Phase.KEEPING
