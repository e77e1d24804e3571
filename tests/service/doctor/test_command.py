"""`kierki doctor` as an operator runs it: what it prints, its code, and what it keeps quiet."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from service.embedded import server_binary
from tests.fixtures.acl import acl_file, everything_allowed, restricted
from tests.fixtures.processes import kierki
from tests.fixtures.valkey import free_port, running_server
from tests.fixtures.waiting import eventually
from tests.fixtures.worker_processes import workers

PARTS = ("worker people", "worker background", "worker clock", "clock")
KEPT = ("--appendonly", "yes", "--maxmemory-policy", "noeviction")
CHECKS = {
    "settings",
    *(f"store {what}" for what in ("version", "answers", "role", "eviction", "log", "disk")),
    *("store scripts", "clock skew", "store writes", "clock", "due"),
    *(f"queue {what}" for what in ("version", "answers", "role", "eviction")),
    *(f"{what} {name}" for what in ("queue", "workers") for name in ("people", "background")),
    *("queue clock", "workers clock", "analysis"),
}


@pytest.fixture
def urls(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Give the addresses of a store and of a queue, as users who may do what is published."""
    store, queue = tmp_path / "store", tmp_path / "queue"
    for folder in (store, queue):
        folder.mkdir()
    users = [("--aclfile", acl_file(at, name)) for at, name in ((store, "store"), (queue, "queue"))]
    with (
        running_server(server_binary(), store, *KEPT, *users[0]) as store_url,
        running_server(server_binary(), queue, *users[1]) as queue_url,
    ):
        yield restricted(store_url), restricted(queue_url)


def test_a_deployment_that_works_ends_with_0(urls: tuple[str, str]) -> None:
    settings = {"REDIS_URL": urls[0], "QUEUE_URL": urls[1], "KIERKI_ENV": "production"}

    with workers(urls[0], *PARTS, QUEUE_URL=urls[1]):
        assert eventually(lambda: doctor(**settings).returncode == 0, seconds=120.0)
        told = doctor("--json", **settings)

    report = json.loads(told.stdout)
    assert (told.returncode, told.stderr) == (0, "")
    assert report["ok"] is True
    assert {at["check"] for at in report["findings"]} == CHECKS
    assert {at["state"] for at in report["findings"]} <= {"ok", "warning"}
    assert "a-password" not in told.stdout


def test_what_is_missing_is_told_with_what_to_do_and_ends_with_1(urls: tuple[str, str]) -> None:
    with redis.Redis.from_url(everything_allowed(urls[0])) as operator:
        operator.config_set("appendonly", "no")

    told = doctor(REDIS_URL=urls[0], QUEUE_URL=urls[1])

    lines = told.stdout.splitlines()
    assert (told.returncode, told.stderr) == (1, "")
    at = next(number for number, line in enumerate(lines) if "store log" in line)
    assert lines[at].split(maxsplit=3) == ["FAILED", "store", "log", "appendonly is off"]
    assert lines[at + 1].strip().startswith("Set appendonly yes")
    assert lines[0].split(maxsplit=2) == ["look", "settings", "for development"]
    failed = {line.split("  ")[1].strip() for line in lines if line.startswith("FAILED")}
    assert failed == {
        *("store log", "clock", "workers people", "workers background", "workers clock")
    }


def test_a_wrong_setting_is_the_only_finding() -> None:
    report = _report(PORT="many")

    assert [at["check"] for at in report["findings"]] == ["settings"]
    assert report["findings"][0]["what"].startswith("PORT: 'many' is not")


def test_without_an_address_nothing_is_looked_at() -> None:
    (finding,) = _report()["findings"]

    assert finding["what"].startswith("REDIS_URL: not set")
    assert finding["advice"] == (
        "Name the deployment's server; `kierki up` looks after the one that it brings."
    )


def test_a_server_that_is_not_there_is_named_without_its_password(valkey_url: str) -> None:
    nobody = f"redis://:secret@127.0.0.1:{free_port()}/0"

    report = _report(REDIS_URL=nobody, QUEUE_URL=valkey_url)

    (store,) = [at for at in report["findings"] if at["check"] == "store"]
    assert store["state"] == "failed"
    assert store["what"].startswith(f"redis://{nobody.partition('@')[2].removesuffix('/0')}: ")
    assert "secret" not in json.dumps(report)
    assert [at for at in report["findings"] if at["check"] == "queue people"]


def test_a_user_who_may_not_look_is_told_of(urls: tuple[str, str]) -> None:
    with redis.Redis.from_url(everything_allowed(urls[0])) as operator:
        operator.execute_command("ACL SETUSER", "kierki", "-info")

    report = _report(REDIS_URL=urls[0], QUEUE_URL=urls[1])

    (store,) = [at for at in report["findings"] if at["check"] == "store"]
    assert "NoPermissionError" in store["what"]


def test_a_server_that_takes_no_writes_is_told_of(urls: tuple[str, str]) -> None:
    with redis.Redis.from_url(everything_allowed(urls[0])) as operator:
        operator.config_set("maxmemory", 1)

    report = _report(REDIS_URL=urls[0], QUEUE_URL=urls[1])

    failed = {at["check"]: at["what"] for at in report["findings"] if at["state"] == "failed"}
    assert "OutOfMemoryError" in failed["store"]
    assert failed["store memory"].endswith(" of 0 MiB")


def test_a_cluster_is_looked_over(cluster_url: str, valkey_url: str) -> None:
    with redis.Redis.from_url(cluster_url) as client:
        client.flushall()  # others' matches would be overdue

    report = _report(
        REDIS_URL=cluster_url.replace("redis://", "redis+cluster://"), QUEUE_URL=valkey_url
    )

    checks = {at["check"]: at["state"] for at in report["findings"]}
    assert checks["store scripts"] == checks["due"] == checks["store role"] == "ok"
    assert "store" not in checks


def _report(**settings: str) -> dict[str, Any]:
    told = doctor("--json", **settings)
    assert (told.returncode, told.stderr) == (1, "")
    return dict(json.loads(told.stdout))


def doctor(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the doctor as an operator does."""
    return kierki("doctor", *arguments, **settings)
