"""Folders that stand for containers: filled by the steps of a Dockerfile, run by chroot.

What a container engine does with layers and registries is left out; the commands are the same.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.architecture.tree import ROOT, files
from tests.image.dockerfile import Stage, ignored

SUITES = {"debian:13-slim": "trixie"}
_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
# This machine's way to package registries, which a build elsewhere does not need; all read-only,
# and the authorities elsewhere than where a package of the root writes its own.
_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
_WAYS = {
    **{way: way for way in ("/etc/resolv.conf", "/etc/pip.conf", "/root/.npmrc", "/opt/wheels")},
    _AUTHORITIES: "/run/authorities.crt",
}
_VARIABLES = ("PIP_", "NODE_EXTRA", "SSL_CERT_FILE", "npm_config_", "http_proxy", "https_proxy")


class Root:
    """A folder that is the whole file system of what runs in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.directory = "/"

    @classmethod
    def clean(cls, path: Path, suite: str) -> "Root":
        """Make one with the smallest Debian of a suite, from the mirror that this machine uses."""
        mirror = _SOURCES.read_text(encoding="utf-8").partition("URIs: ")[2].split()[0]
        subprocess.run(("debootstrap", "--variant=minbase", suite, str(path), mirror), check=True)
        return cls(path)

    def copy(self, path: Path) -> "Root":
        """Return a copy that goes its own way."""
        subprocess.run(("cp", "--archive", str(self.path), str(path)), check=True)
        return Root(path)

    def run(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        """Run a command as root, with this machine's ways to the registries in its reach."""
        mounts = [self._shown(way, place) for way, place in _WAYS.items() if Path(way).exists()]
        entered = ("chroot", str(self.path), "sh", "-c", 'cd "$0" && exec "$@"', self.directory)
        passed = {
            name: text.replace(_AUTHORITIES, _WAYS[_AUTHORITIES])
            for name, text in os.environ.items()
            if name.startswith(_VARIABLES)
        }
        subprocess.run(
            ("unshare", "--mount", "sh", "-c", _mounted(self.path, mounts), *entered, *command),
            env={"PATH": os.environ["PATH"], "HOME": "/root", **passed, **environ},
            check=True,
        )

    def _shown(self, source: str, target: str) -> str:
        """Return what shows a file or folder of this machine in the root, to be read alone."""
        place = self.path / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(source).is_dir():
            place.mkdir(exist_ok=True)
        else:
            place.touch()
        return f"mount --bind {source} {place} && mount -o remount,bind,ro {place}"

    def start(
        self, command: Sequence[str], environ: Mapping[str, str], user: str
    ) -> subprocess.Popen[bytes]:
        """Start a command as process 1 of its own, on a file system that nobody can write."""
        mounts = [
            f"mount --bind {self.path} {self.path}",
            f"mount -t tmpfs -o uid={user.partition(':')[0]},mode=0700 none {self.path}/run/kierki",
            f"mount -o remount,bind,ro {self.path}",
        ]
        (self.path / "run/kierki").mkdir(exist_ok=True)
        entered = ("chroot", "--userspec", user, str(self.path), *command)
        apart = ("unshare", "--mount", "--pid", "--fork")
        return subprocess.Popen(
            (*apart, "sh", "-c", _mounted(self.path, mounts), *entered), env=dict(environ)
        )


def _mounted(root: Path, mounts: Sequence[str]) -> str:
    """Return a script that mounts and then becomes the command that follows it."""
    usual = (f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev")
    return " && ".join((*mounts, *usual, 'exec "$0" "$@"'))


def build(stage: Stage, root: Root, others: Mapping[str, Root]) -> None:
    """Do what a stage says, in a root made from its base."""
    environ: dict[str, str] = {}
    for step in stage.instructions:
        match step.keyword:
            case "RUN":
                root.run(("sh", "-c", step.text), environ)
            case "WORKDIR":
                root.directory = step.text
                (root.path / step.text.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                environ |= {
                    name: text for name, _, text in (at.partition("=") for at in step.words)
                }
            case "COPY":
                _copy(step.words, root, others)


def _copy(words: list[str], root: Root, others: Mapping[str, Root]) -> None:
    origin = next((word.partition("=")[2] for word in words if word.startswith("--from=")), None)
    *sources, target = [word for word in words if not word.startswith("--")]
    place = root.path / root.directory.lstrip("/") / target.lstrip("/")
    if origin is not None:
        (source,) = sources
        shutil.copytree(others[origin].path / source.lstrip("/"), place, symlinks=True)
        return
    for path in (at for at in files() if not ignored(str(at))):
        for source in sources:
            if str(path) == source:
                to = place / path.name if target.endswith("/") else place
            elif str(path).startswith(f"{source}/"):
                to = place / path.relative_to(source)
            else:
                continue
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, to)
