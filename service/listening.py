"""The socket that an API listens on: its own or one that it is handed, and its address."""

import errno
import socket
from typing import Final

from service.config import Settings
from service.errors import StartError

BACKLOG: Final = 2_048


def listen(settings: Settings) -> socket.socket:
    """Return a listening socket at the settings' host and port, or raise StartError."""
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as cause:
        raise _cannot_listen(host, port, cause) from cause


def handed(descriptor: int) -> socket.socket:
    """Return the listening socket of an open descriptor, or raise StartError."""
    try:
        listener = socket.socket(fileno=descriptor)
        if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return listener
        listener.detach()  # it is not ours to close
    except (OSError, ValueError):  # not open, no socket; a number below 0
        pass
    reason = f"--fd: {descriptor} is no open listening socket"
    raise StartError(reason)


def base_url(listener: socket.socket) -> str:
    """Return the address at which this machine reaches the socket, without a slash at the end."""
    host, port = listener.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    return f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"


def _cannot_listen(host: str, port: int, cause: OSError) -> StartError:
    variable = "PORT" if cause.errno in {errno.EADDRINUSE, errno.EACCES} else "KIERKI_HOST"
    why = (cause.strerror or "").partition(" (while")[0]
    return StartError(f"{variable}: cannot listen on {host} port {port}: {why}")
