"""Become another program that ends when the process that started it ends.

Run as a script: `python -I -S launcher.py SIGNAL PARENT_PID PROGRAM [ARGUMENT ...]`. It is a
program of its own, because the request must be made after the fork, and Python code between fork
and exec (`preexec_fn`) may deadlock. On Linux the kernel sends SIGNAL when the *thread* that
started this process ends; the request survives exec, but not a further fork. Elsewhere the
program is started all the same and outlives a parent that is killed.
"""

import ctypes
import os
import sys

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(argv: list[str]) -> None:
    """Replace this process by the program, or exit with 1 when the parent is already gone."""
    death_signal, parent, *command = argv
    if sys.platform == "linux":
        _die_with_parent(int(death_signal))
    if os.getppid() != int(parent):
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 - a shell would be one more process to outlive


def _die_with_parent(death_signal: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, death_signal, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")


if __name__ == "__main__":
    main(sys.argv[1:])
