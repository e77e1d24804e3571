"""The short form of a rollout: an older build is replaced under play, process by process."""

import re
import tarfile
from pathlib import Path

from service.store.codec import CODEC
from tests.fixtures.worker_processes import Server, running
from tests.rolling.build import BUILDS, older_build, stored, this_build
from tests.rolling.deployment import deployment
from tests.rolling.rollout import FINE, Figures, rolled, traffic


async def test_an_older_build_is_replaced_while_matches_are_played(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    old, new, figures = older_build(tmp_path / "old"), this_build(), Figures()
    with running(Server(tmp_path / "store")) as server:
        async with (
            deployment(server.url, old) as made,
            traffic(made.url, server.url, figures, tables=3) as played,
        ):
            assert await played.grows()
            await rolled(made, played, new)

    print(figures.table())
    assert (figures.lost, figures.doubles, figures.replaced) == (0, 0, 8)
    assert set(figures.statuses) <= FINE
    assert set(figures.closes) == {1012}
    assert figures.promised > 50
    assert figures.resumed >= figures.matches == 4


def test_the_stored_build_knows_no_codec_above_the_one_before_ours() -> None:
    with tarfile.open(stored()) as archive:
        source = archive.extractfile("service/store/codec.py")
        assert source is not None
        text = source.read().decode()

    assert re.findall(r"^CODEC: Final = (\d+)", text, re.MULTILINE) == [str(CODEC - 1)]
    assert list(BUILDS.glob("*.tar.xz")) == [stored()]
