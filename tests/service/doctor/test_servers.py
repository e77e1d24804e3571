"""The doctor knows a server that loses matches, is full, far, old or a replica."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.doctor import servers
from service.doctor.finding import Finding, State
from service.embedded import server_binary
from tests.fixtures.valkey import running_server, version_of

OK, WARNING, FAILED = State.OK, State.WARNING, State.FAILED


@pytest.fixture
def client(tmp_path: Path) -> Iterator[redis.Redis]:
    """Give a client of a server of the test's own that is as it should be."""
    kept = ("--appendonly", "yes", "--maxmemory-policy", "noeviction", "--maxmemory", "1gb")
    with running_server(server_binary(), tmp_path, *kept) as url, redis.Redis.from_url(url) as made:
        yield made


def looked_at(client: redis.Redis, seconds: float = 0.001) -> dict[str, Finding]:
    """Return what is found about a server, by the check's name."""
    info = dict(client.info("all"))
    found = (*servers.usable("store", info, seconds), *servers.persistent(info))
    return {at.check: at for at in found}


def test_a_server_as_it_should_be_has_nothing_to_advise(client: redis.Redis) -> None:
    found = looked_at(client)

    assert {name: (at.state, at.advice) for name, at in found.items()} == dict.fromkeys(
        (
            *("store version", "store answers", "store role", "store eviction"),
            *("store memory", "store log", "store disk"),
        ),
        (OK, None),
    )
    assert found["store version"].what == f"Valkey {version_of(server_binary())}"
    assert found["store answers"].what == "in 1.0 ms"
    assert found["store memory"].what.endswith(" of 1024 MiB")


def test_an_older_redis_is_known_by_its_name(redis7_url: str) -> None:
    with redis.Redis.from_url(redis7_url) as client:
        found = looked_at(client)

    assert (found["store version"].state, found["store version"].what) == (OK, "Redis 7.0.15")


def test_a_server_before_7_is_too_old(client: redis.Redis) -> None:
    info = {**client.info("all"), "redis_version": "6.2.14", "server_name": "redis"}
    info.pop("valkey_version")

    first, *_ = servers.usable("store", info, 0.001)

    assert (first.state, first.what) == (FAILED, "Redis 6.2.14 is too old")
    assert first.advice == "Use Redis 7.0 or Valkey 7.2, or later."


@pytest.mark.parametrize(
    ("seconds", "state"), [(0.049, OK), (0.05, WARNING), (0.99, WARNING), (1.0, FAILED)]
)
def test_a_server_that_is_far_away_is_told_of(
    client: redis.Redis, seconds: float, state: State
) -> None:
    assert looked_at(client, seconds)["store answers"].state is state


def test_a_server_without_a_log_fails(client: redis.Redis) -> None:
    client.config_set("appendonly", "no")

    found = looked_at(client)

    assert (found["store log"].state, found["store log"].what) == (FAILED, "appendonly is off")
    assert "appendonly yes" in str(found["store log"].advice)
    assert "store disk" not in found


def test_a_server_whose_disk_is_full_fails(client: redis.Redis) -> None:
    info = {**client.info("all"), "aof_last_write_status": "err"}

    _, disk = servers.persistent(info)

    assert (disk.state, disk.what) == (FAILED, "aof_last_write has failed")


def test_a_server_that_evicts_fails(client: redis.Redis) -> None:
    client.config_set("maxmemory-policy", "allkeys-lru")

    found = looked_at(client)["store eviction"]

    assert (found.state, found.what) == (FAILED, "maxmemory-policy is allkeys-lru")


@pytest.mark.parametrize(("share", "state"), [(0.5, OK), (0.85, WARNING), (0.97, FAILED)])
def test_a_server_that_fills_up_is_told_of(client: redis.Redis, share: float, state: State) -> None:
    info = {**client.info("all"), "maxmemory": 1_000_000, "used_memory": int(1_000_000 * share)}

    found = {at.check: at for at in servers.usable("store", info, 0.001)}

    assert found["store memory"].state is state
    assert found["store memory"].what == f"{share:.0%} of 1 MiB"


def test_a_server_without_a_limit_has_no_share(client: redis.Redis) -> None:
    client.config_set("maxmemory", 0)

    assert "store memory" not in looked_at(client)


def test_a_replica_fails(client: redis.Redis) -> None:
    client.replicaof("127.0.0.1", 1)

    found = looked_at(client)["store role"]

    assert (found.state, found.what) == (FAILED, "a replica, which takes no writes")


def test_every_script_compiles_and_none_is_run(client: redis.Redis) -> None:
    found = servers.compiled(client)

    assert (found.state, found.what) == (OK, f"{len(list(servers.SCRIPTS.glob('*.lua')))} compile")
    assert client.dbsize() == 0


def test_a_script_that_the_server_cannot_read_is_named(client: redis.Redis, tmp_path: Path) -> None:
    (tmp_path / "whole.lua").write_text("return 1", encoding="ascii")
    (tmp_path / "broken.lua").write_text("return goto(", encoding="ascii")

    found = servers.compiled(client, tmp_path)

    assert (found.state, found.what) == (FAILED, "refuses broken")


@pytest.mark.parametrize(
    ("ahead", "state"), [(0.0, OK), (2.5, WARNING), (-9.0, FAILED), (9.0, FAILED)]
)
def test_a_clock_that_is_wrong_is_told_of(client: redis.Redis, ahead: float, state: State) -> None:
    found = servers.skewed(client, lambda: time.time() + ahead)

    told = re.fullmatch(r"this machine is ([0-9.]+) s (ahead of|behind) the store", found.what)
    assert told is not None
    assert found.state is state
    if ahead:
        assert float(told[1]) == pytest.approx(abs(ahead), abs=0.4)
        assert told[2] == ("behind" if ahead < 0 else "ahead of")


def test_a_server_that_takes_writes_keeps_nothing_of_this_one(client: redis.Redis) -> None:
    assert servers.writable(client) == Finding("store writes", OK, "taken")
    assert 0 < int(client.ttl("ping")) <= 60
