"""The strong level's choice of a move, of every kind, and its judgement of another."""

import random
from typing import Final, Protocol

import msgspec

from engine.bot_levels import Level
from engine.cards import parse_trump
from engine.moves import MoveKind
from engine.rules import LotteryDeal, Passing, TrickDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots import giving, medium
from workers.bots.budget import Budget, Choice, Judgement, Means, Watch
from workers.bots.strong import lottery, passing, sale, tricks, trump
from workers.bots.strong.memory import Memory

_TALON: Final = {MoveKind.OPEN, MoveKind.LOWER, MoveKind.BID}


def choose(turn: SeatTurn, budget: Budget) -> Choice:
    """Return the move to make; the same turn and budget, the same move.

    Raises NothingFoundError if the time was over at once.
    """
    question = _question(turn, budget)
    return Choice(medium.choose(turn), Level.STRONG) if question is None else question.choice()


def judge(turn: SeatTurn, played: str, budget: Budget) -> Judgement:
    """Return how much worse a move is than the one that `choose` makes.

    Raises NothingFoundError if the time was over at once.
    """
    question = _question(turn, budget)
    return Judgement(medium.choose(turn)) if question is None else question.judgement(played)


class _Question(Protocol):
    """What is to be thought about, whatever its answers are."""

    def choice(self) -> Choice: ...
    def judgement(self, played: str) -> Judgement: ...


def _question(turn: SeatTurn, budget: Budget) -> _Question | None:
    """Return what a turn asks; nothing where a rule of thumb will do."""
    deal, asked = turn.game.deal, turn.legal_moves
    only_one = len(asked.moves) == 1 and asked.choose is None and asked.number is None
    if deal is None or only_one or asked.kind is MoveKind.MOON:
        return None
    spec = turn.rules.deal(deal.number)
    thinker = _Thinker(turn, deal, budget)
    return thinker.lays(spec) if isinstance(spec, LotteryDeal) else thinker.in_tricks(spec)


class _Thinker:
    """One turn, and what there is to think about it with."""

    def __init__(self, turn: SeatTurn, deal: DealView, budget: Budget) -> None:
        self.turn, self.deal = turn, deal
        chance = random.Random(seed_of(turn, budget.seed))  # noqa: S311 - games, no secrets
        self.means = Means(budget.worlds, chance, Watch(budget.limit_ms))

    def lays(self, spec: LotteryDeal) -> _Question:
        return lottery.question(lottery.Memory(self.turn, spec, self.deal), self.means)

    def in_tricks(self, spec: TrickDeal) -> _Question:
        asked, memory = self.turn.legal_moves, Memory(self.turn, spec, self.deal)
        if asked.kind is MoveKind.PLAY:
            return tricks.question(memory, self.means)
        if asked.kind is MoveKind.TRUMP:
            trumps = tuple(parse_trump(move.partition(" ")[2]) for move in asked.moves)
            return trump.question(memory, trumps, self.means)
        if asked.kind in _TALON:
            return sale.Call(memory, asked, self.means)
        if spec.passing is None or self.deal.sale is not None or self.deal.talon_taker is not None:
            return sale.question(memory, self.means)
        return self._passes(spec, spec.passing, memory)

    def _passes(self, spec: TrickDeal, way: Passing, memory: Memory) -> _Question:
        count = len(self.turn.legal_moves.cards)
        order = giving.best_pass(self.turn, spec, self.deal, count)
        return passing.question(memory, way, order, self.means)


def seed_of(turn: SeatTurn, seed: int) -> bytes:
    """Return what a turn draws its chances from: all that it shows, and a seed."""
    return msgspec.msgpack.encode((seed, turn.game, turn.legal_moves.seat))
