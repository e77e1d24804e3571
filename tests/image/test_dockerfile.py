"""The image: small, of nobody's power, with the commands that the manifests call."""

import re
import tomllib

import pytest
import yaml

from service.cli import build_parser
from service.config import Settings
from tests.architecture.tree import ROOT, files
from tests.image.dockerfile import ignored, stages
from tests.k8s.manifests import Object, ours, pod_of

BUILD, FINAL = stages()
PARTS = ("api", "worker-people", "worker-background", "worker-clock", "clock")


def test_there_are_two_stages_of_one_base() -> None:
    assert (BUILD.name, FINAL.name) == ("build", "")
    assert BUILD.base == FINAL.base == "debian:13-slim"


def test_the_image_belongs_to_nobody_whom_the_manifests_do_not_name() -> None:
    ids = {
        f"{pod_of(at)['securityContext']['runAsUser']}:{pod_of(at)['securityContext']['runAsGroup']}"
        for at in ours("production")
    }

    assert {FINAL.last("USER").text} == ids
    order = [at.keyword for at in FINAL.instructions]
    assert order.index("USER") > max(n for n, keyword in enumerate(order) if keyword == "RUN")


def test_the_last_stage_installs_python_and_certificates_alone() -> None:
    (install, *_) = FINAL.said("RUN")
    named = install.text.partition("--no-install-recommends ")[2].partition(" &&")[0]

    assert named.split() == ["ca-certificates", "python3"]
    assert [at.text for at in FINAL.said("COPY")] == ["--from=build /opt/kierki /opt/kierki"]


def test_the_image_runs_the_api_unless_told_otherwise() -> None:
    command = FINAL.last("ENTRYPOINT").words + FINAL.last("CMD").words

    assert command == ["kierki", "api"]
    assert build_parser("api").parse_args(command[1:]).command == "api"


def test_the_image_looks_after_itself_by_a_command_that_there_is() -> None:
    check = FINAL.last("HEALTHCHECK").text.partition("CMD ")[2]

    assert check == '["kierki", "probe"]'
    assert build_parser("probe").parse_args(["probe"]).command == "probe"


def test_every_variable_of_the_image_is_a_setting_of_ours_or_of_python() -> None:
    asked = set(re.findall(r"^\| `([A-Z_]+)` \|", _text("service/README.md"), re.MULTILINE))

    environ = FINAL.environ()

    assert environ.keys() - asked == {"PATH", "PYTHONDONTWRITEBYTECODE"}
    settings = Settings.from_env({**environ, "REDIS_URL": "redis://store"})
    assert (settings.host, settings.environment.value) == ("0.0.0.0", "production")
    assert FINAL.last("EXPOSE").text == str(settings.port)


def test_every_package_is_installed_from_a_lock_file_with_its_hashes() -> None:
    installs = [at.text for at in BUILD.said("RUN") if "pip install" in at.text]

    assert [re.findall(r"pip install (\S.*?)(?: &&|$)", text) for text in installs] == [
        ["--no-cache-dir --require-hashes -r requirements-build.txt -r requirements-compile.txt"],
        ["--no-cache-dir --require-hashes -r ${LOCK:-requirements.txt}"],
        ["--no-cache-dir --no-deps /opt/wheel/kierki-*.whl"],
    ]


def test_the_image_is_made_with_traces_where_that_is_asked_for() -> None:
    (argument,) = (at.text for at in BUILD.said("ARG"))
    plain, traced = (_locked(f"requirements{kind}.txt") for kind in ("", "-otel"))

    assert argument == "LOCK=requirements.txt"
    assert plain < traced
    assert {at.partition("==")[0] for at in traced - plain} >= {"opentelemetry-sdk"}
    assert not [at for at in plain if at.startswith("opentelemetry")]


def _locked(lock: str) -> set[str]:
    """Return the packages of a lock file, each with its version."""
    return set(re.findall(r"^[a-z0-9][^ ;]*==[^ ;]+", _text(lock), re.MULTILINE))


def test_what_is_copied_is_there_and_not_ignored() -> None:
    known = {str(path) for path in files()}
    for instruction in BUILD.said("COPY"):
        *sources, _ = instruction.words
        for source in sources:
            inside = [at for at in known if at == source or at.startswith(f"{source}/")]
            assert inside, source
            assert any(not ignored(at) for at in inside)


@pytest.mark.parametrize(
    ("path", "is_out"),
    [
        ("service/cli.py", False),
        ("docs/rules.md", False),
        ("docs/start.md", True),
        ("tests/conftest.py", True),
        (".git/config", True),
        ("clients/web/index.html", False),
        ("clients/node_modules/vite/package.json", True),
        ("clients/dist/index.html", True),
        ("service/__pycache__/cli.cpython-311.pyc", True),
    ],
)
def test_what_is_made_elsewhere_stays_out(path: str, is_out: bool) -> None:
    assert ignored(path) is is_out


def test_everything_that_the_wheel_is_made_of_is_copied() -> None:
    build = tomllib.loads(_text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = {source for at in BUILD.said("COPY") for source in at.words[:-1]}

    assert {
        *build["packages"],
        *build["force-include"],
        "hatch_build.py",
        "compile_playout.py",
        "clients",
    } <= copied


def test_the_services_of_compose_are_the_parts_of_the_cluster() -> None:
    parts = _compose()["services"]

    names = {name for name in parts if name not in {"store", "queue"}}
    assert {f"kierki-{name}" for name in names} == {
        at["metadata"]["name"] for at in ours("production")
    }


@pytest.mark.parametrize(
    "name", ["api", "worker-people", "worker-background", "worker-clock", "clock"]
)
def test_a_part_of_compose_runs_the_image_with_little_power(name: str) -> None:
    part = _compose()["services"][name]
    words = part.get("command", FINAL.last("CMD").words)

    assert "-".join(words) == name
    assert build_parser(words[0]).parse_args(words).command == words[0]
    version = tomllib.loads(_text("pyproject.toml"))["project"]["version"]
    assert part["image"] == f"kierki:{version}"
    assert (part["read_only"], part["cap_drop"]) == (True, ["ALL"])
    assert part["security_opt"] == ["no-new-privileges:true"]
    assert set(part["depends_on"]) == {"store", "queue"}


@pytest.mark.parametrize(
    "name", ["api", "worker-people", "worker-background", "worker-clock", "clock"]
)
def test_a_part_of_compose_reads_its_settings_and_reaches_the_servers(name: str) -> None:
    compose = _compose()
    part = compose["services"][name]
    asked = set(re.findall(r"^\| `([A-Z_]+)` \|", _text("service/README.md"), re.MULTILINE))

    settings = Settings.from_env(FINAL.environ() | part["environment"])

    assert part["environment"].keys() <= asked
    for url in (settings.require_redis_url(), settings.require_queue_url()):
        server = url.removeprefix("redis://").partition(":")[0]
        assert server in compose["services"]
        assert set(part["networks"]) & set(compose["services"][server]["networks"])
    beats = settings.heartbeat_file is not None
    assert beats == (name != "api")
    assert beats == any(at.startswith("/run/kierki:") for at in part.get("tmpfs", []))


def test_the_store_of_compose_keeps_what_it_confirms() -> None:
    compose = _compose()
    store, queue = compose["services"]["store"], compose["services"]["queue"]

    assert store["volumes"] == ["store:/data"]
    assert "store" in compose["volumes"]
    pairs = dict(zip(store["command"][1::2], store["command"][2::2], strict=True))
    assert pairs["--appendonly"] == "yes"
    for server in (store, queue):
        pairs = dict(zip(server["command"][1::2], server["command"][2::2], strict=True))
        assert pairs["--maxmemory-policy"] == "noeviction"
        assert "ports" not in server
        assert compose["networks"]["inside"] == {"internal": True}
        assert server["networks"] == ["inside"]


def _compose() -> Object:
    return dict(yaml.safe_load(_text("compose.yaml")))


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
