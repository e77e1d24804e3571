"""Plays a written match again under its rules, and says where the file departs from them."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine import match as play
from engine.cards import card_text, texts
from engine.errors import RuleCode, RuleError
from engine.events import Action, ActionKind, Cause, DealerDrawn, Effect, Entry, MatchEnded, Next
from engine.moves import Move, Play, parse_move
from engine.notation.cards_dealt import cards_dealt, cards_drawn, entropy_of
from engine.notation.faults import Fault, FaultCode, FaultError, fault
from engine.notation.log_hash import log_hash
from engine.notation.model import WrittenAction, WrittenDeal, WrittenMatch
from engine.notation.pinned import rules_of
from engine.rules import Rules
from engine.state import DealState, MatchState, Phase

_STARTED: Final = Action(ActionKind.STARTED, Cause.PLAYER)


class DealOutcome(Struct, frozen=True):
    """What a deal brought by the rules: its number, its name in them, points by seat."""

    number: int
    contract: str
    points: tuple[int, ...]


class Outcome(Struct, frozen=True):
    """What a match comes to by its rules, up to the first fault after which nothing can be said.

    `result` is null if it did not come to its end. `entries` are those of the log, without times.
    """

    rules: Rules
    deals: tuple[DealOutcome, ...]
    totals: tuple[int, ...]
    result: MatchEnded | None
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]

    @property
    def log_hash(self) -> str:
        """Return the hash over what happened."""
        return log_hash(self.entries)


Watch = Callable[[Rules, MatchState, int, str], None]
"""What is told of every action that the rules allow: the match before it, the seat, the move."""


def rerun(match: WrittenMatch, watch: Watch | None = None) -> Outcome:
    """Play a written match again; what is wrong with it is in the outcome.

    Raises RuleSetError if its rules are none; `read` has refused such a match already.
    """
    replay = _Replay(match, rules_of(match), watch)
    try:
        replay.play()
    except FaultError as error:
        replay.faults.append(error.fault)
    return replay.outcome()


class _Replay:
    """The match in play again."""

    def __init__(self, match: WrittenMatch, rules: Rules, watch: Watch | None) -> None:
        self.match = match
        self.rules = rules
        self.watch = watch
        self.state = MatchState("", bytes(32), bytes(rules.players), None)
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []

    def play(self) -> None:
        """Play every deal; raises FaultError at a fault that ends the re-run."""
        _check_names(self.match, self.rules)
        effects, dealer = self._draw()
        for index, deal in enumerate(self.match.deals):
            _check_head(self.rules, self.state, deal, index, dealer)
            dealer = (deal.dealer + 1) % self.rules.players
            if deal.contract not in {None, self.rules.deal(deal.number).id}:
                self.faults.append(_wrong_contract(self.rules, deal, index))
            started = self._deal(deal, index)
            self._tell_start((*effects, *started))
            effects = ()
            self._play_deal(deal, f"/deals/{index}")
        self._finish()

    def outcome(self) -> Outcome:
        """Return what the match has come to."""
        scores, rules = self.state.scores, self.rules
        over = bool(scores) and self.state.deal is None and play.is_over(rules, self.state)
        return Outcome(
            rules=rules,
            deals=tuple(
                DealOutcome(number, rules.deal(number).id, points)
                for number, points in enumerate(scores, 1)
            ),
            totals=self.state.totals,
            result=play.match_result(rules, self.state.totals) if over else None,
            entries=tuple(self.entries),
            faults=tuple(self.faults),
        )

    def _draw(self) -> tuple[tuple[Effect, ...], int | None]:
        """Return what the draw brought, and who deals first; nobody knows without a draw."""
        drawn = cards_drawn(self.match, self.rules)
        if not drawn:
            return (), None
        self.state = replace(self.state, draw=drawn)
        dealer = play.first_dealer(drawn)
        return (DealerDrawn(drawn, dealer),), dealer

    def _deal(self, deal: WrittenDeal, index: int) -> tuple[Effect, ...]:
        cards = cards_dealt(self.match, self.rules, index)
        entropy = entropy_of(self.rules, deal, f"/deals/{index}")
        before = replace(self.state, entropy=entropy)
        self.state, effects = play.deal_cards(self.rules, before, deal.number, deal.dealer, cards)
        return effects

    def _tell_start(self, effects: tuple[Effect, ...]) -> None:
        """Add what dealing brought to the entry that led to it."""
        if not self.entries:
            self._tell(_STARTED, effects)
            return
        last = self.entries.pop()
        self._tell(last.action, (*last.effects, *effects))

    def _tell(self, action: Action, effects: tuple[Effect, ...]) -> None:
        deal = self.state.deal
        following = Next() if deal is None else Next(deal.phase, deal.to_act)
        self.entries.append(Entry(len(self.entries) + 1, 0, action, effects, following))

    def _play_deal(self, deal: WrittenDeal, at: str) -> None:
        for number, action in enumerate(deal.actions):
            self._act(action, f"{at}/actions/{number}")
        if self.state.deal is not None:
            last = f"{at}/actions/{len(deal.actions) - 1}" if deal.actions else at
            raise FaultError(_incomplete(self.state.deal, last))
        points = self.state.scores[-1]
        if deal.points not in {(), points}:
            detail = f"the deal brings {_numbers(points)}, not {_numbers(deal.points)}"
            section = self.rules.deal(deal.number).source
            self.faults.append(fault(FaultCode.WRONG_RESULT, f"{at}/points", detail, section))

    def _act(self, action: WrittenAction, at: str) -> None:
        state, move = self.state, parse_move(action.move)
        if state.deal is None:
            detail = "the deal is over"
            raise FaultError(fault(FaultCode.AFTER_THE_END, at, detail))
        if action.seat >= self.rules.players:
            detail = f"the seats are 0 to {self.rules.players - 1}, not {action.seat}"
            raise FaultError(fault(FaultCode.NO_SUCH_SEAT, at, detail))
        if isinstance(move, Play):
            _check_leader(state.deal, action.seat, at)
        try:
            self.state, effects = play.apply_in_deal(self.rules, state, action.seat, move)
        except RuleError as error:
            raise FaultError(_refused(state.deal, action.seat, move, error, at)) from error
        if self.watch is not None:
            self.watch(self.rules, state, action.seat, action.move)
        moved = Action(ActionKind.MOVED, Cause.PLAYER, action.seat, action.move)
        self._tell(moved, effects)

    def _finish(self) -> None:
        """Check the end of the match; raises FaultError INCOMPLETE."""
        deals, totals = self.match.deals, self.state.totals
        if not self.state.scores or not play.is_over(self.rules, self.state):
            at = f"/deals/{len(deals) - 1}" if deals else ""
            detail = f"the match is not over after deal {len(deals)}"
            raise FaultError(fault(FaultCode.INCOMPLETE, at, detail))
        if self.match.totals not in {(), totals}:
            detail = f"the totals are {_numbers(totals)}, not {_numbers(self.match.totals)}"
            self.faults.append(fault(FaultCode.WRONG_TOTALS, "/totals", detail))


def _check_names(match: WrittenMatch, rules: Rules) -> None:
    if len(match.names) > rules.players:
        detail = f"seat {len(match.names) - 1} has a name, {rules.players} play"
        raise FaultError(fault(FaultCode.NO_SUCH_SEAT, f"/names/{len(match.names) - 1}", detail))


def _refused(deal: DealState, seat: int, move: Move, error: RuleError, at: str) -> Fault:
    """Return the fault of a move that the rules refuse, or of a card that is played again."""
    if error.code is RuleCode.NOT_IN_HAND and isinstance(move, Play) and move.card in deal.plays:
        detail = f"seat {seat}: {card_text(move.card)} has been played already"
        return fault(FaultCode.CARD_TWICE, at, detail)
    return Fault(error.code.value, at, f"seat {seat}: {error.detail}", error.section)


def _check_head(
    rules: Rules, state: MatchState, deal: WrittenDeal, index: int, dealer: int | None
) -> None:
    at = f"/deals/{index}"
    if state.scores and play.is_over(rules, state):
        detail = f"the match is over after deal {index}"
        raise FaultError(fault(FaultCode.AFTER_THE_END, at, detail))
    if deal.number != index + 1:
        detail = f"deal {index + 1} comes here, not {deal.number}"
        raise FaultError(fault(FaultCode.WRONG_DEAL, at, detail))
    if deal.dealer >= rules.players or dealer not in {None, deal.dealer}:
        detail = f"seat {dealer or 0} deals here, not {deal.dealer}"
        raise FaultError(fault(FaultCode.WRONG_DEALER, at, detail))


def _wrong_contract(rules: Rules, deal: WrittenDeal, index: int) -> Fault:
    expected = rules.deal(deal.number)
    detail = f"deal {deal.number} is {expected.id}, not {deal.contract}"
    return fault(FaultCode.WRONG_CONTRACT, f"/deals/{index}", detail, expected.source)


def _check_leader(deal: DealState, seat: int, at: str) -> None:
    if deal.phase is Phase.TRICKS and not deal.table and seat not in deal.to_act:
        detail = f"seat {deal.to_act[0]} leads here, not {seat}"
        raise FaultError(fault(FaultCode.WRONG_LEADER, at, detail))


def _incomplete(deal: DealState, at: str) -> Fault:
    asked = ", ".join(map(str, deal.to_act))
    held = texts(deal.seen_hand(deal.to_act[0], None))
    detail = f"deal {deal.number} stops while seat {asked} must choose"
    more = f" (it holds {' '.join(held)})" if len(deal.to_act) == 1 and held else ""
    return fault(FaultCode.INCOMPLETE, at, detail + more)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values)) or "nothing"
