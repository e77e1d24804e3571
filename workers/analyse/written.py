"""Judging the decisions of a written match, without a service."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from engine.events import Cause
from engine.notation.model import WrittenMatch
from engine.notation.rerun import Outcome, rerun
from engine.rules import Rules
from engine.seat_view import SeatTurn
from engine.state import MatchState
from engine.views import legal_moves, view_for
from schema.analysis import JudgedMove
from service.usecases.analyses import has_choice
from workers.bots import Judgement

Judge = Callable[[SeatTurn, str], Judgement]
"""The bot: from what a seat saw and its move to what is to be said of it."""


class Made(Struct, frozen=True):
    """A decision that was made, the number of its action in the match, and what its seat saw."""

    number: int
    deal: int
    seat: int
    move: str
    turn: SeatTurn


def decisions_of(match: WrittenMatch) -> tuple[Outcome, list[Made]]:
    """Play a written match again; return what it comes to, and its decisions up to a fault."""
    numbers = 0
    made: list[Made] = []

    def watch(rules: Rules, state: MatchState, seat: int, move: str) -> None:
        nonlocal numbers
        numbers += 1
        asked = legal_moves(rules, state, seat)
        if asked is not None and state.deal is not None and has_choice(asked):
            turn = SeatTurn(rules=rules, game=view_for(rules, state, seat), legal_moves=asked)
            made.append(Made(numbers, state.deal.number, seat, move, turn))

    return rerun(match, watch), made


def judged(decisions: Iterable[Made], judge: Judge) -> Iterator[JudgedMove | None]:
    """Yield each decision judged; nothing for one that the bot fails at."""
    for at in decisions:
        try:
            found = judge(at.turn, at.move)
        except Exception:  # noqa: BLE001 - a bot may fail in any way, the others are judged
            yield None
            continue
        yield JudgedMove(
            version=at.number,
            deal=at.deal,
            seat=at.seat,
            cause=Cause.PLAYER,
            move=at.move,
            best=found.best,
            lost=None if found.lost is None else round(found.lost, 2),
            error=round(found.error, 2),
        )
