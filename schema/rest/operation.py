"""What an operation of the REST transport is: one row of the table, and what a handler gets.

A handler's signature is the only place where its types are written: the path, query, body and
answer that the router reads and the document describes are taken from it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from enum import StrEnum
from functools import cached_property
from http import HTTPStatus
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from msgspec import Struct, structs

from schema.budgets import Budget
from schema.context import Services, Viewer
from schema.errors import Code
from schema.identity import Scope
from schema.model import FeedItem, TurnsItem
from schema.rest.models import Nothing

PathT = TypeVar("PathT", bound=Struct)
QueryT = TypeVar("QueryT", bound=Struct)
BodyT = TypeVar("BodyT", bound=Struct)


class Call(Struct, Generic[PathT, QueryT, BodyT], frozen=True, kw_only=True):
    """A request, read and checked: who asks, and the values of its parts.

    `has_seen_end` says that a browser comes back which had the last item of the feed.
    """

    viewer: Viewer
    path: PathT
    query: QueryT
    body: BodyT
    has_seen_end: bool = False


# Any: the table holds handlers of different types; `Operation` reads them from the signature.
AnyCall = Call[Any, Any, Any]
Handler = Callable[[Services, AnyCall], Coroutine[object, object, object]]
TextForm = Callable[[Any], str]
StreamItem = FeedItem | TurnsItem
FeedHandler = Callable[
    [Services, AnyCall], Awaitable[AsyncIterator[FeedItem] | AsyncIterator[TurnsItem] | None]
]


class Method(StrEnum):
    """The HTTP methods that operations use."""

    GET = "GET"
    POST = "POST"
    DELETE = "DELETE"


class Access(StrEnum):
    """What an operation makes of a token."""

    OPEN = "open"  # does not look at it
    ANYONE = "anyone"  # answers everybody, and an account more
    ACCOUNT = "account"  # needs one


class Cache(StrEnum):
    """Who may keep an answer; the value is the Cache-Control header."""

    PUBLIC = "public, max-age=60"
    PRIVATE = "private, no-cache"
    NEVER = "no-store"


class Link(Struct, frozen=True, kw_only=True):
    """An operation that an answer leads to, its parts as values or OpenAPI runtime expressions."""

    operation: str
    description: str
    parameters: dict[str, str] = {}
    body: dict[str, str | int | bool] = {}


class Operation(Struct, frozen=True, kw_only=True, dict=True):
    """One row of the table.

    `id` is unique and never changes. `codes` are those the use case may refuse with; what
    reading the request may refuse with is added by `refusals`. `location` is the path of what
    was made, its parameters named by the answer's fields. `feed` makes streams of `item`,
    `as_text` the answer as plain text for who prefers that. A token must be good for one of
    `scopes`; none: any token will do. `charged` is a budget other than reads and moves,
    `deprecation` is as `schema/deprecation.py` has it.
    """

    id: str
    method: Method
    path: str
    tag: str
    summary: str
    description: str = ""
    handle: Handler
    access: Access
    scopes: tuple[Scope, ...] = ()
    codes: tuple[Code, ...] = ()
    status: HTTPStatus = HTTPStatus.OK
    cache: Cache = Cache.PRIVATE
    media_type: str = "application/json"
    location: str | None = None
    example: Struct | None = None
    deprecation: str | None = None
    links: dict[str, Link] = {}
    feed: FeedHandler | None = None
    item: type[Struct] = FeedItem
    as_text: TextForm | None = None
    charged: Budget | None = None

    @cached_property
    def types(self) -> tuple[type[Struct], type[Struct], type[Struct]]:
        """Return the types of path, query and body as the handler takes them."""
        path, query, body = get_args(get_type_hints(self.handle)["call"])
        return path, query, body

    @cached_property
    def answer(self) -> type[object]:
        """Return the type of the answer."""
        answer: type[object] = get_type_hints(self.handle)["return"]
        return answer

    @property
    def answer_description(self) -> str:
        """Return what the answer is, in a sentence."""
        text = getattr(self.answer, "__doc__", None) if self.answer is not str else None
        return (text or "The text.").partition("\n")[0]

    @cached_property
    def has_body(self) -> bool:
        """Return whether the operation takes a body."""
        return self.types[2] is not Nothing

    @cached_property
    def needs_body(self) -> bool:
        """Return whether the body may not be left out."""
        return any(field.required for field in structs.fields(self.types[2]))

    @cached_property
    def resumes(self) -> bool:
        """Return whether the operation's streams have cursors, after which they go on."""
        return self.feed is not None and "after" in self.types[1].__struct_fields__

    @cached_property
    def is_tagged(self) -> bool:
        """Return whether an answer has an entity tag, by which a client may keep it.

        A feed has cursors instead.
        """
        return self.method is Method.GET and self.cache is not Cache.NEVER and self.feed is None

    @cached_property
    def takes_key(self) -> bool:
        """Return whether an overlay key may stand in its address instead of a token."""
        return "key" in self.types[1].__struct_fields__

    @cached_property
    def budget(self) -> Budget | None:
        """Return what a request is charged to; nothing for probes and for public data."""
        if self.charged is not None:
            return self.charged
        if self.cache is Cache.PUBLIC or self.tag == "health":
            return None
        return Budget.READS if self.method is Method.GET else Budget.MOVES

    @cached_property
    def refusals(self) -> tuple[Code, ...]:
        """Return every code that the operation may refuse with, in the order of `Code`."""
        reading = {Code.INVALID_INPUT, Code.NOT_ACCEPTABLE, Code.INTERNAL}
        if self.has_body:
            reading |= {Code.UNSUPPORTED_MEDIA_TYPE, Code.BODY_TOO_LARGE}
        if self.budget is not None:
            reading |= {Code.RATE_LIMITED}
        if self.feed is not None:
            reading |= {Code.TOO_MANY_STREAMS}
        if self.types[0] is not Nothing:
            reading |= {Code.NOT_FOUND}
        if self.access is not Access.OPEN:
            reading |= {
                Code.UNAUTHENTICATED,
                Code.ACCOUNT_BANNED,
                Code.ISSUER_UNAVAILABLE,
                Code.STORE_UNAVAILABLE,
            }
        if self.scopes:
            reading |= {Code.FORBIDDEN}
        wanted = reading.union(self.codes)
        return tuple(code for code in Code if code in wanted)
