"""Workers and clock as processes: whole matches, and what must not stop one."""

import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from schema.model import MatchStatus
from service.config import Settings
from service.errors import ConfigError
from service.queues import QueueName
from service.store.codec import Written
from tests.fixtures.untrusting import nobody_trusted
from tests.fixtures.valkey import free_port
from tests.fixtures.waiting import eventually
from tests.fixtures.worker_processes import (
    Server,
    match_of_bots,
    match_when,
    running,
    start,
    workers,
)
from workers.__main__ import Addresses, addresses_of, build_parser, main

BACKGROUND = "worker background"
CLOCK = "clock"
TOTALS = {3: -255, 4: 0}  # of any kurnik match


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Give a server of the test's own."""
    with running(Server(tmp_path)) as made:
        yield made


@pytest.mark.parametrize("players", [3, 4])
async def test_a_worker_plays_a_whole_match_of_bots(empty_valkey_url: str, players: int) -> None:
    match_id = await match_of_bots(empty_valkey_url, players)

    with workers(empty_valkey_url, BACKGROUND):
        match = await match_when(empty_valkey_url, match_id)

    assert match.game is not None
    assert sum(match.game.totals) == TOTALS[players]


async def test_the_clock_starts_every_turn_of_bots_that_take_their_time(
    empty_valkey_url: str,
) -> None:
    match_id = await match_of_bots(empty_valkey_url, pace_ms=1)

    with workers(empty_valkey_url, BACKGROUND, CLOCK):
        match = await match_when(empty_valkey_url, match_id, version=10)

    assert match.version >= 10


async def test_a_match_whose_jobs_are_lost_goes_on(empty_valkey_url: str) -> None:
    match_id = await match_of_bots(empty_valkey_url, deals=2)
    with redis.Redis.from_url(empty_valkey_url) as client:
        assert client.delete("rq:queue:background") == 1

    with workers(empty_valkey_url, BACKGROUND, CLOCK):
        match = await match_when(empty_valkey_url, match_id)

    assert match.status is MatchStatus.FINISHED


async def test_a_match_whose_worker_is_killed_goes_on(empty_valkey_url: str) -> None:
    match_id = await match_of_bots(empty_valkey_url, deals=4)
    with start(empty_valkey_url, "worker", "background") as victim:
        killed_at = (await match_when(empty_valkey_url, match_id, version=30)).version
        victim.kill()

    with workers(empty_valkey_url, BACKGROUND, CLOCK):
        match = await match_when(empty_valkey_url, match_id)

    assert killed_at < match.version
    assert match.status is MatchStatus.FINISHED


async def test_a_match_outlives_a_restart_of_the_server(server: Server) -> None:
    match_id = await match_of_bots(server.url, deals=4)
    with workers(server.url, BACKGROUND, CLOCK):
        await match_when(server.url, match_id, version=30)
        server.stop()
        server.start()

        match = await match_when(server.url, match_id)

    assert match.status is MatchStatus.FINISHED


async def test_many_workers_and_clocks_do_no_harm(empty_valkey_url: str) -> None:
    match_ids = [await match_of_bots(empty_valkey_url, deals=4) for _ in range(2)]

    with workers(empty_valkey_url, BACKGROUND, BACKGROUND, CLOCK, CLOCK):
        matches = [await match_when(empty_valkey_url, match_id) for match_id in match_ids]

    assert [match.status for match in matches] == [MatchStatus.FINISHED] * 2
    assert len({match.game.totals for match in matches if match.game}) == 1


@pytest.mark.parametrize("command", [BACKGROUND, CLOCK])
def test_a_process_ends_when_asked_to_although_its_server_is_away(
    server: Server, command: str
) -> None:
    with start(server.url, *command.split()) as process:
        assert eventually(server.has_clients)
        server.stop()
        process.send_signal(signal.SIGTERM)
        code = process.wait(5)
        server.start()

    assert code == 0


@pytest.mark.parametrize("command", [BACKGROUND, CLOCK])
def test_a_process_shows_its_metrics_at_the_port_that_is_set(
    empty_valkey_url: str, command: str
) -> None:
    port = free_port()
    with start(empty_valkey_url, *command.split(), KIERKI_METRICS_PORT=str(port)) as process:
        assert eventually(lambda: "kierki_commits_total" in page_at(port))
        process.send_signal(signal.SIGTERM)

        assert process.wait(5) == 0


def page_at(port: int) -> str:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/metrics", verify=nobody_trusted()).text
    except httpx.TransportError:
        return ""


async def test_what_a_worker_and_the_clock_have_done_can_be_scraped(empty_valkey_url: str) -> None:
    match_id = await match_of_bots(empty_valkey_url, deals=2)
    with redis.Redis.from_url(empty_valkey_url) as client:
        assert client.delete("rq:queue:background") == 1
    worker, clock = free_port(), free_port()

    with (
        start(empty_valkey_url, *BACKGROUND.split(), KIERKI_METRICS_PORT=str(worker)) as one,
        start(empty_valkey_url, CLOCK, KIERKI_METRICS_PORT=str(clock)) as other,
    ):
        match = await match_when(empty_valkey_url, match_id)
        worked, swept = scraped(worker), scraped(clock)
        for process in (one, other):
            process.send_signal(signal.SIGTERM)

    assert worked['kierki_commits_total{action="moved"}'] == match.version - 2
    assert worked['kierki_bot_think_seconds_count{level="medium"}'] == match.version - 2
    assert worked['kierki_queue_wait_seconds_count{queue="background"}'] >= match.version / 20 - 1
    assert worked['kierki_job_failures_total{job="workers.jobs.bot_turn.run"}'] == 0
    assert worked["kierki_lost_races_total"] == 0
    assert swept["kierki_sweep_rescues_total"] >= 1
    assert "kierki_due_lag_seconds_count" in swept


def scraped(port: int) -> dict[str, float]:
    """Return every series of a process."""
    samples = [
        at for family in text_string_to_metric_families(page_at(port)) for at in family.samples
    ]
    return {at.name + _labels(at.labels): at.value for at in samples}


def _labels(labels: dict[str, str]) -> str:
    told = ",".join(f'{name}="{value}"' for name, value in labels.items())
    return f"{{{told}}}" if told else ""


def test_a_worker_needs_the_address_of_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)

    with pytest.raises(ConfigError, match="REDIS_URL"):
        main(["worker", "people"])


def test_the_addresses_come_from_the_settings() -> None:
    settings = Settings.from_env(
        {"REDIS_URL": "redis://a", "QUEUE_URL": "redis://b", "KIERKI_RETENTION_DAYS": "2"}
    )

    assert addresses_of(settings) == Addresses("redis://a", "redis://b", 172_800)


def test_matches_are_packed_only_where_no_release_before_would_have_to_read_them(
    tmp_path: Path,
) -> None:
    settings = Settings(data_dir=tmp_path, redis_url="redis://a", queue_url="redis://b")
    hours = replace(settings, written=Written.NEWEST, pack_after_hours=2)

    assert addresses_of(settings).pack_after_ms is None
    assert addresses_of(hours).pack_after_ms == 7_200_000


@pytest.mark.parametrize("queue", list(QueueName))
def test_every_queue_has_a_worker(queue: QueueName) -> None:
    assert build_parser().parse_args(["worker", queue.value]).queue == queue


def test_there_is_no_worker_of_another_queue() -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["worker", "default"])
