"""Between the rules that a match is pinned to and the way in which its file states them."""

from engine.errors import RuleSetCode, RuleSetError
from engine.notation.model import NamedRules, WrittenMatch
from engine.rules import Rules
from engine.rulesets import RULE_SETS, rule_set
from engine.rulesets.checking import check, deck_for
from engine.rulesets.contracts import DECKS


def named_rules(rules: Rules) -> NamedRules | None:
    """Return how rules are stated by name, or nothing if no rule set of today makes them."""
    if rules.rule_set not in RULE_SETS:
        return None
    found = rule_set(rules.rule_set)
    options = rules.options
    usual = {option.id: option.default_in(options) for option in found.options}
    chosen = {name: value for name, value in options.items() if usual.get(name) != value}
    try:
        same = found.resolve(rules.players, chosen) == rules
    except RuleSetError:
        return None
    if not same:
        return None
    return NamedRules(
        rule_set=found.id, version=found.version, players=rules.players, options=chosen
    )


def rules_of(match: WrittenMatch) -> Rules:
    """Return the rules of a written match.

    Raises RuleSetError: its codes, and UNKNOWN_RULE_SET for another version of a rule set.
    """
    if match.rules is not None and match.game is None:
        return _checked(match.rules)
    if match.game is None or match.rules is not None:
        detail = "a match is played by the rules that it names, or by those that it holds"
        raise RuleSetError(RuleSetCode.CLASHING_RULES, detail, ("game", "rules"))
    found, game = rule_set(match.game.rule_set), match.game
    if game.version not in {None, found.version}:
        detail = f"{found.id} has version {found.version} here, not {game.version}"
        allowed = (str(found.version), "the whole rules")
        raise RuleSetError(RuleSetCode.UNKNOWN_RULE_SET, detail, allowed)
    return found.resolve(game.players, game.options)


def _checked(rules: Rules) -> Rules:
    """Return rules from outside once they are known to make a game; raises RuleSetError.

    Source: R14.
    """
    deck_for(rules.players)
    cards = 52 - len(rules.removed)
    sizes = (cards // rules.players, cards % rules.players > 0)
    if not _is_known_deck(rules) or sizes != (rules.hand_size, rules.odd_card is not None):
        detail = f"no rule set for {rules.players} players has this deck"
        raise RuleSetError(RuleSetCode.WRONG_PLAYER_COUNT, detail, ("a deck of the rule book",))
    check(rules)
    return rules


def _is_known_deck(rules: Rules) -> bool:
    played = [known.removed for known in RULE_SETS.values() if rules.players in known.players]
    decks = [DECKS[rules.players], *(removed[rules.players] for removed in played)]
    return sorted(rules.removed) in map(sorted, decks)
