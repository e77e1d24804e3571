"""What one API process stands on: its use cases, and the connections behind them."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from msgspec import Struct, field

from schema.context import Services
from service.config import Settings
from service.errors import ConfigError
from service.jobs import RqJobs
from service.limits.admission import Admission
from service.limits.limiter import Limiter
from service.metrics import Metrics
from service.services import build_services
from service.store.redis import RedisStore
from service.tracing.calls import STORE_PARTS, traced
from service.tracing.ports import Tracer

_DAY_S: Final = 86_400


AskTime = Callable[[], Awaitable[int]]


class Backend(Struct, frozen=True):
    """The use cases of a process, and how to close, in order, what they stand on.

    `ask_time` asks the store for its time, which the use cases' clock learns. `tracer` is told
    what the process does, if anybody asks.
    """

    services: Services
    metrics: Metrics = field(default_factory=Metrics)
    ask_time: AskTime | None = None
    admission: Admission = field(default_factory=Admission)
    tracer: Tracer | None = None
    closers: tuple[Callable[[], Awaitable[None]], ...] = ()

    async def close(self) -> None:
        """Close every connection."""
        for close in self.closers:
            await close()


def connect(settings: Settings, tracer: Tracer | None = None) -> Backend:
    """Return the backend that the settings describe; nothing connects before its first use.

    Raises ConfigError where no server is named.
    """
    if settings.redis_url is None:
        raise ConfigError("REDIS_URL: the API needs the address of a server, or `kierki up`")
    metrics = Metrics()
    retention_s = settings.retention_days * _DAY_S
    store = RedisStore.connect(
        settings.redis_url,
        retention_s=retention_s,
        lobby_retention_s=settings.lobby_retention_days * _DAY_S,
        metrics=metrics,
        written=settings.written,
    )
    jobs = RqJobs.connect(settings.queue_url or settings.redis_url, metrics, tracer)
    allowances = traced(store.allowances, tracer, "limits") if settings.rate_limits else None
    limiter = Limiter(allowances, settings.budgets, metrics)
    closers: tuple[Callable[[], Awaitable[None]], ...] = (jobs.close, store.close)
    if tracer is not None:
        closers = (*closers, partial(asyncio.to_thread, tracer.close))
    issuer = None
    if settings.oidc is not None:
        # what checks tokens of others is a tenth of what an API loads as it starts
        issuer, client = importlib.import_module("service.oidc").OidcIssuer.connect(settings.oidc)
        closers = (client.aclose, *closers)
    return Backend(
        services=build_services(
            store=traced(store, tracer, "store", STORE_PARTS),
            jobs=traced(jobs, tracer, "jobs"),
            issuer=issuer,
            analysis=settings.analysis,
        ),
        metrics=metrics,
        tracer=tracer,
        ask_time=store.now_ms,
        admission=Admission(limiter, settings.trusted_proxies),
        closers=closers,
    )
