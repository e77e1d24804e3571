"""Choices of options, made one value at a time by whoever chooses."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.rule_set import Option, OptionType, RuleSet
from engine.rules import Rules

Chooser = Callable[[Sequence[str]], str]

# Short matches to a limit or of many lotteries show as much as long ones.
_SHORT: Mapping[str, tuple[str, ...]] = {
    "limit": ("26", "1", "50"),
    "deals": ("1", "2", "3"),
    "max_bid": ("1000", "1", "2", "100"),
}


def some_options(found: RuleSet, players: int, choose: Chooser) -> dict[str, str]:
    """Return a choice of options that go together, some of them left to their defaults."""
    chosen: dict[str, str] = {}
    resolved: dict[str, str] = {}
    for option in found.options:
        if option.players and players not in option.players:
            continue
        fits = all(resolved.get(need.option) in need.values for need in option.needs)
        if option.id == "limit" or (fits and choose(("default", "chosen")) == "chosen"):
            chosen[option.id] = _value(option, choose)
        resolved[option.id] = chosen.get(option.id, option.default_in(resolved))
    return chosen


def _value(option: Option, choose: Chooser) -> str:
    match option.type:
        case OptionType.CHOICE:
            return choose(option.values)
        case OptionType.INTEGER:
            return choose(_SHORT[option.id])
        case OptionType.PERMUTATION:
            left, order = list(option.values), []
            while left:
                order.append(choose(left))
                left.remove(order[-1])
            return ",".join(order)


def chance_rules(found: RuleSet, chance: Random) -> Rules:
    """Return a rule set resolved for a number of players and options of chance."""
    players = chance.choice(found.players)
    return found.resolve(players, some_options(found, players, chance.choice))
