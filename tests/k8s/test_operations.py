"""The commands of operations.md name what there is, and kubectl can read them."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.architecture.tree import ROOT
from tests.docs.blocks import blocks
from tests.k8s.manifests import container_of, kubectl, objects, pod_of, workloads

_VALUED = {"--namespace", "-n"}


def commands(program: str) -> Iterator[list[str]]:
    """Yield every command of the page that calls a program, as words."""
    for block in blocks("operations.md"):
        if block.words == ("sh",):
            for line in block.text.replace("\\\n", " ").splitlines():
                words = shlex.split(line)
                if words[0] == program:
                    yield words


def test_kubectl_makes_the_secrets_that_the_pods_mount(tmp_path: Path) -> None:
    made = {}
    for words in commands("kubectl"):
        if words[1:4] == ["create", "secret", "generic"]:
            for name in re.findall(r"--from-file=(\S+)", " ".join(words)):
                (tmp_path / name).write_text("a text", encoding="ascii")
            secret = yaml.safe_load(_kubectl(*words[1:], directory=tmp_path))
            made[secret["metadata"]["name"]] = set(secret["data"])

    assert made["kierki-urls"] == {"REDIS_URL", "QUEUE_URL", "ca.pem"}
    for workload in workloads("full"):
        for volume in pod_of(workload)["volumes"]:
            assert "secret" not in volume or volume["secret"]["secretName"] in made
    (login,) = (at for at in objects("full") if at["kind"] == "TriggerAuthentication")
    for asked in login["spec"]["secretTargetRef"]:
        assert asked["key"] in made[asked["name"]]


def test_what_is_applied_is_an_overlay() -> None:
    folders = [ROOT / words[-1] for words in commands("kubectl") if "kustomize" in words]
    folders += [
        ROOT / words[words.index("-k") + 1] for words in commands("kubectl") if "-k" in words
    ]

    assert len(folders) >= 3
    assert [path for path in folders if not (path / "kustomization.yaml").is_file()] == []


def test_what_is_looked_at_is_there() -> None:
    there = {f"{at['kind'].lower()}/{at['metadata']['name']}" for at in objects("production")}
    named = {
        word
        for words in commands("kubectl")
        for word in words[: words.index("--") if "--" in words else None]
        if re.fullmatch(r"[a-z]+/kierki[a-z-]*", word)
    }

    assert "deployment/kierki-api" in named
    assert named <= there


def test_every_command_is_about_our_namespace() -> None:
    assert {at["metadata"].get("namespace", "kierki") for at in objects("production")} == {"kierki"}
    for words in commands("kubectl"):
        for flag in _VALUED & set(words):
            assert words[words.index(flag) + 1] == "kierki"


def test_the_image_is_the_one_that_the_manifests_name() -> None:
    (build,) = (words for words in commands("docker") if words[1] == "build")
    (tag,) = {container_of(at)["image"].partition(":")[2] for at in workloads("production")}

    assert build[build.index("--tag") + 1] == f"registry.example/kierki:{tag}"


@pytest.mark.parametrize("words", list(commands("kubectl")), ids=" ".join)
def test_kubectl_knows_every_flag_of_every_command(words: list[str]) -> None:
    ours = words[1 : words.index("--") if "--" in words else None]
    depth = {"create": 3 if "secret" in ours else 2, "rollout": 2}.get(ours[0], 1)

    told = _kubectl(*ours[:depth], "--help")

    for flag in (word.partition("=")[0] for word in ours if word.startswith("-")):
        assert flag in told or flag in {"--namespace", "-n"}


def _kubectl(*words: str, directory: Path | None = None) -> str:
    dry = (
        ("--dry-run=client", "-o", "yaml") if words[0] == "create" and "--help" not in words else ()
    )
    done = subprocess.run(
        (kubectl(), *words, *dry),
        cwd=directory,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=True,
    )
    return done.stdout


def test_every_command_of_the_table_can_be_run() -> None:
    text = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| `(make [^`]+)`[^|]* \| [\d.]+ \|$", text, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert len(rows) == 21
    for row in rows:
        _, target, *given = shlex.split(row)
        assert f"\n{target}: " in makefile
        arguments = shlex.split(given[0].removeprefix("ARGS=")) if given else []
        named = [word for word in arguments if word.startswith("tests/")]
        assert bool(named) == (target == "test")
        assert [word for word in named if not (ROOT / word).exists()] == []
