"""Charges requests to budgets that all processes share, mostly without asking the store.

The store keeps one number for each budget of a client (GCRA). A process that asks takes a quarter
of what is left at once and spends it by itself, so that a client far from its limit costs a round
trip for every few hundred requests, and one near it a round trip each. What a process has not
spent after ten seconds is lost to the client; it has been gained anew long before that.

A store that does not answer lets everybody pass.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from schema.budgets import Budget
from service.limits.budgets import DEFAULTS, Budgets
from service.limits.refusals import over_budget
from service.metrics import Metrics
from service.store import keys
from service.store.allowances import Allowances, Bucket
from service.store.errors import StoreError

LEASE_S: Final = 10.0
_CLIENTS_MAX: Final = 10_000  # clients that a process remembers; of others it asks again
_AWAY_S: Final = 1.0  # after a failure the store is left alone for so long
_MS_PER_S: Final = 1_000


class _Lease(Struct):
    """What a process holds of one budget: so much until then, or a refusal of so much until then.

    Moments are seconds of the monotonic clock. `asking` is held while the store is asked: who
    comes meanwhile waits for what is brought, or many at once would each take a share for later
    and leave nothing for one another.
    """

    left: int = 0
    ends_at: float = 0.0
    refused: int = 0
    refused_until: float = 0.0
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def take(self, count: int, now: float) -> bool:
        """Take from what is left; say whether there was enough."""
        if now >= self.ends_at or self.left < count:
            return False
        self.left -= count
        return True

    def take_all(self, now: float) -> int:
        """Take whatever is left and return how much that was."""
        held = self.left if now < self.ends_at else 0
        self.left = 0
        return held

    def add(self, more: int, until: float) -> None:
        """Put in what is to be spent later, until then."""
        self.left += more
        self.ends_at = until

    def refuse(self, count: int, held: int, until: float) -> None:
        """Note a refusal, and keep what there was for who comes when it is over."""
        self.refused, self.refused_until = count, until
        self.add(held, until + LEASE_S)

    def wait_ms(self, count: int, now: float) -> int:
        """Return how long a count like one that was refused has still to wait, else 0."""
        if count < self.refused or now >= self.refused_until:
            return 0
        return -int(-(self.refused_until - now) * _MS_PER_S // 1)


class Limiter:
    """Charges the budgets; without allowances everybody may do everything.

    `monotonic` counts seconds.
    """

    def __init__(
        self,
        allowances: Allowances | None = None,
        budgets: Budgets = DEFAULTS,
        metrics: Metrics | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._allowances = allowances
        self._budgets = budgets
        self._metrics = metrics or Metrics()
        self._monotonic = monotonic
        self._leases: OrderedDict[tuple[Budget, str], _Lease] = OrderedDict()
        self._away_until = 0.0

    def takes(self, budget: Budget, client: str, count: int = 1) -> bool:
        """Take from what this process holds of a client's budget; say whether it was enough.

        Nothing is taken otherwise, and `spend` has to ask the store.
        """
        if self._allowances is None:
            return True
        return self._lease(budget, client).take(count, self._monotonic())

    async def spend(self, budget: Budget, client: str, count: int = 1) -> None:
        """Take `count` requests from a client's budget; refuses RATE_LIMITED, taking nothing."""
        if self._allowances is None or self.takes(budget, client, count):
            return
        lease = self._lease(budget, client)
        async with lease.asking:
            now = self._monotonic()
            if lease.take(count, now):
                return
            wait_ms = lease.wait_ms(count, now)
            if not wait_ms:
                wait_ms = await self._ask(self._allowances, budget, client, count)
        if wait_ms:
            self._metrics.rate_limited.labels(budget.value).inc()
            raise over_budget(budget, self._budgets[budget], wait_ms)

    def _lease(self, budget: Budget, client: str) -> _Lease:
        at = (budget, client)
        lease = self._leases.get(at)
        if lease is not None:
            self._leases.move_to_end(at)
            return lease
        lease = self._leases[at] = _Lease()
        if len(self._leases) > _CLIENTS_MAX:
            self._leases.popitem(last=False)
        return lease

    async def _ask(self, allowances: Allowances, budget: Budget, client: str, count: int) -> int:
        """Ask the store and return the milliseconds to wait, 0 for none."""
        if self._monotonic() < self._away_until:
            self._metrics.limiter_failures.inc()
            return 0
        lease, rate = self._lease(budget, client), self._budgets[budget]
        held = lease.take_all(self._monotonic())
        bucket = Bucket(keys.limit(budget.value, client), rate.interval_us, rate.burst)
        try:
            grant = await allowances.take(bucket, count - held)
        except StoreError:
            self._away_until = self._monotonic() + _AWAY_S
            self._metrics.limiter_failures.inc()
            return 0
        now = self._monotonic()
        if grant.given:
            lease.add(held + grant.given - count, now + LEASE_S)
        else:
            lease.refuse(count, held, now + grant.wait_ms / _MS_PER_S)
        return grant.wait_ms
