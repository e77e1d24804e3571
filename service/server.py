"""The API process: one uvicorn server, on a socket of its own or one that it is handed."""

import argparse
import os
import socket

import structlog
import uvicorn
from starlette.types import ASGIApp

from service import logs
from service.collector import loading, rare_collections
from service.config import Settings
from service.listening import BACKLOG, base_url, handed, listen
from service.patience import PatientProtocol
from service.websocket import protocol

_GRACEFUL_SECONDS = 2  # open requests and sockets end within this time after SIGTERM
_WEBSOCKET_BYTES = 65_536  # the longest message that a client may send

_log = structlog.get_logger(__name__)


class Server(uvicorn.Server):
    """Serves while the collector of garbage looks seldom, and not at what is loaded."""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Load the application, and serve it until something ends it."""
        if not self.config.loaded:
            with loading():
                self.config.load()
        with rare_collections():
            await super().serve(sockets)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what `kierki api` takes."""
    parser.add_argument(
        "--fd", type=int, help="number of an open listening socket, instead of KIERKI_HOST and PORT"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until a signal ends it; 1 when the application does not start."""
    settings = Settings.from_env(os.environ)
    settings.require_redis_url()
    logs.configure(settings.log_level, settings.log_format, by_turn=True)
    listener = listen(settings) if args.fd is None else handed(args.fd)
    _log.info("listening", address=base_url(listener))
    server = Server(uvicorn_config())
    server.run(sockets=[listener])
    return 0 if server.started else 1


def uvicorn_config(app: ASGIApp | str = "service.app:create_app") -> uvicorn.Config:
    """Return how the API is served, or another application in its place; a name is a factory's."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        loop="uvloop",
        http=PatientProtocol,
        ws=protocol(),
        ws_max_size=_WEBSOCKET_BYTES,
        ws_per_message_deflate=False,  # a frame is made once; it would be packed for each client
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACEFUL_SECONDS,
        reset_contextvars=True,  # a request behind another one began as a part of that
    )
