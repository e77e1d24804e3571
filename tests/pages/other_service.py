"""A second service beside that of the pages: one with an administrator, that may be killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.fixtures.player import Guest
from tests.fixtures.processes import bare_environ
from tests.fixtures.whole_service import Running, whole_service


class OtherService:
    """A service on data of its own, with an administrator who has a token."""

    def __init__(self, stack: ExitStack, data: Path) -> None:
        self._stack, self._data = stack, data
        self._token = _admin_token(data)
        self._running = self._started("0")
        self.url = self._running.url

    def kill(self, command: str) -> None:
        """Kill a part without warning; the service starts it again."""
        self._running.kill(command)

    def kill_all(self) -> None:
        """Kill every process without warning."""
        self._running.kill_all()

    def start_again(self) -> None:
        """Start the service at the same address on what the killed one has left."""
        self._running = self._started(str(urlsplit(self.url).port))

    def order(self, guest: Guest, match_id: str, measure: str) -> None:
        """Do something to a match as the administrator."""
        answer = guest.http.post(
            f"/v1/admin/matches/{match_id}",
            json={"measure": measure, "reason": "a test"},
            headers={"authorization": f"Bearer {self._token}"},
        )
        assert answer.status_code == 200, answer.text

    def _started(self, port: str) -> Running:
        return self._stack.enter_context(whole_service(self._data, PORT=port))


def _admin_token(data: Path) -> str:
    command = (sys.executable, "-P", "-m", "service", "admin", "token")
    environ = bare_environ(KIERKI_DATA_DIR=str(data))
    made = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    return next(word for word in made.stdout.split() if word.startswith("kt_"))


@contextmanager
def other_service(data: Path) -> Iterator[OtherService]:
    """Run the service until the end of the context."""
    with ExitStack() as stack:
        yield OtherService(stack, data)
