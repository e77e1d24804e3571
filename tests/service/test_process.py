"""Children do what their program says and never outlive their parent."""

import os
import subprocess
import sys
from pathlib import Path
from signal import SIGKILL, SIGTERM

from service import launcher
from service.process import Program, spawn
from tests.fixtures.processes import is_alive
from tests.fixtures.waiting import eventually

_PARENT = """
import sys, signal
from service.process import Program, spawn
child = Program(
    name="child",
    command=(sys.executable, "-c", sys.argv[2]),
    death_signal=signal.Signals(int(sys.argv[1])),
)
print(spawn(child).pid, flush=True)
signal.pause()
"""
_SLEEP = "import signal; signal.pause()"


def test_a_program_reads_its_input_and_runs_where_it_is_told(tmp_path: Path) -> None:
    copy = "import os, sys; open(os.environ['NAME'], 'w').write(sys.stdin.read())"
    program = Program(
        name="copy",
        command=(sys.executable, "-c", copy),
        environ={"NAME": "copied"},
        directory=tmp_path,
        stdin=b"the text",
    )

    assert spawn(program).wait(10) == 0
    assert (tmp_path / "copied").read_text() == "the text"
    assert (tmp_path / "copied").stat().st_mode & 0o777 == 0o600


def test_a_program_that_does_not_read_its_input_runs_all_the_same() -> None:
    program = Program(
        name="deaf", command=(sys.executable, "-c", "import os; os.close(0)"), stdin=b"x" * 10**6
    )

    assert spawn(program).wait(10) == 0


def test_a_program_keeps_the_files_that_it_inherits_and_no_other() -> None:
    kept, lost = os.pipe()
    check = f"import os; os.fstat({kept})\ntry: os.fstat({lost})\nexcept OSError: os._exit(7)"
    program = Program(name="heir", command=(sys.executable, "-c", check), inherited=(kept,))
    try:
        assert spawn(program).wait(10) == 7
    finally:
        os.close(kept)
        os.close(lost)


def test_a_child_has_a_session_of_its_own() -> None:
    process = spawn(Program(name="sleeper", command=(sys.executable, "-c", _SLEEP)))
    try:
        assert os.getsid(process.pid) == process.pid
    finally:
        process.kill()
        process.wait(10)


def test_a_child_dies_with_a_killed_parent() -> None:
    with _parent_of(_SLEEP, SIGKILL) as parent:
        child = _first_number(parent)
        assert is_alive(child)

        parent.kill()

        assert eventually(lambda: not is_alive(child))


def test_a_child_may_end_its_own_way_when_its_parent_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "note"
    polite = (
        "import signal, sys\n"
        f"def end(*_): open({str(note)!r}, 'w').write('bye'); sys.exit()\n"
        "signal.signal(signal.SIGTERM, end)\n"
        "print('ready', flush=True)\n"
        "signal.pause()"
    )
    with _parent_of(polite, SIGTERM) as parent:
        assert parent.stdout is not None
        child = sorted((parent.stdout.readline(), parent.stdout.readline()))[0]

        parent.kill()

        assert eventually(lambda: not is_alive(int(child)))
        assert note.read_text() == "bye"


def test_a_program_is_not_started_for_a_parent_that_is_gone() -> None:
    path, nobody = launcher.__file__, "1" if os.getpid() != 1 else "2"

    answer = subprocess.run(
        (sys.executable, path, "9", nobody, sys.executable, "-c", "print('ran')"),
        capture_output=True,
        check=False,
    )

    assert (answer.returncode, answer.stdout) == (1, b"")


def _parent_of(child: str, death_signal: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        (sys.executable, "-c", _PARENT, str(int(death_signal)), child),
        stdout=subprocess.PIPE,
        text=True,
    )


def _first_number(parent: subprocess.Popen[str]) -> int:
    assert parent.stdout is not None
    return int(parent.stdout.readline())
