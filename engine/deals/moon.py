"""The moon: one seat has taken every penalty card. Source: R8.4."""

from msgspec.structs import replace

from engine.cards import ALONE, card_set, cards_in
from engine.deals.decision import Decision
from engine.deals.worth import cards_worth
from engine.events import Effect, MoonShot
from engine.moves import ChooseMoon, MoveKind
from engine.rules import Moon, MoonWay, TrickDeal, named_cards
from engine.state import DealState


def shooter(moon: Moon, deal: DealState) -> int | None:
    """Return the seat that has taken every penalty card in play, or nothing."""
    wanted = _wanted(moon, deal)
    taken = {card: deal.winners[at // deal.seats] for at, card in enumerate(deal.finished_tricks)}
    if deal.odd_counts and deal.set_aside is not None:
        taken[deal.set_aside] = deal.winners[-1]
    takers = {taken.get(card) for card in cards_in(wanted)}
    return takers.pop() if len(takers) == 1 else None


def _wanted(moon: Moon, deal: DealState) -> int:
    """Return the penalty cards that somebody takes: one set aside only if it counts."""
    in_play = card_set(deal.deck) | card_set(deal.talon)
    if deal.odd_counts and deal.set_aside is not None:
        in_play |= ALONE[deal.set_aside]
    return named_cards(moon.cards) & in_play


def decision(moon: Moon, deal: DealState, seat: int) -> Decision:
    """Return the choice of the seat that shot the moon."""
    ways = tuple(ChooseMoon(way) for way in MoonWay if way in moon.ways)
    return Decision(seat, MoveKind.MOON, deal.hands[seat], others=ways, section="R8.4")


def shoot(
    spec: TrickDeal, deal: DealState, seat: int, way: MoonWay
) -> tuple[DealState, tuple[Effect, ...]]:
    """Change the points of a deal as the moon does; other points stay as they are."""
    worth = 0 if spec.moon is None else cards_worth(spec, _wanted(spec.moon, deal))
    mine, theirs = (-worth, worth) if way is MoonWay.ADD_OTHERS else (-2 * worth, 0)
    change = tuple(mine if at == seat else theirs for at in range(deal.seats))
    points = tuple(had + more for had, more in zip(deal.points, change, strict=True))
    return replace(deal, points=points), (MoonShot(seat, way, change),)
