"""Outside bots as a third party would write them: an HTTP endpoint on this machine."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Json = dict[str, Any]  # decoded JSON has no narrower type


@contextmanager
def outside_bot(answer: Callable[[Json], Json]) -> Iterator[str]:
    """Serve a bot that answers what it is sent, and give its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body leave together, or the kernel holds one back

        def do_POST(self) -> None:
            """Answer one turn."""
            sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
            body = json.dumps(answer(sent)).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/move"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
