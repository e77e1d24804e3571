"""What a seat remembers of a trick deal: who cannot hold what, and who was given what.

Everything is read from the turn; what follows from a play follows from the rules of the deal.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.cards import (
    FULL_DECK,
    HEARTS,
    LANES,
    Trump,
    card_set,
    parse_card,
    parse_cards,
    parse_trump,
    union,
)
from engine.playout import Contract, TrickPosition
from engine.playout.contract import SIDE, SUIT
from engine.rules import Position, TrickDeal
from engine.seat_view import DealView, SeatTurn
from workers.bots.strong.search import ahead

_KEPT: Final = 8.0  # how much likelier whoever took the talon still has a card of it than another

_LEAST: Final = 1.5  # what it is worth to come off best, as a part of what the deal costs
_ENVY: Final = 0.4  # a moon moves many points between the others: one's own count for more

Played = tuple[int, int, tuple[int, ...], int]  # trick from 0, seat, the table before, the card
Worth = Callable[[Sequence[int]], float]
"""What it is worth to a seat that a deal comes to so many points by seat."""


class Memory:
    """A trick deal through the eyes of one seat.

    `hand` are its cards, `table` those of the unfinished trick, `out` those of the others that
    are still to be played; `unseen` those that lie in other hands, in its own but hidden, or aside.
    `allowed` are by seat the cards that it may hold, `fixed` those that it is known to hold.
    `one_kind` tells that every deal of the match counts the same cards and tricks.
    `envy` is how much the points of the others count beside one's own.
    `needs` is by seat how many unseen cards it holds, beside the fixed ones.
    `gone` are the cards of the finished tricks. `sole` is the seat that alone has taken cards of
    the moon, -1 for none, and `first_taken` the trick, from 0, in which it took the first.
    """

    def __init__(self, turn: SeatTurn, spec: TrickDeal, deal: DealView) -> None:
        """Read the turn of a seat."""
        rules = turn.rules
        self.contract = Contract(rules, spec)
        self.envy = _ENVY if self.contract.moon else 1.0
        self.spec, self.deal, self.rules = spec, deal, rules
        self.one_kind = all(isinstance(at, TrickDeal) and _alike(at, spec) for at in rules.deals)
        self.seats, self.me = rules.players, turn.legal_moves.seat
        self.hand = parse_cards(deal.hand or ())
        self.playable = parse_cards(at.card for at in turn.legal_moves.cards if at.playable)
        self.trump = -1 if deal.trump in (None, Trump.NONE) else parse_trump(str(deal.trump))
        self.tricks = [(at.leader, tuple(map(parse_card, at.cards))) for at in deal.tricks]
        self.table = tuple(parse_card(at.card) for at in deal.table)
        if deal.table:
            self.tricks.append((deal.table[0].seat, self.table))
        self.played = card_set(card for _, cards in self.tricks for card in cards)
        self.talon = parse_cards(deal.talon)
        lying = self.talon if deal.talon_taker is None else 0
        self.deck = FULL_DECK & ~parse_cards(rules.removed)
        self.aside = rules.odd_card is not None
        self.fixed = self._given()
        known = self.hand | self.played | lying | union(self.fixed)
        self.unseen = self.deck & ~known
        self.out = self.unseen | union(self.fixed)
        self.needs = [
            count - cards.bit_count()
            for count, cards in zip(deal.hand_counts, self.fixed, strict=True)
        ]
        self.needs[self.me] = deal.hidden_cards
        self.gone = self.gone_before(len(deal.tricks))
        self.sole, self.first_taken = self._moon_so_far()
        self.allowed = [FULL_DECK] * self.seats
        for play in self.plays():
            self._learn(*play)

    def _moon_so_far(self) -> tuple[int, int]:
        """Return the seat that alone has cards of the moon, -1 for none, and since which trick."""
        taken = [
            (trick.taker, number)
            for number, trick in enumerate(self.deal.tricks)
            if parse_cards(trick.cards) & self.contract.moon
        ]
        takers = {taker for taker, _ in taken}
        return taken[0] if len(takers) == 1 else (-1, len(self.tricks))

    def _given(self) -> list[int]:
        """Return by seat the cards that it has from this one and has not played."""
        fixed = [0] * self.seats
        for transfer in self.deal.transfers:
            if transfer.giver == self.me:
                fixed[transfer.receiver] |= parse_cards(transfer.cards) & ~self.played
        return fixed

    def plays(self) -> Iterator[Played]:
        """Yield every play of the other seats, in order."""
        for number, (leader, cards) in enumerate(self.tricks):
            for place, card in enumerate(cards):
                seat = (leader + place) % self.seats
                if seat != self.me:
                    yield number, seat, cards[:place], card

    def _learn(self, number: int, seat: int, table: tuple[int, ...], card: int) -> None:
        lacks = self._shown_by_lead(number, card)
        if table:
            lacks = self._shown_by_following(number, table, card)
        self.allowed[seat] &= ~lacks

    def _shown_by_lead(self, number: int, card: int) -> int:
        contract = self.contract
        if SUIT[card] != HEARTS or (contract.opening and not number):
            return 0
        lacks = FULL_DECK & ~LANES[HEARTS] if contract.ban else 0
        before = self.gone_before(number)
        if contract.breakers >= 0 and not before & contract.breakers:
            lacks |= contract.beside
        return lacks

    def _shown_by_following(self, number: int, table: tuple[int, ...], card: int) -> int:
        contract, lane = self.contract, LANES[SUIT[table[0]]]
        follows = bool(lane >> card & 1)
        lacks = 0 if follows else lane
        if not number and contract.barred >> card & 1:
            lacks |= (lane if follows else FULL_DECK) & ~contract.barred
        for drop in contract.drops:
            if card != drop and self._would_lose(drop, table):
                free = not (contract.barred >> drop & 1 and not number)
                if free and (not follows or lane >> drop & 1):
                    lacks |= 1 << drop
        return lacks

    def _would_lose(self, card: int, table: tuple[int, ...]) -> bool:
        best = table[0]
        for other in table[1:]:
            if SUIT[other] == SUIT[best]:
                best = max(best, other)
            elif SUIT[other] == self.trump:
                best = other
        if SUIT[card] == SUIT[best]:
            return card < best
        return SUIT[card] != self.trump

    def weight(self, seat: int, card: int) -> float:
        """Return how readily a seat has an unseen card; 0 if it cannot."""
        if not self.allowed[seat] >> card & 1:
            return 0.0
        kept = self.talon >> card & 1 and seat == self.deal.talon_taker
        return _KEPT if kept else 1.0

    def share(self, seat: int, card: int) -> float:
        """Return the chance that a seat has an unseen card, all that may have it alike."""
        if not self.allowed[seat] >> card & 1:
            return 0.0
        able = sum(n for n, may in zip(self.needs, self.allowed, strict=True) if may >> card & 1)
        return self.needs[seat] / max(1, able)

    def leads(self, number: int) -> int:
        """Return the cards that might be led to a trick by a hand that has others too."""
        contract = self.contract
        before = self.gone_before(number)
        closed = contract.breakers >= 0 and not before & contract.breakers
        return SIDE if contract.ban or closed else FULL_DECK

    def value(self, points: Sequence[int]) -> float:
        """Return what it is worth to this seat that the deal comes to so many points by seat.

        What others lose with it to a seat that shoots the moon is no gain.
        """
        sign = self.contract.sign
        shot = bool(self.contract.moon) and -sign * sum(points) > self.contract.total
        with_others = shot and sign * points[self.me] < max(sign * had for had in points)
        return ahead(points, self.me, sign, 0.0 if with_others else self.envy)

    def wish(self, points: Sequence[int]) -> float:
        """Return what this seat plays for: the value, and to come off best.

        That counts where points cost and every deal is of the same kind, each a contest of its
        own, but not while another seat may shoot the moon: whoever keeps clear of points then
        lets it. Seats that are equal share it.
        """
        value, contract = self.value(points), self.contract
        if contract.total <= 0 or not self.one_kind or self.watched:
            return value
        best = contract.sign * max(contract.sign * had for had in points)
        if points[self.me] != best:
            return value
        return value + _LEAST * contract.total / points.count(best)

    @property
    def watched(self) -> bool:
        """Return whether another seat may shoot the moon, as it alone has cards of it."""
        return self.sole not in {-1, self.me}

    def gone_before(self, number: int) -> int:
        """Return the cards of the tricks before one, numbered from 0, as a set."""
        return card_set(card for _, cards in self.tricks[:number] for card in cards)

    def position(self) -> TrickPosition:
        """Return where the deal stands, with nobody's cards that are still to be played."""
        hands, taken = [0] * self.seats, [0] * self.seats
        for trick in self.deal.tricks:
            taken[trick.taker] |= parse_cards(trick.cards)
        for at in self.deal.table:
            hands[at.seat] |= 1 << parse_card(at.card)
        leader = self._leader()
        position = TrickPosition(self.contract, hands, leader, self.trump)
        position.resume(len(self.deal.tricks), taken, self.deal.points, leader)
        position.moon = self.contract.moon & self.deck
        for card in self.table:
            position.play(card)
        return position

    def _leader(self) -> int:
        if self.deal.table:
            return self.deal.table[0].seat
        if self.deal.tricks:
            return self.deal.tricks[-1].taker
        if self.deal.leader is not None:
            return self.deal.leader
        buyer = self.spec.leader is Position.BUYER and self.deal.talon_taker is not None
        return (self.deal.talon_taker or 0) if buyer else self.me


def _alike(spec: TrickDeal, other: TrickDeal) -> bool:
    """Return whether two deals count the same."""
    return (spec.cards, spec.trick, spec.tricks) == (other.cards, other.trick, other.tricks)
