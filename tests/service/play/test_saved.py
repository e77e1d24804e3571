"""The way back to a match is its owner's alone."""

from pathlib import Path

import pytest

from service.play.client import PlayError
from service.play.saved import WayBack, WaysBack

WAY = WayBack("http://kierki.test", "kt_secret")


def test_a_way_back_is_found_again_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    ways = WaysBack(tmp_path / "kierki")

    ways.keep("m_1", WAY)

    file = tmp_path / "kierki" / "play" / "m_1.json"
    assert ways.find("m_1") == WAY
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert [at.name for at in file.parent.iterdir()] == ["m_1.json"]


def test_a_way_back_is_forgotten_once(tmp_path: Path) -> None:
    ways = WaysBack(tmp_path)
    ways.keep("m_1", WAY)

    ways.forget("m_1")
    ways.forget("m_1")

    with pytest.raises(PlayError, match="no way back to 'm_1' is kept in"):
        ways.find("m_1")


def test_a_file_that_is_none_of_ours_is_no_way_back(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "m_1.json").write_text("{}")

    with pytest.raises(PlayError, match="no way back"):
        WaysBack(tmp_path).find("m_1")


@pytest.mark.parametrize("name", ["", "../password", "m_1/..", "/etc/passwd", "m.1"])
def test_an_id_names_no_file_outside_the_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "password.json").write_text('{"url":"x","token":"y"}')

    with pytest.raises(PlayError, match="is no id of a match"):
        WaysBack(tmp_path).find(name)
