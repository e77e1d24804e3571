"""What the engine refuses, and why.

EngineError
├── RuleError        a move that the rules do not allow; carries a RuleCode
├── NotationError    a text that names no card, suit or move
├── RuleSetError     a rule set, option or player count that does not exist; carries a RuleSetCode
├── UnreadableError  a file that holds no written match; in engine.notation.faults, with its code
└── FaultError       a written match that its rules do not allow; there too, with a Fault
"""

from enum import StrEnum


class RuleCode(StrEnum):
    """Why a move is refused; stable names, the same on every transport; the list may grow."""

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


class RuleSetCode(StrEnum):
    """Why a choice of rules is refused; stable names, as `RuleCode`; the list may grow."""

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


class EngineError(Exception):
    """Stands above everything that the engine raises."""


class NotationError(EngineError):
    """A text is not in the form that its reader takes."""

    def __init__(self, text: str, form: str) -> None:
        super().__init__(f"{text[:40]!r}: {form}")
        self.text = text
        self.form = form


class RuleError(EngineError):
    """The rules do not allow this move here.

    `section` is the rule's section in docs/rules.md. `suit` is the letter of the suit that
    stands in the way, where one does.
    """

    def __init__(self, code: RuleCode, detail: str, section: str, suit: str | None = None) -> None:
        super().__init__(f"{code}: {detail} ({section})")
        self.code = code
        self.detail = detail
        self.section = section
        self.suit = suit


class RuleSetError(EngineError):
    """No such rules: the text lists what is allowed.

    `option` is the id of the option that is not taken, where one is not.
    """

    def __init__(
        self, code: RuleSetCode, detail: str, allowed: tuple[str, ...], option: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}; allowed: {', '.join(allowed)}")
        self.code = code
        self.detail = detail
        self.allowed = allowed
        self.option = option
