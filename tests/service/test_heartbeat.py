"""A heartbeat tells a process whose loop comes round from one that is merely there."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.config import Settings
from service.errors import StartError
from service.heartbeat import Heartbeat, age_seconds
from tests.fixtures.processes import kierki
from tests.fixtures.valkey import free_port
from tests.fixtures.waiting import eventually
from tests.fixtures.worker_processes import start

COMMANDS = ["worker background", "clock"]


class Machine:
    """A machine's monotonic time, moved by hand."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def now(self) -> float:
        """Return the seconds since its start."""
        return self.seconds


def test_a_beat_is_as_old_as_it_is(tmp_path: Path) -> None:
    machine, path = Machine(100.0), tmp_path / "heartbeat"
    Heartbeat(path, machine.now).beat()

    machine.seconds = 112.5

    assert age_seconds(path, machine.now) == 12.5
    assert [at.name for at in tmp_path.iterdir()] == ["heartbeat"]


def test_a_file_is_written_once_a_second_at_most(tmp_path: Path) -> None:
    machine, path = Machine(100.0), tmp_path / "heartbeat"
    heart = Heartbeat(path, machine.now)
    heart.beat()

    machine.seconds = 100.9
    heart.beat()
    assert path.read_text() == "100.000\n"

    machine.seconds = 101.0
    heart.beat()
    assert path.read_text() == "101.000\n"


def test_without_a_path_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    Heartbeat(None).beat()

    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_named_with_its_setting(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "heartbeat"

    with pytest.raises(StartError) as refusal:
        Heartbeat(path).beat()

    expected = f"KIERKI_HEARTBEAT_FILE: {path} cannot be written: No such file or directory"
    assert str(refusal.value) == expected


@pytest.mark.parametrize("text", [None, "", "yesterday\n"])
def test_what_is_no_beat_is_none(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "heartbeat"
    if text is not None:
        path.write_text(text)

    with pytest.raises(StartError, match=r"^there is no heartbeat in "):
        age_seconds(path)


def test_a_beat_from_before_the_machines_start_is_none(tmp_path: Path) -> None:
    machine, path = Machine(100.0), tmp_path / "heartbeat"
    Heartbeat(path, machine.now).beat()

    machine.seconds = 3.0

    with pytest.raises(StartError, match=r"is from before this machine's start$"):
        age_seconds(path, machine.now)


def test_the_setting_is_a_path() -> None:
    settings = Settings.from_env({"KIERKI_HEARTBEAT_FILE": "/run/kierki/heartbeat"})

    assert settings.heartbeat_file == Path("/run/kierki/heartbeat")
    assert Settings.from_env({"KIERKI_HEARTBEAT_FILE": ""}).heartbeat_file is None


def test_a_probe_without_a_file_asks_the_api(kierki_url: str) -> None:
    port, nobody = kierki_url.rpartition(":")[2], str(free_port())

    assert kierki("probe", PORT=port).returncode == 0
    refusal = kierki("probe", PORT=nobody)

    assert (refusal.returncode, refusal.stdout) == (1, "")
    assert refusal.stderr == f"kierki: no API answers at port {nobody} of this machine\n"


def test_a_probe_loads_no_client_of_the_store() -> None:
    code = "import sys, service.heartbeat; sys.exit('redis' in sys.modules)"

    assert subprocess.run((sys.executable, "-P", "-c", code), check=False).returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_hangs_fails_its_probe_until_it_goes_on(
    empty_valkey_url: str, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "heartbeat"
    file = {"KIERKI_HEARTBEAT_FILE": str(path)}

    with start(empty_valkey_url, *command.split(), **file) as process:
        assert eventually(path.exists, seconds=60)
        assert kierki("probe", **file).returncode == 0

        process.send_signal(signal.SIGSTOP)
        assert eventually(lambda: age_seconds(path) > 1.5, seconds=60)
        stopped = kierki("probe", "--max-age", "1.4", **file)

        process.send_signal(signal.SIGCONT)
        assert eventually(lambda: age_seconds(path) < 1.4, seconds=60)
        assert kierki("probe", "--max-age", "25", **file).returncode == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0

    assert stopped.returncode == 1
    assert stopped.stderr.startswith("kierki: the last heartbeat is ")
    assert stopped.stderr.endswith(" s old, 1.4 s are allowed\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_whose_server_is_away_beats_on(tmp_path: Path, command: str) -> None:
    path = tmp_path / "heartbeat"

    with start(
        "redis://127.0.0.1:1/0", *command.split(), KIERKI_HEARTBEAT_FILE=str(path)
    ) as process:
        assert eventually(path.exists, seconds=60)
        first = path.read_text()
        assert eventually(lambda: path.read_text() != first, seconds=60)
        process.send_signal(signal.SIGTERM)

        assert process.wait(30) == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_cannot_say_that_it_lives_ends(
    empty_valkey_url: str, tmp_path: Path, command: str
) -> None:
    nowhere = str(tmp_path / "missing" / "heartbeat")

    with start(empty_valkey_url, *command.split(), KIERKI_HEARTBEAT_FILE=nowhere) as process:
        assert process.wait(60) == 1
