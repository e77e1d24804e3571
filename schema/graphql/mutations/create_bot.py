"""Make a bot's account."""

from typing import Annotated

import strawberry

from schema.bots import BotMade, NewBot
from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result


@strawberry.input(description="A bot's account to make; it stays a bot's for ever.")
class CreateBotInput:
    """The GraphQL form of NewBot."""

    name: str = input_field(NewBot, "name")
    at_once: int = input_field(NewBot, "at_once")
    rule_sets: list[str] = strawberry.field(
        description="The rule sets it plays by, at most 32; none: all of them.",
        default_factory=list,
    )


@mutation(
    result("CreateBotResult", published.output(BotMade)),
    "Make a bot's account that the viewer answers for, and its first token, which is told only "
    "here. Refuses INVALID_INPUT, UNKNOWN_RULE_SET, LIMIT_REACHED.",
)
async def create_bot(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        CreateBotInput, strawberry.argument(description="What it plays.")
    ],
) -> BotMade:
    """Return the bot and its token."""
    asked = info.context
    new = NewBot(name=input.name, at_once=input.at_once, rule_sets=tuple(input.rule_sets))
    return await asked.services.bots.create(asked.viewer, checked(new))
