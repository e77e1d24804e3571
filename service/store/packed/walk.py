"""A walk through a history, entry by entry, that foresees each and asks what it really says.

Packer and reader take the same walk.
"""

from typing import Final

from msgspec.structs import replace

from engine.events import (
    Action,
    ActionKind,
    Cause,
    Commitment,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    Entry,
    Next,
    Reveal,
)
from engine.state import MatchState
from service.store.packed import guesses
from service.store.packed.clocks import Clocks
from service.store.packed.history import NAMELESS
from service.store.packed.recipe import Recipe
from service.store.packed.settling import Cell, Settling
from service.store.packed.table import PLAYS, Table
from service.store.record import Occupant, Record, SeatKind, Status

_JOINED: Final = Action(ActionKind.JOINED, Cause.PLAYER)
_NOT_KEPT: Final = frozenset({ActionKind.MOVED, ActionKind.ENTROPY_ADDED})


class Walk:
    """Goes through the history of one match from its first entry on."""

    def __init__(self, recipe: Recipe, settling: Settling) -> None:
        self._recipe = recipe
        self._settling = settling
        self._table = Table(recipe)
        self._clocks = Clocks(recipe.seats)
        seats = recipe.seats
        self._kept = replace(NAMELESS, seats=(None,) * seats, decision_versions=(0,) * seats)

    def step(self, seq: int, at_ms: int) -> tuple[Entry, Record | None]:
        """Return the next entry, and the record that was kept with it, if one was."""
        action = self._action()
        self._table.act(action)
        effects = self._effects()
        following = self._next(action, seq, at_ms)
        entry = Entry(seq, at_ms, action, effects, following, *self._proofs(action, effects))
        return entry, self._record(entry)

    def _action(self) -> Action:
        return self._settling.settle(Cell.ACTION, self._likely_action())

    def _likely_action(self) -> Action:
        if not self._table.asked:
            return _JOINED
        seat = self._table.asked[0]
        cards = guesses.cards(self._table, seat)
        move = PLAYS[self._settling.choose(cards)] if cards else None
        return Action(ActionKind.MOVED, self._clocks.cause(seat), seat, move)

    def _effects(self) -> tuple[Effect, ...]:
        tags = self._settling.settle(Cell.TAGS, guesses.tags(self._table))
        return tuple([self._effect(place, tag) for place, tag in enumerate(tags, Cell.EFFECTS)])

    def _effect(self, cell: int, tag: int) -> Effect:
        effect = self._settling.settle(cell, guesses.effect(self._table, tag))
        if effect is None:
            raise ValueError("an effect was neither foreseen nor noted")
        self._table.follow(effect)
        return effect

    def _next(self, action: Action, seq: int, at_ms: int) -> Next:
        table, clocks = self._table, self._clocks
        if action.seat is not None and action.kind is ActionKind.MOVED:
            clocks.stop(action.seat, action.cause, seq, at_ms)
        asked = guesses.asked(table)
        foreseen = Next(table.phase, asked, clocks.deadline_ms(asked, at_ms))
        following = self._settling.settle(Cell.NEXT, foreseen)
        table.phase, table.asked = following.phase, following.seats
        clocks.ask(following.seats, seq, at_ms)
        return following

    def _proofs(
        self, action: Action, effects: tuple[Effect, ...]
    ) -> tuple[tuple[Commitment, ...], tuple[Reveal, ...]]:
        bound = [0, 1] if action.kind is ActionKind.CREATED else []
        over = []
        for effect in effects:
            match effect:
                case DealStarted():
                    bound.append(effect.number + 1)
                case DealScored():
                    over.append(effect.number)
                case DealerDrawn():
                    over.append(0)
        recipe, settle = self._recipe, self._settling.settle
        commitments = tuple([Commitment(deal, recipe.commitment(deal)) for deal in bound])
        reveals = tuple([Reveal(deal, recipe.seed(deal).hex()) for deal in over])
        return settle(Cell.COMMITMENTS, commitments), settle(Cell.REVEALS, reveals)

    def _record(self, entry: Entry) -> Record | None:
        dealt = any(isinstance(effect, DealStarted) for effect in entry.effects)
        is_likely = dealt or entry.action.kind not in _NOT_KEPT
        foreseen = self._likely_record(entry) if is_likely else None
        record = self._settling.settle(Cell.RECORD, foreseen)
        if record is not None:
            self._kept = record
            self._clocks.set(record)
        return record

    def _likely_record(self, entry: Entry) -> Record:
        table, clocks, deal = self._table, self._clocks, self._table.deal()
        nothing = (b"",) * table.seats
        return replace(
            self._kept,
            status=Status.PLAYING if deal else self._kept.status,
            seats=_seats(self._kept.seats, entry.action),
            version=entry.seq,
            updated_ms=entry.at_ms,
            decision_versions=tuple(clocks.versions),
            deadline_ms=entry.next.deadline_ms,
            state=MatchState("", b"", table.draw, deal, table.scores, nothing) if deal else None,
            opened_ms=tuple(clocks.opened_ms) if deal else (),
            banks_ms=tuple(clocks.banks_ms),
        )


def _seats(seats: tuple[Occupant | None, ...], action: Action) -> tuple[Occupant | None, ...]:
    """Return who sits where once somebody has sat down."""
    if action.seat is None or action.player is None or action.name is None:
        return seats
    sits = Occupant(SeatKind.PERSON, action.player, action.name)
    return (*seats[: action.seat], sits, *seats[action.seat + 1 :])
