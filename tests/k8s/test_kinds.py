"""Every object is what its kind says: Kubernetes' own, and those of the two operators."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml
from jsonschema_rs import validator_for

from tests.architecture.tree import ROOT
from tests.fixtures.processes import bare_environ
from tests.k8s.manifests import CUSTOM, OVERLAYS, Object, objects

OLDEST, NEWEST = "1.32", "1.37"

PRODUCTION = {
    "Namespace": 1,
    "ServiceAccount": 1,
    "ConfigMap": 1,
    "Service": 2,
    "Deployment": 5,
    "PodDisruptionBudget": 5,
    "HorizontalPodAutoscaler": 1,
    "Ingress": 1,
    "NetworkPolicy": 6,
}
COUNTS = {
    "dev": {
        "Namespace": 1,
        "ServiceAccount": 1,
        "ConfigMap": 3,
        "Secret": 3,
        "Service": 3,
        "Deployment": 5,
        "StatefulSet": 2,
        "PodDisruptionBudget": 5,
        "NetworkPolicy": 7,
    },
    "production": PRODUCTION,
    "full": {
        **PRODUCTION,
        "ConfigMap": 2,
        "PrometheusRule": 1,
        "ServiceMonitor": 1,
        "PodMonitor": 1,
        "TriggerAuthentication": 1,
        "ScaledObject": 3,
    },
}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_has_exactly_these_objects(overlay: str) -> None:
    assert Counter(at["kind"] for at in objects(overlay)) == COUNTS[overlay]


def test_kubernetes_oldest_and_newest_schemas_take_every_object(tmp_path: Path) -> None:
    overlays = ("dev", "full")  # the latter holds production's
    plain = [at for overlay in overlays for at in objects(overlay) if not _is_custom(at)]
    path = tmp_path / "objects.yaml"
    path.write_text(yaml.safe_dump_all(plain), encoding="utf-8")

    done = subprocess.run(
        (
            *(sys.executable, "-W", "error", "-m", "kubernetes_validate", "--strict"),
            *("-k", OLDEST, "-k", NEWEST, str(path)),
        ),
        env=bare_environ(),  # without what jsonschema would check addresses by: there are none
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )

    told = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    for version in (OLDEST, NEWEST):
        passed = [line for line in told if line.endswith(f" against version {version}")]
        assert len(passed) == len(plain)
        assert all(line.startswith("INFO ") and " passed for resource " in line for line in passed)
    assert len(told) == 2 * len(plain)


def test_the_operators_schemas_take_every_object_of_theirs() -> None:
    custom = [at for at in objects("full") if _is_custom(at)]

    assert len(custom) == len(objects("full")) - len(objects("production")) - 1  # the dashboard
    for made in custom:
        assert [
            error.message for error in validator_for(_schema(made["kind"])).iter_errors(made)
        ] == []


def test_every_schema_is_used() -> None:
    kinds = {at["kind"] for at in objects("full") if _is_custom(at)}

    assert {path.stem for path in (ROOT / "k8s/schemas").iterdir()} == kinds


def test_an_unknown_field_is_a_fault_to_the_operators_schemas() -> None:
    for made in (at for at in objects("full") if _is_custom(at)):
        wrong = {**made, "spec": {**made["spec"], "replicaz": 1}}

        assert not validator_for(_schema(made["kind"])).is_valid(wrong)


def _is_custom(made: Object) -> bool:
    return str(made["apiVersion"]).startswith(CUSTOM)


def _schema(kind: str) -> Object:
    return dict(json.loads((ROOT / "k8s/schemas" / f"{kind}.json").read_text(encoding="utf-8")))
