"""Make a move."""

from typing import Annotated

import strawberry

from engine.cards import Trump
from engine.moves import MoveKind
from schema.errors import MOVE_REFUSALS, listed
from schema.graphql.context import Info
from schema.graphql.fields import mutation, nullable
from schema.graphql.inputs import converted
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import Accepted, MoveRequest

MOVE_ACCEPTED = published.output(Accepted)


@strawberry.input(one_of=True, description="A move, in exactly one of its forms.")
class MoveInput:
    """The fields of which a client sends one."""

    play: str | None = strawberry.field(
        description="Play this card, or lay it in a lottery: its text, such as QS.",
        default=strawberry.UNSET,
    )
    trump: Trump | None = strawberry.field(
        description="Name this trump.",
        graphql_type=nullable(published.enum(Trump)),
        default=strawberry.UNSET,
    )
    give: list[str] | None = strawberry.field(
        description="Give these cards away: as many as `legalMoves.choose` says, at most 7; in an "
        "exchange one for each other seat, clockwise from the left.",
        default=strawberry.UNSET,
    )
    bid: int | None = strawberry.field(
        description="Offer so many points for the talon.", default=strawberry.UNSET
    )
    open: int | None = strawberry.field(
        description="Put the talon up for sale, for at least so many points.",
        default=strawberry.UNSET,
    )
    lower: int | None = strawberry.field(
        description="Ask for so many points instead.", default=strawberry.UNSET
    )
    text: str | None = strawberry.field(
        description="The move in its text form, as `legalMoves` lists them, such as `play QS`.",
        default=strawberry.UNSET,
    )


@strawberry.input(description="A move that a player asks for.")
class SubmitMoveInput:
    """The GraphQL form of MoveRequest."""

    match_id: strawberry.ID = strawberry.field(description="The match's id, `m_…`.")
    expected_version: int = input_field(MoveRequest, "expected_version")
    idempotency_key: str = input_field(MoveRequest, "idempotency_key")
    move: MoveInput = strawberry.field(description="The move.")


@mutation(
    result("SubmitMoveResult", MOVE_ACCEPTED),
    "Make a move. Safe to repeat with the same key: it is made once and answered "
    f"alike. Refuses INVALID_INPUT, {listed(MOVE_REFUSALS)}.",
)
async def submit_move(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        SubmitMoveInput, strawberry.argument(description="The move and what it relies on.")
    ],
) -> Accepted:
    """Return the log's entry of the move."""
    asked = info.context
    given = {
        "move": text_of_move(input.move),
        "expectedVersion": input.expected_version,
        "idempotencyKey": input.idempotency_key,
    }
    request = converted(given, MoveRequest)
    return await asked.services.matches.submit(asked.viewer, input.match_id, request)


def text_of_move(move: MoveInput) -> str:
    """Return a move in its text form, whichever form a client has sent."""
    if isinstance(move.text, str):
        return move.text
    if isinstance(move.play, str):
        return f"{MoveKind.PLAY} {move.play}"
    if isinstance(move.trump, Trump):
        return f"{MoveKind.TRUMP} {move.trump}"
    if isinstance(move.give, list):
        return f"{MoveKind.GIVE} {' '.join(move.give)}"
    for verb, number in (
        (MoveKind.BID, move.bid),
        (MoveKind.OPEN, move.open),
        (MoveKind.LOWER, move.lower),
    ):
        if isinstance(number, int):
            return f"{verb} {number}"
    return ""
