"""Personal access tokens: making, listing and revoking them."""

from typing import Final

from schema.accounts import NewToken, TokenList, TokenMade, TokenView
from schema.context import Viewer
from schema.errors import Code, refused
from schema.identity import Scope
from service.store.people.record import Token, token_id
from service.store.ports import Store
from service.usecases.credentials import TOKEN_PREFIX, NearViewers, new_secret, token_digest
from service.usecases.names import shown_name
from service.usecases.refusals import store_errors_refused
from service.usecases.rights import allowed, insufficient, signed_in

TOKENS_MAX: Final = 50
_DAY_MS: Final = 86_400_000
_BOT_SCOPES: Final = frozenset(
    {Scope.MATCH_READ, Scope.MATCH_CREATE, Scope.BOT_PLAY, Scope.OVERLAY_READ}
)


class TokenService:
    """Implements `schema.context.Tokens` on a store."""

    def __init__(self, store: Store, near: NearViewers) -> None:
        self._store = store
        self._near = near

    async def create(self, viewer: Viewer, new: NewToken) -> TokenMade:
        """Make a token; refuses FORBIDDEN, LIMIT_REACHED, INVALID_INPUT, ACCOUNT_NOT_FOUND."""
        name = shown_name(new.name)
        holder = await self._holder(viewer, new.bot_id)
        _check_given(viewer, frozenset(new.scopes), of_bot=new.bot_id is not None)
        text = new_secret(TOKEN_PREFIX)
        digest = token_digest(text)
        with store_errors_refused():
            await self._check_room(holder)
            now_ms = await self._store.now_ms()
            until = _expiry(viewer, now_ms + new.expires_in_days * _DAY_MS)
            scopes = tuple(sorted(set(new.scopes)))
            made = Token(token_id(digest), holder, name, scopes, now_ms, until)
            await self._store.tokens.put(made, digest)
        return TokenMade(id=made.id, token=text, about=_view(made))

    async def _check_room(self, holder: str) -> None:
        if len(await self._tokens(holder)) >= TOKENS_MAX:
            detail = f"An account has at most {TOKENS_MAX} tokens: revoke one first."
            raise refused(Code.LIMIT_REACHED, detail)

    async def mine(self, viewer: Viewer, bot_id: str | None) -> TokenList:
        """Return the tokens of the viewer's account, or of a bot of it."""
        holder = await self._holder(viewer, bot_id)
        with store_errors_refused():
            return TokenList(items=tuple(map(_view, await self._tokens(holder))))

    async def revoke(self, viewer: Viewer, token_id: str) -> TokenView:
        """Take a token back; refuses TOKEN_NOT_FOUND, FORBIDDEN.

        A token takes itself back, and every other that is good for no more.
        """
        holder = signed_in(viewer).id
        with store_errors_refused():
            found = await self._store.tokens.by_id(holder, token_id)
            if found is None or found.grant is not None:
                raise refused(Code.TOKEN_NOT_FOUND, "The account has no such token.")
            missing = _scopes(found) - _may_give(viewer)
            if missing and found.id != viewer.token_id:
                raise insufficient(*sorted(missing))
            await self._store.tokens.revoke(holder, token_id)
        self._near.forget(holder)
        return _view(found)

    async def _tokens(self, holder: str) -> tuple[Token, ...]:
        return tuple(at for at in await self._store.tokens.of(holder) if at.grant is None)

    async def _holder(self, viewer: Viewer, bot_id: str | None) -> str:
        """Return whose tokens are meant: the viewer's, or those of a bot of his."""
        if bot_id is None:
            return signed_in(viewer).id
        owner = allowed(viewer, Scope.MATCH_CREATE)
        with store_errors_refused():
            bot = await self._store.accounts.get(bot_id)
        if bot is None or bot.bot is None or bot.bot.owner_id != owner.id:
            raise refused(Code.ACCOUNT_NOT_FOUND, "You have no such bot.")
        return bot.id


def _check_given(viewer: Viewer, wanted: frozenset[Scope], *, of_bot: bool) -> None:
    missing = wanted - (_BOT_SCOPES if of_bot else _may_give(viewer))
    if missing:
        raise insufficient(*sorted(missing))


def _may_give(viewer: Viewer) -> frozenset[Scope]:
    """Return what a token may hand on: what it is good for; an overlay sees less than it."""
    more = {Scope.OVERLAY_READ} if Scope.MATCH_READ in viewer.scopes else set()
    return viewer.scopes | more


def _expiry(viewer: Viewer, wanted_ms: int) -> int:
    """Return until when a token is good: one of our own makes none that outlives it."""
    if viewer.token_id is None or viewer.expires_ms is None:
        return wanted_ms
    return min(wanted_ms, viewer.expires_ms)


def _scopes(token: Token) -> frozenset[Scope]:
    return frozenset(scope for scope in Scope if scope in token.scopes)


def _view(token: Token) -> TokenView:
    return TokenView(
        id=token.id,
        name=token.name,
        scopes=tuple(sorted(_scopes(token))),
        created_at_ms=token.created_ms,
        expires_at_ms=token.expires_ms,
        used_at_ms=token.used_ms,
    )
