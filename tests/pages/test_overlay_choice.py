"""Of an account's matches the overlay shows the one that its stream is about."""

import json

import pytest

from tests.architecture.tree import ROOT
from tests.clients.node import run

_SOURCE = (ROOT / "clients/overlay/src/choice.ts").as_uri()


def _foremost(matches: str, shown: str | None) -> str | None:
    """Return which is shown of matches such as `lobby:1 playing:2`, the newest one first."""
    listed = [
        {"status": status, "id": name}
        for status, _, name in (word.partition(":") for word in matches.split())
    ]
    now = next((match for match in listed if match["id"] == shown), None)
    given = f"{json.dumps(listed)}, {json.dumps(now)}"
    script = (
        f"import {{ foremost }} from {json.dumps(_SOURCE)}\n"
        f"console.log(JSON.stringify(foremost({given})?.id ?? null))"
    )
    done = run(("--input-type=module", "--eval", script))
    assert done.returncode == 0, done.stderr
    found: str | None = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("matches", "shown", "foremost"),
    [
        ("", None, None),
        ("finished:1", None, "1"),
        ("lobby:2 finished:1", None, "2"),
        ("finished:4 playing:3 lobby:2 playing:1", None, "3"),
        ("playing:2 playing:1", "1", "2"),
        ("lobby:2 finished:1", "1", "1"),  # a result stays until the next match is played
        ("lobby:2 lobby:1", "1", "2"),
        ("finished:3 finished:1", "1", "1"),
    ],
)
def test_the_newest_in_play_comes_first(
    matches: str, shown: str | None, foremost: str | None
) -> None:
    assert _foremost(matches, shown) == foremost
