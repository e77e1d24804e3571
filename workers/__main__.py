"""The command line of the workers: the worker of one queue, or the clock.

`kierki worker` and `kierki clock` end here; `service` names this module by text.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

from msgspec import Struct

from service import logs
from service.config import Settings
from service.errors import ConfigError
from service.heartbeat import Heartbeat
from service.jobs import ANALYSIS_OF, RqJobs
from service.metrics import Metrics
from service.metrics_server import shown
from service.queues import QueueName
from service.store.codec import Written
from service.store.ports import Store
from service.store.redis import RedisStore
from service.tracing.calls import STORE_PARTS, traced
from service.tracing.opening import open_tracer
from service.tracing.ports import Tracer
from service.usecases.analysed import AnalysisOf
from service.usecases.analyses import Analyses
from service.usecases.packing import Packing
from service.usecases.turns import Turns
from workers.bots import choose, judge
from workers.clock import Clock, Ticks
from workers.job_trace import JobTrace
from workers.jobs import AnalysisContext, JobContext, job_functions
from workers.judging import Judging
from workers.queue_watch import QueueWatch
from workers.queue_worker import serve
from workers.runtime import Runtime
from workers.stop import Stop
from workers.thinking import Thinking

_DAY_S: Final = 86_400
_HOUR_MS: Final = 3_600_000
_LOOK_SECONDS: Final = 0.1  # between two looks of the clock at a request to stop


class Addresses(Struct, frozen=True):
    """Where the matches and the jobs lie, and what becomes of a match that has ended.

    It is kept for so many seconds, `lobby_retention_s` if it never started; `analysis` tells
    whether it is analysed, `written` in which codec it is written, `pack_after_ms` how long after
    its end it is packed, null for never.
    """

    store_url: str
    queue_url: str
    retention_s: int
    lobby_retention_s: int = _DAY_S
    analysis: AnalysisOf = AnalysisOf.PEOPLE
    written: Written = Written.PREVIOUS
    pack_after_ms: int | None = None


def main(argv: Sequence[str]) -> int:
    """Run a worker or the clock until a signal ends it; raises ConfigError."""
    args = build_parser().parse_args(argv)
    settings = Settings.from_env(os.environ)
    addresses = addresses_of(settings)
    logs.configure(settings.log_level, settings.log_format)
    metrics, beat = Metrics(), Heartbeat(settings.heartbeat_file).beat
    stop = Stop()
    stop.catch()  # before anybody can see that the process is there
    with shown(metrics, settings.host, settings.metrics_port):
        if args.command == "clock":
            asyncio.run(run_clock(addresses, metrics, stop, beat))
        else:
            queue = QueueName(args.queue)
            watch = QueueWatch(queue, metrics, beat, {ANALYSIS_OF: settings.analysis.value})
            with closing_tracer(open_tracer(settings, f"worker-{queue}")) as tracer:
                run_worker(watch, addresses, metrics, stop, tracer)
    return 0


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of `worker QUEUE` and `clock`."""
    parser = argparse.ArgumentParser(prog="kierki", description="Kierki's workers.")
    commands = parser.add_subparsers(dest="command", required=True)
    worker = commands.add_parser("worker", help="run the worker of one queue")
    worker.add_argument("queue", choices=[queue.value for queue in QueueName])
    commands.add_parser("clock", help="run the clock")
    return parser


def addresses_of(settings: Settings) -> Addresses:
    """Return the addresses that the settings name; raises ConfigError without REDIS_URL."""
    store_url, queue_url = settings.redis_url, settings.queue_url
    if store_url is None or queue_url is None:
        raise ConfigError("REDIS_URL: a worker needs the address of the store")
    return Addresses(
        store_url,
        queue_url,
        settings.retention_days * _DAY_S,
        settings.lobby_retention_days * _DAY_S,
        settings.analysis,
        settings.written,
        _pack_after_ms(settings),
    )


def _pack_after_ms(settings: Settings) -> int | None:
    """Return how long after its end a match is packed; the release before could not read it."""
    if settings.written is Written.PREVIOUS:
        return None
    return settings.pack_after_hours * _HOUR_MS


def run_worker(
    watch: QueueWatch,
    addresses: Addresses,
    metrics: Metrics,
    stop: Stop,
    tracer: Tracer | None = None,
) -> None:
    """Run the jobs of a queue until a stop is requested; a job that runs is finished."""
    trace = None if tracer is None else JobTrace(tracer, watch)
    with Runtime(metrics, trace) as runtime:
        store, jobs = runtime.enter(open_ports(addresses, metrics, tracer))
        think = Thinking(choose, lambda: watch.waiting)
        context = JobContext(Turns(store, jobs), jobs, think, metrics, by_count=think.by_count)
        judging = Judging(judge, lambda: watch.waiting)
        analyses = Analyses(store, jobs, addresses.analysis)
        analysing = AnalysisContext(analyses, judging, metrics)
        packing = Packing(store, addresses.pack_after_ms)
        functions = {
            name: runtime.as_job(name, function)
            for name, function in job_functions(context, analysing, packing).items()
        }
        serve(watch, addresses.queue_url, functions, stop)


async def run_clock(
    addresses: Addresses, metrics: Metrics, stop: Stop, beat: Callable[[], None]
) -> None:
    """Run the clock until a stop is requested, which ends it at once; leases cover the rest."""
    async with open_ports(addresses, metrics) as (store, jobs):
        clock = Clock(store, Turns(store, jobs), jobs, metrics, Ticks(beat=beat))
        running = asyncio.create_task(clock.run())
        while not running.done():
            await asyncio.wait({running}, timeout=_LOOK_SECONDS)
            if stop.requested:  # again each time: redis-py 8 may swallow one cancellation
                running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@contextmanager
def closing_tracer(tracer: Tracer | None) -> Iterator[Tracer | None]:
    """Have what was traced sent before the process ends."""
    try:
        yield tracer
    finally:
        if tracer is not None:
            tracer.close()


@asynccontextmanager
async def open_ports(
    addresses: Addresses, metrics: Metrics, tracer: Tracer | None = None
) -> AsyncIterator[tuple[Store, RqJobs]]:
    """Give the store and the jobs; both connect at their first use."""
    store = RedisStore.connect(
        addresses.store_url,
        retention_s=addresses.retention_s,
        lobby_retention_s=addresses.lobby_retention_s,
        metrics=metrics,
        written=addresses.written,
    )
    jobs = RqJobs.connect(addresses.queue_url, metrics, tracer)
    try:
        yield traced(store, tracer, "store", STORE_PARTS), traced(jobs, tracer, "jobs")
    finally:
        await jobs.close()
        await store.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
