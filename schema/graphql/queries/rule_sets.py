"""Read the rules that matches can be made with."""

from typing import Annotated

import strawberry

from schema.errors import RULES_REFUSALS, Code, Refused, listed
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import list_of, nullable, query
from schema.graphql.mutations.create_match import OptionValueInput, options_by_name
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import RuleSetView, RulesView

RULE_SET = published.output(RuleSetView)


@strawberry.type(description="The rules that a match with these options would be pinned to.")
class RulesResolved(Result):
    """The answer of rules."""

    rules: RulesView = strawberry.field(
        description="The rules.", graphql_type=published.output(RulesView)
    )


@query(
    list_of(RULE_SET),
    "Every rule set, at most 100, always in the same order.",
)
def rule_sets(info: Info) -> tuple[RuleSetView, ...]:
    """Return the whole catalogue."""
    return info.context.services.catalogue.rule_sets()


@query(
    nullable(RULE_SET),
    "A rule set; null if there is none of that id.",
)
def rule_set(
    info: Info,
    id: Annotated[  # noqa: A002 - the contract's name
        strawberry.ID, strawberry.argument(description="Its id, such as `kurnik`.")
    ],
) -> RuleSetView | None:
    """Return the rule set, or nothing."""
    try:
        return info.context.services.catalogue.rule_set(id)
    except Refused as refused:
        if refused.refusal.code is Code.UNKNOWN_RULE_SET:
            return None
        raise


@query(
    result("RulesResult", RulesResolved),
    f"The rules of a game before a match is made. Refuses INVALID_INPUT, {listed(RULES_REFUSALS)}.",
)
def rules(
    info: Info,
    rule_set: Annotated[strawberry.ID, strawberry.argument(description="The rule set's id.")],
    players: Annotated[int, strawberry.argument(description="How many seats: 3 to 7.")],
    options: Annotated[
        list[OptionValueInput],
        strawberry.argument(description="Options that differ from the default; each at most once."),
    ] = [],  # noqa: B006 - Strawberry copies it for each request
) -> RulesResolved:
    """Return the resolved rules."""
    chosen = options_by_name(options)
    return RulesResolved(rules=info.context.services.catalogue.rules(rule_set, players, chosen))
