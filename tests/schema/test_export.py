"""The published contract is what the code makes."""

from pathlib import Path

import pytest

from schema.export import CONTRACT, PRODUCERS, main, stale, write


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
    written_by_hand = {"notation.ebnf"}  # tests/schema/test_notation.py holds it to the code
    made = {name for name, _ in PRODUCERS}

    assert {path.name for path in CONTRACT.iterdir()} == made | written_by_hand
