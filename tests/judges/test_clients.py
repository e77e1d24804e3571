"""The clients that most people use find nothing wrong with the running service.

Each file of `clients/` runs by itself too: `KIERKI_URL=http://127.0.0.1:8000 node FILE`.
"""

from pathlib import Path

import pytest

from tests.judges.judge import FOLDER, judge

pytestmark = pytest.mark.judges

CLIENTS = sorted((FOLDER / "clients").glob("*.test.ts"))


def test_every_client_is_there() -> None:
    assert [path.name.removesuffix(".test.ts") for path in CLIENTS] == [
        "apollo",
        "close_codes",
        "event_source",
        "graphql_over_http",
        "graphql_ws",
        "play",
        "play_rest",
        "urql",
    ]


@pytest.mark.usefixtures("generated")
@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: path.name.removesuffix(".test.ts"))
def test_client_is_content(path: Path, kierki_url: str) -> None:
    judge(path, KIERKI_URL=kierki_url)
