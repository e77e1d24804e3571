"""Builds the image without a container engine, and runs every part of it: `make image-check`.

Needs root, debootstrap and the registries of packages. The steps of the Dockerfile are run in
clean roots of the same Debian, and each part as process 1 on a file system that cannot be written.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from service.embedded import server_binary
from tests.fixtures.valkey import free_port, running_server
from tests.fixtures.waiting import eventually
from tests.image.dockerfile import Stage, stages
from tests.image.roots import SUITES, Root, build

PARTS = (("api",), ("worker", "people"), ("worker", "background"), ("worker", "clock"), ("clock",))
STOP_SECONDS = 10.0
_UNWANTED = ("gcc", "cc", "make", "pip", "pip3", "npm", "node", "git", "curl", "wget")
# A sticky folder, such as /tmp, is everybody's; the file system is read-only all the same.
_WRITABLE = "( -type f -o -type d ) ( -uid {user} -o -perm -0002 ) -not -perm -1000"
_START_SECONDS = 120.0


def main() -> int:
    """Build, look and run; the first thing that is wrong ends it."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("Needs root and debootstrap.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="kierki-image-") as folder:
        stage, root = _built(Path(folder))
        _look(root, stage)
        with running_server(server_binary(), Path(folder)) as url:
            _run(root, stage, url)
    print("The image builds and every part of it runs.")
    return 0


def _built(folder: Path) -> tuple[Stage, Root]:
    """Return the last stage and its root."""
    made: dict[str, Root] = {}
    found = stages()
    clean = Root.clean(folder / "clean", SUITES[found[0].base])
    for stage in found:
        _say(f"stage {stage.name or 'of the image'}")
        root = made[stage.name] = clean.copy(folder / f"stage-{len(made)}")
        build(stage, root, made)
    return found[-1], made[""]


def _look(root: Root, stage: Stage) -> None:
    """Hold the image's files to what is promised of them."""
    environ = stage.environ()
    found = [tool for tool in _UNWANTED if shutil.which(tool, path=_path_in(root, environ))]
    assert found == [], f"tools in the image: {found}"
    user, _, _ = stage.last("USER").text.partition(":")
    owned = subprocess.run(
        shlex.split(f"find {root.path} -xdev {_WRITABLE.format(user=user)}"),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert owned == [], f"the user can write {owned[:5]}"
    size = subprocess.run(("du", "-sm", str(root.path)), capture_output=True, text=True, check=True)
    _say(f"{size.stdout.split()[0]} MB of files")
    told = subprocess.run(
        ("chroot", str(root.path), "/opt/kierki/bin/kierki", "--version"),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.endswith("(playouts compiled)\n"), told


def _path_in(root: Root, environ: dict[str, str]) -> str:
    return ":".join(f"{root.path}{place}" for place in environ["PATH"].split(":"))


def _run(root: Root, stage: Stage, url: str) -> None:
    """Run every part against a server, look after it as an engine would, and stop it."""
    port = free_port()
    environ = stage.environ() | {"REDIS_URL": url, "PORT": str(port)}
    with _parts(root, stage, environ):
        address = f"http://127.0.0.1:{port}"
        assert eventually(lambda: _is_ready(address), seconds=_START_SECONDS), "not ready"
        page = httpx.get(f"{address}/play/", timeout=_START_SECONDS)
        assert (page.status_code, "<html" in page.text.lower()) == (200, True), "no pages"
        entry = stage.last("ENTRYPOINT").words
        command = (*entry, "play", "--url", address)
        user = stage.last("USER").text
        with root.start(command, stage.environ(), user) as playing:
            assert playing.wait(300) == 0, "no match was played to its end"
        _say("a whole match was played")


@contextmanager
def _parts(root: Root, stage: Stage, environ: dict[str, str]) -> Iterator[None]:
    entry, user = stage.last("ENTRYPOINT").words, stage.last("USER").text
    health = stage.last("HEALTHCHECK").text.partition("CMD ")[2].strip('[]"').split('", "')
    started = []
    try:
        for part in PARTS:
            beats = {} if part == ("api",) else {"KIERKI_HEARTBEAT_FILE": "/run/kierki/heartbeat"}
            started.append((part, root.start((*entry, *part), environ | beats, user)))
        yield
        for part, process in started:
            inside = f"/proc/{_first_inside(process)}"
            assert _healthy(inside, health, user), f"{part} is not healthy"
        for part, process in started:
            began = time.monotonic()
            os.kill(_first_inside(process), signal.SIGTERM)
            assert process.wait(STOP_SECONDS) == 0, f"{part} ended badly"
            _say(f"{' '.join(part)}: healthy, ended after {time.monotonic() - began:.1f} s")
    finally:
        for _, process in started:
            if process.poll() is None:  # with process 1 everything ends that it has started
                os.kill(_first_inside(process), signal.SIGKILL)
                process.wait(STOP_SECONDS)


def _first_inside(process: subprocess.Popen[bytes]) -> int:
    """Return process 1 of a part, as it is called outside."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    (first,) = children.read_text(encoding="ascii").split()
    return int(first)


def _healthy(inside: str, command: list[str], user: str) -> bool:
    """Run the image's health check among the processes of a part, as an engine does."""
    identity, group = user.split(":")
    variables = Path(f"{inside}/environ").read_bytes().decode().split("\0")
    environ = dict(at.split("=", 1) for at in variables if at)
    entered = ("nsenter", "--target", inside.rpartition("/")[2], "--mount", "--pid", "--root")
    return (
        subprocess.run(
            (*entered, "--setuid", identity, "--setgid", group, "--wd", *command),
            env=environ,
            check=False,
        ).returncode
        == 0
    )


def _is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz", timeout=_START_SECONDS).is_success
    except httpx.TransportError:
        return False


def _say(text: str) -> None:
    print(f"image-check: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
