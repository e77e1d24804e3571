"""Answers the requests of one operation: reads, asks the handler, puts the answer into bytes."""

from collections import OrderedDict
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from schema.context import Services, Viewer
from schema.errors import Code, Refusal, Refused, refused
from schema.rest.models import SEEN_END
from schema.rest.operation import Access, AnyCall, Cache, Call, Operation
from schema.rest.responses import TEXT
from service.bearer import bearer_token, viewer_of
from service.bodies import WholeResponse, whole_body
from service.edge import Edge
from service.fields import RawHeader, field
from service.labels import label
from service.metrics import Transport
from service.rest.conditional import Tagged, conditional, tag_of
from service.rest.negotiation import preferred
from service.rest.problems import refusal_response
from service.rest.reading import Reader
from service.rest.streams import FRAMINGS, FeedResponse
from service.tasks import first_of

KEPT_MAX: Final = 64  # answers of one operation; rules in all their options are many
_PROBLEM_DETAIL: Final = "The answer has none of the media types asked for."
_encode = msgspec.json.Encoder().encode


class Answerer:
    """Answers the requests of one operation."""

    def __init__(self, operation: Operation, services: Services, edge: Edge) -> None:
        self._operation = operation
        self._services = services
        self._edge = edge
        self._reader = Reader(operation)
        self._offered = (
            operation.media_type,
            *(FRAMINGS if operation.feed else ()),
            *((TEXT,) if operation.as_text else ()),
        )
        self._headers = {at: _headers(at, operation.cache) for at in self._offered}
        self._vary = _vary(operation)
        self._kept: OrderedDict[tuple[str, str, bytes], Tagged] = OrderedDict()

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request, a refusal as a problem."""
        label(request.scope, Transport.REST, self._operation.id)
        try:
            response = await self._answer(request)
        except Refused as error:
            self._edge.metrics.refused(Transport.REST, error.refusal.code)
            response = refusal_response(
                error,
                with_token="Authorization" in request.headers,
                has_body=self._operation.has_body,
            )
        response.raw_headers += self._vary  # of 304 too
        return response

    async def _answer(self, request: Request) -> Response:
        media_type = self._media_type(request)
        if self._operation.cache is Cache.PUBLIC:
            return await self._public(request, media_type)
        call = await self._call(request)
        if media_type in FRAMINGS and self._operation.feed:
            return await self._stream(request, call, media_type)
        answer = await self._handled(call)
        response = self._response(answer, media_type)
        if not self._operation.is_tagged:
            return response
        return conditional(request, response, tag_of(bytes(response.body)))

    async def _public(self, request: Request, media_type: str) -> Response:
        """Answer what is the same for everybody and never changes, from memory if it is there."""
        at = (media_type, request.scope["path"], request.scope["query_string"])
        kept = self._kept.get(at)
        if kept is None:
            response = self._response(await self._handled(await self._call(request)), media_type)
            kept = self._kept[at] = Tagged.of(bytes(response.body))
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        response = self._response(kept.body, media_type)
        return conditional(request, response, kept.tag)

    def _media_type(self, request: Request) -> str:
        found = preferred(field(request.scope, b"accept"), self._offered)
        if found is None:
            refusal = Refusal(
                code=Code.NOT_ACCEPTABLE, message=_PROBLEM_DETAIL, allowed=self._offered
            )
            raise Refused(refusal)
        return found

    async def _call(self, request: Request) -> AnyCall:
        event_id = request.headers.get("Last-Event-ID") if self._operation.resumes else None
        resume_at = None if event_id is None else event_id.removesuffix(SEEN_END)
        return Call(
            viewer=await self._viewer(request),
            path=self._reader.path(request.path_params),
            query=self._reader.query(request.scope["query_string"], resume_at),
            body=await self._body(request),
            has_seen_end=resume_at != event_id,
        )

    async def _viewer(self, request: Request) -> Viewer:
        access = self._operation.access
        if access is Access.OPEN:
            return await self._charged(request, Viewer())
        sent = [value for name, value in request.scope["headers"] if name == b"authorization"]
        token = bearer_token(b", ".join(sent).decode("latin-1") if sent else None)
        key = request.query_params.get("key") if self._operation.takes_key else None
        asking = viewer_of(self._services.players, token, key)
        viewer = await self._edge.admission.known(asking, request.scope)
        if access is Access.ACCOUNT and viewer == Viewer():
            raise refused(Code.UNAUTHENTICATED, "This needs a token.")
        return await self._charged(request, viewer)

    async def _charged(self, request: Request, viewer: Viewer) -> Viewer:
        """Return the viewer once the request is charged to him."""
        budget = self._operation.budget
        if budget is not None:
            await self._edge.admission.charge(viewer, request.scope, {budget: 1})
        return viewer

    async def _body(self, request: Request) -> object:
        if not self._operation.has_body:
            return None
        body = await whole_body(request.receive)
        return self._reader.body(field(request.scope, b"content-type"), body)

    async def _handled(self, call: AnyCall) -> object:
        work = self._operation.handle(self._services, call)
        if self._operation.feed is None:
            return await work
        answer = await first_of(work, self._edge.live.stopping.wait())
        if answer is None:
            raise refused(Code.BUSY, "This process is stopping; ask again.")
        return answer

    async def _stream(self, request: Request, call: AnyCall, media_type: str) -> Response:
        assert self._operation.feed is not None
        label(request.scope, Transport.REST, f"{self._operation.id}:stream")
        items = await self._operation.feed(self._services, call)
        if items is None:
            response = Response(status_code=HTTPStatus.NO_CONTENT)
        else:
            response = FeedResponse(items, media_type, self._edge, call.viewer)
        response.headers["Cache-Control"] = self._operation.cache
        return response

    def _response(self, answer: object, media_type: str) -> Response:
        if media_type == TEXT and self._operation.as_text is not None:
            answer = self._operation.as_text(answer)
        response = WholeResponse(_bytes(answer), self._operation.status, self._headers[media_type])
        if self._operation.location:
            fields = msgspec.to_builtins(answer)
            response.headers["Location"] = self._operation.location.format_map(fields)
        return response


def _bytes(answer: object) -> bytes:
    if isinstance(answer, bytes):
        return answer
    return answer.encode() if isinstance(answer, str) else _encode(answer)


def _headers(media_type: str, cache: Cache) -> tuple[RawHeader, ...]:
    """Return the headers of an operation's answers of one media type."""
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    return (
        (b"content-type", f"{media_type}{charset}".encode()),
        (b"cache-control", cache.encode()),
    )


def _vary(operation: Operation) -> tuple[RawHeader, ...]:
    """Return the header that names those on which an operation's answers depend, if there are."""
    names: Sequence[str] = (
        *(() if operation.access is Access.OPEN else ("Authorization",)),
        *(("Accept",) if operation.feed or operation.as_text else ()),
    )
    return ((b"vary", ", ".join(names).encode()),) if names else ()
