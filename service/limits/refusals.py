"""Refusals of clients that ask for too much, with the header fields that tell when to ask again."""

from typing import Final

from schema.errors import Code, Refusal, Refused
from service.limits.budgets import Rate

_MS_PER_S: Final = 1_000


class RateLimited(Refused):
    """Raised for a request over a limit; `fields` are the header fields of its answer.

    `RateLimit` and `RateLimit-Policy` are written as revision 10 of the draft
    draft-ietf-httpapi-ratelimit-headers says.
    """

    def __init__(self, refusal: Refusal, policy: str, limit: str) -> None:
        super().__init__(refusal)
        assert refusal.retry_after_ms is not None
        self.fields = {
            "Retry-After": str(seconds(refusal.retry_after_ms)),
            "RateLimit-Policy": policy,
            "RateLimit": limit,
        }


def over_budget(name: str, rate: Rate, wait_ms: int) -> RateLimited:
    """Return the refusal of a request whose budget is used up for `wait_ms`."""
    refusal = Refusal(
        code=Code.RATE_LIMITED,
        message=f"The budget '{name}' is used up: {rate.per_minute} a minute, "
        f"{rate.burst} at once.",
        retry_after_ms=wait_ms,
    )
    policy = f'"{name}";q={rate.burst};w={rate.window_s}'
    return RateLimited(refusal, policy, f'"{name}";r=0;t={seconds(wait_ms)}')


def too_many_open(name: str, most: int) -> RateLimited:
    """Return the refusal of one more of what may be open at once.

    Waiting alone does not help: something has to be closed.
    """
    refusal = Refusal(
        code=Code.TOO_MANY_STREAMS,
        message=f"At most {most} streams and sockets may be open at once; close one.",
        retry_after_ms=_MS_PER_S,
    )
    policy = f'"{name}";q={most};qu="concurrent-requests"'
    return RateLimited(refusal, policy, f'"{name}";r=0;t=1')


def seconds(wait_ms: int) -> int:
    """Return whole seconds after which a wait is over for certain, at least one."""
    return max(1, -(-wait_ms // _MS_PER_S))
