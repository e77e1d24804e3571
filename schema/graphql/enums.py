"""What every value of every published enum means: Python keeps no docstring of a member."""

from enum import EnumMeta
from typing import Final

from engine.cards import Suit
from engine.errors import RuleCode
from engine.events import ActionKind, Cause
from engine.moves import MoveKind
from engine.rule_set import OptionType
from engine.rules import Direction, Position
from engine.seat_view import EffectKind
from engine.state import Phase
from schema.errors import Code
from schema.model import FeedKind, MatchStatus, SeatKind, SnapshotReason, Visibility

_RULE_CODES: Final = {
    "NOT_YOUR_TURN": "Another seat must act now.",
    "WRONG_PHASE": "The deal asks for another kind of move.",
    "NOT_IN_HAND": "The seat does not hold this card, or may not see it yet.",
    "MUST_FOLLOW_SUIT": "The seat holds the suit that was led; `suit` names it.",
    "HEART_LEAD_BANNED": "In this deal no heart is led while another suit is held.",
    "CARD_DOES_NOT_FIT": "In a lottery the card does not lie next to what is laid.",
    "TRUMP_NOT_OFFERED": "This deal does not offer that suit as trump.",
    "MATCH_OVER": "The match is over.",
    "NO_DEAL_FOLLOWS": "The present deal is the last, so that nothing can be added to a next one.",
    "ENTROPY_LENGTH": "Entropy is 1 to 32 bytes.",
    "ENTROPY_TWICE": "The seat has added other bytes to this deal.",
}

_CODES: Final = {
    **_RULE_CODES,
    "UNKNOWN_RULE_SET": "There is no rule set of that id; `allowed` lists them.",
    "WRONG_PLAYER_COUNT": "The rule set is not played by so many; `allowed` lists the numbers.",
    "UNKNOWN_OPTION": "The rule set has no such option; `allowed` lists them.",
    "OPTION_OUT_OF_RANGE": "The option does not take that value; `allowed` lists its values.",
    "BAD_MOVE": "The move is in no form that the service reads.",
    "STALE_VERSION": "The seat's choice opened after `expectedVersion`: read the match again.",
    "DEADLINE_PASSED": "The time for this choice is over.",
    "IDEMPOTENCY_KEY_REUSED": "The key already stands for another move of this account.",
    "ENTROPY_CLOSED": "The deal has been dealt, or another one comes first.",
    "MATCH_NOT_FOUND": "There is no match of that id.",
    "MATCH_NOT_STARTED": "The match is still in the lobby.",
    "MATCH_NOT_OVER": "The match is not over; its cards are still secret.",
    "ALREADY_STARTED": "The match has left the lobby.",
    "NO_SUCH_SEAT": "The match has no seat of that number.",
    "SEAT_TAKEN": "Somebody sits there.",
    "MATCH_FULL": "No seat is empty.",
    "ALREADY_SEATED": "The account has a seat in this match.",
    "NOT_SEATED": "The account has no seat in this match.",
    "NOT_OWNER": "Only the account that made the match may do this.",
    "SEATS_EMPTY": "The match cannot start with empty seats.",
    "UNAUTHENTICATED": "The request has no token where one is needed, or a wrong one.",
    "INVALID_INPUT": "The request, or a value in it, is not as the contract says.",
    "NOT_FOUND": "There is nothing at this address; REST only.",
    "METHOD_NOT_ALLOWED": "The address does not take this HTTP method.",
    "NOT_ACCEPTABLE": "None of the accepted media types can be given.",
    "UNSUPPORTED_MEDIA_TYPE": "The body is in a form that is not read here.",
    "BODY_TOO_LARGE": "The body is above the size limit.",
    "BUSY": "Too much happens at once; nothing has changed, try again.",
    "STORE_UNAVAILABLE": "The store does not answer; try again.",
    "STORE_FULL": "The store takes no more writes; nothing has changed.",
    "INTERNAL": "A fault of the service; the answer carries a request id.",
}

ENUMS: Final[dict[EnumMeta, dict[str, str]]] = {
    Suit: {
        "CLUBS": "Clubs, `C` in the text of a card.",
        "DIAMONDS": "Diamonds, `D` in the text of a card.",
        "HEARTS": "Hearts, `H` in the text of a card.",
        "SPADES": "Spades, `S` in the text of a card.",
    },
    RuleCode: _RULE_CODES,
    Code: _CODES,
    ActionKind: {
        "CREATED": "The match was made.",
        "JOINED": "A person sat down.",
        "LEFT": "A person stood up before the start.",
        "BOT_ADDED": "A house bot sat down.",
        "STARTED": "The first cards were dealt.",
        "MOVED": "A seat made its choice.",
        "ENTROPY_ADDED": "A person added bytes to the shuffle of a deal to come.",
    },
    Cause: {
        "PLAYER": "A person did it.",
        "BOT": "A bot did it.",
        "TIMEOUT": "The time was over, and the service did it.",
    },
    MoveKind: {
        "PLAY": "Play a card, or lay it in a lottery: `play QS`.",
        "TRUMP": "Name the trump: `trump H`.",
    },
    Direction: {
        "HIGH": "The highest total wins; penalties are negative.",
        "LOW": "The lowest total wins; penalties are positive.",
    },
    Position: {
        "DEALER": "The seat that deals.",
        "LEFT_OF_DEALER": "The next seat clockwise from the dealer.",
    },
    OptionType: {
        "CHOICE": "One of the values.",
        "PERMUTATION": "All of the values, each once, separated by commas.",
    },
    EffectKind: {
        "DEALER_DRAWN": "Each seat drew a card; `seat` deals first.",
        "DEAL_STARTED": "Cards were dealt: `number`, `seat` the dealer, `leader`, `cards` own.",
        "TRUMP_NAMED": "`seat` named `suit`; `cards` is the viewer's whole hand.",
        "TRICK_TAKEN": "`seat` took trick `number` with `cards`, led by `leader`, for `points`.",
        "SEAT_SKIPPED": "`seat` had no card to lay in a lottery.",
        "GHOSTS_LAID": "`cards` that nobody holds were laid by themselves.",
        "SEAT_OUT": "`seat` took `place` in a lottery, for `points`.",
        "DEAL_SCORED": "Deal `number` is over: its `points`, and the `totals` so far.",
        "MATCH_ENDED": "The match is over: `totals`, `ranks` and `winners`.",
        "ENTROPY_ADDED": "`seat` added bytes to deal `number`; `receipt` is their hash.",
    },
    Phase: {
        "TRUMP": "The trump is to be named.",
        "TRICKS": "Tricks are played.",
        "LOTTERY": "Cards are laid in a lottery.",
        "SCORED": "The deal is over.",
    },
    MatchStatus: {
        "LOBBY": "It waits for players, or for its start.",
        "PLAYING": "It is in play.",
        "FINISHED": "It is over, and its result stands.",
    },
    Visibility: {
        "PUBLIC": "Anybody may find it.",
        "UNLISTED": "Only who is given its id can find it.",
    },
    SeatKind: {
        "EMPTY": "Nobody sits there.",
        "PERSON": "A person sits there.",
        "BOT": "A house bot sits there.",
    },
    FeedKind: {
        "SNAPSHOT": "The match as it stands: `match` and `reason`.",
        "ENTRY": "The next entry of the log: `entry`.",
        "HEARTBEAT": "Nothing happened for a while, and the feed lives: `serverTimeMs`.",
        "END": "The match is over, and so is the feed.",
    },
    SnapshotReason: {
        "NO_CURSOR": "The feed was opened without `after`.",
        "AHEAD_OF_LOG": "`after` is beyond the log: the store has lost its newest entries.",
        "OTHER_LOG": "`after` names an entry of another log.",
    },
}

DOCS: Final[dict[EnumMeta, str]] = {
    Suit: "A suit, the lowest first.",
}
