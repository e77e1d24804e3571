"""What mutations and refusable queries answer: a union whose members share one interface.

A refusal is an answer, so it is a member of the union. Missing rights and faults of the service
are no answers: they go to the `errors` of the response, with `extensions.code`.
"""

from typing import Final

import strawberry
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.base import StrawberryOptional
from strawberry.types.field import StrawberryField
from strawberry.types.union import StrawberryUnion

from schema.errors import Code, Refusal, Refused
from schema.graphql.fields import nullable
from schema.graphql.published import published

# Every other code is told by the member `Refusal`.
ERROR_CODES: Final = frozenset(
    {
        Code.UNAUTHENTICATED,
        Code.FORBIDDEN,
        Code.ACCOUNT_BANNED,
        Code.RATE_LIMITED,
        Code.TOO_MANY_STREAMS,
        Code.BUSY,
        Code.ISSUER_UNAVAILABLE,
        Code.STORE_UNAVAILABLE,
        Code.STORE_FULL,
        Code.INTERNAL,
    }
)


REFUSAL: Final = published.output(Refusal)


def result(name: str, accepted: type) -> StrawberryOptional:
    """Return the union of an accepted answer and the refusal.

    It is nullable so that an error of one root field leaves the answers of the others standing.
    """
    members = (StrawberryAnnotation(accepted), StrawberryAnnotation(REFUSAL))
    description = (
        "The answer, or why it was refused; null only along with an error. More members may come."
    )
    return nullable(StrawberryUnion(name, members, description))


class RefusedHandler(strawberry.ExceptionHandler[Refused]):
    """Turns a refusal into the union's member; the codes of `ERROR_CODES` stay exceptions."""

    error_type = REFUSAL

    def handle(
        self, exception: Refused, *, field: StrawberryField, info: strawberry.Info
    ) -> Refusal | None:
        """Return the refusal, or nothing for a code that belongs to the errors."""
        refusal = exception.refusal
        info.context.on_refusal(refusal.code)
        return None if refusal.code in ERROR_CODES else refusal
