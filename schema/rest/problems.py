"""How REST tells a refusal: RFC 9457 problems, and the one table from code to status."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.cards import Suit
from schema.errors import Code, Refusal

MEDIA_TYPE: Final = "application/problem+json"
PROBLEMS_PATH: Final = "/v1/problems"


class Kind(Struct, frozen=True):
    """What all problems of one code share; `retry_after_s` is null where a retry is no help."""

    status: HTTPStatus
    title: str
    retry_after_s: int | None = None


def _rule(title: str) -> Kind:
    """Return the kind of a request that is well made and stands against the match's state."""
    return Kind(HTTPStatus.CONFLICT, title)


def _input(title: str) -> Kind:
    """Return the kind of a request whose parts are well formed and mean nothing."""
    return Kind(HTTPStatus.UNPROCESSABLE_ENTITY, title)


KINDS: Final[Mapping[Code, Kind]] = {
    Code.NOT_YOUR_TURN: _rule("It is not this seat's turn."),
    Code.WRONG_PHASE: _rule("The deal asks for another kind of move."),
    Code.NOT_IN_HAND: _rule("The seat does not hold this card."),
    Code.MUST_FOLLOW_SUIT: _rule("The led suit must be followed."),
    Code.HEART_LEAD_BANNED: _rule("A heart may not be led here."),
    Code.CARD_DOES_NOT_FIT: _rule("The card does not fit the layout."),
    Code.TRUMP_NOT_OFFERED: _rule("This trump may not be named."),
    Code.MUST_OPEN: _rule("Another card must open the first trick."),
    Code.HEARTS_NOT_BROKEN: _rule("Hearts are not broken."),
    Code.BARRED_IN_FIRST_TRICK: _rule("The card is kept back in the first trick."),
    Code.MUST_DROP: _rule("Another card must be dropped now."),
    Code.WRONG_CARD_COUNT: _rule("Another number of cards is to be given."),
    Code.CARD_TWICE: _rule("A card is given twice."),
    Code.NUMBER_OUT_OF_RANGE: _rule("The number may not be said now."),
    Code.NOT_OFFERED: _rule("The choice is not offered."),
    Code.MATCH_OVER: _rule("The match is over."),
    Code.NO_DEAL_FOLLOWS: _rule("No deal follows the present one."),
    Code.ENTROPY_LENGTH: _input("Entropy is 1 to 32 bytes."),
    Code.ENTROPY_TWICE: _rule("The seat has added entropy to this deal."),
    Code.UNKNOWN_RULE_SET: Kind(HTTPStatus.NOT_FOUND, "There is no such rule set."),
    Code.WRONG_PLAYER_COUNT: _input("The rule set is not played by so many."),
    Code.UNKNOWN_OPTION: _input("The rule set has no such option."),
    Code.OPTION_OUT_OF_RANGE: _input("The option does not take this value."),
    Code.OPTION_WITHOUT_CONDITION: _input("The option means nothing beside the others."),
    Code.NO_DEALS: _input("A match needs deals, and not too many."),
    Code.WORTHLESS_DEAL: _input("A deal counts nothing."),
    Code.NO_SUCH_TRICK: _input("A deal has no such trick."),
    Code.NO_SUCH_CARD: _input("A deal names no card."),
    Code.TOO_MANY_PRIZES: _input("A lottery has more prizes than players."),
    Code.CLASHING_RULES: _input("Parts of a deal do not go together."),
    Code.BAD_MOVE: _input("The text is no move."),
    Code.STALE_VERSION: _rule("The seat's choice has changed since the version given."),
    Code.DEADLINE_PASSED: _rule("The time for this choice is over."),
    Code.IDEMPOTENCY_KEY_REUSED: _input("The idempotency key was used for another move."),
    Code.ENTROPY_CLOSED: _rule("This deal takes no entropy now."),
    Code.SEAT_GIVEN_UP: _rule("The seat has been given up for good."),
    Code.SEAT_TAKEN_OVER: _rule("A bot plays the seat; reclaim it first."),
    Code.NOT_TAKEN_OVER: _rule("No bot plays the seat."),
    Code.MATCH_PAUSED: _rule("The match is paused."),
    Code.NOT_PAUSED: _rule("The match is not paused."),
    Code.MATCH_VOID: _rule("The match was ended without a result."),
    Code.MATCH_NOT_FOUND: Kind(HTTPStatus.NOT_FOUND, "There is no such match."),
    Code.MATCH_NOT_STARTED: _rule("The match has not started."),
    Code.MATCH_NOT_OVER: _rule("The match is not over."),
    Code.ALREADY_STARTED: _rule("The match has started."),
    Code.NO_SUCH_SEAT: _rule("The match has no such seat."),
    Code.SEAT_TAKEN: _rule("The seat is taken."),
    Code.MATCH_FULL: _rule("Every seat is taken."),
    Code.ALREADY_SEATED: _rule("The account sits in this match."),
    Code.NOT_SEATED: Kind(HTTPStatus.FORBIDDEN, "The account has no seat in this match."),
    Code.NOT_OWNER: Kind(HTTPStatus.FORBIDDEN, "Only the match's owner may do this."),
    Code.SEATS_EMPTY: _rule("Some seats are empty."),
    Code.ACCOUNT_BANNED: Kind(HTTPStatus.FORBIDDEN, "The account is banned."),
    Code.ACCOUNT_NOT_FOUND: Kind(
        HTTPStatus.NOT_FOUND, "There is no such account, or it is not yours."
    ),
    Code.TOKEN_NOT_FOUND: Kind(HTTPStatus.NOT_FOUND, "The account has no such token."),
    Code.KEY_NOT_FOUND: Kind(HTTPStatus.NOT_FOUND, "The account has no such overlay key."),
    Code.IDENTITY_TAKEN: _rule("The identity has an account, or the account another identity."),
    Code.NO_ISSUER: _rule("No OpenID Connect issuer is set up here."),
    Code.OFFER_NOT_FOUND: Kind(
        HTTPStatus.NOT_FOUND, "The bot has no such offer; it may have lapsed."
    ),
    Code.BOT_BUSY: _rule("The bot has as many matches and offers as it takes at a time."),
    Code.RULES_NOT_ACCEPTED: _rule("The bot does not play by these rules."),
    Code.LIMIT_REACHED: _rule("The account has as many of these as it may."),
    Code.SEAT_EMPTY: _rule("Nobody sits there, and it is kept for nobody."),
    Code.SEAT_KEPT: _rule("The seat is kept for somebody else."),
    Code.INVITE_NEEDED: Kind(HTTPStatus.FORBIDDEN, "The match needs its invite code."),
    Code.KICKED: Kind(HTTPStatus.FORBIDDEN, "The owner has sent the account away."),
    Code.BAD_ORDER: _input("An order names each seat once."),
    Code.NOT_FOR_SPECTATORS: Kind(HTTPStatus.FORBIDDEN, "The match is shown to its seats only."),
    Code.NO_SUCH_VERSION: Kind(HTTPStatus.NOT_FOUND, "The log has no entry of that number."),
    Code.NO_ANALYSIS: Kind(HTTPStatus.NOT_FOUND, "No analysis is made of such matches."),
    Code.UNAUTHENTICATED: Kind(HTTPStatus.UNAUTHORIZED, "A valid token is needed."),
    Code.FORBIDDEN: Kind(HTTPStatus.FORBIDDEN, "The token is not good for this."),
    Code.INVALID_INPUT: _input("The request is not as described."),
    Code.NOT_FOUND: Kind(HTTPStatus.NOT_FOUND, "There is nothing at this address."),
    Code.METHOD_NOT_ALLOWED: Kind(
        HTTPStatus.METHOD_NOT_ALLOWED, "The address does not take this method."
    ),
    Code.NOT_ACCEPTABLE: Kind(
        HTTPStatus.NOT_ACCEPTABLE, "The answer has none of the media types asked for."
    ),
    Code.UNSUPPORTED_MEDIA_TYPE: Kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body's media type is not taken."
    ),
    Code.BODY_TOO_LARGE: Kind(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large."),
    Code.RATE_LIMITED: Kind(HTTPStatus.TOO_MANY_REQUESTS, "The budget for this is used up."),
    Code.TOO_MANY_STREAMS: Kind(
        HTTPStatus.TOO_MANY_REQUESTS, "Too many streams are open; close one."
    ),
    Code.UNKNOWN_DOCUMENT: Kind(
        HTTPStatus.BAD_REQUEST, "There is no published GraphQL operation of this id."
    ),
    Code.PERSISTED_ONLY: Kind(
        HTTPStatus.FORBIDDEN, "Only the published GraphQL operations are taken here."
    ),
    Code.ISSUER_UNAVAILABLE: Kind(
        HTTPStatus.SERVICE_UNAVAILABLE, "The OpenID Connect issuer does not answer.", 5
    ),
    Code.BUSY: Kind(HTTPStatus.SERVICE_UNAVAILABLE, "Too much is going on; try again.", 1),
    Code.STORE_UNAVAILABLE: Kind(
        HTTPStatus.SERVICE_UNAVAILABLE, "The store does not answer; try again.", 2
    ),
    Code.STORE_FULL: Kind(HTTPStatus.SERVICE_UNAVAILABLE, "The store takes no more writes.", 60),
    Code.INTERNAL: Kind(HTTPStatus.INTERNAL_SERVER_ERROR, "The service has failed."),
}


class InputError(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """One place of a request that is not as described."""

    detail: Annotated[str, Meta(description="What is expected there.")]
    pointer: Annotated[
        str | None,
        Meta(description="The place in the body: a JSON pointer as a fragment, such as `#/seat`."),
    ] = None
    parameter: Annotated[
        str | None, Meta(description="The name of the query parameter or header.")
    ] = None


class Problem(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """Why a request is refused, by RFC 9457; nothing has changed."""

    type: Annotated[str, Meta(description="The code's entry in the list of problems.")]
    title: Annotated[str, Meta(description="The code in a sentence, always the same.")]
    status: Annotated[int, Meta(description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What stands in the way here, for developers.")]
    code: Annotated[Code, Meta(description="Why: a stable name, the same as in GraphQL.")]
    version: Annotated[
        int | None, Meta(description="The version of the match when it was refused.")
    ] = None
    section: Annotated[str | None, Meta(description="The section of the rule book.")] = None
    suit: Annotated[Suit | None, Meta(description="The suit that stands in the way.")] = None
    allowed: Annotated[
        tuple[str, ...] | None, Meta(description="What would be allowed, at most 100 values.")
    ] = None
    retry_after_ms: Annotated[
        int | None, Meta(description="Milliseconds after which to ask again.")
    ] = None
    errors: Annotated[
        tuple[InputError, ...], Meta(description="The places of the request that are wrong.")
    ] = ()
    request_id: Annotated[
        str | None, Meta(description="What to quote when reporting a failure of the service.")
    ] = None


class ProblemKind(Struct, frozen=True, rename="camel"):
    """One code that the service refuses with."""

    code: Annotated[Code, Meta(description="The code.")]
    status: Annotated[int, Meta(description="The HTTP status that it comes with.")]
    title: Annotated[str, Meta(description="What it means.")]


def problem(
    refusal: Refusal,
    *,
    status: HTTPStatus | None = None,
    errors: tuple[InputError, ...] = (),
    request_id: str | None = None,
) -> Problem:
    """Return the problem that tells a refusal, with its code's status unless another is given."""
    kind = KINDS[refusal.code]
    return Problem(
        type=f"{PROBLEMS_PATH}#{refusal.code}",
        title=kind.title,
        status=status or kind.status,
        detail=refusal.message,
        code=refusal.code,
        version=refusal.version,
        section=refusal.section,
        suit=refusal.suit,
        allowed=refusal.allowed,
        retry_after_ms=refusal.retry_after_ms,
        errors=errors,
        request_id=request_id,
    )


def problem_kinds() -> tuple[ProblemKind, ...]:
    """Return every code with its status and meaning, in the order of `Code`."""
    return tuple(ProblemKind(code, KINDS[code].status, KINDS[code].title) for code in Code)
