"""Measure bots' turns through a real worker: how soon a decision starts, and how many a second.

`python -m bench.turns [--rounds N] [--quick]` runs the worker, the store and the queue on a Valkey
of its own, on loopback, that keeps nothing on disk.
"""

import argparse
import asyncio
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from msgspec import Struct

from engine.seat_view import SeatTurn
from service.embedded import server_binary
from service.jobs import RqJobs
from service.metrics import Metrics
from service.queues import QueueName
from service.usecases.analysed import AnalysisOf
from service.usecases.analyses import Analyses
from service.usecases.packing import Packing
from service.usecases.ports import BotTurn
from service.usecases.turns import Turns
from tests.fixtures.valkey import running_server
from tests.fixtures.worker_processes import match_of_bots, start
from workers.__main__ import Addresses, open_ports
from workers.bots import Choice, Level, choose, judge
from workers.jobs import AnalysisContext, JobContext, job_functions
from workers.judging import Judging
from workers.queue_watch import QueueWatch
from workers.queue_worker import QueueWorker, connect
from workers.runtime import Runtime
from workers.stop import Stop

_PACED_MS: Final = 10_000  # so slow that a job plays one turn and no clock interferes
_REST_SECONDS: Final = 0.02  # by then the worker has finished the job and waits again
_IDLE_SECONDS: Final = 10.0


class Stamps:
    """The house bot; `times` are those at which its decisions began."""

    def __init__(self) -> None:
        self.times: SimpleQueue[float] = SimpleQueue()

    def __call__(self, turn: SeatTurn, level: Level) -> Choice:
        """Choose a move."""
        self.times.put(time.perf_counter())
        return choose(turn, level)


class Served(Struct, frozen=True):
    """What a worker took for what lay in its queue: seconds of wall clock and of its CPU."""

    wall_s: float
    cpu_s: float


def serve(url: str, bot: Stamps, jobs: int | None = None) -> Served:
    """Run so many jobs, or all that lie in the queue and follow from them."""
    with Runtime() as runtime:
        store, queue = runtime.enter(open_ports(Addresses(url, url, 3_600), Metrics()))
        context = JobContext(Turns(store, queue), queue, bot)
        analyses = Analyses(store, queue, AnalysisOf.OFF)
        analysing = AnalysisContext(analyses, Judging(judge, lambda: 0))
        functions = {
            name: runtime.as_job(name, function)
            for name, function in job_functions(context, analysing, Packing(store, 0)).items()
        }
        worker = QueueWorker(QueueWatch(QueueName.BACKGROUND), connect(url), functions, Stop())
        wall, cpu = time.perf_counter(), time.process_time()
        worker.work(burst=jobs is None, max_jobs=jobs, logging_level="CRITICAL")
        return Served(time.perf_counter() - wall, time.process_time() - cpu)


async def ask_one_by_one(url: str, times: SimpleQueue[float], rounds: int) -> list[float]:
    """Enqueue a turn after the other; return the milliseconds until each decision began."""
    match_id = await match_of_bots(url, pace_ms=_PACED_MS)
    jobs = RqJobs.connect(url)
    found = []
    for version in range(2, rounds + 2):
        asked = time.perf_counter()
        await jobs.bot_turn(BotTurn(match_id, version, people=False))
        began = await asyncio.to_thread(times.get, timeout=5.0)
        found.append(1e3 * (began - asked))
        await asyncio.sleep(_REST_SECONDS)
    await jobs.close()
    return found


def delays(url: str, rounds: int) -> list[float]:
    """Return the milliseconds from enqueueing a turn to the start of its decision."""
    found: list[float] = []
    bot = Stamps()
    asker = threading.Thread(
        target=lambda: found.extend(asyncio.run(ask_one_by_one(url, bot.times, rounds)))
    )
    asker.start()
    serve(url, bot, rounds)
    asker.join()
    return sorted(found)


def match_of(url: str, players: int) -> tuple[float, float]:
    """Return turns per second, and CPU milliseconds per turn, of a match of fast bots."""
    asyncio.run(match_of_bots(url, players))
    bot = Stamps()
    served = serve(url, bot)
    turns = bot.times.qsize()
    return turns / served.wall_s, 1e3 * served.cpu_s / turns


def stale_ms(url: str, rounds: int) -> float:
    """Return the CPU milliseconds of a worker for a job that is no longer wanted."""

    async def enqueue() -> None:
        match_id = await match_of_bots(url, pace_ms=_PACED_MS)
        jobs = RqJobs.connect(url)
        for attempt in range(rounds):
            await jobs.bot_turn(BotTurn(match_id, 1, people=False), attempt)
        await jobs.close()

    asyncio.run(enqueue())
    return 1e3 * serve(url, Stamps()).cpu_s / rounds


def idle_percent(url: str, *arguments: str) -> float:
    """Return the share of a core that a process takes while nothing is to be done."""
    with start(url, *arguments) as process:
        time.sleep(2.0)
        before = cpu_seconds(process.pid)
        time.sleep(_IDLE_SECONDS)
        spent = cpu_seconds(process.pid) - before
        process.terminate()
    return 100 * spent / _IDLE_SECONDS


def cpu_seconds(process_id: int) -> float:
    """Return the CPU time that a process has taken."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def table(url: str, rounds: int) -> Iterator[str]:
    """Yield the lines of the table."""
    found = delays(url, rounds)
    yield row("start of a decision, median", statistics.median(found), "ms")
    yield row("start of a decision, p95", found[len(found) * 95 // 100], "ms")
    for players in (3, 4):
        speed, cost = match_of(url, players)
        yield row(f"match of {players} bots", speed, "turns/s")
        yield row(f"match of {players} bots", cost, "ms of CPU a turn")
    yield row("job no longer wanted", stale_ms(url, rounds), "ms of CPU")
    yield row("idle worker", idle_percent(url, "worker", "people"), "% of a core")
    yield row("idle clock", idle_percent(url, "clock"), "% of a core")


def row(what: str, value: float, unit: str) -> str:
    """Return a line of the table."""
    return f"  {what:<30}{value:>8.2f} {unit}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure bots' turns through a real worker.")
    parser.add_argument("--rounds", type=int, default=200, help="turns that are started one by one")
    parser.add_argument("--quick", action="store_true", help="only twenty")
    args = parser.parse_args()
    rounds = 20 if args.quick else args.rounds
    with (
        tempfile.TemporaryDirectory() as directory,
        running_server(server_binary(), Path(directory)) as url,
    ):
        print("bots' turns through one worker")
        for line in table(url, rounds):
            print(line, flush=True)


if __name__ == "__main__":
    main()
