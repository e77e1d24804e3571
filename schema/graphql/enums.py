"""What every value of every published enum means: Python keeps no docstring of a member."""

from enum import EnumMeta
from typing import Final

from engine.cards import Suit, Trump
from engine.errors import RuleCode
from engine.events import ActionKind, Cause
from engine.moves import MoveKind
from engine.rule_set import OptionType
from engine.rules import Direction, EndWhen, MoonWay, OddCard, Position, Tie
from engine.seat_view import EffectKind
from engine.state import Phase
from schema.errors import Code
from schema.graphql.identity_enums import IDENTITY_ENUMS
from schema.model import FeedKind, MatchStatus, SeatKind, SnapshotReason, Visibility

_RULE_CODES: Final = {
    "NOT_YOUR_TURN": "Another seat must act now.",
    "WRONG_PHASE": "The deal asks for another kind of move.",
    "NOT_IN_HAND": "The seat does not hold this card, or may not see it yet.",
    "MUST_FOLLOW_SUIT": "The seat holds the suit that was led; `suit` names it.",
    "HEART_LEAD_BANNED": "In this deal no heart is led while another suit is held.",
    "CARD_DOES_NOT_FIT": "In a lottery the card does not lie next to what is laid.",
    "TRUMP_NOT_OFFERED": "This deal does not offer that trump.",
    "MUST_OPEN": "The first trick is opened with one card, and the seat holds it.",
    "HEARTS_NOT_BROKEN": "No heart is led before hearts are broken.",
    "BARRED_IN_FIRST_TRICK": "The card counts, and is kept back in the first trick.",
    "MUST_DROP": "Another card must be dropped now.",
    "WRONG_CARD_COUNT": "Another number of cards is to be given.",
    "CARD_TWICE": "A card is given twice.",
    "NUMBER_OUT_OF_RANGE": "The number is outside what may be said now.",
    "NOT_OFFERED": "The choice is not among those offered.",
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
    "OPTION_WITHOUT_CONDITION": "The option means nothing beside the others chosen.",
    "NO_DEALS": "A match needs deals, and not too many.",
    "WORTHLESS_DEAL": "A deal counts nothing.",
    "NO_SUCH_TRICK": "A deal has no trick of that number.",
    "NO_SUCH_CARD": "A deal names a card that does not exist.",
    "TOO_MANY_PRIZES": "A lottery has more prizes than players.",
    "CLASHING_RULES": "Parts of a deal do not go together.",
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
    "ACCOUNT_BANNED": "The account is banned.",
    "ACCOUNT_NOT_FOUND": "There is no such account, or it is not yours.",
    "TOKEN_NOT_FOUND": "The account has no such token.",
    "LIMIT_REACHED": "The account has as many of these as it may.",
    "UNAUTHENTICATED": "The request has no token where one is needed, or a wrong one.",
    "FORBIDDEN": "The token has not the scope that this needs; `extensions.scope` names it.",
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
    **IDENTITY_ENUMS,
    Suit: {
        "CLUBS": "Clubs, `C` in the text of a card.",
        "DIAMONDS": "Diamonds, `D` in the text of a card.",
        "HEARTS": "Hearts, `H` in the text of a card.",
        "SPADES": "Spades, `S` in the text of a card.",
    },
    Trump: {
        "CLUBS": "Clubs, `C`.",
        "DIAMONDS": "Diamonds, `D`.",
        "HEARTS": "Hearts, `H`.",
        "SPADES": "Spades, `S`.",
        "NONE": "No trump, `N`.",
    },
    OddCard: {
        "NEUTRAL": "It counts for nobody.",
        "LAST_TRICK": "Who takes the last trick takes it too.",
    },
    MoonWay: {
        "ADD_OTHERS": "The seat scores nothing for those cards, and each other all of them.",
        "SUBTRACT_SELF": "Their points are taken off the seat instead.",
    },
    EndWhen: {
        "EXCEED": "A total must pass the limit.",
        "REACH": "A total must reach the limit.",
    },
    Tie: {
        "DRAW": "The best total is shared.",
        "PLAY_ON": "More deals are played until it is alone.",
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
        "TRUMP": "Name the trump: `trump H`, or `trump N` for no trump.",
        "GIVE": "Give cards away: `give QS KH AS`.",
        "KEEP": "Keep the talon: `keep`.",
        "OPEN": "Put the talon up for sale, for at least so many points: `open 100`.",
        "LOWER": "Ask for less after nobody has bid: `lower 50`.",
        "BID": "Offer points for the talon: `bid 125`.",
        "PASS": "Bid no more: `pass`.",
        "MOON": "Say what the moon brings: `moon add_others`.",
    },
    Direction: {
        "HIGH": "The highest total wins; penalties are negative.",
        "LOW": "The lowest total wins; penalties are positive.",
    },
    Position: {
        "DEALER": "The seat that deals.",
        "LEFT_OF_DEALER": "The next seat clockwise from the dealer.",
        "DECLARER": "The seat that names the trump, or decides over the talon.",
        "BUYER": "The seat that has the talon.",
        "HOLDER": "The seat that holds the opening card.",
    },
    OptionType: {
        "CHOICE": "One of the values.",
        "PERMUTATION": "All of the values, each once, separated by commas.",
        "INTEGER": "A whole number between the bounds.",
    },
    EffectKind: {
        "DEALER_DRAWN": "Each seat drew a card; `seat` deals first.",
        "DEAL_STARTED": "Cards were dealt: `number`, `seat` the dealer, `leader`, `cards` own.",
        "TRUMP_NAMED": "`seat` named `trump`; `cards` is the viewer's whole hand.",
        "TRICK_TAKEN": "`seat` took trick `number` with `cards`, led by `leader`, for `points`.",
        "SEAT_SKIPPED": "`seat` had no card to lay in a lottery.",
        "GHOSTS_LAID": "`cards` that nobody holds were laid by themselves.",
        "SEAT_OUT": "`seat` took `place` in a lottery, for `points`.",
        "CARDS_PASSED": "Every seat has passed; `cards` is what the viewer got.",
        "TALON_TAKEN": "`seat` took the talon, `cards`, for `bid`.",
        "CARDS_GIVEN": "`seat` gave each other seat a card; `cards` is what the viewer sees.",
        "TALON_PAID": "The buyer paid the declarer: `points`.",
        "MOON_SHOT": "`seat` took every penalty card; `way` changes the deal by `points`.",
        "ODD_CARD_SHOWN": "The card that was set aside is shown in `cards`.",
        "DEAL_SCORED": "Deal `number` is over: its `points`, and the `totals` so far.",
        "MATCH_ENDED": "The match is over: `totals`, `ranks` and `winners`.",
        "ENTROPY_ADDED": "`seat` added bytes to deal `number`; `receipt` is their hash.",
    },
    Phase: {
        "PASSING": "Every seat is to pass cards.",
        "KEEPING": "The declarer is to keep the talon or open the bidding.",
        "BIDDING": "The talon is for sale.",
        "LOWERING": "Nobody has bid: the declarer is to ask for less, or keep the talon.",
        "EXCHANGE": "The seat with the talon is to give a card to each other seat.",
        "TRUMP": "The trump is to be named.",
        "TRICKS": "Tricks are played.",
        "LOTTERY": "Cards are laid in a lottery.",
        "MOON": "A seat took every penalty card, and is to say what that brings.",
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
    Trump: "What a deal is played with: a suit or no trump.",
}
