"""The ports of accounts, tokens and all that belongs to them.

Every method may raise `Refused`.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from schema.accounts import (
    Erased,
    Me,
    NewOverlayKey,
    NewToken,
    OverlayKeyList,
    OverlayKeyMade,
    OverlayKeyView,
    TokenList,
    TokenMade,
    TokenView,
)
from schema.administration import AccountOrder, AccountView, AuditPage, MatchOrder
from schema.bots import BotMade, BotPage, NewBot, NewOffer, OfferItem, OfferList, OfferView
from schema.model import GuestToken, MatchView
from schema.viewer import Viewer


class Players(Protocol):
    """Accounts, and who a token speaks for."""

    async def guest(self, name: str) -> GuestToken:
        """Make a guest account: a name of 1 to 40 characters."""
        ...

    async def viewer(self, token: str | None) -> Viewer:
        """Return who a bearer token speaks for; no token is nobody, a wrong one is refused.

        Raises Refused UNAUTHENTICATED, ACCOUNT_BANNED.
        """
        ...

    async def by_key(self, key: str) -> Viewer:
        """Return whoever comes with an overlay key: nobody's account, and what the key opens.

        Raises Refused UNAUTHENTICATED, ACCOUNT_BANNED.
        """
        ...

    async def still_valid(self, viewer: Viewer) -> bool:
        """Return whether what the viewer came with would still be taken now.

        For open streams, which ask again every few seconds. Nobody stays nobody.
        """
        ...

    async def link(self, viewer: Viewer, token: str) -> Me:
        """Make the viewer's guest account that of whom an issuer's token names.

        Raises Refused NO_ISSUER, IDENTITY_TAKEN.
        """
        ...

    async def erase(self, viewer: Viewer) -> Erased:
        """Erase the viewer's account and its bots."""
        ...

    async def me(self, viewer: Viewer) -> Me:
        """Return the viewer's account and what the token is good for."""
        ...


class Tokens(Protocol):
    """The tokens of an account and of its bots."""

    async def create(self, viewer: Viewer, new: NewToken) -> TokenMade:
        """Make a token; raises Refused FORBIDDEN for more than the viewer's own is good for."""
        ...

    async def mine(self, viewer: Viewer, bot_id: str | None) -> TokenList:
        """Return the tokens of the viewer's account, or of a bot of it."""
        ...

    async def revoke(self, viewer: Viewer, token_id: str) -> TokenView:
        """Take a token back, everywhere within five seconds; raises Refused TOKEN_NOT_FOUND."""
        ...


class OverlayKeys(Protocol):
    """Keys that let an overlay watch, and do nothing else."""

    async def create(self, viewer: Viewer, new: NewOverlayKey) -> OverlayKeyMade:
        """Make a key for a match that the viewer owns or sits in, or for all of his matches."""
        ...

    async def mine(self, viewer: Viewer) -> OverlayKeyList:
        """Return the keys of the viewer's account."""
        ...

    async def revoke(self, viewer: Viewer, key_id: str) -> OverlayKeyView:
        """Take a key back, everywhere within five seconds; raises Refused KEY_NOT_FOUND."""
        ...


class Admin(Protocol):
    """What administrators may do; each thing is told in the audit before it is done."""

    async def account(self, viewer: Viewer, account_id: str) -> AccountView:
        """Return an account as administrators see it; raises Refused ACCOUNT_NOT_FOUND."""
        ...

    async def order_account(
        self, viewer: Viewer, account_id: str, order: AccountOrder
    ) -> AccountView:
        """Ban an account, let it in again, or revoke all its tokens and keys."""
        ...

    async def order_match(self, viewer: Viewer, match_id: str, order: MatchOrder) -> MatchView:
        """Pause a match, let it go on, or end it without a result."""
        ...

    async def audit(self, viewer: Viewer, first: int, after: str | None) -> AuditPage:
        """Return a part of the audit, newest first; `first` is 1-100."""
        ...


class Bots(Protocol):
    """Accounts that programs play for, and the seats that they are offered."""

    async def create(self, viewer: Viewer, new: NewBot) -> BotMade:
        """Make a bot that the viewer answers for; raises Refused LIMIT_REACHED."""
        ...

    async def find(self, first: int, after: str | None) -> BotPage:
        """Return some bots, the newest first; `first` is 1-100."""
        ...

    async def offer(self, viewer: Viewer, new: NewOffer) -> OfferView:
        """Offer a bot a seat of the viewer's match; raises Refused BOT_BUSY and others."""
        ...

    async def offers(self, viewer: Viewer) -> OfferList:
        """Return the offers that stand for the viewer, a bot."""
        ...

    def follow(self, viewer: Viewer) -> AsyncIterator[OfferItem]:
        """Yield all offers of the viewer, a bot, then what changes, with heartbeats."""
        ...

    async def accept(self, viewer: Viewer, offer_id: str) -> MatchView:
        """Sit down as it was offered; raises Refused OFFER_NOT_FOUND and those of a join."""
        ...

    async def decline(self, viewer: Viewer, offer_id: str) -> OfferView:
        """Decline an offer; raises Refused OFFER_NOT_FOUND."""
        ...
