"""The moon: one seat has taken every penalty card. Source: R8.4."""

from msgspec.structs import replace

from engine.cards import card_set
from engine.deals.decision import Decision
from engine.deals.worth import cards_worth
from engine.events import Effect, MoonShot
from engine.moves import ChooseMoon, MoveKind
from engine.rules import Moon, MoonWay, TrickDeal, named_cards
from engine.state import DealState


def shooter(moon: Moon, deal: DealState) -> int | None:
    """Return the seat that has taken every penalty card that was dealt, or nothing."""
    wanted = named_cards(moon.cards) & card_set(deal.deck)
    found = None
    for at, card in enumerate(deal.finished_tricks):
        if wanted >> card & 1:
            taker = deal.winners[at // deal.seats]
            if found not in {None, taker}:
                return None
            found = taker
            wanted ^= 1 << card
    return None if wanted else found


def decision(moon: Moon, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat that shot the moon."""
    ways = tuple(ChooseMoon(way) for way in MoonWay if way in moon.ways)
    return Decision(seat, MoveKind.MOON, deal.hands[seat], others=ways, section="R8.4")


def shoot(
    spec: TrickDeal, deal: DealState, seat: int, way: MoonWay
) -> tuple[DealState, tuple[Effect, ...]]:
    """Change the points of a deal as the moon does; other points stay as they are."""
    cards = named_cards(spec.moon.cards if spec.moon else ()) & card_set(deal.deck)
    worth = cards_worth(spec, cards)
    mine, theirs = (-worth, worth) if way is MoonWay.ADD_OTHERS else (-2 * worth, 0)
    change = tuple(mine if at == seat else theirs for at in range(deal.seats))
    points = tuple(had + more for had, more in zip(deal.points, change, strict=True))
    return replace(deal, points=points), (MoonShot(seat, way, change),)
