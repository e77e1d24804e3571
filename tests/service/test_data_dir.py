"""One running service owns a data directory, and a crash never blocks the next."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from service.data_dir import DataDirectory
from service.errors import StartError
from service.process import Program, spawn


def test_a_new_directory_is_its_owners_alone(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "deep" / "kierki")
    directory.close()

    assert directory.path.stat().st_mode & 0o777 == 0o700


def test_a_second_user_is_refused_with_the_first_ones_number(tmp_path: Path) -> None:
    first = DataDirectory(tmp_path)
    try:
        with pytest.raises(StartError) as refusal:
            DataDirectory(tmp_path)
    finally:
        first.close()

    assert str(refusal.value) == (
        f"{tmp_path} is in use by another `kierki up` (process {os.getpid()})"
    )


def test_a_closed_directory_may_be_used_again(tmp_path: Path) -> None:
    DataDirectory(tmp_path).close()
    DataDirectory(tmp_path).close()


def test_a_server_that_ends_late_is_waited_for(tmp_path: Path) -> None:
    first = DataDirectory(tmp_path)
    server = _server_that_lives(0.3, first)
    first.close()

    second = DataDirectory(tmp_path, leftover_seconds=10.0)
    second.close()

    assert server.poll() == 0


def test_a_server_that_never_ends_keeps_the_next_away(tmp_path: Path) -> None:
    first = DataDirectory(tmp_path)
    server = _server_that_lives(60.0, first)
    first.close()
    try:
        with pytest.raises(StartError) as refusal:
            DataDirectory(tmp_path, leftover_seconds=0.0)
    finally:
        server.kill()
        server.wait(10)

    assert str(refusal.value) == (
        f"{tmp_path} is in use by the server of an earlier run, which hangs"
    )


def test_the_password_stays_the_same_and_is_readable_by_the_owner_only(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    first, second = directory.password(), directory.password()
    directory.close()

    assert first == second
    assert len(first) == 43
    assert (tmp_path / "password").stat().st_mode & 0o777 == 0o600


def test_a_draft_that_a_crash_left_is_not_taken_for_a_password(tmp_path: Path) -> None:
    (tmp_path / "password.new").write_text("half")
    directory = DataDirectory(tmp_path)
    password = directory.password()
    directory.close()

    assert password != "half"
    assert not (tmp_path / "password.new").exists()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StartError) as refusal:
        DataDirectory(tmp_path / "file" / "kierki")

    assert str(refusal.value) == f"{tmp_path / 'file' / 'kierki'} cannot be used: Not a directory"


def test_a_directory_that_cannot_be_written_is_named() -> None:
    with pytest.raises(StartError, match=r"^/proc/self/kierki cannot be used: "):
        DataDirectory(Path("/proc/self/kierki"))


@pytest.mark.parametrize("held", ["", "\n", "two words", "one\nport 1", "żółć"])
def test_a_file_that_holds_no_password_is_named_with_what_to_do(tmp_path: Path, held: str) -> None:
    path = tmp_path / "password"
    path.write_text(held, encoding="utf-8")

    with closing(DataDirectory(tmp_path)) as directory, pytest.raises(StartError) as refusal:
        directory.password()

    assert str(refusal.value) == f"{path} holds no password: remove it, and a new one is made"
    assert path.read_text(encoding="utf-8") == held


def test_a_line_end_that_an_editor_left_is_no_part_of_the_password(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("abc-_9\n")

    with closing(DataDirectory(tmp_path)) as directory:
        assert directory.password() == "abc-_9"


def test_a_password_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "password").mkdir()
    directory = DataDirectory(tmp_path)
    try:
        with pytest.raises(StartError) as refusal:
            directory.password()
    finally:
        directory.close()

    assert str(refusal.value) == f"{tmp_path / 'password'} cannot be used: Is a directory"


def _server_that_lives(seconds: float, directory: DataDirectory) -> subprocess.Popen[bytes]:
    sleep = f"import time; time.sleep({seconds})"
    return spawn(
        Program(
            name="server",
            command=(sys.executable, "-c", sleep),
            inherited=(directory.server_lock,),
        )
    )
