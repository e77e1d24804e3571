"""Trick play, from the first lead to the settlement."""

from tests.engine.reference.games import Contract
from tests.engine.reference.table import Event, Table, strength


class TrickTable(Table):
    """A deal for tricks in play. `odd` is the card set aside, which may go to the last trick."""

    def __init__(
        self,
        contract: Contract,
        dealer: int,
        hands: list[list[str]],
        *,
        talon: list[str],
        odd: str,
        odd_counts: bool,
    ) -> None:
        super().__init__(contract, dealer, hands)
        self.talon = talon
        self.odd = odd
        self.odd_counts = odd_counts
        self.last = len(hands[0]) + (1 if talon else 0)
        self.declarer = dealer if contract.declarer == "dealer" else self.left
        self.buyer = -1
        self.trump = ""
        self.trick: list[str] = []
        self.taken: list[list[str]] = [[] for _ in hands]
        self.number = 1

    @property
    def open_cards(self) -> set[str]:
        """Return the talon."""
        return set(self.talon)

    def lead(self) -> None:
        """Ask for the first lead."""
        self.phase = "tricks"
        opening = [at for at, hand in enumerate(self.hands) if self.contract.opening in hand]
        self.waiting = {
            "left": [self.left],
            "dealer": [self.dealer],
            "declarer": [self.declarer],
            "buyer": [self.buyer],
            "holder": opening,
        }[self.contract.leader]

    def playable(self, seat: int) -> list[str]:
        """Return the cards that the rules leave of a hand, one rule after the other."""
        hand = self.hands[seat]
        for rule in (self._opens, self._follows, self._may_lead, self._not_barred, self._drops):
            hand = [card for card in hand if rule(card, hand)] or hand
        return hand

    def _opens(self, card: str, _: list[str]) -> bool:
        first = not self.trick and self.number == 1
        return not (first and self.contract.opening) or card == self.contract.opening

    def _follows(self, card: str, _: list[str]) -> bool:
        return not self.trick or card[1] == self.trick[0][1]

    def _may_lead(self, card: str, hand: list[str]) -> bool:
        if self.trick or card[1] != "H":
            return True
        if self.contract.ban:
            return False
        fallen = {gone for pile in self.taken for gone in pile}
        if not self.contract.breaking or fallen & set(self.contract.breaking):
            return True
        return all(one[1] == "H" or one in self.contract.beside for one in hand)

    def _not_barred(self, card: str, _: list[str]) -> bool:
        return self.number > 1 or card not in self.contract.barred

    def _drops(self, card: str, hand: list[str]) -> bool:
        due = [one for one in self.contract.drop if one in hand and self._would_lose(one)]
        return not due or card in due

    def _would_lose(self, card: str) -> bool:
        return bool(self.trick) and self._best([*self.trick, card]) != card

    def _best(self, trick: list[str]) -> str:
        counted = [card for card in trick if card[1] == self.trump]
        counted = counted or [card for card in trick if card[1] == trick[0][1]]
        return max(counted, key=strength)

    def put(self, seat: int, card: str) -> list[Event]:
        """Add a card to the trick, and return what followed."""
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.waiting = [(seat + 1) % self.players]
        if len(self.trick) < self.players:
            return []
        leader = self.waiting[0]  # the turn has come round to the seat that led
        taker = (leader + self.trick.index(self._best(self.trick))) % self.players
        aside = [self.odd] if self.odd_counts and self.number == self.last else []
        cost = self._cost([*self.trick, *aside])
        event: Event = ("trick", self.number, leader, " ".join(self.trick), taker, cost)
        self.add(self.by_seat(taker, cost))
        self.taken[taker] += self.trick
        self.waiting, self.trick = [taker], []
        self.number += 1
        return [event] if self._goes_on() else [event, *self._end()]

    def _cost(self, cards: list[str]) -> int:
        counted = sum(self.contract.cards.get(card, 0) for card in cards)
        return self.contract.trick + counted + self.contract.tricks.get(self.number, 0)

    def _goes_on(self) -> bool:
        if not any(self.hands) or not self.contract.early_end or self.odd:
            return any(self.hands)
        to_come = {card for hand in self.hands for card in hand}
        special = any(number >= self.number for number in self.contract.tricks)
        return bool(self.contract.trick or special or to_come & set(self.contract.cards))

    def _end(self) -> list[Event]:
        wanted = set(self.contract.moon_cards) & {card for hand in self.dealt for card in hand}
        shooters = [seat for seat, pile in enumerate(self.taken) if wanted <= set(pile)]
        if self.contract.moon == "off" or not shooters:
            return self.settle()
        if self.contract.moon == "choice":
            self.phase, self.waiting = "moon", shooters
            return []
        return self.shoot(shooters[0], self.contract.moon)

    def shoot(self, seat: int, way: str) -> list[Event]:
        """Change the points as the moon does."""
        dealt = [card for hand in self.dealt for card in hand]
        worth = sum(self.contract.cards[card] for card in self.contract.moon_cards if card in dealt)
        others = way == "add_others"
        change = self.by_seat(seat, -worth, worth) if others else self.by_seat(seat, -2 * worth)
        self.add(change)
        return [("moon", seat, way, change), *self.settle()]

    def settle(self) -> list[Event]:
        """End the deal, and return what that brings about."""
        self.phase, self.waiting = "over", []
        return [("odd", self.odd)] if self.odd else []
