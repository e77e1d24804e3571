"""The kinds of play, one file each, and the one place that picks among them.

`decision` says what a seat is asked, `refusal` why a move is not allowed, `answer` what a move
does, `default` which move the clock makes. Nothing outside asks which game is played.
"""

from typing import Final, assert_never

from engine.cards import SUIT_SIZE, cards_in
from engine.deals import lottery, moon, passing, sale, tricks, trump
from engine.deals.decision import Decision
from engine.deals.opening import after_passing, open_deal
from engine.errors import RuleCode, RuleError
from engine.events import Effect
from engine.moves import (
    Bid,
    ChooseMoon,
    Give,
    Keep,
    Lower,
    Move,
    MoveKind,
    NameTrump,
    Open,
    Pass,
    Play,
    move_text,
)
from engine.rules import Deal, TrickDeal
from engine.state import DealState, Phase

__all__ = [
    "Decision",
    "answer",
    "decision",
    "default",
    "not_asked",
    "open_deal",
    "playable",
    "refusal",
    "refusal_of",
    "seen_cards",
]

Step = tuple[DealState, tuple[Effect, ...]]

# A member by its name costs Python 3.11 more than all around it; and so does `isinstance` for a
# Struct of another class, which is why the class that most deals have is asked for.
_TRICKS: Final = Phase.TRICKS

# The rule that says whose turn it is; in trick play, R1.5.
_SECTION: Final = {
    Phase.PASSING: "R8.1",
    Phase.KEEPING: "R3.5",
    Phase.BIDDING: "R3.5",
    Phase.LOWERING: "R3.5",
    Phase.EXCHANGE: "R3.5",
    Phase.TRUMP: "R3.4",
    Phase.LOTTERY: "R5.1",
    Phase.MOON: "R8.4",
}


def seen_cards(spec: Deal, phase: Phase) -> int | None:
    """Return how many of its cards, by dealing, each seat may see; null for all. Source: R3.4."""
    if phase is Phase.TRUMP and isinstance(spec, TrickDeal) and spec.trump is not None:
        return spec.trump.seen_cards
    return None


def decision(spec: Deal, deal: DealState, seat: int) -> Decision | None:
    """Return what a seat is asked to choose, or nothing while others are asked."""
    if seat not in deal.to_act:
        return None
    if not isinstance(spec, TrickDeal):
        return lottery.decision(deal, seat)
    if deal.phase is _TRICKS:
        return tricks.decision(spec, deal, seat)
    return _before_or_after_play(spec, deal, seat)


def playable(spec: Deal, deal: DealState, seat: int) -> int:
    """Return the cards that a seat may play now, as a set: what its decision has, sooner."""
    if seat not in deal.to_act:
        return 0
    if isinstance(spec, TrickDeal):
        return tricks.playable(spec, deal, seat) if deal.phase is _TRICKS else 0
    return lottery.playable(deal, seat)


def _before_or_after_play(spec: TrickDeal, deal: DealState, seat: int) -> Decision | None:
    if deal.phase is Phase.PASSING and spec.passing is not None:
        return passing.decision(spec.passing, deal, seat)
    if deal.phase is Phase.MOON and spec.moon is not None:
        return moon.decision(spec.moon, deal, seat)
    if spec.trump is None:
        return None
    if deal.phase is Phase.TRUMP:
        return trump.decision(spec.trump, deal, seat)
    return None if spec.trump.auction is None else sale.decision(spec.trump.auction, deal, seat)


def not_asked(deal: DealState, seat: int) -> RuleError:
    """Return the refusal of any move by a seat while others are asked."""
    turn = ", ".join(map(str, deal.to_act))
    detail = f"seat {seat} is not asked now, but seat {turn}"
    return RuleError(RuleCode.NOT_YOUR_TURN, detail, _SECTION.get(deal.phase, "R1.5"))


def refusal_of(spec: Deal, deal: DealState, seat: int, move: Move) -> RuleError | None:
    """Return why a seat may not make a move, or nothing if it may."""
    asked = decision(spec, deal, seat)
    return not_asked(deal, seat) if asked is None else refusal(asked, move)


def refusal(asked: Decision, move: Move) -> RuleError | None:
    """Return why a move is no answer to a decision, or nothing if it is one."""
    match move:
        case Play(card) if asked.kind is MoveKind.PLAY:
            return asked.refusal(card)
        case NameTrump(suit) if asked.kind is MoveKind.TRUMP:
            return trump.refusal(asked, suit)
        case Give(cards) if asked.kind is MoveKind.GIVE:
            return passing.refusal(asked, cards)
        case Open(number) | Lower(number) | Bid(number) if asked.kind is _verb(move):
            return _number_refusal(asked, number)
    if move in asked.others:
        return None
    return _wrong_phase(asked, move)


def _verb(move: Move) -> MoveKind:
    return MoveKind(move_text(move).partition(" ")[0])


def _number_refusal(asked: Decision, number: int) -> RuleError | None:
    if asked.low <= number <= asked.high:
        return None
    detail = f"{number} is not between {asked.low} and {asked.high}"
    return RuleError(RuleCode.NUMBER_OUT_OF_RANGE, detail, asked.section)


def _wrong_phase(asked: Decision, move: Move) -> RuleError:
    if asked.others and _verb(move) in map(_verb, asked.others):
        detail = f"{move_text(move)!r} is not offered"
        return RuleError(RuleCode.NOT_OFFERED, detail, asked.section)
    detail = f"{move_text(move)!r}, but seat {asked.seat} is asked for '{asked.kind}'"
    return RuleError(RuleCode.WRONG_PHASE, detail, asked.section)


def answer(spec: Deal, deal: DealState, seat: int, move: Move) -> Step:
    """Carry out a move and all that follows from it inside the deal; raises RuleError.

    Why a move is refused is looked for once it is.
    """
    if isinstance(move, Play) and playable(spec, deal, seat) >> move.card & 1:
        if isinstance(spec, TrickDeal):
            return tricks.play(spec, deal, seat, move.card)
        return lottery.play(spec, deal, seat, move.card)
    refused = refusal_of(spec, deal, seat, move)
    if refused is not None:
        raise refused
    return _act(spec, deal, seat, move)


def _act(spec: Deal, deal: DealState, seat: int, move: Move) -> Step:
    """Carry out an allowed move before or after the play of the cards."""
    assert isinstance(spec, TrickDeal)  # a lottery asks for nothing but cards
    match move:
        case NameTrump(suit):
            named, effects = trump.name(deal, seat, suit)
            return tricks.begin(spec, named), effects
        case Give(cards):
            return _give(spec, deal, seat, cards)
        case ChooseMoon(way):
            shot, effects = moon.shoot(spec, deal, seat, way)
            closed, more = tricks.finish(shot)
            return closed, effects + more
        case Keep() | Open() | Lower() | Bid() | Pass():
            return sale.act(deal, seat, move)
        case Play():
            raise AssertionError(move)  # one that is allowed is carried out by now
        case _:
            assert_never(move)


def _give(spec: TrickDeal, deal: DealState, seat: int, cards: tuple[int, ...]) -> Step:
    if deal.phase is Phase.EXCHANGE or spec.passing is None:
        return sale.give(deal, seat, cards)
    after, effects = passing.put_down(spec.passing, deal, seat, cards)
    return (after if after.to_act else after_passing(spec, after)), effects


def default(asked: Decision) -> Move:
    """Return the move that is made for a seat whose time is over; it is always allowed."""
    if asked.others:
        return asked.others[0]
    if asked.kind is MoveKind.TRUMP:
        return NameTrump(trump.longest(asked))
    by_rank = sorted(cards_in(asked.playable), key=lambda card: (card % SUIT_SIZE, card))
    return Give(tuple(by_rank[: asked.count])) if asked.count else Play(by_rank[0])
