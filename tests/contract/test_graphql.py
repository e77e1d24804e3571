"""The published GraphQL schema, held against a running service.

Whatever schemathesis makes of it is answered with data of the published types, or with a member
that says why not: nothing but a malformed request or a fault of the service is an error.
"""

import subprocess
import sys
from pathlib import Path
from string import Template

from tests.contract.test_rest import st_environ
from tests.fixtures.api import api
from tests.fixtures.examples import tries
from tests.fixtures.player import Guest

CONFIG = Path(__file__).with_name("schemathesis_graphql.toml")
HOOKS = Path(__file__).with_name("graphql_hooks.py")
EXAMPLES = tries(20)  # of each root field
LIMIT_SECONDS = 280


def test_schemathesis_finds_nothing(empty_valkey_url: str, tmp_path: Path) -> None:
    st = Path(sys.executable).with_name("st")
    config = tmp_path / "schemathesis.toml"
    with api(empty_valkey_url) as (_, url):
        config.write_text(configured(url), encoding="utf-8")
        words = ("run", f"{url}/graphql", f"-n{EXAMPLES}", "--checks=all")
        found = subprocess.run(
            (st, "--config-file", config, *words),
            cwd=tmp_path,
            env=st_environ(),
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_SECONDS,
        )

    assert found.returncode == 0, found.stdout + found.stderr
    assert "✅  Fuzzing" in found.stdout, found.stdout


def configured(url: str) -> str:
    """Return the configuration with a guest's token and two matches of hers."""
    ala = Guest(url)
    lobby = ala.post("/v1/matches", {}).json()["id"]
    playing = ala.new_match(turnSeconds=None)
    ala.http.close()
    return Template(CONFIG.read_text(encoding="utf-8")).substitute(
        hooks=HOOKS, token=ala.token, lobby=lobby, playing=playing
    )
