"""The bot that docs/arena.md shows plays as it stands there."""

import json
import re
import socket
import subprocess
import sys

import pytest

from service.cli import main
from tests.architecture.tree import ROOT
from tests.fixtures.waiting import eventually

_PAGE = (ROOT / "docs/arena.md").read_text(encoding="utf-8")
_PORT = "9000"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except ConnectionRefusedError:
        return False
    return True


def test_the_bot_of_the_page_plays_without_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"^```python\n(.*?)^```", _PAGE, re.MULTILINE | re.DOTALL)
    assert code is not None
    assert _PORT in code[1]
    port = free_port()

    process = subprocess.Popen(
        (sys.executable, "-c", code[1].replace(_PORT, str(port))), stderr=subprocess.DEVNULL
    )
    try:
        assert eventually(lambda: listens(port))
        bots = f"http://127.0.0.1:{port}/move,house,ducker"
        arguments = ("--rules", "greek", "--option", "limit=10", "--matches", "1", "--workers", "1")
        assert main(["arena", "--bots", bots, *arguments, "--json"]) == 0
    finally:
        process.kill()
        process.wait()

    bot = json.loads(capsys.readouterr().out)["bots"][0]
    assert (bot["matches"], bot["failures"]) == (3, {})
    assert bot["decisions"] > 0
