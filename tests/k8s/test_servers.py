"""The servers inside a cluster take the configuration and the users that they are given."""

import base64
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.embedded import server_binary
from service.store.redis import RedisStore
from tests.fixtures.acl import restricted, rules
from tests.fixtures.valkey import free_port, redis7_binary, serving
from tests.k8s.manifests import container_of, named, quantity

PASSWORD = "known-to-everybody"


@pytest.mark.parametrize(("name", "acl"), [("valkey", "store"), ("queue", "queue")])
def test_the_dev_users_have_the_published_rules(name: str, acl: str) -> None:
    nobody, service, operator = _users(name).splitlines()

    assert nobody == "user default on nopass resetkeys resetchannels -@all +ping"
    assert service == rules(acl).replace("resetpass", f">{PASSWORD}")
    assert operator == f"user operator on >{PASSWORD} ~* &* +@all"


@pytest.mark.parametrize("name", ["valkey", "queue"])
def test_a_server_starts_with_its_configuration_and_answers_its_probe(
    tmp_path: Path, name: str
) -> None:
    with _server(tmp_path, name) as url, redis.Redis.from_url(url) as stranger:
        # what `valkey-cli -e ping` says
        assert stranger.ping()
        with pytest.raises(redis.exceptions.NoPermissionError):
            stranger.set("ping", "")

        operator = url.replace("redis://", f"redis://operator:{PASSWORD}@")
        with redis.Redis.from_url(operator) as client:
            asked = {at: client.config_get(at)[at] for at in ("maxmemory-policy", "appendonly")}
            memory = int(client.config_get("maxmemory")["maxmemory"])

    assert asked["maxmemory-policy"] == "noeviction"
    assert asked["appendonly"] == ("yes" if name == "valkey" else "no")
    # the rest is for buffers, and for what is copied while a log is written anew
    limit = container_of(named("dev", "StatefulSet", f"kierki-{name}"))["resources"]["limits"]
    assert 0 < memory <= 0.65 * quantity(limit["memory"])


async def test_the_store_works_with_the_dev_users(tmp_path: Path) -> None:
    with _server(tmp_path, "valkey") as url:
        store = RedisStore.connect(restricted(url, PASSWORD), retention_s=60)
        await store.ping()
        assert await store.now_ms() > 0
        await store.close()


@pytest.mark.redis7
def test_the_command_line_client_says_by_its_code_what_a_server_answers(tmp_path: Path) -> None:
    """Redis' own client, which Valkey's is made from: the flag of the probe is known there."""
    binary = redis7_binary()
    assert binary is not None
    with _server(tmp_path, "valkey") as url:
        asked = (binary.with_name("redis-cli"), "-e", "-p", url.rpartition(":")[2][:-2])
        codes = [
            subprocess.run((*asked, *command), capture_output=True, check=False).returncode
            for command in (("ping",), ("get", "ping"))
        ]

    assert codes == [0, 1]


def _users(name: str) -> str:
    data = named("dev", "Secret", f"kierki-{name}-users")["data"]
    return base64.b64decode(data["users.acl"]).decode()


@contextmanager
def _server(directory: Path, name: str) -> Iterator[str]:
    """Run a server with the configuration of a pod, moved from the pod's folders to here."""
    port = free_port()
    (directory / "users.acl").write_text(_users(name), encoding="ascii")
    conf = named("dev", "ConfigMap", f"kierki-{name}")["data"]["valkey.conf"]
    conf = re.sub(r"^port 6379$", f"port {port}\nbind 127.0.0.1", conf, flags=re.MULTILINE)
    conf = conf.replace("/etc/valkey-users", str(directory)).replace("/data", str(directory))
    (directory / "valkey.conf").write_text(conf, encoding="ascii")
    command = (str(server_binary()), str(directory / "valkey.conf"))
    with serving(command, directory, port) as url:
        yield url
