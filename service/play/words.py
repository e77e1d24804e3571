"""What `kierki play` says of its own, in English and in Polish.

Names of games and deals are not here: they come with the rules, from the service.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

Json = dict[str, Any]  # decoded JSON has no narrower type


class Language(StrEnum):
    """A language that the terminal speaks."""

    EN = "en"
    PL = "pl"


# Each phrase in English and in Polish; a test compares their parts.
PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    # what has happened
    "late": ("seat {seat} has run out of time", "miejsce {seat}: minął czas"),
    "taken_over": (
        "a house bot now plays for seat {seat}",
        "za miejsce {seat} gra teraz bot",
    ),
    "reclaimed": (
        "seat {seat} plays for itself again",
        "miejsce {seat} znów gra samo",
    ),
    "resigned": ("seat {seat} has given up", "miejsce {seat} poddaje partię"),
    "forfeited": (
        "seat {seat} has lost its place at the table",
        "miejsce {seat} traci prawo gry",
    ),
    "paused": ("the match stands still", "partia wstrzymana"),
    "resumed": ("the match goes on", "partia wznowiona"),
    "voided": ("the match has been ended without a result", "partia zakończona bez wyniku"),
    "gives": ("seat {seat} gives cards", "miejsce {seat} oddaje karty"),
    "lays": ("seat {seat} lays {card}", "miejsce {seat} wykłada {card}"),
    "says_keep": ("seat {seat} keeps the talon", "miejsce {seat} zatrzymuje talon"),
    "says_open": (
        "seat {seat} sells the talon for {rest} at least",
        "miejsce {seat} sprzedaje talon, najmniej za {rest}",
    ),
    "says_lower": ("seat {seat} now asks for {rest}", "miejsce {seat} obniża cenę do {rest}"),
    "says_bid": ("seat {seat} bids {rest}", "miejsce {seat} licytuje {rest}"),
    "says_pass": ("seat {seat} passes", "miejsce {seat} pasuje"),
    "drawn": (
        "Draw for the deal: {cards}; seat {seat} deals.",
        "Losowanie rozdającego: {cards}; rozdaje miejsce {seat}.",
    ),
    "drawn_card": ("seat {seat} {card}", "miejsce {seat} {card}"),
    "deal": (
        "Deal {count} {name}: seat {seat} deals{begins}",
        "Rozdanie {count} {name}: rozdaje miejsce {seat}{begins}",
    ),
    "begins": (", seat {seat} begins", ", zaczyna miejsce {seat}"),
    "trump_named": ("seat {seat} names {trump} trump", "miejsce {seat} ogłasza atu: {trump}"),
    "talon_taken": ("seat {seat} takes {cards}{price}", "miejsce {seat} bierze {cards}{price}"),
    "price": (" for {bid}", " za {bid}"),
    "talon_paid": ("the talon is paid: {points}", "zapłata za talon: {points}"),
    "moon_shot": (
        "seat {seat} has shot the moon: {points}",
        "miejsce {seat} zebrało wszystkie karne karty: {points}",
    ),
    "odd_card": ("the card set aside was {card}", "karta odłożona to {card}"),
    "skipped": ("seat {seat} cannot lay", "miejsce {seat} nie może nic wyłożyć"),
    "ghosts": ("{cards} lies by itself", "{cards}: bez właściciela, leży"),
    "out": (
        "seat {seat} is out, place {place}: {points}",
        "miejsce {seat} kończy, {place}.: {points}",
    ),
    "taken": ("-> seat {seat} {points}", "-> miejsce {seat} {points}"),
    "points": ("points {points}", "punkty {points}"),
    "won": ("Won by {seats}.", "Wygrywa {seats}."),
    "draw": ("A draw of {seats}.", "Remis: {seats}."),
    "and": (" and ", " i "),
    "seat": ("seat {seat}", "miejsce {seat}"),
    "your_seat": ("seat {seat} (you)", "miejsce {seat} (ty)"),
    "total": ("total", "razem"),
    # what lies on the table
    "trick_number": ("trick {number} of {last}", "lewa {number} z {last}"),
    "so_far": ("points so far {points}", "punkty w rozdaniu {points}"),
    "trump": ("trump {trump}", "atu {trump}"),
    "no_trump": ("no", "brak"),
    "without_trump": ("no trump", "bez atu"),
    "table": ("on the table: {plays}", "na stole: {plays}"),
    "you_lead": ("the table is empty: you lead", "stół pusty: wychodzisz"),
    "last_trick": ("last trick: {trick}", "ostatnia lewa: {trick}"),
    "layout": ("{suit} {cards}", "{suit} {cards}"),
    "talon": ("talon: {cards}", "talon: {cards}"),
    "asked_for": ("asked for at least {points}", "cena wywoławcza {points}"),
    "high_bid": ("highest bid {points}, seat {seat}", "najwyższa oferta {points}, miejsce {seat}"),
    "you_got": ("from seat {seat} you got {cards}", "od miejsca {seat} masz {cards}"),
    "you_gave": ("to seat {seat} you gave {cards}", "miejscu {seat} dajesz {cards}"),
    "hand": ("your hand: {cards}", "twoje karty: {cards}"),
    "hidden": (" and {count} you do not see yet", " i jeszcze {count} zakrytych"),
    "counts": ("counts: {worth}", "liczy się: {worth}"),
    "worth_trick": ("each trick {points}", "każda lewa {points}"),
    "worth_number": ("trick {number} {points}", "lewa {number} {points}"),
    "worth_cards": ("{cards} {points}", "{cards} {points}"),
    "worth_prizes": ("for the first out {points}", "za kolejne zakończenia {points}"),
    # what is asked
    "not_now": ("not now: {cards} - {reason}", "nie teraz: {cards} - {reason}"),
    "ask_card": ("Your card (1-{last}, h for help): ", "Twoja karta (1-{last}, h: pomoc): "),
    "ask_choice": ("Your choice (1-{last}, h for help): ", "Twój wybór (1-{last}, h: pomoc): "),
    "ask_cards": (
        "Give {count} different cards to seat {seat} (numbers, h for help): ",
        "Oddawanych kart: {count}, dla miejsca {seat} (numery, h: pomoc): ",
    ),
    "ask_exchange": (
        "Give one card to each of the seats {seats}, in this order (numbers, h for help): ",
        "Daj po jednej karcie miejscom {seats}, w tej kolejności (numery, h: pomoc): ",
    ),
    "ask_number": ("How many points ({low}-{high})? ", "Ile punktów ({low}-{high})? "),
    "no_such_choice": (
        "{text!r} is none of the choices: type a number from 1 to {last}.",
        "{text!r} nie ma do wyboru: wpisz numer od 1 do {last}.",
    ),
    "not_allowed": (
        "{choice} may not be played now: {reason}",
        "{choice} teraz nie można: {reason}",
    ),
    "wrong_count": (
        "That names {found} different cards; {count} are to be given.",
        "Różnych kart: {found}, a trzeba: {count}.",
    ),
    "wrong_number": (
        "{text!r} is no whole number from {low} to {high}.",
        "{text!r} to nie liczba od {low} do {high}.",
    ),
    "refused": ("Refused: {reason}", "Odmowa: {reason}"),
    "moved_on": ("The match has moved on; look again.", "Partia poszła dalej; spójrz jeszcze raz."),
    "help": (
        "A number chooses, or a card by name (QS, 10h). t: table, s: scores, q or Ctrl-C: leave.",
        "Wybiera numer albo nazwa karty (QS, 10h). t: stół, s: wyniki, q albo Ctrl-C: wyjście.",
    ),
    # moves in words
    "move_keep": ("keep the talon", "zatrzymaj talon"),
    "move_open": ("sell the talon", "sprzedaj talon"),
    "move_lower": ("ask for less", "obniż cenę"),
    "move_bid": ("bid", "licytuj"),
    "move_pass": ("pass", "pas"),
    "move_moon_add_others": (
        "the points to every other seat",
        "punkty każdemu innemu miejscu",
    ),
    "move_moon_subtract_self": ("the points off your own", "punkty odjęte twojemu miejscu"),
    # the match as a whole
    "match": (
        "Match {match}: {rules}, {players} players{seed}",
        "Partia {match}: {rules}, graczy: {players}{seed}",
    ),
    "seed": (", practice with seed {seed}", ", ćwiczebna, ziarno {seed}"),
    "you_sit": ("You sit on seat {seat}; {others}.", "Siedzisz na miejscu {seat}; {others}."),
    "other": ("seat {seat} is {name}{level}", "miejsce {seat}: {name}{level}"),
    "waiting": ("waiting for seat {seats} ...", "czekamy na miejsce {seats} ..."),
    "left": ("You have left the table; your seat is kept.", "Odchodzisz; miejsce czeka."),
    "come_back": ("Come back with: {command}", "Powrót: {command}"),
    "not_kept": (
        "The way back could not be kept: {reason}",
        "Nie udało się zapisać drogi powrotu: {reason}",
    ),
}

# The service gives reasons in English only, so these are the same codes in Polish.
_REASONS: Final[Mapping[str, str]] = {
    "MUST_FOLLOW_SUIT": "Trzeba dołożyć do koloru wyjścia.",
    "HEART_LEAD_BANNED": "Nie wolno tu wyjść w kiery.",
    "CARD_DOES_NOT_FIT": "Karta nie pasuje do układu.",
    "MUST_OPEN": "Pierwszą lewę otwiera inna karta.",
    "HEARTS_NOT_BROKEN": "Kiery nie są jeszcze otwarte.",
    "BARRED_IN_FIRST_TRICK": "W pierwszej lewie tej karty się nie zagrywa.",
    "MUST_DROP": "Trzeba teraz zrzucić inną kartę.",
    "NOT_IN_HAND": "Nie masz tej karty.",
    "WRONG_PHASE": "Teraz potrzebny jest inny ruch.",
    "NOT_YOUR_TURN": "To nie twoja kolej.",
}


class Words:
    """Speaks one language."""

    def __init__(self, language: Language = Language.EN) -> None:
        self.language = language
        self._at = 0 if language is Language.EN else 1

    def __call__(self, phrase: str, **parts: object) -> str:
        """Return a phrase with its parts."""
        return PHRASES[phrase][self._at].format(**parts)

    def of_rules(self, text: Json) -> str:
        """Return a text of the rules, which the service gives in both languages."""
        found: str = text[self.language.value]
        return found

    def reason(self, code: str, title: str) -> str:
        """Return why something is refused: the service's own title where there is no other."""
        return title if self.language is Language.EN else _REASONS.get(code, title)
