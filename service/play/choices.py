"""What a person is asked, as numbered choices, and what a typed line means for them.

It reads `legalMoves` of the public API and nothing else, so it fits whatever game is played.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from service.play.cards import SUITS, pretty, sorted_hand, typed_card
from service.play.words import Json, Words

_VERBS = ("play", "trump", "give", "keep", "open", "lower", "bid", "pass", "moon")
_DIGITS = 6  # more than the highest number of any game


class Choice(Struct, frozen=True):
    """One numbered choice: how it is shown, and its move.

    `card` is the card that it names, if it names one. `against` says why it may not be made now;
    empty if it may.
    """

    label: str
    move: str
    card: str = ""
    against: str = ""


class Range(Struct, frozen=True):
    """A move that takes a whole number: its verb, and the numbers that may follow it."""

    verb: str
    low: int
    high: int


class Question(Struct, frozen=True):
    """What a person is asked.

    The choices that may be made come first. `count` is how many cards are to be given, 0 where
    one choice is made; `number` the last of the choices, where it takes a number.
    """

    choices: tuple[Choice, ...]
    count: int = 0
    number: Range | None = None


class Complaint(Struct, frozen=True):
    """What was typed makes no move: why, in the person's language."""

    text: str


Answer = str | Range | Complaint
"""A move's text; what it takes a number for; or why it is no move."""

Reason = Callable[[Json], str]
"""From a card of `legalMoves` to why it may not be played."""


def question_of(asked: Json, words: Words, reason: Reason) -> Question:
    """Return the question that `legalMoves` asks."""
    if asked["choose"] is not None:
        return Question(tuple(_cards(asked, reason)), count=asked["choose"])
    if asked["kind"] == "play":
        return Question(tuple(_cards(asked, reason)))
    moves = tuple(Choice(_in_words(move, words), move) for move in asked["moves"])
    if asked["number"] is None:
        return Question(moves)
    numbers = Range(asked["number"]["kind"], asked["number"]["minimum"], asked["number"]["maximum"])
    label = f"{words(f'move_{numbers.verb}')} ({numbers.low}-{numbers.high})"
    return Question((*moves, Choice(label, numbers.verb)), number=numbers)


def _cards(asked: Json, reason: Reason) -> Iterator[Choice]:
    """Yield the cards of the hand, those that may be chosen first."""
    found = {choice["card"]: choice for choice in asked["cards"]}
    hand = sorted_hand(found)
    for playable in (True, False):
        for card in hand:
            if found[card]["playable"] is playable:
                against = "" if playable else reason(found[card])
                yield Choice(pretty(card), f"play {card}", card, against)


def _in_words(move: str, words: Words) -> str:
    verb, _, rest = move.partition(" ")
    if verb == "trump":
        return words("trump", trump=SUITS[rest]) if rest in SUITS else words("without_trump")
    return words(f"move_{verb}_{rest}" if rest else f"move_{verb}")


def answer_of(question: Question, text: str, words: Words) -> Answer:
    """Return what a typed line means: a number, a card, or a move in its text form."""
    verb, _, rest = text.partition(" ")
    if rest and verb.lower() in _VERBS:
        return text
    if question.count:
        return _gift(question, text, words)
    chosen = _choice(question, text)
    if chosen is None:
        return _none_such(question, text, words)
    if chosen.against:
        return Complaint(words("not_allowed", choice=chosen.label, reason=chosen.against))
    if question.number is not None and chosen is question.choices[-1]:
        return question.number
    return chosen.move


def _gift(question: Question, text: str, words: Words) -> Answer:
    named = text.replace(",", " ").split()
    cards = []
    for name in named:
        chosen = _choice(question, name)
        if chosen is None:
            return _none_such(question, name, words)
        cards.append(chosen.card)
    found = len(set(cards))
    if found != question.count or found != len(cards):
        return Complaint(words("wrong_count", found=found, count=question.count))
    return f"give {' '.join(cards)}"


def _choice(question: Question, text: str) -> Choice | None:
    choices = question.choices
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return choices[int(text) - 1] if 1 <= int(text) <= len(choices) else None
    card, move = typed_card(text), text.lower()
    return next((at for at in choices if card == at.card or move == at.move), None)


def _none_such(question: Question, text: str, words: Words) -> Complaint:
    open_ones = [choice for choice in question.choices if not choice.against]
    last = len(question.choices if question.count else open_ones)
    return Complaint(words("no_such_choice", text=text, last=last))


def number_of(numbers: Range, text: str, words: Words) -> str | Complaint:
    """Return the move that says a number, or why a text is none of those that may be said."""
    whole = text.isascii() and text.isdigit() and len(text) <= _DIGITS
    if whole and numbers.low <= int(text) <= numbers.high:
        return f"{numbers.verb} {int(text)}"
    return Complaint(words("wrong_number", text=text, low=numbers.low, high=numbers.high))
