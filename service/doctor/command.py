"""Runs the doctor's checks in order and prints what they find."""

import argparse
import asyncio
import os
import time
from collections.abc import Callable, Iterator

import msgspec
import redis

from service.config import Environment, Settings
from service.doctor import parts, servers
from service.doctor.finding import Finding, State
from service.errors import ConfigError
from service.probe import client_for, without_secrets
from service.store.errors import StoreError
from service.store.redis import RedisStore
from service.store.schemes import is_cluster

_MARKS = {State.OK: "ok    ", State.WARNING: "look  ", State.FAILED: "FAILED"}


class Report(msgspec.Struct, frozen=True):
    """What `--json` prints: whether nothing has failed, and every finding in order."""

    ok: bool
    findings: tuple[Finding, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what `kierki doctor` takes."""
    parser.description = (
        "Look over the servers, the queues, the workers and the clock that the settings name. "
        "Ends with 1 if anything has failed."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print every finding; 1 if one of them is a failure."""
    findings = tuple(examine())
    report = Report(all(at.state is not State.FAILED for at in findings), findings)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        print("\n".join(_lines(findings)))
    return 0 if report.ok else 1


def _lines(findings: tuple[Finding, ...]) -> Iterator[str]:
    width = max(len(at.check) for at in findings)
    for finding in findings:
        yield f"{_MARKS[finding.state]}  {finding.check:<{width}}  {finding.what}"
        if finding.advice is not None:
            yield f"{'':{width + 10}}{finding.advice}"


def examine() -> Iterator[Finding]:
    """Yield what is found; what cannot be looked at without something that failed is left out."""
    try:
        settings = Settings.from_env(os.environ)
    except ConfigError as error:
        advice = "Correct the variable: service/README.md lists what is allowed."
        yield Finding("settings", State.FAILED, str(error), advice)
        return
    try:
        store_url, queue_url = settings.require_redis_url(), settings.require_queue_url()
    except ConfigError as error:
        advice = "Name the deployment's server; `kierki up` looks after the one that it brings."
        yield Finding("settings", State.FAILED, str(error), advice)
        return
    yield _settings(settings)
    yield from _reached("store", store_url, _store)
    yield from _reached("queue", queue_url, lambda url: _queue(url, settings))


def _settings(settings: Settings) -> Finding:
    if settings.environment is Environment.PRODUCTION:
        return Finding("settings", State.OK, "for production")
    advice = "Set KIERKI_ENV=production where strangers come: GraphiQL is for developers."
    return Finding("settings", State.WARNING, "for development", advice)


def _reached(name: str, url: str, look: Callable[[str], Iterator[Finding]]) -> Iterator[Finding]:
    """Look at a server, or yield that it refuses or does not answer."""
    try:
        yield from look(url)
    except (redis.RedisError, StoreError, OSError, TypeError, ValueError) as cause:
        # TypeError and ValueError: options in the address that the client does not know
        reason = f"{without_secrets(url)}: {_told(cause)}"
        advice = "Look whether it runs, and at the address, the password, the ACL and the network."
        yield Finding(name, State.FAILED, reason, advice)


def _told(cause: Exception) -> str:
    return f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__


def _store(url: str) -> Iterator[Finding]:
    with client_for(url) as client:
        info, seconds = _info(client)
        yield from servers.usable("store", info, seconds)
        yield from servers.persistent(info)
        yield servers.compiled(client)
        yield servers.skewed(client)
        if not is_cluster(url):  # there a key may lie elsewhere
            yield servers.writable(client)
            yield parts.clock(client)
    yield parts.overdue(asyncio.run(_overdue_ms(url)))


def _queue(url: str, settings: Settings) -> Iterator[Finding]:
    with client_for(url) as client:
        if url != settings.redis_url:
            yield from servers.usable("queue", *_info(client))
        yield from parts.queues(client)
        yield from parts.analysis(client, settings.analysis)


def _info(client: redis.Redis) -> tuple[servers.Info, float]:
    """Return what a server tells of itself, and how many seconds the second question took."""
    client.ping()  # connects
    began = time.perf_counter()
    info = client.info("all")
    return dict(info), time.perf_counter() - began


async def _overdue_ms(url: str) -> int:
    store = RedisStore.connect(url, retention_s=0)
    try:
        return await store.overdue_ms()
    finally:
        await store.close()
