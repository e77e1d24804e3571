"""The strong level's choice of a move, of every kind."""

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from engine.bot_levels import Level
from engine.cards import card_text, parse_card, parse_trump, texts, trump_text
from engine.moves import MoveKind
from engine.rules import LotteryDeal, Passing, TrickDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots import giving, medium
from workers.bots.budget import Budget, Choice, Means, Watch
from workers.bots.sight import sight_of
from workers.bots.strong import lottery, passing, sale, tricks, trump
from workers.bots.strong.memory import Memory
from workers.bots.strong.search import Found

_TALON: Final = {MoveKind.OPEN, MoveKind.LOWER, MoveKind.BID}


def choose(turn: SeatTurn, budget: Budget) -> Choice:
    """Return the move to make; the same turn and budget, the same move.

    Raises NothingFoundError if the time was over at once.
    """
    deal, asked = turn.game.deal, turn.legal_moves
    only_one = len(asked.moves) == 1 and asked.choose is None and asked.number is None
    if deal is None or only_one or asked.kind is MoveKind.MOON:
        return Choice(medium.choose(turn), Level.STRONG)
    spec = turn.rules.deal(deal.number)
    thinker = _Thinker(turn, deal, budget)
    if isinstance(spec, LotteryDeal):
        return thinker.lays(spec)
    return thinker.in_tricks(spec)


class _Thinker:
    """One turn, and what there is to think about it with."""

    def __init__(self, turn: SeatTurn, deal: DealView, budget: Budget) -> None:
        self.turn, self.deal = turn, deal
        chance = random.Random(seed_of(turn, budget.seed))  # noqa: S311 - games, no secrets
        self.means = Means(budget.worlds, chance, Watch(budget.limit_ms))

    def lays(self, spec: LotteryDeal) -> Choice:
        memory = lottery.Memory(self.turn, spec, self.deal)
        card, found = lottery.best_card(memory, self.means)
        return _choice(f"{MoveKind.PLAY} {card_text(card)}", found)

    def in_tricks(self, spec: TrickDeal) -> Choice:
        asked = self.turn.legal_moves
        memory = Memory(self.turn, spec, self.deal)
        if asked.kind is MoveKind.PLAY:
            card, found = tricks.best_card(memory, self.means)
            return _choice(f"{MoveKind.PLAY} {card_text(card)}", found)
        if asked.kind is MoveKind.TRUMP:
            trumps = tuple(parse_trump(move.partition(" ")[2]) for move in asked.moves)
            named, found = trump.best_trump(memory, trumps, self.means)
            return _choice(f"{MoveKind.TRUMP} {trump_text(named)}", found)
        if asked.kind in _TALON:
            return _choice(*sale.best_call(memory, asked, self.means))
        if spec.passing is None or self.deal.sale is not None or self.deal.talon_taker is not None:
            gift, found = sale.best_gift(memory, self.means)
            return _choice(_give(gift), found)
        return self._passes(spec, spec.passing, memory)

    def _passes(self, spec: TrickDeal, way: Passing, memory: Memory) -> Choice:
        order = self._gladly_given(spec, len(self.turn.legal_moves.cards))
        cards, found = passing.best_gift(memory, way, order, self.means)
        return _choice(_give(cards), found)

    def _gladly_given(self, spec: TrickDeal, count: int) -> tuple[int, ...]:
        names = giving.best_gift(sight_of(self.turn, spec, self.deal), count)
        return tuple(map(parse_card, names))


def _give(cards: Sequence[int]) -> str:
    return f"{MoveKind.GIVE} {' '.join(texts(cards))}"


def _choice(move: str, found: Found) -> Choice:
    return Choice(move, Level.STRONG, found.worlds, found.cut)


def seed_of(turn: SeatTurn, seed: int) -> bytes:
    """Return what a turn draws its chances from: all that it shows, and a seed."""
    return msgspec.msgpack.encode((seed, turn.game, turn.legal_moves.seat))
