"""The text form of a match. docs/notation.md describes it, `notation.ebnf` is its grammar."""

from collections.abc import Iterator

import msgspec

from engine.moves import MoveKind
from engine.notation.model import NamedRules, WrittenAction, WrittenDeal, WrittenMatch
from engine.rules import rules_json

_PLAY = f"{MoveKind.PLAY} "


def text_of(match: WrittenMatch) -> str:
    """Return the text form of a match; several in a row, with a blank line between, are a file."""
    return "\n".join(_lines(match)) + "\n"


def _lines(match: WrittenMatch) -> Iterator[str]:
    yield from _tags(match)
    for deal in match.deals:
        yield ""
        yield from _deal(deal, match.players)
    if match.totals:
        yield ""
        yield f"totals {_numbers(match.totals)}"


def _tags(match: WrittenMatch) -> Iterator[str]:
    yield _tag("Kierki", str(match.kierki))
    if match.match_id is not None:
        yield _tag("Match", match.match_id)
    if match.game is not None:
        yield from _game(match.game)
    if match.rules is not None:
        yield f"[RulesData {rules_json(match.rules).decode()}]"
    for seat, name in enumerate(match.names):
        yield _tag(f"Seat{seat}", name)
    for note in match.notes:
        yield _tag("Note", note)
    if match.practice_seed is not None:
        yield _tag("Practice", str(match.practice_seed))
    if match.draw:
        yield _tag("Draw", " ".join(match.draw))
    if match.draw_seed is not None:
        yield _tag("DrawSeed", match.draw_seed)
    if match.draw_commitment is not None:
        yield _tag("DrawCommitment", match.draw_commitment)


def _game(game: NamedRules) -> Iterator[str]:
    version = "" if game.version is None else f" {game.version}"
    yield _tag("Rules", game.rule_set + version)
    yield _tag("Players", str(game.players))
    for name, value in game.options.items():
        yield _tag("Option", f"{name}={value}")


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def _deal(deal: WrittenDeal, players: int) -> Iterator[str]:
    contract = "" if deal.contract is None else f" {deal.contract}"
    yield f"deal {deal.number}{contract} dealer {deal.dealer}"
    if deal.seed is not None:
        yield f"seed {deal.seed}"
    if deal.commitment is not None:
        yield f"commitment {deal.commitment}"
    if deal.entropy:
        yield f"entropy {' '.join(part or '-' for part in deal.entropy)}"
    if deal.order:
        yield f"order {' '.join(deal.order)}"
    for seat, hand in enumerate(deal.hands):
        yield f"hand {seat} {' '.join(hand) or '-'}"
    if deal.talon:
        yield f"talon {' '.join(deal.talon)}"
    if deal.odd is not None:
        yield f"odd {deal.odd}"
    yield from _actions(deal.actions, players)
    if deal.points:
        yield f"points {_numbers(deal.points)}"


def _actions(actions: tuple[WrittenAction, ...], players: int) -> Iterator[str]:
    """Yield a line for each move; cards played clockwise one after the other share a line.

    So each trick has a line of its own, begun by its leader.
    """
    line: list[str] = []
    turn = 0
    for action in actions:
        played = action.move.startswith(_PLAY)
        if line and not (played and action.seat == turn and len(line) <= players):
            yield " ".join(line)
            line = []
        if not played:
            yield f"{action.seat} {action.move}"
            continue
        line = line or [f"{action.seat}:"]
        line.append(action.move.removeprefix(_PLAY))
        turn = (action.seat + 1) % players
    if line:
        yield " ".join(line)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
