"""Who reaches whom: every reference is met, and nothing is open that nobody needs."""

import pytest

from service.app import create_app
from service.config import Settings
from tests.k8s.manifests import (
    OVERLAYS,
    Object,
    chooses,
    container_of,
    labels_of,
    named,
    objects,
    of_kind,
    ours,
    workloads,
)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_service_leads_to_a_port_of_its_pods(overlay: str) -> None:
    for service in of_kind(overlay, "Service"):
        selector = service["spec"].get("selector")
        if selector is None:
            assert service["metadata"]["name"] == "kierki-closed"
            continue
        (behind,) = [at for at in workloads(overlay) if selector.items() <= labels_of(at).items()]
        (port,) = service["spec"]["ports"]
        assert port["targetPort"] in {at["name"] for at in container_of(behind)["ports"]}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_policy_names_pods_and_ports_that_exist(overlay: str) -> None:
    for policy in of_kind(overlay, "NetworkPolicy"):
        chosen = _chosen(overlay, policy["spec"]["podSelector"])
        assert chosen, policy["metadata"]["name"]
        for rule in policy["spec"].get("ingress", []):
            for port in rule["ports"]:
                for workload in chosen:
                    assert port["port"] in {at["name"] for at in container_of(workload)["ports"]}
        for rule in (*policy["spec"].get("ingress", []), *policy["spec"].get("egress", [])):
            peers = rule.get("from", []) + rule.get("to", [])
            assert peers  # no peer at all would be everybody
            for peer in peers:
                assert "podSelector" not in peer or _chosen(overlay, peer["podSelector"])


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_pod_is_closed_but_for_what_is_allowed(overlay: str) -> None:
    closed = named(overlay, "NetworkPolicy", "kierki-nothing")["spec"]

    assert _chosen(overlay, closed["podSelector"]) == workloads(overlay)
    assert closed.keys() == {"podSelector", "policyTypes"}
    assert closed["policyTypes"] == ["Ingress", "Egress"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_part_of_ours_reaches_the_servers_and_names(overlay: str) -> None:
    for name in ("kierki-servers", "kierki-names"):
        policy = named(overlay, "NetworkPolicy", name)["spec"]
        assert policy["policyTypes"] == ["Egress"]
        chosen = _chosen(overlay, policy["podSelector"])
        assert [at for at in ours(overlay) if at not in chosen] == []


def test_the_servers_inside_take_ours_and_nobody_else() -> None:
    for name in ("valkey", "queue"):
        (rule,) = named("dev", "NetworkPolicy", f"kierki-{name}")["spec"]["ingress"]
        (peer,) = rule["from"]
        assert peer.keys() == {"podSelector"}
        assert _chosen("dev", peer["podSelector"]) == ours("dev")


@pytest.mark.parametrize("overlay", ["production", "full"])
def test_the_ingress_passes_everything_on_but_the_metrics(overlay: str) -> None:
    ingress = named(overlay, "Ingress", "kierki")
    (rule,) = ingress["spec"]["rules"]
    backends = {at["path"]: at["backend"]["service"] for at in rule["http"]["paths"]}

    assert {path: at["name"] for path, at in backends.items()} == {
        "/": "kierki-api",
        "/metrics": "kierki-closed",
    }
    for backend in backends.values():
        ports = named(overlay, "Service", backend["name"])["spec"]["ports"]
        assert backend["port"]["name"] in {at["name"] for at in ports}
    assert {at["pathType"] for at in rule["http"]["paths"]} == {"Prefix"}
    assert ingress["spec"]["tls"][0]["hosts"] == [rule["host"]]


def test_the_metrics_are_where_the_ingress_is_closed_and_the_monitor_looks() -> None:
    app = create_app(Settings.from_env({"REDIS_URL": "redis://127.0.0.1:1/0"}))
    (endpoint,) = named("full", "ServiceMonitor", "kierki-api")["spec"]["endpoints"]

    assert endpoint["path"] == "/metrics"
    assert endpoint["path"] in {getattr(at, "path", None) for at in app.routes}


@pytest.mark.parametrize("overlay", ["production", "full"])
def test_streams_and_sockets_outlast_the_ingresss_patience(overlay: str) -> None:
    hints = named(overlay, "Ingress", "kierki")["metadata"]["annotations"]

    assert hints["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    for what in ("read", "send"):
        assert int(hints[f"nginx.ingress.kubernetes.io/proxy-{what}-timeout"]) == 3_600
    for what in ("client", "server", "tunnel"):
        assert hints[f"haproxy.org/timeout-{what}"] == "1h"


def test_every_part_is_scraped_at_a_port_that_it_has() -> None:
    monitor = named("full", "ServiceMonitor", "kierki-api")["spec"]
    pods = named("full", "PodMonitor", "kierki-workers")["spec"]

    (service,) = [
        at
        for at in of_kind("full", "Service")
        if chooses(monitor["selector"], at["metadata"].get("labels", {}))
    ]
    assert monitor["endpoints"][0]["port"] in {at["name"] for at in service["spec"]["ports"]}
    chosen = _chosen("full", pods["selector"])
    assert len(chosen) == len(ours("full")) - 1
    for workload in chosen:
        ports = {at["name"] for at in container_of(workload)["ports"]}
        assert pods["podMetricsEndpoints"][0]["port"] in ports


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_everything_lies_in_one_namespace(overlay: str) -> None:
    (namespace,) = of_kind(overlay, "Namespace")

    assert namespace["metadata"]["name"] == "kierki"
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    others = [at for at in objects(overlay) if at is not namespace]
    assert {at["metadata"]["namespace"] for at in others} == {"kierki"}


def _chosen(overlay: str, selector: Object) -> list[Object]:
    return [at for at in workloads(overlay) if chooses(selector, labels_of(at))]
