"""Every variable of a pod is a setting of ours, and every process takes the ones it gets."""

import base64
import re
from pathlib import Path

import pytest

from service.config import Environment, Settings
from tests.architecture.tree import ROOT
from tests.k8s.manifests import OVERLAYS, Object, container_of, named, of_kind, ours, pod_of

# Of `kierki up` alone, or of one person's machine.
NOT_FOR_A_CLUSTER = {"KIERKI_DATA_DIR", "KIERKI_FSYNC", "REDIS_URL", "QUEUE_URL"}
_URL_FILES = ("REDIS_URL", "QUEUE_URL", "ca.pem")
_ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_variable_is_a_setting(overlay: str) -> None:
    for workload in ours(overlay):
        assert environ_of(overlay, workload).keys() <= _settings() - NOT_FOR_A_CLUSTER


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_process_can_read_its_settings(overlay: str, tmp_path: Path) -> None:
    for name in _URL_FILES:
        url = f"rediss://{name.lower().replace('_', '-')}.example:6380/0"
        (tmp_path / name).write_text(url, encoding="ascii")

    for workload in ours(overlay):
        assert "/etc/kierki/urls" in {
            at["mountPath"] for at in container_of(workload)["volumeMounts"]
        }
        environ = {
            name: value.replace("/etc/kierki/urls", str(tmp_path))
            for name, value in environ_of(overlay, workload).items()
        }
        settings = Settings.from_env(environ)

        assert settings.require_redis_url().startswith("rediss://redis-url.example:6380/0")
        assert settings.require_queue_url().startswith("rediss://queue-url.example:6380/0")
        assert settings.host == "0.0.0.0"
        assert settings.environment is Environment(
            "development" if overlay == "dev" else "production"
        )


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_part_shows_its_metrics_and_its_life_where_they_are_looked_for(overlay: str) -> None:
    for workload in ours(overlay):
        container, settings = container_of(workload), environ_of(overlay, workload)
        (port,) = container["ports"]
        mounts = {at["mountPath"] for at in container["volumeMounts"]}
        if container["name"] == "api":
            assert settings["PORT"] == str(port["containerPort"])
            assert "KIERKI_HEARTBEAT_FILE" not in settings
        else:
            assert settings["KIERKI_METRICS_PORT"] == str(port["containerPort"])
            assert str(Path(settings["KIERKI_HEARTBEAT_FILE"]).parent) in mounts


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_no_password_stands_in_the_settings(overlay: str) -> None:
    for workload in ours(overlay):
        assert [text for text in environ_of(overlay, workload).values() if "://" in text] == []


def test_every_secret_that_a_pod_reads_is_made_or_told_of() -> None:
    told = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    for overlay in OVERLAYS:
        made = {at["metadata"]["name"] for at in of_kind(overlay, "Secret")}
        read = {name for at in ours(overlay) for name in _secrets_of(at)}
        assert [name for name in read - made if f"secret generic {name}" not in told] == []


def test_production_has_no_secret_in_it() -> None:
    assert of_kind("full", "Secret") == []


def test_the_dev_servers_are_where_the_dev_addresses_say() -> None:
    addresses = named("dev", "Secret", "kierki-urls")["data"]

    for name, server in (("REDIS_URL", "kierki-valkey"), ("QUEUE_URL", "kierki-queue")):
        url = base64.b64decode(addresses[name]).decode()
        (port,) = named("dev", "Service", server)["spec"]["ports"]
        assert url == f"redis://kierki:known-to-everybody@{server}:{port['port']}/0"


def environ_of(overlay: str, workload: Object) -> dict[str, str]:
    """Return the variables that a pod's container gets."""
    container = container_of(workload)
    found: dict[str, str] = {}
    for source in container["envFrom"]:
        found |= named(overlay, "ConfigMap", source["configMapRef"]["name"])["data"]
    return found | {at["name"]: at["value"] for at in container.get("env", [])}


def _secrets_of(workload: Object) -> list[str]:
    return [at["secret"]["secretName"] for at in pod_of(workload)["volumes"] if "secret" in at]


def _settings() -> set[str]:
    return set(_ROW.findall((ROOT / "service/README.md").read_text(encoding="utf-8")))
