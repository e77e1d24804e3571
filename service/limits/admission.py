"""Lets requests in: finds out who asks from where, and charges his budgets, on any transport."""

from collections.abc import Awaitable, Mapping
from typing import Final

from msgspec import Struct, field
from starlette.types import Scope

from schema.budgets import Budget
from schema.context import Viewer
from schema.errors import Code, Refused
from service.limits.address import client_address
from service.limits.limiter import Limiter

Bill = Mapping[Budget, int]
"""How many requests of each budget something counts as."""

_OF_THE_ADDRESS: Final = frozenset({Budget.GUESTS, Budget.SIGN_INS})


class Admission(Struct, frozen=True):
    """The door of both transports; without a limiter of its own it lets everybody in.

    `trusted_proxies` is how many proxies before this process are believed about where a request
    comes from.
    """

    limiter: Limiter = field(default_factory=Limiter)
    trusted_proxies: int = 0

    def address(self, scope: Scope) -> str:
        """Return where a request or a socket comes from."""
        return client_address(scope, self.trusted_proxies)

    async def known(self, asking: Awaitable[Viewer], scope: Scope) -> Viewer:
        """Return whom a token or a key speaks for; wrong ones are charged to their address.

        Refuses UNAUTHENTICATED, and RATE_LIMITED instead where that budget is used up. A right
        token passes whatever others from its address have tried.
        """
        try:
            return await asking
        except Refused as error:
            if error.refusal.code is Code.UNAUTHENTICATED:
                await self.limiter.spend(Budget.SIGN_INS, self.address(scope))
            raise

    async def charge(self, viewer: Viewer, scope: Scope, bill: Bill) -> None:
        """Charge a bill to the viewer's account, or to the address of one who has none.

        Refuses RATE_LIMITED.
        """
        for budget, count in bill.items():
            client = None if budget in _OF_THE_ADDRESS else viewer.player_id
            if client is None:
                charged = budget if budget in _OF_THE_ADDRESS else Budget.ANONYMOUS_READS
                await self.limiter.spend(charged, self.address(scope), count)
            elif not self.limiter.takes(budget, client, count):
                await self.limiter.spend(budget, client, count)
