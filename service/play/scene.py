"""The table as lines: what a person looks at before choosing."""

from collections.abc import Iterable, Iterator

from service.play.cards import SUITS, pretty, pretty_cards, signed, signed_all, sorted_hand
from service.play.transcript import Transcript
from service.play.words import Json, Words


class Scene:
    """Describes one match to one seat; `rules` are those that it is pinned to."""

    def __init__(self, rules: Json, transcript: Transcript, words: Words) -> None:
        self._rules = rules
        self._transcript = transcript
        self._words = words

    def lines(self, deal: Json) -> Iterator[str]:
        """Yield the deal in play as the person sees it, but for the hand."""
        yield self._head(deal)
        yield from self._sale(deal)
        yield from self._transfers(deal)
        if deal["rows"] is not None:
            yield from self._layout(deal["rows"])
        elif deal["phase"] == "tricks":
            yield "  " + self._table(deal["table"])

    def last_trick(self, deal: Json) -> Iterator[str]:
        """Yield the last finished trick, if there is one."""
        for trick in deal["tricks"][-1:]:
            taken = (trick["taker"], trick["points"])
            line = self._transcript.trick(trick["number"], trick["leader"], trick["cards"], taken)
            yield "  " + self._words("last_trick", trick=line.strip())

    def hand(self, deal: Json) -> str:
        """Return the person's hand, and how many of its cards are hidden from him."""
        cards = pretty_cards(sorted_hand(deal["hand"]))
        hidden = deal["hiddenCards"]
        unseen = self._words("hidden", count=hidden) if hidden else ""
        return "  " + self._words("hand", cards=cards) + unseen

    def worth(self, number: int) -> str:
        """Return what counts in a deal, from its rules."""
        deal = self._transcript.deal(number)
        parts = ", ".join(self._worths(deal))
        return "  " + self._words("counts", worth=parts)

    def _worths(self, deal: Json) -> Iterator[str]:
        if deal["kind"] == "lottery":
            yield self._words("worth_prizes", points=signed_all(deal["prizes"]))
            return
        if deal["trick"]:
            yield self._words("worth_trick", points=signed(deal["trick"]))
        for part in deal["tricks"]:
            last = self._rules["handSize"]
            number = part["number"] if part["number"] > 0 else last + 1 + part["number"]
            yield self._words("worth_number", number=number, points=signed(part["points"]))
        for part in deal["cards"]:
            points = signed(part["points"])
            yield self._words("worth_cards", cards=_named(part["cards"]), points=points)

    def _head(self, deal: Json) -> str:
        rules = self._transcript.deal(deal["number"])
        parts = [f"{self._transcript.count(deal['number'])} {self._words.of_rules(rules['name'])}"]
        if deal["trump"] is not None:
            parts.append(self._trump(deal["trump"]))
        if deal["phase"] == "tricks":
            number = len(deal["tricks"]) + 1
            last = self._rules["handSize"]
            parts.append(self._words("trick_number", number=number, last=last))
        parts.append(self._words("so_far", points=signed_all(deal["points"])))
        return "  " + " | ".join(parts)

    def _trump(self, letter: str) -> str:
        if letter in SUITS:
            return self._words("trump", trump=SUITS[letter])
        return self._words("without_trump")

    def _table(self, plays: Iterable[Json]) -> str:
        lying = [
            self._words("drawn_card", seat=play["seat"], card=pretty(play["card"]))
            for play in plays
        ]
        return self._words("table", plays=", ".join(lying)) if lying else self._words("you_lead")

    def _layout(self, rows: Iterable[Json]) -> Iterator[str]:
        for row in rows:
            yield f"  {SUITS[row['suit']]} {pretty_cards(row['cards']) or '-'}"

    def _sale(self, deal: Json) -> Iterator[str]:
        if deal["talon"] and deal["talonTaker"] is None:
            yield "  " + self._words("talon", cards=pretty_cards(deal["talon"]))
        sale = deal["sale"]
        if sale is not None and deal["talonTaker"] is None:
            yield "  " + self._words("asked_for", points=sale["minimum"])
            if sale["bidder"] is not None:
                high, bidder = sale["high"], sale["bidder"]
                yield "  " + self._words("high_bid", points=high, seat=bidder)

    def _transfers(self, deal: Json) -> Iterator[str]:
        if deal["tricks"]:
            return
        for transfer in deal["transfers"]:
            cards = pretty_cards(transfer["cards"])
            if transfer["receiver"] == self._transcript.own_seat:
                yield "  " + self._words("you_got", seat=transfer["giver"], cards=cards)
            else:
                yield "  " + self._words("you_gave", seat=transfer["receiver"], cards=cards)


def _named(cards: list[str]) -> str:
    """Return the cards that count; many of one suit by its symbol."""
    suits = {card[1] for card in cards}
    if len(suits) == 1 and len(cards) > 4:
        return SUITS[cards[0][1]]
    return pretty_cards(cards)
