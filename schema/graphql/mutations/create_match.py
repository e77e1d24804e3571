"""Make a match."""

from typing import Annotated, Any

import strawberry

from engine.bot_levels import Level
from engine.rulesets.custom import CustomGame
from schema.errors import RULES_REFUSALS, Code, listed, refused
from schema.graphql.answer import Result
from schema.graphql.context import Info
from schema.graphql.fields import mutation, nullable
from schema.graphql.inputs import checked, converted
from schema.graphql.mirror import input_field
from schema.graphql.mirror_input import sent
from schema.graphql.published import inputs, published
from schema.graphql.results import result
from schema.model import MatchView, NewMatch, OnExpiry, Spectators, Visibility


@strawberry.input(description="An option of a rule set and the value chosen for it.")
class OptionValueInput:
    """One option that differs from the default."""

    id: strawberry.ID = strawberry.field(description="The option's name.")
    value: str = strawberry.field(description="The value.")


@strawberry.input(description="What to agree on when a match is made.")
class CreateMatchInput:
    """The GraphQL form of NewMatch."""

    rule_set: str = input_field(NewMatch, "rule_set")
    players: int = input_field(NewMatch, "players")
    options: list[OptionValueInput] = strawberry.field(
        description="Options of the rule set that differ from the default; each at most once.",
        default_factory=list,
    )
    visibility: Visibility = input_field(NewMatch, "visibility", published.enum(Visibility))
    turn_seconds: int | None = input_field(NewMatch, "turn_seconds")
    bank_seconds: int | None = input_field(NewMatch, "bank_seconds")
    increment_seconds: int = input_field(NewMatch, "increment_seconds")
    on_expiry: OnExpiry = input_field(NewMatch, "on_expiry", published.enum(OnExpiry))
    bot_level: Level = input_field(NewMatch, "bot_level", published.enum(Level))
    start_when_full: bool = input_field(NewMatch, "start_when_full")
    spectators: Any = input_field(NewMatch, "spectators", nullable(inputs.input(Spectators)))
    bot_pace_ms: int | None = input_field(NewMatch, "bot_pace_ms")
    seed: int | None = input_field(NewMatch, "seed")
    sit: bool = input_field(NewMatch, "sit")
    custom: Any = input_field(NewMatch, "custom", nullable(inputs.input(CustomGame)))


@strawberry.type(description="A match was made; it waits in its lobby.")
class MatchCreated(Result):
    """The answer of createMatch."""

    match: MatchView = strawberry.field(
        description="The match.", graphql_type=published.output(MatchView)
    )


@mutation(
    result("CreateMatchResult", MatchCreated),
    f"Make a match. Refuses INVALID_INPUT, {listed(RULES_REFUSALS)}.",
)
async def create_match(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        CreateMatchInput, strawberry.argument(description="What to agree on.")
    ],
) -> MatchCreated:
    """Return the new match as its maker sees it."""
    asked = info.context
    return MatchCreated(match=await asked.services.lobby.create(asked.viewer, _new_match(input)))


def _new_match(chosen: CreateMatchInput) -> NewMatch:
    return checked(
        NewMatch(
            rule_set=chosen.rule_set,
            players=chosen.players,
            options=options_by_name(chosen.options),
            visibility=chosen.visibility,
            turn_seconds=chosen.turn_seconds,
            bank_seconds=chosen.bank_seconds,
            increment_seconds=chosen.increment_seconds,
            on_expiry=chosen.on_expiry,
            bot_pace_ms=chosen.bot_pace_ms,
            bot_level=chosen.bot_level,
            start_when_full=chosen.start_when_full,
            spectators=_spectators(chosen.spectators),
            seed=chosen.seed,
            sit=chosen.sit,
            custom=None if chosen.custom is None else own_rules(chosen.custom),
        )
    )


def _spectators(given: object) -> Spectators:
    if given in (strawberry.UNSET, None):
        return Spectators()
    return converted(sent(given, Spectators), Spectators, within="spectators")


def own_rules(given: object) -> CustomGame:
    """Return a table's own rules; refuses INVALID_INPUT for values beyond their limits."""
    return converted(sent(given, CustomGame), CustomGame, within="custom")


def options_by_name(chosen: list[OptionValueInput]) -> dict[str, str]:
    """Return options by their names; refuses INVALID_INPUT for one that is named twice."""
    named = {str(option.id): option.value for option in chosen}
    if len(named) < len(chosen):
        raise refused(Code.INVALID_INPUT, "An option is named twice.")
    return named
