"""Ask whether a move would be accepted."""

from typing import Annotated

import strawberry

from schema.errors import MOVE_REFUSALS, Code, listed
from schema.graphql.context import Info, MatchId
from schema.graphql.fields import query
from schema.graphql.inputs import checked
from schema.graphql.mutations.submit_move import MoveInput, text_of_move
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import MoveAllowed, MoveCheck

_REFUSALS = listed(code for code in MOVE_REFUSALS if code is not Code.IDEMPOTENCY_KEY_REUSED)


@query(
    result("ValidateMoveResult", published.output(MoveAllowed)),
    "Whether a move would be accepted now; moves nothing, and refuses exactly as submitMove would. "
    f"Refuses INVALID_INPUT, {_REFUSALS}.",
)
async def validate_move(
    info: Info,
    match_id: MatchId,
    move: Annotated[MoveInput, strawberry.argument(description="The move.")],
    expected_version: Annotated[
        int | None,
        strawberry.argument(
            description="The version of the match that the player saw; null: the present one."
        ),
    ] = None,
) -> MoveAllowed:
    """Return that it would."""
    asked = info.context
    wanted = checked(MoveCheck(move=text_of_move(move), expected_version=expected_version))
    return await asked.services.matches.check(asked.viewer, match_id, wanted)
