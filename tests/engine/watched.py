"""A match that is played in step with the reference, and with its twin of rotated seats."""

from msgspec.structs import replace

from engine.cards import texts
from engine.events import DealScored, DealStarted, Effect, MatchEnded
from engine.match import apply, start
from engine.moves import Move, NameTrump, move_text
from engine.rules import Rules
from engine.state import DealState, MatchState
from tests.engine.invariants import (
    DEAL_SUMS,
    MATCH_SUMS,
    check_entries_show_no_hidden_card,
    check_only_the_seat_in_turn_may_move,
    check_the_deck_is_whole,
    check_the_end_shows_no_card,
    check_the_state_can_be_stored,
    check_views_show_no_hidden_card,
    entry_of,
    events,
)
from tests.engine.reference import Table
from tests.engine.table import answers, in_play


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
    return replace(
        deal,
        dealer=(deal.dealer + by) % deal.seats,
        hands=turned(deal.hands, by),
        leader=(deal.leader + by) % deal.seats,
        to_act=tuple((seat + by) % deal.seats for seat in deal.to_act),
        points=turned(deal.points, by),
        winners=bytes((seat + by) % deal.seats for seat in deal.winners),
        out=tuple((seat + by) % deal.seats for seat in deal.out),
    )


class Watched:
    """A match of Kurnik under watch; every move checks what it brought about."""

    def __init__(self, rules: Rules, secret: bytes, by: int) -> None:
        self.rules = rules
        self.by = by
        self.state, _ = start(rules, "m_watched", secret)
        self.first = self.state
        self.twin = rotated(self.state, by)
        self.table = self._new_table()
        self.moves: list[tuple[int, Move]] = []

    def _new_table(self) -> Table:
        deal = in_play(self.state)
        return Table(
            deal=self.rules.deals[deal.number - 1].id,
            dealer=deal.dealer,
            hands=[list(texts(deal.dealt(seat))) for seat in range(deal.seats)],
            declarer_leads=self.rules.options["trump_leader"] == "declarer",
        )

    @property
    def over(self) -> bool:
        """Say whether the match is over."""
        return self.state.deal is None

    def make(self, choice: int) -> None:
        """Make one of the moves of the seat in turn, and check what it brought about."""
        found = answers(self.rules, self.state)
        move = found[choice % len(found)]
        seat = in_play(self.state).to_act[0]
        played = self._played_after(move)
        self.state, effects = apply(self.rules, self.state, seat, move)
        self.moves.append((seat, move))
        assert events(effects) == self.table.make(move_text(move))
        tables = [self.table]
        if self.table.over:
            self._check_the_score(effects)
        elif not self.over:
            assert in_play(self.state).points == tuple(self.table.points)
        if self.table.over and not self.over:
            self.table = self._new_table()
            tables.append(self.table)
        entry = entry_of(move, seat, effects, self.state)
        check_entries_show_no_hidden_card(entry, tables, played)

    def _played_after(self, move: Move) -> list[str]:
        cards = in_play(self.state).plays
        return list(texts(cards if isinstance(move, NameTrump) else (*cards, move.card)))

    def _check_the_score(self, effects: tuple[Effect, ...]) -> None:
        """Check the effects that end a deal, and that its points add up."""
        scored = next(effect for effect in effects if isinstance(effect, DealScored))
        points = tuple(self.table.points)
        assert (scored.points, self.state.scores[-1]) == (points, points)
        assert sum(points) == DEAL_SUMS[self.rules.players][self.table.deal]
        assert scored.totals == tuple(map(sum, zip(*self.state.scores, strict=True)))
        last = effects[-1]
        if isinstance(last, DealStarted):
            assert last.dealer == (self.table.dealer + 1) % self.rules.players
            return
        assert isinstance(last, MatchEnded)
        assert self.over
        assert len(self.state.scores) == len(self.rules.deals)
        assert sum(last.totals) == MATCH_SUMS[self.rules.players]

    def check(self) -> None:
        """Check everything that holds in any position."""
        check_the_state_can_be_stored(self.state)
        if self.over:
            check_the_end_shows_no_card(self.rules, self.state)
            return
        check_the_deck_is_whole(self.rules, in_play(self.state))
        check_only_the_seat_in_turn_may_move(self.rules, self.state, self.table)
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
