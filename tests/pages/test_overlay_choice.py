"""Of an account's matches the overlay shows the one that its stream is about."""

import json
from functools import cache

import pytest

from tests.architecture.tree import ROOT
from tests.clients.node import run

_SOURCE = (ROOT / "clients/overlay/src/choice.ts").as_uri()


_CASES = [
    ("", None, None),
    ("finished:1", None, "1"),
    ("lobby:2 finished:1", None, "2"),
    ("finished:4 playing:3 lobby:2 playing:1", None, "3"),
    ("playing:2 playing:1", "1", "2"),
    ("lobby:2 finished:1", "1", "1"),  # a result stays until the next match is played
    ("lobby:2 lobby:1", "1", "2"),
    ("finished:3 finished:1", "1", "1"),
]


def _given(matches: str, shown: str | None) -> tuple[list[dict[str, str]], dict[str, str] | None]:
    """Return matches such as `lobby:1 playing:2`, the newest one first, and which is shown."""
    listed = [
        {"status": status, "id": name}
        for status, _, name in (word.partition(":") for word in matches.split())
    ]
    now = next((match for match in listed if match["id"] == shown), None)
    return listed, now


@cache
def _foremost() -> list[str | None]:
    """Return which match is shown in each case; one Node tells it of all."""
    given = [_given(matches, shown) for matches, shown, _ in _CASES]
    script = (
        f"import {{ foremost }} from {json.dumps(_SOURCE)}\n"
        f"const found = {json.dumps(given)}.map(([all, now]) => foremost(all, now)?.id ?? null)\n"
        f"console.log(JSON.stringify(found))"
    )
    done = run(("--input-type=module", "--eval", script))
    assert done.returncode == 0, done.stderr
    found: list[str | None] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("case", range(len(_CASES)), ids=[f"{at[0]}-{at[1]}" for at in _CASES])
def test_the_newest_in_play_comes_first(case: int) -> None:
    assert _foremost()[case] == _CASES[case][2]
