"""The published contract is what the code makes."""

import json
from datetime import date
from pathlib import Path

import pytest

from schema.export import CONTRACT, PRODUCERS, RELEASED, main, release, stale, write
from schema.rest.openapi import API_VERSION


def test_committed_contract_is_what_the_code_makes() -> None:
    assert stale() == []


def test_check_succeeds_on_the_committed_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().err == ""


def test_every_file_is_missed_where_none_is(tmp_path: Path) -> None:
    assert stale(tmp_path) == [name for name, _ in PRODUCERS]


def test_what_is_written_is_not_stale_until_it_is_changed(tmp_path: Path) -> None:
    folder = tmp_path / "contract"

    write(folder)
    assert stale(folder) == []

    (folder / "schema.graphql").write_text("type Query { me: Int }", encoding="utf-8")
    assert stale(folder) == ["schema.graphql"]


def test_check_names_the_files_that_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "contract"
    assert main([], folder) == 0
    assert main(["--check"], folder) == 0

    (folder / "schema.graphql").unlink()

    assert main(["--check"], folder) == 1
    told = "contract/schema.graphql is not what the code makes: make contract\n"
    assert capsys.readouterr().err == told
    assert not (folder / "schema.graphql").exists()


def test_contract_holds_nothing_but_what_is_made() -> None:
    written_by_hand = {
        "notation.ebnf",  # tests/schema/test_notation.py holds it to the code
        "CHANGELOG.md",
    }
    made = {name for name, _ in PRODUCERS}

    assert {path.name for path in CONTRACT.iterdir()} == made | written_by_hand | {RELEASED.name}
    assert {path.name for path in RELEASED.iterdir()} <= made | {"release.json"}


def test_a_release_is_a_copy_with_its_version_and_its_day(tmp_path: Path) -> None:
    release(date(2027, 1, 31), tmp_path)

    released = tmp_path / RELEASED.name
    assert stale(tmp_path) == []
    assert stale(released) == ["codes.md"]
    assert json.loads((released / "release.json").read_text(encoding="utf-8")) == {
        "version": API_VERSION,
        "date": "2027-01-31",
    }


def test_a_version_that_nobody_has_had_is_released_again_from_nothing(tmp_path: Path) -> None:
    release(date(2027, 1, 31), tmp_path)
    operations = tmp_path / RELEASED.name / "operations.json"
    operations.write_text('{"operations": []}', encoding="utf-8")

    release(date(2027, 2, 1), tmp_path)

    assert stale(tmp_path / RELEASED.name) == ["codes.md"]


def test_a_release_is_asked_for_by_name(tmp_path: Path) -> None:
    assert main([], tmp_path) == 0
    assert not (tmp_path / RELEASED.name).exists()

    assert main(["--release"], tmp_path) == 0
    assert stale(tmp_path / RELEASED.name) == ["codes.md"]


def test_a_release_and_a_check_are_not_asked_for_together(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--check", "--release"], tmp_path)

    assert list(tmp_path.iterdir()) == []
