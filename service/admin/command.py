"""Makes the first administrator, and every later one: whoever reaches the store may."""

import argparse
import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final

from msgspec.structs import replace

from schema.administration import AuditAction
from schema.errors import Refused
from schema.identity import GUEST_SCOPES, Scope
from service.config import Settings
from service.data_dir import DataDirectory
from service.embedded import embedded_server
from service.errors import ConfigError, StartError
from service.probe import check_redis, redis_answers
from service.process import spawn
from service.store.errors import StoreError
from service.store.people.record import AuditEntry, Player, Token, token_id
from service.store.ports import Store
from service.store.redis import RedisStore
from service.usecases.credentials import TOKEN_PREFIX, new_secret, token_digest
from service.usecases.holders import new_account_id
from service.usecases.names import shown_name

OPERATOR: Final = "operator"  # who acts, in the audit
_DAY_MS: Final = 86_400_000
_DAYS: Final = 30
_START_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what `kierki admin` takes."""
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)
    token = orders.add_parser("token", help="make an administrator's account and print its token")
    token.add_argument("--name", default="Operator", help="the account's name (%(default)s)")
    days = "how many days the token is good, 1 to 366 (%(default)s)"
    token.add_argument("--days", type=int, default=_DAYS, help=days)
    for name, text in (
        ("grant", "make an account an administrator's"),
        ("withdraw", "make an account an administrator's no more"),
    ):
        orders.add_parser(name, help=text).add_argument("account", help="its id, p_…")


def run(args: argparse.Namespace) -> int:
    """Carry out one order and print what comes of it; raises StartError, ConfigError."""
    settings = Settings.from_env(os.environ)
    with _store_url(settings) as url:
        print(asyncio.run(_carried_out(args, url)))
    return 0


@contextmanager
def _store_url(settings: Settings) -> Iterator[str]:
    """Give the address of the store: the one that is named, else that of the data directory.

    The latter's server runs for this order alone, so no `kierki up` may run on it.
    """
    if settings.redis_url is not None:
        check_redis("REDIS_URL", settings.redis_url)
        yield settings.redis_url
        return
    with closing(DataDirectory(settings.data_dir)) as directory:
        server = embedded_server(directory, settings.fsync)
        process = spawn(server.program)
        try:
            _wait(lambda: redis_answers(server.url))
            yield server.url
        finally:
            process.terminate()
            process.wait(timeout=_START_SECONDS)


def _wait(answers: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not answers():
        if time.monotonic() > deadline:
            raise StartError("the embedded server does not answer")
        time.sleep(_LOOK_SECONDS)


async def _carried_out(args: argparse.Namespace, url: str) -> str:
    store = RedisStore.connect(url, retention_s=0)
    try:
        if args.order == "token":
            return await admin_token(store, args.name, args.days)
        return await set_admin(store, args.account, is_admin=args.order == "grant")
    except StoreError as cause:
        reason = f"the store does not do it: {cause}"
        raise StartError(reason) from cause
    finally:
        await store.close()


async def admin_token(store: Store, name: str, days: int) -> str:
    """Make an administrator's account and return its token; raises ConfigError."""
    if not 1 <= days <= 366:
        raise ConfigError("--days: 1 to 366")
    try:
        shown = shown_name(name)
    except Refused as cause:
        reason = f"--name: {cause.refusal.message}"
        raise ConfigError(reason) from cause
    now_ms, text = await store.now_ms(), new_secret(TOKEN_PREFIX)
    player = Player(new_account_id(), shown, guest=False, created_ms=now_ms, is_admin=True)
    await _note(store, AuditAction.GRANT_ADMIN, player.id)
    await store.accounts.put(player)
    scopes, digest = tuple(sorted(GUEST_SCOPES | {Scope.ADMIN})), token_digest(text)
    until = now_ms + days * _DAY_MS
    token = Token(token_id(digest), player.id, "kierki admin", scopes, now_ms, until)
    await store.tokens.put(token, digest)
    return text


async def set_admin(store: Store, account_id: str, *, is_admin: bool) -> str:
    """Make an account an administrator's, or no more; raises StartError where there is none."""
    if await store.accounts.get(account_id) is None:
        raise StartError("there is no such account")
    action = AuditAction.GRANT_ADMIN if is_admin else AuditAction.WITHDRAW_ADMIN
    await _note(store, action, account_id)
    await store.accounts.alter(account_id, lambda at: replace(at, is_admin=is_admin))
    return f"{account_id} is {'an' if is_admin else 'no'} administrator"


async def _note(store: Store, action: AuditAction, account_id: str) -> None:
    at_ms = await store.now_ms()
    entry = AuditEntry(at_ms, OPERATOR, action.value, account_id, "kierki admin")
    await store.audit.add(entry)
