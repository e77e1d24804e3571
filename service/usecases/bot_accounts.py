"""Bots: accounts that programs play for, for ever."""

import asyncio
from typing import Final

from schema.bots import BotMade, BotPage, BotView, NewBot
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import Scope
from service.store.people.record import BotTerms, Player, Token, token_id
from service.store.ports import Store
from service.usecases.catalogue import known_rule_set
from service.usecases.credentials import TOKEN_PREFIX, new_secret, token_digest
from service.usecases.holders import new_account_id
from service.usecases.names import shown_name
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed

BOTS_MAX: Final = 20
PAGE_MAX: Final = 100
_TOKEN_MS: Final = 90 * 86_400_000
_FIRST_SCOPES: Final = (Scope.BOT_PLAY.value, Scope.MATCH_READ.value)


class BotAccounts:
    """Makes and finds bots."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, viewer: Viewer, new: NewBot) -> BotMade:
        """Make a bot; refuses FORBIDDEN, LIMIT_REACHED, INVALID_INPUT, UNKNOWN_RULE_SET."""
        owner, name = allowed(viewer, Scope.MATCH_CREATE), shown_name(new.name)
        if owner.bot:
            raise refused(Code.FORBIDDEN, "A bot answers for no other bot.")
        terms = BotTerms(owner.id, new.at_once, tuple(map(known_rule_set, new.rule_sets)))
        text = new_secret(TOKEN_PREFIX)
        digest = token_digest(text)
        with store_errors_refused():
            if len(await self._store.bots.bots_of(owner.id, BOTS_MAX)) >= BOTS_MAX:
                detail = f"An account answers for at most {BOTS_MAX} bots."
                raise refused(Code.LIMIT_REACHED, detail)
            now_ms = await self._store.now_ms()
            bot = Player(new_account_id(), name, guest=False, created_ms=now_ms, bot=terms)
            await self._store.accounts.put(bot)
            await self._store.bots.list_bot(bot.id, owner.id, now_ms)
            first = Token(
                token_id(digest), bot.id, "first", _FIRST_SCOPES, now_ms, now_ms + _TOKEN_MS
            )
            await self._store.tokens.put(first, digest)
        return BotMade(bot=_view(bot, terms), token=text)

    async def find(self, first: int, after: str | None) -> BotPage:
        """Return some bots, the newest first; refuses INVALID_INPUT."""
        if not 1 <= first <= PAGE_MAX:
            raise refused(Code.INVALID_INPUT, f"first is 1 to {PAGE_MAX}.")
        with store_errors_refused():
            ids = await self._store.bots.bots(first + 1, after)
            found = await asyncio.gather(*map(self._store.accounts.get, ids[:first]))
        items = tuple(_view(at, at.bot) for at in found if at and at.bot and not at.banned_ms)
        return BotPage(items=items, next=ids[first - 1] if len(ids) > first else None)


def _view(bot: Player, terms: BotTerms) -> BotView:
    return BotView(
        id=bot.id,
        name=bot.name,
        owner_id=terms.owner_id,
        at_once=terms.at_once,
        rule_sets=terms.rule_sets,
        created_at_ms=bot.created_ms,
    )
