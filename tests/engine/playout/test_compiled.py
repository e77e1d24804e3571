"""The compiled core passes the tests of the interpreted one, and chooses the same."""

import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT


def _python(folder: Path, *arguments: str) -> str:
    """Return what a run of Python in a folder prints."""
    answer = subprocess.run(
        (sys.executable, "-P", *arguments),
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def test_both_forms_play_the_same_deals_card_for_card(compiled: Path) -> None:
    forms = {
        folder: _python(folder, "-m", "tests.engine.playout.forms").splitlines()
        for folder in (ROOT, compiled)
    }

    assert (forms[ROOT][0], forms[compiled][0]) == ("interpreted", "compiled")
    assert forms[ROOT][1:] == forms[compiled][1:]
    assert len(forms[ROOT]) > 20


def test_the_compiled_form_passes_the_same_tests(compiled: Path) -> None:
    told = _python(
        compiled,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/engine/playout"),
        *("--deselect", "tests/engine/playout/test_compiled.py"),
    )

    assert " passed" in told
    assert "failed" not in told
