"""The kinds of play, one file each, and the one place that picks among them.

`decision` says what a seat is asked, `refusal` why a move is not allowed, `act` what an allowed
move does, `default` which move the clock makes. Nothing outside asks which game is played.
"""

from typing import Final, assert_never

from engine.deals import lottery, tricks, trump
from engine.deals.decision import Decision
from engine.errors import RuleCode, RuleError
from engine.events import Effect
from engine.moves import Move, MoveKind, NameTrump, Play, move_text
from engine.rules import Deal, LotteryDeal, Position, TrickDeal
from engine.state import DealState, Layout, Phase, hands_of

__all__ = [
    "Decision",
    "act",
    "decision",
    "default",
    "not_asked",
    "open_deal",
    "refusal",
    "seen_cards",
]

# The rule that says whose turn it is; in trick play, R1.5.
_TURN_SECTION: Final = {Phase.TRUMP: "R3.4", Phase.LOTTERY: "R5.1"}


def open_deal(spec: Deal, number: int, dealer: int, deck: bytes, seats: int) -> DealState:
    """Return a deal just dealt, waiting for its first choice. Source: R1.3."""
    left = (dealer + 1) % seats
    leader = _seat(spec.opener if isinstance(spec, LotteryDeal) else spec.leader, dealer, left)
    phase, asked = Phase.TRICKS, leader
    if isinstance(spec, LotteryDeal):
        phase = Phase.LOTTERY
    elif spec.trump is not None:
        phase, asked = Phase.TRUMP, _seat(spec.trump.named_by, dealer, left)
    return DealState(
        number=number,
        dealer=dealer,
        phase=phase,
        deck=deck,
        hands=hands_of(deck, dealer, seats),
        leader=leader,
        to_act=(asked,),
        points=(0,) * seats,
        layout=Layout() if phase is Phase.LOTTERY else None,
    )


def _seat(position: Position, dealer: int, left: int) -> int:
    return dealer if position is Position.DEALER else left


def seen_cards(spec: Deal, phase: Phase) -> int | None:
    """Return how many of its cards, by dealing, each seat may see; null for all. Source: R3.4."""
    if phase is Phase.TRUMP and isinstance(spec, TrickDeal) and spec.trump is not None:
        return spec.trump.seen_cards
    return None


def decision(spec: Deal, deal: DealState, seat: int) -> Decision | None:
    """Return what a seat is asked to choose, or nothing while others are asked."""
    if seat not in deal.to_act:
        return None
    if isinstance(spec, LotteryDeal):
        return lottery.decision(deal, seat)
    if deal.phase is Phase.TRUMP and spec.trump is not None:
        return trump.decision(spec.trump, deal, seat)
    return tricks.decision(spec, deal, seat)


def not_asked(deal: DealState, seat: int) -> RuleError:
    """Return the refusal of any move by a seat while others are asked."""
    turn = ", ".join(map(str, deal.to_act))
    detail = f"seat {seat} is not asked now, but seat {turn}"
    return RuleError(RuleCode.NOT_YOUR_TURN, detail, _TURN_SECTION.get(deal.phase, "R1.5"))


def refusal(asked: Decision, move: Move) -> RuleError | None:
    """Return why a move is no answer to a decision, or nothing if it is one."""
    if isinstance(move, Play) and asked.kind is MoveKind.PLAY:
        return asked.refusal(move.card)
    if isinstance(move, NameTrump) and asked.kind is MoveKind.TRUMP:
        return trump.refusal(asked, move.suit)
    detail = f"{move_text(move)!r}, but seat {asked.seat} is asked for '{asked.kind}'"
    return RuleError(RuleCode.WRONG_PHASE, detail, "R3.4")


def act(spec: Deal, deal: DealState, seat: int, move: Move) -> tuple[DealState, list[Effect]]:
    """Carry out an allowed move and all that follows from it inside the deal."""
    match move:
        case NameTrump(suit):
            return trump.name(deal, seat, suit)
        case Play(card):
            if isinstance(spec, LotteryDeal):
                return lottery.play(spec, deal, seat, card)
            return tricks.play(spec, deal, seat, card)
        case _:
            assert_never(move)


def default(asked: Decision) -> Move:
    """Return the move that is made for a seat whose time is over; it is always allowed."""
    return trump.default(asked) if asked.kind is MoveKind.TRUMP else tricks.default(asked)
