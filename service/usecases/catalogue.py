"""The published rule sets."""

from collections.abc import Mapping

from engine.errors import RuleSetError
from engine.rule_set import RuleSet
from engine.rules import Rules, rules_hash
from engine.rulesets import RULE_SETS, rule_set
from engine.rulesets.custom import CUSTOM, custom_rules
from schema.errors import Code, Refusal, Refused, refused
from schema.model import NewMatch, OptionValue, RuleSetView, RulesView
from service.usecases.names import check_shown
from service.usecases.refusals import rule_set_refused


def resolve(name: str, players: int, options: Mapping[str, str]) -> Rules:
    """Return the rules of a match; refuses with the codes of engine.errors.RuleSetCode."""
    try:
        return rule_set(name).resolve(players, options)
    except RuleSetError as error:
        raise rule_set_refused(error) from error


def known_rule_set(name: str) -> str:
    """Return the id of a rule set that there is; refuses UNKNOWN_RULE_SET."""
    try:
        return rule_set(name).id
    except RuleSetError as error:
        raise rule_set_refused(error) from error


def rules_of(new: NewMatch) -> Rules:
    """Return the rules that a new match is pinned to: a rule set's, or the table's own.

    Refuses with the codes of engine.errors.RuleSetCode; INVALID_INPUT where both are asked for,
    where a table's own are not given, and for a name of a deal that cannot be shown.
    """
    if new.custom is None and new.rule_set != CUSTOM:
        return resolve(new.rule_set, new.players, new.options)
    if new.custom is None:
        detail = f"The rule set `{CUSTOM}` needs the table's own rules."
        raise Refused(Refusal(code=Code.INVALID_INPUT, message=detail, field="custom"))
    if new.rule_set != CUSTOM or new.options:
        detail = f"A table's own rules go with the rule set `{CUSTOM}`, and take no options."
        raise refused(Code.INVALID_INPUT, detail)
    for number, part in enumerate(new.custom.deals):
        check_shown(part.deal.name.pl, f"custom.deals[{number}].deal.name.pl")
        check_shown(part.deal.name.en, f"custom.deals[{number}].deal.name.en")
    try:
        return custom_rules(new.players, new.custom)
    except RuleSetError as error:
        raise rule_set_refused(error) from error


class RuleCatalogue:
    """Implements `schema.context.Catalogue` on the engine's registry."""

    def rule_sets(self) -> tuple[RuleSetView, ...]:
        """Return every rule set, in the registry's order."""
        return tuple(_published(found) for found in RULE_SETS.values())

    def rule_set(self, name: str) -> RuleSetView:
        """Return one rule set; refuses UNKNOWN_RULE_SET."""
        try:
            return _published(rule_set(name))
        except RuleSetError as error:
            raise rule_set_refused(error) from error

    def rules(self, name: str, players: int, options: Mapping[str, str]) -> RulesView:
        """Return the rules that a match with these options would be pinned to."""
        return rules_view(resolve(name, players, options))


def _published(found: RuleSet) -> RuleSetView:
    return RuleSetView(
        id=found.id,
        version=found.version,
        name=found.name,
        summary=found.summary,
        source=found.source,
        direction=found.direction,
        players=found.players,
        options=found.options,
        games=tuple(rules_view(found.resolve(players, {})) for players in found.players),
    )


def rules_view(rules: Rules) -> RulesView:
    """Return rules as they are published."""
    return RulesView(
        hash=rules_hash(rules),
        players=rules.players,
        options=tuple(OptionValue(name, value) for name, value in rules.options.items()),
        removed=rules.removed,
        hand_size=rules.hand_size,
        direction=rules.direction,
        deals=rules.deals,
        odd_card=rules.odd_card,
        ending=rules.ending,
    )
