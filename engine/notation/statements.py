"""The lines after the tags: deals, their cards, what was played, and the results."""

import re
from collections.abc import Callable
from typing import Final

from engine.cards import card_text, parse_card
from engine.notation.builder import Builder, card_texts

_DEAL: Final = re.compile(r"deal ([0-9]+)(?: ([a-z][a-z0-9_]*))? dealer ([0-6])")
_PLAYS: Final = re.compile(r"([0-6]):((?: [0-9A-Za-z]+)+)")
_ACTION: Final = re.compile(r"([0-6]) ([A-Za-z].*)")
_NONE: Final = "-"


def read_statement(builder: Builder, line: str) -> None:
    """Read a line that begins with a word; raises UnreadableError, NotationError."""
    word, _, rest = line.partition(" ")
    if word == "deal":
        _begin(builder, line)
    elif word == "totals":
        builder.state_of_match("totals", builder.wholes(rest))
    elif word in STATEMENTS and builder.deal is not None and "totals" not in builder.values:
        STATEMENTS[word](builder, rest)
    else:
        detail = f"no line begins with {word[:20]!r} here"
        raise builder.bad(detail)


def read_action(builder: Builder, line: str) -> None:
    """Read a line that begins with a seat; raises UnreadableError, NotationError."""
    plays, action = _PLAYS.fullmatch(line), _ACTION.fullmatch(line)
    if plays is None and action is None:
        raise builder.bad("an action is 'SEAT: CARDS' or 'SEAT MOVE'")
    if builder.deal is None or "points" in builder.deal or "totals" in builder.values:
        raise builder.bad("an action stands in a deal, before its points")
    if plays is not None:
        _play(builder, int(plays[1]), plays[2].split())
    elif action is not None:
        _act(builder, int(action[1]), action[2])


def _begin(builder: Builder, line: str) -> None:
    found = _DEAL.fullmatch(line)
    if found is None or "totals" in builder.values:
        raise builder.bad("a deal begins with 'deal NUMBER NAME dealer SEAT'")
    number, contract, dealer = found.groups()
    deal = {"number": builder.whole(number), "dealer": int(dealer)}
    builder.deal = {**deal, **({} if contract is None else {"contract": contract})}
    builder.append(builder.values, "", "deals", builder.deal)
    builder.at = f"/deals/{len(builder.values['deals']) - 1}"


def _setting(builder: Builder, name: str, value: object) -> None:
    """Keep what a deal states before its actions."""
    deal = builder.deal or {}
    if "actions" in deal or "points" in deal:
        detail = f"{name} stands before the actions of its deal"
        raise builder.bad(detail)
    builder.state(deal, builder.at, name, value)


def _hand(builder: Builder, rest: str) -> None:
    seat, *names = rest.split() or [""]
    deal = builder.deal or {}
    if seat != str(len(deal.get("hands", ()))) or "actions" in deal or "points" in deal:
        raise builder.bad("hands stand in the order of the seats, before the actions")
    hand = [] if names == [_NONE] else card_texts(names)
    builder.append(deal, builder.at, "hands", hand)


def _entropy(builder: Builder, rest: str) -> None:
    parts = ["" if part == _NONE else part for part in rest.split()]
    _setting(builder, "entropy", parts)


def _points(builder: Builder, rest: str) -> None:
    builder.state(builder.deal or {}, builder.at, "points", builder.wholes(rest))


def _play(builder: Builder, leader: int, names: list[str]) -> None:
    players = builder.players
    if len(names) > players:
        detail = f"{len(names)} cards are more than one from each of {players} seats"
        raise builder.bad(detail)
    for place, card in enumerate(card_texts(names)):
        seat = (leader + place) % players if leader < players else leader
        _act(builder, seat, f"play {card}")


def _act(builder: Builder, seat: int, move: str) -> None:
    builder.append(builder.deal or {}, builder.at, "actions", {"seat": seat, "move": move})


STATEMENTS: Final[dict[str, Callable[[Builder, str], None]]] = {
    "seed": lambda at, rest: _setting(at, "seed", rest),
    "commitment": lambda at, rest: _setting(at, "commitment", rest),
    "entropy": _entropy,
    "order": lambda at, rest: _setting(at, "order", card_texts(rest.split())),
    "hand": _hand,
    "talon": lambda at, rest: _setting(at, "talon", card_texts(rest.split())),
    "odd": lambda at, rest: _setting(at, "odd", card_text(parse_card(rest))),
    "points": _points,
}
