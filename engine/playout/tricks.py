"""A trick deal in play as a few changing numbers. Source: R1.5, R1.7, R1.11, R2, R3, R8."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import LANES, SUIT_SIZE, union
from engine.playout.contract import BIT, SIDE, SUIT, Contract
from engine.playout.lanes import EACH, SHIFTS, WHOLE, count, nth, top

if TYPE_CHECKING:
    from mypy_extensions import i64

SEVERAL: Final = -2


class TrickPosition:
    """Where a trick deal stands. Nothing is checked: only legal cards may be played.

    `hands` are the card sets by seat with which it was begun, `held` the cards of them that are
    not played yet, so that `hands[seat] & held` are a seat's cards. `turn` is the seat to play and
    `hand` its cards. `number` is how many tricks are finished, `count` how many cards lie in the
    trick, `led` its suit, `best` the card that takes it so far, played by `owner`, `trick` its
    cards, `pot` what it brings so far. `trump` is a suit, or -1. `gone` are the cards of the
    finished tricks, `points` what each seat has. `odd` is the set-aside
    card, or -1; `moon` are the cards that shoot the moon, 0 for none, and `sole` the seat that has
    taken those of them that are gone: -1 if none are, SEVERAL if no seat can shoot any more.
    """

    __slots__ = (
        "best",
        "contract",
        "count",
        "gone",
        "hand",
        "hands",
        "held",
        "led",
        "moon",
        "number",
        "odd",
        "owner",
        "points",
        "pot",
        "sole",
        "trick",
        "trump",
        "turn",
    )

    def __init__(
        self, contract: Contract, hands: Sequence[int], leader: int, trump: int = -1, odd: int = -1
    ) -> None:
        """Stand before the first trick; `hands` are whole and `odd` is in none of them."""
        self.contract = contract
        self.hands = list(hands)
        self.held: i64 = 0
        for hand in self.hands:
            self.held |= hand
        self.turn: i64 = leader
        self.hand: i64 = self.hands[leader] & self.held
        self.trump: i64 = trump
        self.odd: i64 = odd
        self.number: i64 = 0
        self.count: i64 = 0
        self.trick: i64 = 0
        self.gone: i64 = 0
        self.pot: i64 = contract.trick_worth[0]
        self.led: i64 = -1
        self.best: i64 = -1
        self.owner: i64 = leader
        self.points = [0] * contract.players
        self.moon: i64 = contract.moon & self.held
        self.sole: i64 = -1

    def copy(self) -> "TrickPosition":
        """Return the same position, to be played on apart from this one."""
        other = TrickPosition(self.contract, self.hands, self.turn, self.trump, self.odd)
        other.stand_as(self, self.points[:])
        return other

    def with_hands(self, hands: Sequence[int]) -> "TrickPosition":
        """Return this position with other hands, to be played on apart from this one."""
        other = TrickPosition(self.contract, hands, self.turn, self.trump, self.odd)
        held = other.held
        other.stand_as(self, self.points[:])
        other.held = held
        other.hand = other.hands[self.turn] & held
        return other

    def stand_as(self, other: "TrickPosition", points: list[int]) -> None:
        """Go to where another position of the same deal and hands stands, with some points.

        Those that are still to be taken are added to them.
        """
        self.held = other.held
        self.turn = other.turn
        self.hand = other.hand
        self.number = other.number
        self.count = other.count
        self.trick = other.trick
        self.gone = other.gone
        self.pot = other.pot
        self.led = other.led
        self.best = other.best
        self.owner = other.owner
        self.points = points
        self.moon = other.moon
        self.sole = other.sole

    def resume(self, number: int, taken: Sequence[int], points: Sequence[int], leader: int) -> None:
        """Stand after so many finished tricks, whose cards and points the seats have taken."""
        self.number = number
        self.let_lead(leader)
        self.points = list(points)
        self.gone = union(taken)
        self.pot = self.contract.trick_worth[number]
        takers = [seat for seat, cards in enumerate(taken) if cards & self.contract.moon]
        self.sole = -1 if not takers else takers[0] if len(takers) == 1 else SEVERAL

    def let_lead(self, seat: int) -> None:
        """Let a seat lead the next trick."""
        self.turn = self.owner = seat
        self.hand = self.hands[seat] & self.held

    @property
    def settled(self) -> bool:
        """Return whether no card that is still to be played brings anything to anybody.

        It is then as good as over, also where the rules would have it played on.
        """
        if not self.held:
            return True
        contract = self.contract
        if self.count or contract.tail[self.number] or (contract.valued | self.moon) & self.held:
            return False
        return not (contract.last_takes_odd and self.odd >= 0 and contract.worth[self.odd])

    @property
    def over(self) -> bool:
        """Return whether the play has ended by the rules. Source: R1.9."""
        if self.held:
            return self.contract.early_end and self.odd < 0 and self.settled
        return True

    def legal(self) -> "i64":
        """Return the cards that the seat to play may play, as a set."""
        hand, contract = self.hand, self.contract
        if not self.count:
            return self._leads(hand)
        cards: i64 = hand & LANES[self.led] or hand
        if contract.barred and not self.number:
            cards = cards & ~contract.barred or cards
        if contract.drops:
            cards = self._drops(cards)
        return cards

    def _drops(self, cards: "i64") -> "i64":
        for card in self.contract.drops:
            if self.hand & BIT[card] and not self._beats(card):
                cards = cards & BIT[card] or cards
        return cards

    def _leads(self, hand: "i64") -> "i64":
        contract, cards = self.contract, hand
        if contract.opening and not self.number:
            cards = cards & contract.opening or cards
        closed = contract.breakers >= 0 and not self.gone & contract.breakers
        if contract.ban or (closed and hand & contract.beside):
            cards = cards & SIDE or cards
        if contract.barred and not self.number:
            cards = cards & ~contract.barred or cards
        return cards

    def _beats(self, card: "i64") -> bool:
        if SUIT[card] == SUIT[self.best]:
            return card > self.best
        return SUIT[card] == self.trump

    def play(self, card: "i64") -> None:
        """Play a card for the seat whose turn it is; a full trick is taken at once."""
        contract, turn, count = self.contract, self.turn, self.count + 1
        bit: i64 = BIT[card]
        self.held ^= bit
        self.trick |= bit
        if contract.valued & bit:
            self.pot += contract.worth[card]
        suit: i64 = SUIT[card]
        if count == 1:
            self.led, self.best, self.owner = suit, card, turn
        elif suit == SUIT[self.best]:
            if card > self.best:
                self.best, self.owner = card, turn
        elif suit == self.trump:
            self.best, self.owner = card, turn
        if count < contract.players:
            self.count = count
            self.turn = turn + 1 if turn + 1 < contract.players else 0
            self.hand = self.hands[self.turn] & self.held
        else:
            trick: i64 = self.trick
            self.count = self.trick = 0
            self.led = self.best = -1
            self._take(self.owner, trick, self.pot)

    def play_trick(self, numbers: bytes, at: "i64", left: "i64") -> None:
        """Play a trick of chance from its lead on, in a deal without `drops`.

        Each card takes the next of the `numbers`, 0 to 255, from `at` on. `left` is how many cards
        each seat has. All is written out here: a call would cost a tenth of what there is to do.
        """
        contract, hands, owner, held = self.contract, self.hands, self.turn, self.held
        number, breakers = self.number, contract.breakers
        barred: i64 = 0 if number else contract.barred
        legal, choice = self.hand, left
        if not number or contract.ban or (breakers >= 0 and not self.gone & breakers):
            legal = self._leads(legal)
            choice = count(legal)
        trick: i64 = nth(legal, numbers[at] * choice >> 8)
        led: i64 = SUIT[top(trick)]
        shift: i64 = SHIFTS[led]
        best: i64 = trick >> shift
        for turn in contract.after[owner]:
            at += 1
            hand: i64 = hands[turn] & held
            if barred:
                hand = hand & LANES[led] or hand
                hand = hand & ~barred or hand
            lane: i64 = hand >> shift & WHOLE
            if lane:
                ranks = EACH[lane]
                lane = ranks[numbers[at] * len(ranks) >> 8]
                trick |= lane << shift
            else:
                choice = count(hand) if barred else left
                bit: i64 = nth(hand, numbers[at] * choice >> 8)
                trick |= bit
                if self.trump >= 0:
                    lane = (bit >> SHIFTS[self.trump] & WHOLE) << SUIT_SIZE
            if lane > best:
                best = lane
                owner = turn
        self.held = held ^ trick
        pot = contract.trick_worth[number]
        if trick & contract.valued:
            pot += contract.worth_of(trick)
        self._take(owner, trick, pot)

    def _take(self, owner: "i64", trick: "i64", pot: int) -> None:
        """Let a seat take the cards of a full trick, with what they bring, and lead the next."""
        contract = self.contract
        number: i64 = self.number + 1
        if number == contract.tricks and contract.last_takes_odd and self.odd >= 0:
            pot += contract.worth[self.odd]
            trick |= BIT[self.odd]
        if pot:
            self.points[owner] += pot
        self.gone |= trick
        if trick & self.moon and self.sole != owner:
            self.sole = owner if self.sole == -1 else SEVERAL
        self.number = number
        self.pot = contract.trick_worth[number]
        self.turn = owner
        self.hand = self.hands[owner] & self.held

    @property
    def shooter(self) -> "i64":
        """Return the seat that has taken every card of the moon, or below 0. Source: R8.4."""
        return self.sole if self.moon and not self.moon & ~self.gone else SEVERAL

    def result(self, *, subtract: bool = False) -> list[int]:
        """Return what each seat has from cards and tricks, a moon as it is counted.

        A moon is charged to the others, or taken from the shooter if `subtract`. What is paid for
        a talon is not in it.
        """
        points = self.points[:]
        self.shoot(points, subtract=subtract)
        return points

    def shoot(self, points: list[int], *, subtract: bool = False) -> None:
        """Change the points of the seats as the moon does, if one has been shot."""
        shooter = self.shooter
        if shooter < 0:
            return
        worth = self.contract.worth_of(self.moon)
        if subtract:
            points[shooter] -= 2 * worth
            return
        for seat in range(len(points)):
            points[seat] += -worth if seat == shooter else worth
