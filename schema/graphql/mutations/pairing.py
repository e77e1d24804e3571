"""Find a match to play in: the same table again, or whoever comes."""

from typing import Annotated

import strawberry

from schema.errors import RULES_REFUSALS, listed
from schema.graphql.answer import Result
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.mutations.create_match import OptionValueInput, options_by_name
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MatchView, QuickMatch

_MATCH = published.output(MatchView)


@strawberry.type(description="The viewer sits in the match that follows.")
class RematchJoined(Result):
    """The answer of rematch."""

    match: MatchView = strawberry.field(
        description="The new match: of the same rules and settings, with everybody's seat kept.",
        graphql_type=_MATCH,
    )


@mutation(
    result("RematchResult", RematchJoined),
    "Play a match that has ended once more, at the same seats. Whoever asks first makes the new "
    "match and owns it; the others are seated in it. May be said again. Refuses MATCH_NOT_FOUND, "
    "NOT_SEATED, MATCH_NOT_OVER, ALREADY_STARTED, MATCH_VOID, KICKED, MATCH_FULL, SEAT_TAKEN, "
    "SEAT_KEPT, INVITE_NEEDED.",
)
async def rematch(info: Info, match_id: MatchId) -> RematchJoined:
    """Return the new match."""
    asked = info.context
    return RematchJoined(match=await asked.services.pairing.rematch(asked.viewer, match_id))


@strawberry.input(description="What to play with whoever comes.")
class QuickMatchInput:
    """The GraphQL form of QuickMatch."""

    rule_set: str = input_field(QuickMatch, "rule_set")
    players: int = input_field(QuickMatch, "players")
    options: list[OptionValueInput] = strawberry.field(
        description="Options of the rule set that differ from the default; each at most once.",
        default_factory=list,
    )
    turn_seconds: int | None = input_field(QuickMatch, "turn_seconds")
    bank_seconds: int | None = input_field(QuickMatch, "bank_seconds")
    increment_seconds: int = input_field(QuickMatch, "increment_seconds")


@strawberry.type(description="The viewer sits in a match; it starts once it is full.")
class QuickMatchJoined(Result):
    """The answer of quickMatch."""

    match: MatchView = strawberry.field(description="The match.", graphql_type=_MATCH)


@mutation(
    result("QuickMatchResult", QuickMatchJoined),
    "Sit down in the oldest public match of these rules and clocks that waits, or in a new one, "
    "which starts once it is full. Who sits in such a match already stays there. Refuses "
    f"INVALID_INPUT, {listed(RULES_REFUSALS)}.",
)
async def quick_match(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        QuickMatchInput, strawberry.argument(description="What to play.")
    ],
) -> QuickMatchJoined:
    """Return the match."""
    asked = info.context
    wanted = QuickMatch(
        rule_set=input.rule_set,
        players=input.players,
        options=options_by_name(input.options),
        turn_seconds=input.turn_seconds,
        bank_seconds=input.bank_seconds,
        increment_seconds=input.increment_seconds,
    )
    found = await asked.services.pairing.quick(asked.viewer, checked(wanted))
    return QuickMatchJoined(match=found)
