"""Add bytes to the shuffle of the next deal."""

from typing import Annotated

import strawberry

from schema.graphql.context import Info
from schema.graphql.fields import mutation
from schema.graphql.inputs import checked
from schema.graphql.mirror import input_field
from schema.graphql.published import published
from schema.graphql.results import result
from schema.model import EntropyReceipt, EntropyRequest


@strawberry.input(description="Bytes that a player adds to the shuffle of the next deal.")
class AddEntropyInput:
    """The GraphQL form of EntropyRequest."""

    match_id: strawberry.ID = strawberry.field(description="The match's id, `m_…`.")
    deal: int = input_field(EntropyRequest, "deal")
    value: str = input_field(EntropyRequest, "value")


@mutation(
    result("AddEntropyResult", published.output(EntropyReceipt)),
    "Add bytes of one's own to the shuffle of the next deal, once, until the present one is over; "
    "to that of the first deal until the start. The same bytes again get the same receipt. "
    "Refuses INVALID_INPUT, MATCH_NOT_FOUND, NOT_SEATED, ENTROPY_CLOSED, ENTROPY_LENGTH, "
    "ENTROPY_TWICE, NO_DEAL_FOLLOWS, MATCH_OVER, MATCH_VOID.",
)
async def add_entropy(
    info: Info,
    input: Annotated[  # noqa: A002 - the contract's name for a mutation's one argument
        AddEntropyInput, strawberry.argument(description="The deal and the bytes.")
    ],
) -> EntropyReceipt:
    """Return the receipt."""
    asked = info.context
    request = checked(EntropyRequest(deal=input.deal, value=input.value))
    return await asked.services.matches.add_entropy(asked.viewer, input.match_id, request)
