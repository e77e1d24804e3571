"""What lies on the table of a match as its history is read.

It follows what the log says, and knows no rules: whether a card may be played, who takes a trick
and what it costs are the log's to say.
"""

from collections.abc import Iterable
from typing import Final

from engine.events import (
    Action,
    ActionKind,
    CardsGiven,
    CardsPassed,
    DealerDrawn,
    DealScored,
    DealStarted,
    Effect,
    MoonShot,
    SeatOut,
    SeatSkipped,
    TalonPaid,
    TalonTaken,
    TrickTaken,
)
from engine.state import DealState, Layout, Phase
from service.store.packed.recipe import Recipe

_NAMES: Final = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
_CARDS: Final = {name: card for card, name in enumerate(_NAMES)}
_TRUMPS: Final = "CDHSN"
PLAYS: Final = tuple(f"play {name}" for name in _NAMES)
PLAYED: Final = {text: card for card, text in enumerate(PLAYS)}


class Table:
    """One match: who is asked for what, the cards of its deal, and the points so far.

    `actor` is the seat of the last action, `mover` that of the last move, or the one that was
    skipped after it. `held` are the cards of each seat, lowest first, `dealt` those that it
    got, `odd` is the card that nobody did.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.seats = recipe.seats
        self.phase: Phase | None = None
        self.asked: tuple[int, ...] = ()
        self.actor = self.mover = 0
        self.moved = False
        self.draw = b""
        self.scores: tuple[tuple[int, ...], ...] = ()
        self.pass_to = 1
        self.number = 0
        self.dealer = 0
        self._begin()

    def _begin(self) -> None:
        """Clear the table for a deal."""
        self.leader: int | None = None
        self.dealt: tuple[bytes, ...] = ()
        self.talon = b""
        self.odd: int | None = None
        self.held: list[list[int]] = []
        self.chosen = [b""] * self.seats
        self.trump: int | None = None
        self.plays = b""
        self.winners = b""
        self.worth = 0  # points of the last trick
        self.points = [0] * self.seats
        self.out = 0  # seats that are out

    @property
    def trick(self) -> bytes:
        """Return the cards of the trick that has not been taken."""
        return self.plays[len(self.winners) * self.seats :]

    def act(self, action: Action) -> None:
        """Follow an action: who has done what with which cards."""
        if action.seat is not None:
            self.actor = action.seat
        self.moved = action.kind is ActionKind.MOVED
        if not self.moved or action.move is None:
            return
        self.mover = self.actor
        card = PLAYED.get(action.move)
        if card is None:
            self._choose(action.move)
        elif self.held:
            self._take_away(self.mover, (card,))
            self.plays += bytes((card,))

    def _choose(self, move: str) -> None:
        verb, *given = move.split()
        if verb == "give":
            self.chosen[self.mover] = bytes(_CARDS[name] for name in given)
        elif verb == "trump":
            self.trump = _TRUMPS.index(given[0])

    def follow(self, effect: Effect) -> None:
        """Follow an effect."""
        match effect:
            case TrickTaken():
                self.winners += bytes((effect.taker,))
                self.worth = effect.points
                self.points[effect.taker] += effect.points
            case SeatSkipped():
                self.mover = effect.seat
            case SeatOut() | TalonPaid() | MoonShot():
                self.out += isinstance(effect, SeatOut)
                pairs = zip(self.points, effect.points, strict=True)
                self.points = [had + more for had, more in pairs]
            case DealScored():
                self.scores += (effect.points,)
            case DealerDrawn():
                self.draw, self.dealer = effect.cards, effect.dealer - 1
            case DealStarted():
                self._deal(effect)
            case TalonTaken():
                self._hand_over(effect.seat, effect.talon)
            case CardsPassed() | CardsGiven():
                self._exchange(effect)
            case _:
                pass

    def _deal(self, started: DealStarted) -> None:
        self._begin()
        self.number, self.dealer, self.leader = started.number, started.dealer, started.leader
        self.dealt, self.talon = started.hands, started.talon
        self.odd = min(set(self.recipe.deck).difference(self.talon, *self.dealt), default=None)
        self.held = [sorted(hand) for hand in started.hands]
        self.moved = False
        self.asked = () if started.leader is None else (started.leader,)

    def _exchange(self, effect: CardsPassed | CardsGiven) -> None:
        if isinstance(effect, CardsGiven):
            for place, card in enumerate(effect.cards, 1):
                self._take_away(effect.seat, (card,))
                self._hand_over(effect.seat + place, (card,))
            return
        self.pass_to = effect.to
        for seat, cards in enumerate(effect.given):
            self._take_away(seat, cards)
            self._hand_over(seat + effect.to, cards)

    def _take_away(self, seat: int, cards: Iterable[int]) -> None:
        self.held[seat] = [card for card in self.held[seat] if card not in cards]

    def _hand_over(self, seat: int, cards: Iterable[int]) -> None:
        taker = seat % self.seats
        self.held[taker] = sorted((*self.held[taker], *cards))

    def deal(self) -> DealState | None:
        """Return the state of the deal in play, as a kept record most likely has it."""
        if self.phase is None or not self.held:
            return None
        seats, first = self.seats, self.dealer + 1
        order = [self.dealt[(first + at) % seats] for at in range(seats)]
        return DealState(
            number=self.number,
            dealer=self.dealer,
            phase=self.phase,
            deck=bytes(card for turn in zip(*order, strict=True) for card in turn),
            hands=tuple(sum(1 << card for card in held) for held in self.held),
            leader=self.leader,
            to_act=self.asked,
            points=tuple(self.points),
            plays=self.plays,
            winners=self.winners,
            trump=self.trump,
            layout=Layout() if self.phase is Phase.LOTTERY else None,
            talon=self.talon,
            set_aside=self.odd,
        )
