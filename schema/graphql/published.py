"""The one mirror of the model, with the names that GraphQL gives to its types."""

from typing import Final

from engine.rules import LotteryDeal, TrickDeal
from schema.accounts import OverlayKeyList, OverlayKeyMade, TokenList, TokenMade
from schema.administration import AccountView, AuditPage
from schema.analysis import AnalysisView
from schema.bots import BotMade, BotPage, OfferList
from schema.errors import Refusal
from schema.graphql.answer import Result
from schema.graphql.enums import DOCS, ENUMS
from schema.graphql.match_fields import match_fields
from schema.graphql.mirror import Mirror, Names
from schema.graphql.mirror_input import InputMirror
from schema.model import Accepted, EntropyReceipt, GuestToken, MatchView, MoveAllowed

_DEAL_RULES: Final = (
    "DealRules",
    "A deal as the rules describe it, by the kind of play. More kinds may come.",
)

_ANSWERS: Final = (
    Accepted,
    AnalysisView,
    AuditPage,
    BotMade,
    BotPage,
    EntropyReceipt,
    GuestToken,
    MoveAllowed,
    OfferList,
    OverlayKeyList,
    OverlayKeyMade,
    Refusal,
    TokenList,
    TokenMade,
)

published: Final = Mirror(
    Names(
        structs={AccountView: "AccountRecord", Accepted: "MoveAccepted"},
        interfaces=dict.fromkeys(_ANSWERS, Result),
        # MoveAccepted has a `version` that is never null, and fields of one name that are asked of
        # several members of a union must have one type.
        fields={(Refusal, "version"): "matchVersion"},
        more={MatchView: match_fields},
        unions={frozenset({TrickDeal, LotteryDeal}): _DEAL_RULES},
        enums=ENUMS,
        docs=DOCS,
    )
)
inputs: Final = InputMirror(published, {frozenset({TrickDeal, LotteryDeal}): "DealRulesInput"})
