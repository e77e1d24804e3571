"""The one list of codes with which the service refuses, and the refusal itself.

Both transports map `Refused`: GraphQL to a member of the result union or an error with
`extensions.code`, REST to a problem with a status. A test holds every code against both maps.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.cards import Suit
from engine.errors import RuleCode, RuleSetCode


class Code(StrEnum):
    """Why something is refused; stable names, the same on every transport; the list may grow."""

    # The rules of the game, as engine.errors.RuleCode names them.
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    NOT_IN_HAND = "NOT_IN_HAND"
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    HEART_LEAD_BANNED = "HEART_LEAD_BANNED"
    CARD_DOES_NOT_FIT = "CARD_DOES_NOT_FIT"
    TRUMP_NOT_OFFERED = "TRUMP_NOT_OFFERED"
    MUST_OPEN = "MUST_OPEN"
    HEARTS_NOT_BROKEN = "HEARTS_NOT_BROKEN"
    BARRED_IN_FIRST_TRICK = "BARRED_IN_FIRST_TRICK"
    MUST_DROP = "MUST_DROP"
    WRONG_CARD_COUNT = "WRONG_CARD_COUNT"
    CARD_TWICE = "CARD_TWICE"
    NUMBER_OUT_OF_RANGE = "NUMBER_OUT_OF_RANGE"
    NOT_OFFERED = "NOT_OFFERED"
    MATCH_OVER = "MATCH_OVER"
    NO_DEAL_FOLLOWS = "NO_DEAL_FOLLOWS"
    ENTROPY_LENGTH = "ENTROPY_LENGTH"
    ENTROPY_TWICE = "ENTROPY_TWICE"
    # The choice of rules, as engine.errors.RuleSetCode names them.
    UNKNOWN_RULE_SET = "UNKNOWN_RULE_SET"
    WRONG_PLAYER_COUNT = "WRONG_PLAYER_COUNT"
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    OPTION_OUT_OF_RANGE = "OPTION_OUT_OF_RANGE"
    OPTION_WITHOUT_CONDITION = "OPTION_WITHOUT_CONDITION"
    NO_DEALS = "NO_DEALS"
    WORTHLESS_DEAL = "WORTHLESS_DEAL"
    NO_SUCH_TRICK = "NO_SUCH_TRICK"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    TOO_MANY_PRIZES = "TOO_MANY_PRIZES"
    CLASHING_RULES = "CLASHING_RULES"
    # Moves.
    BAD_MOVE = "BAD_MOVE"
    STALE_VERSION = "STALE_VERSION"
    DEADLINE_PASSED = "DEADLINE_PASSED"
    IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED"
    ENTROPY_CLOSED = "ENTROPY_CLOSED"
    SEAT_GIVEN_UP = "SEAT_GIVEN_UP"
    SEAT_TAKEN_OVER = "SEAT_TAKEN_OVER"
    NOT_TAKEN_OVER = "NOT_TAKEN_OVER"
    MATCH_PAUSED = "MATCH_PAUSED"
    NOT_PAUSED = "NOT_PAUSED"
    MATCH_VOID = "MATCH_VOID"
    # The lobby.
    MATCH_NOT_FOUND = "MATCH_NOT_FOUND"
    MATCH_NOT_STARTED = "MATCH_NOT_STARTED"
    MATCH_NOT_OVER = "MATCH_NOT_OVER"
    ALREADY_STARTED = "ALREADY_STARTED"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    SEAT_TAKEN = "SEAT_TAKEN"
    MATCH_FULL = "MATCH_FULL"
    ALREADY_SEATED = "ALREADY_SEATED"
    NOT_SEATED = "NOT_SEATED"
    NOT_OWNER = "NOT_OWNER"
    SEATS_EMPTY = "SEATS_EMPTY"
    # Accounts.
    ACCOUNT_BANNED = "ACCOUNT_BANNED"
    ACCOUNT_NOT_FOUND = "ACCOUNT_NOT_FOUND"
    TOKEN_NOT_FOUND = "TOKEN_NOT_FOUND"  # noqa: S105 - a name
    KEY_NOT_FOUND = "KEY_NOT_FOUND"
    IDENTITY_TAKEN = "IDENTITY_TAKEN"
    NO_ISSUER = "NO_ISSUER"
    OFFER_NOT_FOUND = "OFFER_NOT_FOUND"
    BOT_BUSY = "BOT_BUSY"
    RULES_NOT_ACCEPTED = "RULES_NOT_ACCEPTED"
    LIMIT_REACHED = "LIMIT_REACHED"
    SEAT_EMPTY = "SEAT_EMPTY"
    SEAT_KEPT = "SEAT_KEPT"
    INVITE_NEEDED = "INVITE_NEEDED"
    KICKED = "KICKED"
    BAD_ORDER = "BAD_ORDER"
    # Watching and history.
    NOT_FOR_SPECTATORS = "NOT_FOR_SPECTATORS"
    NO_SUCH_VERSION = "NO_SUCH_VERSION"
    NO_ANALYSIS = "NO_ANALYSIS"
    # The request.
    UNAUTHENTICATED = "UNAUTHENTICATED"
    FORBIDDEN = "FORBIDDEN"
    INVALID_INPUT = "INVALID_INPUT"
    NOT_FOUND = "NOT_FOUND"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    NOT_ACCEPTABLE = "NOT_ACCEPTABLE"
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    RATE_LIMITED = "RATE_LIMITED"
    TOO_MANY_STREAMS = "TOO_MANY_STREAMS"
    UNKNOWN_DOCUMENT = "UNKNOWN_DOCUMENT"
    PERSISTED_ONLY = "PERSISTED_ONLY"
    # The service itself.
    BUSY = "BUSY"
    ISSUER_UNAVAILABLE = "ISSUER_UNAVAILABLE"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    STORE_FULL = "STORE_FULL"
    INTERNAL = "INTERNAL"


RULES_REFUSALS: Final = tuple(Code(code) for code in RuleSetCode)
MOVE_REFUSALS: Final = (
    *(
        Code(code)
        for code in RuleCode
        if code not in {RuleCode.NO_DEAL_FOLLOWS, RuleCode.ENTROPY_LENGTH, RuleCode.ENTROPY_TWICE}
    ),
    Code.BAD_MOVE,
    Code.STALE_VERSION,
    Code.DEADLINE_PASSED,
    Code.IDEMPOTENCY_KEY_REUSED,
    Code.MATCH_NOT_FOUND,
    Code.MATCH_NOT_STARTED,
    Code.MATCH_PAUSED,
    Code.MATCH_VOID,
    Code.NOT_SEATED,
    Code.SEAT_GIVEN_UP,
    Code.SEAT_TAKEN_OVER,
)


def listed(codes: Iterable[Code]) -> str:
    """Return codes as a description lists them."""
    return ", ".join(codes)


class Refusal(Struct, frozen=True, rename="camel", kw_only=True):
    """Something was refused, and nothing has changed."""

    code: Annotated[Code, Meta(description="Why: a stable name.")]
    message: Annotated[str, Meta(description="The same in an English sentence, for developers.")]
    version: Annotated[
        int | None,
        Meta(description="The version of the match when it was refused; null where none is meant."),
    ] = None
    section: Annotated[
        str | None, Meta(description="The section of the rule book; null for no rule.")
    ] = None
    suit: Annotated[
        Suit | None, Meta(description="The suit that stands in the way; null where none does.")
    ] = None
    allowed: Annotated[
        tuple[str, ...] | None,
        Meta(description="What would be allowed, at most 100 values; null where no list helps."),
    ] = None
    retry_after_ms: Annotated[
        int | None,
        Meta(description="Milliseconds after which to ask again; null where waiting is no help."),
    ] = None
    field: Annotated[
        str | None,
        Meta(
            description="The field of the input that is refused, such as `turnSeconds`, "
            "`spectators.delaySeconds`, or `options.` and an option's id; null where it is "
            "none or not known."
        ),
    ] = None


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Raised by use cases to refuse; carries what the caller is told, and nothing else."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(code: Code, message: str, *, version: int | None = None) -> Refused:
    """Return a refusal that carries no more than a sentence and perhaps a version."""
    return Refused(Refusal(code=code, message=message, version=version))
