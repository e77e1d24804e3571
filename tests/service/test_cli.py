"""The command line finds its modules, and turns refusals into one line and an exit code."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.playout import COMPILED
from service.cli import COMMANDS, build_parser, exit_code, load_command, load_workers, main
from tests.fixtures.processes import bare_environ

_ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_a_module_that_can_run_it(name: str) -> None:
    module = load_command(name)

    assert callable(module.add_arguments)
    assert callable(module.run)


def test_the_workers_that_are_named_by_text_exist() -> None:
    assert callable(load_workers())


def test_the_version_is_the_projects(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])

    version = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    assert end.value.code == 0
    form = "compiled" if COMPILED else "interpreted"
    assert capsys.readouterr().out == f"kierki {version} (playouts {form})\n"


def test_help_lists_every_command() -> None:
    text = build_parser().format_help()

    for name in ("up", "api", "worker", "clock", "play", "arena"):
        assert f"\n    {name} " in text


def test_help_keeps_the_names_of_settings_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["worker", "--help"])

    text = capsys.readouterr().out
    assert text.startswith("usage: kierki worker [-h] {people,background,clock}\n")
    assert "\nRun the worker of one queue, against REDIS_URL and QUEUE_URL.\n" in text


@pytest.mark.parametrize(
    "arguments", [[], ["deal"], ["worker"], ["worker", "crowd"], ["api", "--fd", "first"]]
)
def test_wrong_arguments_end_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("usage: kierki")


def test_a_wrong_setting_ends_with_2_and_one_line() -> None:
    answer = _kierki("up", PORT="many")

    assert answer.returncode == 2
    assert answer.stderr == "kierki: PORT: 'many' is not a whole number from 0 to 65535\n"
    assert answer.stdout == ""


def test_the_api_alone_needs_a_server_that_is_named() -> None:
    answer = _kierki("api")

    assert answer.returncode == 2
    assert answer.stderr == "kierki: REDIS_URL: not set; only `kierki up` brings a server along\n"


def test_a_service_that_cannot_start_ends_with_1_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file" / "kierki"

    answer = _kierki("up", KIERKI_DATA_DIR=str(place), PORT="0")

    assert answer.returncode == 1
    assert answer.stderr == f"kierki: {place} cannot be used: Not a directory\n"
    assert answer.stdout == ""


def test_an_interrupted_command_ends_with_130() -> None:
    def interrupt() -> int:
        raise KeyboardInterrupt

    assert exit_code(interrupt) == 130


def test_output_that_nobody_reads_ends_without_a_word() -> None:
    with subprocess.Popen(
        (sys.executable, "-m", "service", "doctor"),
        cwd=_ROOT,
        env=bare_environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()

    assert (process.returncode, errors) == (141, b"")


@pytest.mark.parametrize("arguments", [("doctor",), ("score", "--json", "README.md")])
def test_output_that_does_not_fit_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            (sys.executable, "-m", "service", *arguments),
            cwd=_ROOT,
            env=bare_environ(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"kierki: No space left on device"
    assert b"Traceback" not in done.stderr


def _kierki(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "-m", "service", *arguments),
        cwd=_ROOT,
        env=bare_environ(**environ),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
