"""Rule sets and their options: what tables can choose before they play."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.errors import RuleSetCode, RuleSetError
from engine.rules import Deal, Direction, Ending, OddCard, Rules, Text

_SHOWN: Final = 60  # characters of a wrong value that its error repeats


class OptionType(StrEnum):
    """What values an option takes; the list may grow."""

    CHOICE = "choice"
    PERMUTATION = "permutation"
    INTEGER = "integer"


class Condition(Struct, frozen=True, rename="camel"):
    """What another option must be for an option to mean anything."""

    option: Annotated[str, Meta(description="The other option.")]
    values: Annotated[tuple[str, ...], Meta(description="One of these must be its value.")]


class OtherDefault(Struct, frozen=True, rename="camel"):
    """The default of an option while another option has a value."""

    option: Annotated[str, Meta(description="The other option.")]
    value: Annotated[str, Meta(description="Its value.")]
    default: Annotated[str, Meta(description="The default that then holds.")]


class Option(Struct, frozen=True, rename="camel", kw_only=True):
    """One thing that a table may agree on before it plays."""

    id: Annotated[str, Meta(description="The option's name.")]
    type: Annotated[
        OptionType,
        Meta(
            description="`choice`: one of the values. `permutation`: all of the values, each "
            "once, separated by commas. `integer`: a whole number between the bounds."
        ),
    ] = OptionType.CHOICE
    default: Annotated[str, Meta(description="The value that holds when nobody chooses.")]
    other_default: Annotated[
        OtherDefault | None, Meta(description="Another default; null where there is one only.")
    ] = None
    values: Annotated[tuple[str, ...], Meta(description="The values; empty for an integer.")] = ()
    value_texts: Annotated[
        tuple[Text, ...],
        Meta(description="What the values mean, in their order; empty for an integer."),
    ] = ()
    minimum: Annotated[int | None, Meta(description="The lowest integer; else null.")] = None
    maximum: Annotated[int | None, Meta(description="The highest integer; else null.")] = None
    players: Annotated[
        tuple[int, ...], Meta(description="The numbers of players it is for; empty: for all.")
    ] = ()
    needs: Annotated[
        tuple[Condition, ...],
        Meta(description="All of these must hold where it differs from its default."),
    ] = ()
    text: Annotated[Text, Meta(description="What the option does.")]
    source: Annotated[str, Meta(description="The section of the rule book.")]

    @property
    def allowed(self) -> tuple[str, ...]:
        """Return what a wrong value is answered with: the values, or the bounds."""
        return self.values or (f"{self.minimum} … {self.maximum}",)

    def default_in(self, values: Mapping[str, str]) -> str:
        """Return the default that holds beside the values of other options."""
        other = self.other_default
        return other.default if other and values.get(other.option) == other.value else self.default

    def takes(self, value: str) -> bool:
        """Return whether a value is one of the option's."""
        match self.type:
            case OptionType.CHOICE:
                return value in self.values
            case OptionType.PERMUTATION:
                return sorted(value.split(",")) == sorted(self.values)
            case OptionType.INTEGER:
                return self._is_between(value)

    def _is_between(self, value: str) -> bool:
        whole = value.isascii() and value.isdigit() and len(value) <= len(str(self.maximum))
        low, high = self.minimum or 0, self.maximum or 0
        return whole and str(int(value)) == value and low <= int(value) <= high


class Game(Struct, frozen=True):
    """What a rule set's file makes of a number of players and a choice of options."""

    deals: tuple[Deal, ...]
    ending: Ending | None = None
    odd_card: OddCard = OddCard.NEUTRAL


Build = Callable[[int, Mapping[str, str]], Game]


class RuleSet(Struct, frozen=True, kw_only=True):
    """A game that tables can choose, as its file in `engine/rulesets/` describes it.

    `removed` lists the cards taken out by number of players, the usual number first. `build`
    turns a number of players and checked options into deals; everything else is data.
    """

    id: str
    version: int
    name: Text
    summary: Text
    source: str
    direction: Direction
    removed: Mapping[int, tuple[str, ...]]
    options: tuple[Option, ...]
    build: Build

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players it takes, lowest first."""
        return tuple(sorted(self.removed))

    def resolve(self, players: int, chosen: Mapping[str, str]) -> Rules:
        """Return the rules of one match.

        Raises RuleSetError: WRONG_PLAYER_COUNT, UNKNOWN_OPTION, OPTION_OUT_OF_RANGE,
        OPTION_WITHOUT_CONDITION.
        """
        if players not in self.removed:
            detail = f"{self.id} is not played by {players}"
            raise RuleSetError(
                RuleSetCode.WRONG_PLAYER_COUNT, detail, tuple(map(str, self.players))
            )
        options = self._checked(players, chosen)
        removed = self.removed[players]
        game = self.build(players, options)
        return Rules(
            rule_set=self.id,
            version=self.version,
            players=players,
            options=options,
            direction=self.direction,
            removed=removed,
            hand_size=(52 - len(removed)) // players,
            deals=game.deals,
            odd_card=game.odd_card if (52 - len(removed)) % players else None,
            ending=game.ending,
        )

    def _checked(self, players: int, chosen: Mapping[str, str]) -> dict[str, str]:
        known = {
            option.id: option
            for option in self.options
            if not option.players or players in option.players
        }
        for name, value in chosen.items():
            _check_value(self.id, known, name, value)
        values: dict[str, str] = {}
        for name, option in known.items():
            values[name] = chosen.get(name, option.default_in(values))
        for option in known.values():
            _check_needs(option, values)
        return values


def _check_value(rule_set: str, known: Mapping[str, Option], name: str, value: str) -> None:
    if name not in known:
        detail = f"{rule_set} has no option {name[:_SHOWN]!r} here"
        raise RuleSetError(RuleSetCode.UNKNOWN_OPTION, detail, tuple(known), name)
    option = known[name]
    if not option.takes(value):
        detail = f"{name}={value[:_SHOWN]!r} is no {option.type.value} of its values"
        raise RuleSetError(RuleSetCode.OPTION_OUT_OF_RANGE, detail, option.allowed, name)


def _check_needs(option: Option, values: Mapping[str, str]) -> None:
    if values[option.id] == option.default_in(values):
        return
    for need in option.needs:
        if values.get(need.option) not in need.values:
            detail = f"{option.id} means nothing unless {need.option} is chosen for it"
            allowed = tuple(f"{need.option}={value}" for value in need.values)
            code = RuleSetCode.OPTION_WITHOUT_CONDITION
            raise RuleSetError(code, detail, allowed, option.id)
