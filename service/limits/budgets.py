"""How large the budgets are unless an operator says otherwise."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from schema.budgets import Budget

_MINUTE_US: Final = 60_000_000
_MINUTE_S: Final = 60


class Rate(Struct, frozen=True):
    """What a budget gains each minute, and how much of it may lie unused; whole requests."""

    per_minute: int
    burst: int

    @property
    def interval_us(self) -> int:
        """Return the microseconds in which one more request is gained."""
        return _MINUTE_US // self.per_minute

    @property
    def window_s(self) -> int:
        """Return the seconds, rounded up, in which an empty budget is full again."""
        return -(-self.burst * _MINUTE_S // self.per_minute)


Budgets = Mapping[Budget, Rate]

DEFAULTS: Final[Budgets] = {
    Budget.READS: Rate(6_000, 2_000),
    Budget.ANONYMOUS_READS: Rate(3_000, 1_000),
    Budget.MOVES: Rate(3_000, 1_000),
    Budget.MATCHES: Rate(60, 200),
    Budget.GUESTS: Rate(60, 200),
    Budget.SIGN_INS: Rate(12, 60),
}
"""Far above what a person or one bot at many tables needs, and below what hurts a process."""
