"""The easy level: somebody who has just learnt the game.

It follows suit and knows which cards hurt, but counts nothing, remembers nothing, looks no trick
ahead, and now and then plays whatever it has in its fingers.
"""

import random
from typing import Final

import msgspec

from engine.cards import SUIT_SIZE, Trump, parse_card, parse_cards, parse_trump, rank_of
from engine.moves import MoveKind
from engine.rules import Direction, TrickDeal
from engine.seat_view import DealView, SeatTurn

_SLIP: Final = 0.25  # how often it plays any card


def choose(turn: SeatTurn, seed: int = 0) -> str:
    """Return the text of the move to make; the same turn and seed, the same move."""
    asked, deal = turn.legal_moves, turn.game.deal
    drawn = msgspec.msgpack.encode((seed, turn.game, asked.seat))
    chance = random.Random(drawn)  # noqa: S311 - games, no secrets
    if deal is None:
        return asked.moves[0]
    if asked.kind is MoveKind.PLAY:
        return _plays(turn, deal, chance)
    if asked.kind is MoveKind.TRUMP:
        return _names(deal, asked.moves)
    if asked.choose is not None:
        cards = sorted(asked.cards, key=lambda at: -rank_of(parse_card(at.card)))
        return f"{MoveKind.GIVE} {' '.join(at.card for at in cards[: asked.choose])}"
    if asked.kind is MoveKind.MOON:
        return asked.moves[0]
    return asked.moves[-1]


def _names(deal: DealView, moves: tuple[str, ...]) -> str:
    """Name the suit of most cards seen, whatever they are."""
    held = [parse_card(card) // SUIT_SIZE for card in deal.hand or ()]
    return max(moves, key=lambda move: held.count(parse_trump(move.partition(" ")[2])))


def _plays(turn: SeatTurn, deal: DealView, chance: random.Random) -> str:
    moves = turn.legal_moves.moves
    spec = turn.rules.deal(deal.number)
    if chance.random() < _SLIP or not isinstance(spec, TrickDeal):
        return chance.choice(moves)
    cards = [parse_card(move.partition(" ")[2]) for move in moves]
    sign = 1 if turn.rules.direction is Direction.HIGH else -1
    wanted = sign * spec.trick > 0
    chosen = _card(cards, deal, spec, wanted=wanted)
    return moves[cards.index(chosen)]


def _card(cards: list[int], deal: DealView, spec: TrickDeal, *, wanted: bool) -> int:
    """Return the card of a beginner: low to lose, high to win, what hurts when it can go."""
    table = [parse_card(at.card) for at in deal.table]
    if not table:
        return (max if wanted else min)(cards, key=rank_of)
    led = table[0] // SUIT_SIZE
    best = max(card for card in table if card // SUIT_SIZE == led)
    if cards[0] // SUIT_SIZE != led:
        return _other_suit(cards, deal, spec, wanted=wanted)
    under = [card for card in cards if card < best]
    over = [card for card in cards if card > best]
    if wanted:
        return max(over) if over else min(cards)
    return max(under) if under else min(cards)


def _other_suit(cards: list[int], deal: DealView, spec: TrickDeal, *, wanted: bool) -> int:
    if not wanted:
        hurting = parse_cards(name for part in spec.cards for name in part.cards)
        return max(cards, key=lambda card: (hurting >> card & 1, rank_of(card)))
    trumps = [
        card
        for card in cards
        if deal.trump not in (None, Trump.NONE)
        and card // SUIT_SIZE == parse_trump(str(deal.trump))
    ]
    return min(trumps or cards, key=rank_of)
