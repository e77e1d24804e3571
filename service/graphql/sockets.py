"""GraphQL over WebSocket: graphql-transport-ws by Strawberry's handler, made stricter."""

from datetime import timedelta
from json import JSONDecodeError
from typing import Any, Final

import msgspec
import strawberry
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    Message,
    SubscribeMessage,
)
from strawberry.types.unset import UNSET, UnsetType

from schema.context import Services
from schema.errors import Code, Refusal, Refused
from schema.graphql import Asked
from service.bearer import bearer_token
from service.graphql.faults import refusal_error
from service.graphql.messages import is_message

INIT_TIMEOUT: Final = timedelta(seconds=5)
MAX_OPERATIONS: Final = 50  # at once on one socket
_TRY_AGAIN_LATER: Final = 1013


class _Handler(BaseGraphQLTransportWSHandler[Asked, None]):
    """One socket; Strawberry 0.341 trusts the form of messages and tells a limit without a code."""

    async def handle_message(self, message: Message) -> None:
        """Answer a message, or close the socket on one that no client may send."""
        if not is_message(message):
            await self.handle_invalid_message("Not a message of graphql-transport-ws")
            return
        try:
            await super().handle_message(message)
        except Refused as error:
            await self.websocket.close(_TRY_AGAIN_LATER, error.refusal.code)

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Start an operation, if the socket does not run too many."""
        is_full = len(self.operations) >= MAX_OPERATIONS and message["id"] not in self.operations
        if not (self.connection_acknowledged and is_full):
            await super().handle_subscribe(message)
            return
        detail = f"A socket runs at most {MAX_OPERATIONS} operations at once."
        error = refusal_error(Refusal(code=Code.BUSY, message=detail))
        await self.send_message(
            {"id": message["id"], "type": "error", "payload": [error.formatted]}
        )


class Sockets(GraphQL[Asked, None]):
    """The sockets of one endpoint."""

    graphql_transport_ws_handler_class = _Handler

    def __init__(
        self,
        schema: strawberry.Schema,
        services: Services,
        init_timeout: timedelta = INIT_TIMEOUT,
    ) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=init_timeout,
            max_subscriptions_per_connection=None,
            # tokens are sent by scripts, never by the browser of its own accord
            allowed_origins=("*",),
        )
        self._services = services

    async def get_context(
        self, request: Request | WebSocket, response: Response | WebSocket
    ) -> Asked:
        """Return what the socket's operations know; who asks is found out at its start."""
        del response
        return _Opened(self._services, authorization=request.headers.get("authorization"))

    async def on_ws_connect(self, context: Asked) -> UnsetType:
        """Find out who opened the socket; a wrong token closes it with 4403."""
        assert isinstance(context, _Opened)
        try:
            token = _token(context.connection_params or {}, context.authorization)
            context.viewer = await self._services.players.viewer(token)
        except Refused as error:
            if error.refusal.code in {Code.UNAUTHENTICATED, Code.ACCOUNT_BANNED}:
                raise ConnectionRejectionError from error
            raise
        no_payload: UnsetType = UNSET
        return no_payload

    def decode_json(self, data: str | bytes) -> object:
        """Return what a message says; what is no JSON for any reason closes the socket."""
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError, TypeError, UnicodeEncodeError) as error:
            raise JSONDecodeError("not JSON", "", 0) from error

    def encode_json(self, data: object) -> str:
        """Return a message as the text that the protocol asks for."""
        return msgspec.json.encode(data).decode()


class _Opened(Asked):
    """What a socket's operations know, and the header that it was opened with."""

    authorization: str | None = None


def _token(payload: dict[str, Any], header: str | None) -> str | None:
    """Return the token of the payload, else of the header; refuses UNAUTHENTICATED."""
    given = {name.lower(): value for name, value in payload.items()}
    token, authorization = given.get("token"), given.get("authorization", header)
    if token is not None and isinstance(token, str):
        return token
    if authorization is not None and not isinstance(authorization, str):
        authorization = ""
    return bearer_token(authorization)
