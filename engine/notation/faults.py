"""What is wrong with a written match: where, a stable code, the rule, a sentence."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.errors import EngineError

TOO_DEEP: Final = "the JSON is nested too deeply"


class FileCode(StrEnum):
    """Why a file of matches cannot be read; stable names, the list may grow."""

    NO_MATCH = "NO_MATCH"
    NOT_UTF8 = "NOT_UTF8"
    NOT_JSON = "NOT_JSON"
    BAD_LINE = "BAD_LINE"
    BAD_VALUE = "BAD_VALUE"
    BAD_MOVE = "BAD_MOVE"
    STATED_TWICE = "STATED_TWICE"
    TOO_LONG = "TOO_LONG"
    OTHER_FORMAT = "OTHER_FORMAT"
    BAD_RULES = "BAD_RULES"


class FaultCode(StrEnum):
    """What is wrong with a match besides its moves; stable names, the list may grow.

    Moves that the rules do not allow have the codes of `engine.errors.RuleCode`.
    """

    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NOT_IN_DECK = "NOT_IN_DECK"
    CARD_TWICE = "CARD_TWICE"
    MISSING_CARD = "MISSING_CARD"
    WRONG_HAND_SIZE = "WRONG_HAND_SIZE"
    NO_CARDS = "NO_CARDS"
    HANDS_DIFFER = "HANDS_DIFFER"
    WRONG_DEAL = "WRONG_DEAL"
    WRONG_CONTRACT = "WRONG_CONTRACT"
    WRONG_DEALER = "WRONG_DEALER"
    WRONG_LEADER = "WRONG_LEADER"
    WRONG_RESULT = "WRONG_RESULT"
    WRONG_TOTALS = "WRONG_TOTALS"
    AFTER_THE_END = "AFTER_THE_END"
    INCOMPLETE = "INCOMPLETE"
    BAD_SEED = "BAD_SEED"
    BAD_COMMITMENT = "BAD_COMMITMENT"
    NO_SEED = "NO_SEED"
    NO_COMMITMENT = "NO_COMMITMENT"


# The sections of the rule book behind the codes; a wrong result names that of its deal.
SECTIONS: Final = {
    FaultCode.NO_SUCH_SEAT: "R1.5",
    FaultCode.NOT_IN_DECK: "R1.2",
    FaultCode.CARD_TWICE: "R1.2",
    FaultCode.MISSING_CARD: "R1.2",
    FaultCode.WRONG_HAND_SIZE: "R1.3",
    FaultCode.NO_CARDS: "R1.3",
    FaultCode.HANDS_DIFFER: "R1.3",
    FaultCode.WRONG_DEALER: "R1.6",
    FaultCode.WRONG_LEADER: "R1.5",
    FaultCode.WRONG_TOTALS: "R1.8",
    FaultCode.BAD_SEED: "R15.3",
    FaultCode.BAD_COMMITMENT: "R15.2",
    FaultCode.NO_SEED: "R15.1",
    FaultCode.NO_COMMITMENT: "R15.2",
}


class Fault(Struct, frozen=True, rename="camel"):
    """Something that is wrong with a match, at the place that a JSON pointer names."""

    code: Annotated[str, Meta(description="One of FaultCode or RuleCode.")]
    at: Annotated[str, Meta(description="Where, as a JSON pointer into the JSON form.")]
    detail: Annotated[str, Meta(description="What is wrong, in a sentence.")]
    section: Annotated[
        str | None, Meta(description="The section of the rule book; null where none is meant.")
    ] = None


def fault(code: FaultCode, at: str, detail: str, section: str | None = None) -> Fault:
    """Return a fault with the section that stands behind its code, unless another is named."""
    return Fault(code.value, at, detail, section or SECTIONS.get(code))


class FaultError(EngineError):
    """Stops the re-run of a match at a fault after which nothing can be said of it."""

    def __init__(self, found: Fault) -> None:
        super().__init__(f"{found.at}: {found.code}: {found.detail}")
        self.fault = found


class UnreadableError(EngineError):
    """A file, or one match of it, cannot be read.

    `line` counts from 1 in the file, `at` is a JSON pointer into a JSON form, or empty.
    """

    def __init__(self, code: FileCode, line: int, detail: str, at: str = "") -> None:
        super().__init__(f"line {line}{at and f', {at}'}: {code}: {detail}")
        self.code = code
        self.line = line
        self.detail = detail
        self.at = at
