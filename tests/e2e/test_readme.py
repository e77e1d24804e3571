"""The commands that the README tells a newcomer to type do what it says."""

import json
import re
import subprocess
from pathlib import Path

from tests.architecture.tree import ROOT

_README = (ROOT / "README.md").read_text(encoding="utf-8")
_SERVICE = "http://127.0.0.1:8000"


def test_the_curl_commands_open_a_table_and_play_a_card(kierki_url: str, tmp_path: Path) -> None:
    answer = subprocess.run(
        ("bash", "-eu", "-o", "pipefail", "-c", _block("Play with curl", kierki_url)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    match, move = _json_values(answer.stdout)
    assert match["status"] == "playing"
    assert set(move) >= {"matchId", "version"}
    assert move["matchId"] == match["id"]


def _block(heading: str, url: str) -> str:
    section = _README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    block = re.search(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert _SERVICE in block[1]
    return block[1].replace(_SERVICE, url)


def _json_values(text: str) -> list[dict[str, object]]:
    values, decoder, rest = [], json.JSONDecoder(), text
    while rest := rest.lstrip():
        value, end = decoder.raw_decode(rest)
        values.append(value)
        rest = rest[end:]
    return values
