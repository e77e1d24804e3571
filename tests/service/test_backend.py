"""What an API stands on: nothing is loaded that its settings do not ask for."""

import subprocess
import sys
from pathlib import Path

from service.backend import connect
from service.config import Settings
from service.oidc import OidcIssuer

_ROOT = Path(__file__).parents[2]
_ISSUER = {"KIERKI_OIDC_ISSUER": "https://id.example", "KIERKI_OIDC_AUDIENCE": "kierki"}


def test_an_api_that_takes_no_tokens_of_others_loads_nothing_that_checks_them() -> None:
    program = (
        "import sys, service.app; "
        "print([at for at in ('service.oidc', 'jwt', 'httpx') if at in sys.modules])"
    )

    done = subprocess.run(
        (sys.executable, "-c", program), cwd=_ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


async def test_an_api_with_an_issuer_takes_its_tokens_and_closes_its_client_first() -> None:
    backend = connect(Settings.from_env({"REDIS_URL": "redis://127.0.0.1:1", **_ISSUER}))

    members = backend.services.players._members  # type: ignore[attr-defined]  # a port in `Services`
    assert isinstance(members._issuer, OidcIssuer)
    await backend.close()
