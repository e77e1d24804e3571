"""A match that is played in step with the reference, and with its twin of rotated seats."""

from random import Random

from msgspec.structs import replace

from engine.cards import card_text, texts
from engine.events import DealScored, DealStarted, Effect, MatchEnded, MoonShot
from engine.match import apply, is_over, match_result, start
from engine.moves import Move, Play, move_text
from engine.rules import Rules
from engine.state import DealState, MatchState, Sale, Transfer
from tests.engine.invariants import (
    check_entries_show_no_hidden_card,
    check_only_seats_in_turn_may_move,
    check_the_deck_is_whole,
    check_the_end_shows_no_card,
    check_the_state_can_be_stored,
    check_views_show_no_hidden_card,
    entry_of,
)
from tests.engine.reference.bargains import table
from tests.engine.reference.games import deals
from tests.engine.reference.table import Event, Table
from tests.engine.retold import events
from tests.engine.sums import deal_sum
from tests.engine.table import answers, asked_of, in_play


def turned(values: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return what each seat has, once every seat has moved on by so many places."""
    return (*values[-by:], *values[:-by])


def rotated(state: MatchState, by: int) -> MatchState:
    """Return the same match with every seat moved on by so many places."""
    deal = state.deal
    return replace(
        state,
        draw=bytes(turned(tuple(state.draw), by)),
        deal=None if deal is None else _rotated_deal(deal, by),
        scores=tuple(turned(points, by) for points in state.scores),
    )


def _rotated_deal(deal: DealState, by: int) -> DealState:
    def moved(seat: int | None) -> int | None:
        return None if seat is None else (seat + by) % deal.seats

    def all_moved(seats: tuple[int, ...] | bytes) -> tuple[int, ...]:
        return tuple((seat + by) % deal.seats for seat in seats)

    sale = deal.sale and Sale(
        deal.sale.minimum, deal.sale.high, moved(deal.sale.bidder), all_moved(deal.sale.passed)
    )
    transfers = (
        Transfer((at.giver + by) % deal.seats, (at.receiver + by) % deal.seats, at.cards)
        for at in deal.transfers
    )
    by_giver = sorted(transfers, key=lambda at: (at.giver, (at.receiver - at.giver) % deal.seats))
    return replace(
        deal,
        dealer=(deal.dealer + by) % deal.seats,
        hands=turned(deal.hands, by),
        leader=moved(deal.leader),
        to_act=tuple(sorted(all_moved(deal.to_act))),
        points=turned(deal.points, by),
        winners=bytes(all_moved(deal.winners)),
        out=all_moved(deal.out),
        declarer=moved(deal.declarer),
        taker=moved(deal.taker),
        sale=sale,
        chosen=deal.chosen and (*deal.chosen[-by:], *deal.chosen[:-by]),
        transfers=tuple(by_giver),
    )


class Watched:
    """A match under watch; every move checks what it brought about."""

    def __init__(self, rules: Rules, secret: bytes, by: int) -> None:
        self.rules = rules
        self.by = by
        self.contracts = deals(rules.rule_set, rules.players, rules.options)
        self.state, started = start(rules, "m_watched", secret)
        self.first = self.state
        self.twin = rotated(self.state, by)
        self.table, before = self._new_table()
        self.moves: list[tuple[int, Move]] = []
        assert events(started[2:]) == before
        assert [deal.id for deal in rules.deals] == [deal.id for deal in self.contracts]

    def _new_table(self) -> tuple[Table, list[Event]]:
        deal = in_play(self.state)
        fresh = table(
            self.contracts[(deal.number - 1) % len(self.contracts)],
            deal.dealer,
            [list(texts(deal.dealt(seat))) for seat in range(deal.seats)],
            (list(texts(deal.talon)), "" if deal.set_aside is None else card_text(deal.set_aside)),
            self.rules.options.get("odd_card") == "last_trick",
        )
        return fresh, fresh.start()

    @property
    def over(self) -> bool:
        """Say whether the match is over."""
        return self.state.deal is None

    def make_any(self, chance: Random) -> None:
        """Make any move of any seat that is asked."""
        seat = chance.choice(in_play(self.state).to_act)
        self.make(seat, chance.choice(answers(asked_of(self.rules, self.state, seat), chance)))

    def make(self, seat: int, move: Move) -> None:
        """Make a move, and check what it brought about."""
        before, old = in_play(self.state), self.table
        self.state, effects = apply(self.rules, self.state, seat, move)
        self.moves.append((seat, move))
        expected = old.make(seat, move_text(move))
        assert events(effects) == expected
        tables = [old]
        if old.over:
            self._check_the_score(before, effects)
            if not self.over:
                tables.append(self._next_deal(effects))
        else:
            self._check_the_deal(old)
        open_cards = list(texts((*before.plays, move.card) if isinstance(move, Play) else b""))
        if old.over and before.set_aside is not None:
            open_cards.append(card_text(before.set_aside))
        entry = entry_of(move, seat, effects, self.state)
        check_entries_show_no_hidden_card(entry, tables, open_cards)

    def _check_the_deal(self, table: Table) -> None:
        deal = in_play(self.state)
        assert deal.points == tuple(table.points)
        assert deal.phase == table.phase
        assert sorted(deal.to_act) == sorted(table.waiting)

    def _next_deal(self, effects: tuple[Effect, ...]) -> Table:
        at = next(at for at, effect in enumerate(effects) if isinstance(effect, DealStarted))
        started = effects[at]
        assert isinstance(started, DealStarted)
        assert started.dealer == (self.table.dealer + 1) % self.rules.players
        self.table, before = self._new_table()
        assert events(effects[at + 1 :]) == before
        return self.table

    def _check_the_score(self, before: DealState, effects: tuple[Effect, ...]) -> None:
        """Check the effects that end a deal, and that its points add up."""
        scored = next(effect for effect in effects if isinstance(effect, DealScored))
        points = tuple(self.table.points)
        assert (scored.points, self.state.scores[-1]) == (points, points)
        assert sum(points) == self._sum_of(before, effects)
        assert scored.totals == tuple(map(sum, zip(*self.state.scores, strict=True)))
        last = effects[-1]
        assert isinstance(last, MatchEnded) == self.over == is_over(self.rules, self.state)
        if self.over:
            assert last == match_result(self.rules, scored.totals)

    def _sum_of(self, before: DealState, effects: tuple[Effect, ...]) -> int:
        counted = before.odd_counts or before.set_aside is None
        odd = None if counted or before.set_aside is None else card_text(before.set_aside)
        moons = [sum(effect.points) for effect in effects if isinstance(effect, MoonShot)]
        return deal_sum(self.rules, self.table.contract.id, odd) + sum(moons)

    def check(self) -> None:
        """Check everything that holds in any position."""
        check_the_state_can_be_stored(self.state)
        if self.over:
            check_the_end_shows_no_card(self.rules, self.state)
            return
        check_the_deck_is_whole(self.rules, in_play(self.state))
        check_only_seats_in_turn_may_move(self.rules, self.state, self.table)
        check_views_show_no_hidden_card(self.rules, self.state, self.table)

    def check_that_seats_are_alike(self) -> None:
        """Check that the moves so far lead the twin to the same match, seats moved on."""
        for seat, move in self.moves:
            self.twin, _ = apply(self.rules, self.twin, (seat + self.by) % self.rules.players, move)
        assert self.twin == rotated(self.state, self.by)

    def check_that_a_replay_gives_the_same(self) -> None:
        """Check that the moves so far, made again from the start, give the same state."""
        state = self.first
        for seat, move in self.moves:
            state, _ = apply(self.rules, state, seat, move)
        assert state == self.state
