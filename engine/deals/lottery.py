"""The lottery: a layout built up and down in each suit. Source: R5.

Each suit's row grows one step at a time from the rank that opened the layout. A card that is
not in the deck is a ghost and lies by itself once its row reaches it.
"""

from typing import Final

from msgspec.structs import replace

from engine.cards import ALONE, FULL_DECK, LANES, SUIT_SIZE, card_set, cards_in, union
from engine.deals.decision import Decision, Filter
from engine.errors import RuleCode
from engine.events import Effect, GhostsLaid, SeatOut, SeatSkipped
from engine.moves import MoveKind
from engine.rules import LotteryDeal
from engine.state import DealState, Layout, Phase

Effects = tuple[Effect, ...]

_FITS: Final = "it fits no row of the layout"
_LOWEST: Final = card_set(range(0, 52, SUIT_SIZE))
_HIGHEST: Final = card_set(range(SUIT_SIZE - 1, 52, SUIT_SIZE))
_BELOW_AN_ACE: Final = FULL_DECK & ~_HIGHEST
_ABOVE_A_TWO: Final = FULL_DECK & ~_LOWEST
_SKIPPED: Final = tuple(SeatSkipped(seat) for seat in range(7))


def decision(deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat whose turn it is to lay a card."""
    hand = deal.hands[seat]
    fitting = Filter(open_places(_layout(deal)), RuleCode.CARD_DOES_NOT_FIT, "R5.4", _FITS)
    left = playable(deal, seat)
    return Decision(seat, MoveKind.PLAY, hand, left, (fitting,), section="R5.1")


def playable(deal: DealState, seat: int) -> int:
    """Return the cards that the decision of the seat whose turn it is allows, as a set."""
    return deal.hands[seat] & open_places(_layout(deal))


def open_places(layout: Layout) -> int:
    """Return the cards that the layout takes next; before the opening, every card.

    Source: R5.3, R5.4.
    """
    if layout.opening_rank is None:
        return FULL_DECK
    return _places(layout.laid, layout.opening_rank)


def _places(laid: int, opening_rank: int) -> int:
    above = (laid & _BELOW_AN_ACE) << 1
    below = (laid & _ABOVE_A_TWO) >> 1
    return (above | below | _LOWEST << opening_rank) & ~laid


def play(spec: LotteryDeal, deal: DealState, seat: int, card: int) -> tuple[DealState, Effects]:
    """Lay a card that the decision allows, then ghosts, prizes and skips that follow."""
    hands = deal.hands_without(seat, card)
    layout, ghosts, places = _lay(_layout(deal), card, union(hands))
    after = replace(deal, hands=hands, plays=deal.plays + bytes((card,)), layout=layout)
    effects: Effects = (GhostsLaid(bytes(cards_in(ghosts))),) if ghosts else ()
    if not hands[seat]:
        after, won = _go_out(spec, after, seat)
        effects += won
    if len(after.out) >= min(len(spec.prizes), len(hands)):
        return replace(after, phase=Phase.SCORED, to_act=()), effects
    again = spec.ace_bonus and card % SUIT_SIZE == SUIT_SIZE - 1
    if again and hands[seat] & places:
        return after, effects
    asked, skipped = _ask_from(after, seat + 1, places)
    return asked, effects + skipped


def ask_from(deal: DealState, seat: int) -> tuple[DealState, Effects]:
    """Ask the first seat that can lay a card, from a seat on; those before it are skipped.

    Source: R5.1, R5.2.
    """
    return _ask_from(deal, seat, open_places(_layout(deal)))


def _ask_from(deal: DealState, seat: int, places: int) -> tuple[DealState, Effects]:
    hands, seats = deal.hands, len(deal.hands)
    skipped: Effects = ()
    for at in range(seat, seat + seats):
        turn = at if at < seats else at - seats
        if hands[turn] & places:
            return replace(deal, to_act=(turn,)), skipped
        if hands[turn]:
            skipped += (_SKIPPED[turn],)
    # Every card between a row and the held cards is a ghost or held, so somebody can play.
    raise AssertionError("no seat can lay a card")


def _lay(layout: Layout, card: int, held: int) -> tuple[Layout, int, int]:
    """Return the layout with a card and every ghost that then lies, these, and the open places.

    A ghost is a card that nobody holds and that was never laid, not in the deck or set aside.
    Source: R5.6.
    """
    rank = card % SUIT_SIZE if layout.opening_rank is None else layout.opening_rank
    laid, ghosts = layout.laid | ALONE[card], 0
    places = _places(laid, rank)
    while fitting := places & ~held:
        laid |= fitting
        ghosts |= fitting
        places = _places(laid, rank)
    return Layout(laid, layout.ghosts | ghosts, rank), ghosts, places


def _go_out(spec: LotteryDeal, deal: DealState, went: int) -> tuple[DealState, Effects]:
    """Give the seat its place; the last seat left takes the last place. Source: R5.5."""
    effects: list[Effect] = []
    out, points = list(deal.out), list(deal.points)
    leaving = [went]
    still = [at for at in range(deal.seats) if at != went and at not in out]
    if len(still) == 1 and len(spec.prizes) == deal.seats:
        leaving += still
    for at in leaving:
        points[at] = spec.prizes[len(out)]
        out.append(at)
        won = tuple(points[at] * (seat == at) for seat in range(deal.seats))
        effects.append(SeatOut(at, len(out), won))
    return replace(deal, out=tuple(out), points=tuple(points)), tuple(effects)


def rows(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the cards that lie in each suit, ghosts included, lowest first."""
    return tuple(cards_in(layout.laid & lane) for lane in LANES)


def _layout(deal: DealState) -> Layout:
    return deal.layout or Layout()
