"""A machine without Chromium runs the other tests, and is told which it did not run."""

import os
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT

_FILES = ("tests/pages/test_styles.py", "tests/pages/test_serving.py")


@pytest.mark.parametrize("processes", [0, 1])
def test_tests_without_their_chromium_are_left_out_with_a_word_on_how_to_get_it(
    processes: int,
) -> None:
    answer = _run_without_chromium("-n", str(processes), CI="")

    assert answer.returncode == 0, answer.stdout
    assert "Left out, because there is no Chromium here: " in answer.stdout
    assert (
        "  tests/pages/test_serving.py::test_what_goes_wrong_in_a_page_is_noticed" in answer.stdout
    )
    assert "apt-get install chromium" in answer.stdout
    assert " passed" in answer.stdout


def test_a_missing_chromium_is_a_failure_in_ci() -> None:
    answer = _run_without_chromium(CI="true")

    assert answer.returncode == 1
    assert "tests need Chromium; CI runs every test" in answer.stdout + answer.stderr


def _run_without_chromium(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "-m", "pytest", *_FILES, "-p", "no:cacheprovider", *words),
        cwd=ROOT,
        env={**os.environ, "CHROMIUM": "/nowhere/chromium", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
