"""Pods: our own commands, from a pinned image, with little power, and time to stop."""

import re
import tomllib
from typing import Any

import pytest

from schema.rest.operations import OPERATIONS
from service.cli import build_parser
from service.embedded import server_binary
from service.jobs import RUN_SECONDS
from service.queues import QueueName
from tests.architecture.tree import ROOT
from tests.fixtures.valkey import version_of
from tests.k8s.manifests import (
    OVERLAYS,
    Object,
    chooses,
    container_of,
    everywhere,
    labels_of,
    named,
    of_kind,
    ours,
    pod_of,
    quantity,
    workloads,
)

EVERYWHERE = [
    pytest.param(workload, id=f"{overlay}-{workload['metadata']['name']}")
    for overlay, workload in everywhere()
]
OURS = [
    pytest.param(workload, id=f"{overlay}-{workload['metadata']['name']}")
    for overlay in OVERLAYS
    for workload in ours(overlay)
]
DRAIN_SECONDS = 10  # within which every part of ours has ended: service/up.py, workers/stop.py
PROBES = ("startupProbe", "livenessProbe", "readinessProbe")


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_an_image_is_pinned(workload: Object) -> None:
    name, _, tag = container_of(workload)["image"].partition(":")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    tags = {
        "kierki": project["version"],
        "valkey/valkey": f"{version_of(server_binary())}-alpine",
    }
    assert tag == tags[name]


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_a_pod_has_little_power(workload: Object) -> None:
    pod, container = pod_of(workload), container_of(workload)

    security = pod["securityContext"]
    assert security["runAsNonRoot"] is True
    assert security["runAsUser"] == security["runAsGroup"] == security["fsGroup"] >= 10_000
    assert security["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False
    assert not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys()


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_what_a_pod_asks_for_is_at_most_what_it_may_have(workload: Object) -> None:
    resources = container_of(workload)["resources"]

    for what in ("cpu", "memory"):
        assert 0 < quantity(resources["requests"][what]) <= quantity(resources["limits"][what])


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_a_workload_chooses_its_own_pods_and_no_others(workload: Object) -> None:
    overlay = next(at for at, made in everywhere() if made is workload)
    selector = workload["spec"]["selector"]

    chosen = [at for at in workloads(overlay) if chooses(selector, labels_of(at))]

    assert chosen == [workload]


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_every_mount_has_its_volume_and_every_volume_its_mount(workload: Object) -> None:
    claimed = [at["metadata"]["name"] for at in workload["spec"].get("volumeClaimTemplates", [])]
    volumes = [at["name"] for at in pod_of(workload).get("volumes", [])] + claimed

    assert sorted(at["name"] for at in container_of(workload)["volumeMounts"]) == sorted(volumes)


@pytest.mark.parametrize("workload", EVERYWHERE)
def test_a_probe_has_time_and_asks_for_what_there_is(workload: Object) -> None:
    container = container_of(workload)
    ports = {at["name"] for at in container["ports"]}
    probes = [container[name] for name in PROBES if name in container]

    assert len(probes) >= 2
    for probe in probes:
        assert probe["timeoutSeconds"] >= 1
        if "httpGet" in probe:
            assert probe["httpGet"]["port"] in ports
            assert probe["httpGet"]["path"] in {at.path for at in OPERATIONS}
        else:
            _is_a_command(probe["exec"]["command"])


def _is_a_command(command: list[str]) -> None:
    if command[0] == "kierki":
        build_parser(command[1]).parse_args(command[1:])
    else:
        assert command == ["valkey-cli", "-e", "ping"]  # tests/k8s/test_servers.py runs it


@pytest.mark.parametrize("workload", OURS)
def test_a_container_runs_a_command_of_ours(workload: Object) -> None:
    container = container_of(workload)

    args = build_parser(container["args"][0]).parse_args(container["args"])

    assert args.command == container["name"]
    assert "command" not in container  # the image's entry point is `kierki`


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_queue_has_its_worker(overlay: str) -> None:
    commands = [container_of(at)["args"] for at in ours(overlay)]

    assert sorted(commands) == sorted(
        [["api"], ["clock"], *(["worker", queue.value] for queue in QueueName)]
    )


@pytest.mark.parametrize("workload", OURS)
def test_a_pod_has_more_time_to_end_than_it_needs(workload: Object) -> None:
    grace = pod_of(workload)["terminationGracePeriodSeconds"]
    waits = container_of(workload).get("lifecycle", {}).get("preStop", {}).get("sleep", {})

    assert grace > waits.get("seconds", 0) + DRAIN_SECONDS
    assert DRAIN_SECONDS > RUN_SECONDS


@pytest.mark.parametrize("workload", OURS)
def test_pods_of_one_kind_spread_over_machines_and_zones(workload: Object) -> None:
    constraints = pod_of(workload)["topologySpreadConstraints"]

    keys = [at["topologyKey"] for at in constraints]
    assert keys == ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]
    for constraint in constraints:
        assert constraint["labelSelector"] == workload["spec"]["selector"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_part_of_ours_has_a_budget_for_disruptions(overlay: str) -> None:
    budgets = of_kind(overlay, "PodDisruptionBudget")

    for workload in ours(overlay):
        labels = labels_of(workload)
        (budget,) = [at for at in budgets if chooses(at["spec"]["selector"], labels)]
        assert budget["spec"]["maxUnavailable"] == 1
    assert len(budgets) == len(ours(overlay))


@pytest.mark.parametrize("overlay", ["production", "full"])
def test_production_has_more_than_one_pod_of_everything(overlay: str) -> None:
    scaled = {at["spec"]["scaleTargetRef"]["name"]: _least(at) for at in _scalers(overlay)}

    for workload in ours(overlay):
        name = workload["metadata"]["name"]
        # two hands on one number would fight
        assert ("replicas" in workload["spec"]) == (name not in scaled)
        assert workload["spec"].get("replicas", scaled.get(name, 0)) >= 2


@pytest.mark.parametrize("overlay", ["production", "full"])
def test_whatever_is_scaled_is_there_and_scaled_by_what_there_is(overlay: str) -> None:
    names = {at["metadata"]["name"] for at in ours(overlay)}

    scalers = _scalers(overlay)
    assert {at["spec"]["scaleTargetRef"]["name"] for at in scalers} <= names
    for scaler in scalers:
        assert _least(scaler) < (
            scaler["spec"].get("maxReplicas") or scaler["spec"]["maxReplicaCount"]
        )


def test_workers_are_scaled_by_the_lists_that_their_jobs_lie_in() -> None:
    login = named("full", "TriggerAuthentication", "kierki-queue")["metadata"]["name"]

    for queue in QueueName:
        scaled = named("full", "ScaledObject", f"kierki-worker-{queue}")["spec"]
        (trigger,) = scaled["triggers"]
        assert scaled["scaleTargetRef"]["name"] == f"kierki-worker-{queue}"
        assert trigger["metadata"]["listName"] == f"rq:queue:{queue}"
        assert trigger["authenticationRef"]["name"] == login
        assert scaled["fallback"]["replicas"] == scaled["minReplicaCount"]


def _scalers(overlay: str) -> list[Object]:
    return of_kind(overlay, "HorizontalPodAutoscaler", "ScaledObject")


def _least(scaler: Object) -> Any:
    return scaler["spec"].get("minReplicas") or scaler["spec"]["minReplicaCount"]


def test_a_time_in_a_comment_of_the_probes_is_that_of_the_command() -> None:
    text = (ROOT / "k8s/base/worker/common/deployment.yaml").read_text(encoding="utf-8")

    (seconds,) = re.findall(r"the beat may be (\d+) s old", text)

    assert build_parser("probe").parse_args(["probe"]).max_age == float(seconds)
