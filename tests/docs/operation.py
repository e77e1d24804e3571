"""Sends the GraphQL operation on its input as a client does; run as a program.

The address is the first argument; token and variables are in TOKEN and VARIABLES, the number of
items to take from a subscription in TAKE. What the answer holds is printed, one JSON text a line.
"""

import json
import os
import sys
from collections.abc import Iterator
from itertools import islice

import httpx
from websockets.sync.client import connect
from websockets.typing import Subprotocol

_WAIT_SECONDS = 20.0


def main() -> None:
    """Send the operation and print its answer."""
    document, token = sys.stdin.read(), os.environ["TOKEN"]
    request = {"query": document, "variables": json.loads(os.environ.get("VARIABLES", "{}"))}
    follows = document.lstrip().startswith("subscription")
    answers = _subscribed if follows else _posted
    for answer in islice(answers(sys.argv[1], token, request), int(os.environ["TAKE"])):
        print(json.dumps(answer))


def _posted(url: str, token: str, request: dict[str, object]) -> Iterator[object]:
    headers = {"authorization": f"Bearer {token}"}
    yield httpx.post(f"{url}/graphql", json=request, headers=headers).json()


def _subscribed(url: str, token: str, request: dict[str, object]) -> Iterator[object]:
    address = url.replace("http", "ws", 1) + "/graphql"
    with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
        init = {"type": "connection_init", "payload": {"token": token}}
        socket.send(json.dumps(init))
        assert json.loads(socket.recv(_WAIT_SECONDS))["type"] == "connection_ack"
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": request}))
        while True:
            yield json.loads(socket.recv(_WAIT_SECONDS))["payload"]


if __name__ == "__main__":
    main()
