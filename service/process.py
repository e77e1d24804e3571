"""Child processes that never outlive the process that started them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL, Signals

import msgspec

_LAUNCHER = Path(__file__).with_name("launcher.py")


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A program to run: what, where, with what, and how it is told that its parent died.

    `command` starts with an absolute path. `environ` None means this process's own. `stdin` is
    all that the program reads there. `inherited` are open file numbers that it keeps. What it
    says on standard output is thrown away when `is_silent`.
    """

    name: str
    command: tuple[str, ...]
    environ: Mapping[str, str] | None = None
    directory: Path | None = None
    stdin: bytes = b""
    inherited: tuple[int, ...] = ()
    is_silent: bool = False
    death_signal: Signals = SIGKILL


def spawn(program: Program) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own and return its process.

    Call it from the main thread: the death signal fires when the calling thread ends. The session
    keeps a terminal's Ctrl-C from the child, so that the parent decides the order of stopping.
    """
    launcher = (sys.executable, "-I", "-S", str(_LAUNCHER))
    process = subprocess.Popen(  # noqa: S603 - commands come from code and settings
        (*launcher, str(int(program.death_signal)), str(os.getpid()), *program.command),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL if program.is_silent else None,
        cwd=program.directory,
        env=program.environ,
        pass_fds=program.inherited,
        start_new_session=True,
        umask=0o077,  # what a child writes is its owner's alone
    )
    _feed(process, program.stdin)
    return process


def _feed(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    # broken: the program ended before it read all; whoever waits for it sees that
    with suppress(BrokenPipeError), process.stdin:
        process.stdin.write(text)
