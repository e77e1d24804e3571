"""Arguments that would be passed over are refused, in one line and before anything is asked."""

from pathlib import Path

import pytest

from service.cli import build_parser, main
from service.play.client import Client
from service.play.command import run


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is said of arguments that nobody may be asked about."""

    def connect(url: str) -> Client:
        raise AssertionError(url)

    code = run(build_parser("play").parse_args(["play", *arguments]), connect)

    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    return told.err


@pytest.mark.parametrize("given", [("--name", "Ala"), ("--bot-pace-ms", "0")])
def test_what_is_for_a_person_is_refused_to_a_spectator(
    given: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = refused(capsys, *given)

    assert text == f"kierki play: {given[0]} goes only together with --human\n"


@pytest.mark.parametrize(
    "given",
    [
        ("--rules", "kurnik"),
        ("--players", "4"),
        ("--option", "robber=on"),
        ("--seed", "0"),
        ("--level", "easy"),
        ("--name", "Ala"),
        ("--bot-pace-ms", "0"),
    ],
)
def test_what_is_for_a_new_match_is_refused_for_one_that_was_left(
    given: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = refused(capsys, "--human", "--match", "m_1", *given)

    assert text == f"kierki play: {given[0]} goes not together with --match\n"


@pytest.mark.parametrize("url", ["nowhere", "ftp://a", "http://", "http://[::1", "http://a:0", "/"])
def test_an_address_that_cannot_be_one_is_refused(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = refused(capsys, "--url", url)

    assert text == f"kierki play: {url!r} is not an address like http://127.0.0.1:8000\n"


@pytest.mark.parametrize("given", [("--rules", "greek"), ("--option", "limit=9")])
def test_a_choice_of_a_rule_set_is_refused_beside_a_tables_own_rules(
    given: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.json"
    path.write_text("{}", encoding="utf-8")

    text = refused(capsys, "--custom", str(path), *given)

    assert text == f"kierki play: {given[0]} goes not together with --custom\n"


def test_an_option_given_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    text = refused(capsys, "--option", "early_end=on", "--option", "early_end=off")

    assert text == "kierki play: an --option is given twice\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, ": No such file or directory"),
        (b"[", " is no JSON"),
        (b"\xff", " is no JSON"),
        (b"[" * 100_000, " is no JSON"),
    ],
)
def test_own_rules_that_cannot_be_read_are_a_wrong_argument(
    content: bytes | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.json"
    if content is not None:
        path.write_bytes(content)

    code = main(["play", "--custom", str(path)])

    assert (code, capsys.readouterr().err) == (2, f"kierki: {path}{told}\n")


def test_an_option_without_a_value_is_a_wrong_argument(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        build_parser("play").parse_args(["play", "--option", "robber"])

    assert end.value.code == 2
    assert "argument --option: 'robber': the form is NAME=VALUE\n" in capsys.readouterr().err
