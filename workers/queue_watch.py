"""What a worker sees of its queue: how long its jobs have waited, and how many wait now."""

from collections.abc import Callable, Mapping

from service.metrics import Metrics
from service.queues import QueueName


class QueueWatch:
    """Told of every look for a job and of every one that is taken.

    `waiting` is how many were left in the queue then, `carried` what whoever caused the newest
    job has handed on. `beat` is called at each look. `about` is what the worker says of itself, for
    `kierki doctor`.
    """

    def __init__(
        self,
        queue: QueueName,
        metrics: Metrics | None = None,
        beat: Callable[[], None] = lambda: None,
        about: Mapping[str, str] | None = None,
    ) -> None:
        self.queue = queue
        self.about = dict(about or {})
        self.waiting = 0
        self.carried: Mapping[str, str] = {}
        self.looked = beat
        self._wait_seconds = (metrics or Metrics()).queue_wait_seconds.labels(queue.value)

    def taken(self, waited_s: float, waiting: int, carried: object = None) -> None:
        """Note a job. Its enqueuer's clock may differ from ours, so a wait is never negative."""
        self.waiting = waiting
        self.carried = _texts(carried)
        self._wait_seconds.observe(max(0.0, waited_s))


def _texts(carried: object) -> Mapping[str, str]:
    """Return what is text in what a job carries; others than we may have written it."""
    if not isinstance(carried, dict):
        return {}
    return {str(key): value for key, value in carried.items() if isinstance(value, str)}
