"""Answers that a client has already: their tags, and 304 for one that still stands.

A tag is made of the whole body, so it cannot stay when anything in the body changes, whoever asks
and in whatever form. It is a strong one: what has the same tag is the same to the byte.
"""

import hashlib
import re
from http import HTTPStatus
from typing import Final, Self

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

_TAG_DIGITS: Final = 24  # 96 bits: no two bodies of one address will ever share them
_TAG: Final = re.compile(r'(?:W/)?("[^"]*")')
# What a 304 says replaces what a client has kept: a page must not lose its policy.
_KEPT: Final = ("Cache-Control", "Content-Security-Policy", "ETag", "Vary")


class Tagged(Struct, frozen=True):
    """A body and its tag, made once."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, body: bytes) -> Self:
        """Return a body with its tag."""
        return cls(body, tag_of(body))


def tag_of(body: bytes) -> str:
    """Return the entity tag of a body, with its quotation marks."""
    return f'"{hashlib.sha256(body).hexdigest()[:_TAG_DIGITS]}"'


def conditional(request: Request, response: Response, tag: str) -> Response:
    """Return an answer with its tag, or 304 if the client says that it has it."""
    response.headers["ETag"] = tag
    if not _has(request, tag):
        return response
    kept = {name: response.headers[name] for name in _KEPT if name in response.headers}
    return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)


def _has(request: Request, tag: str) -> bool:
    """Return whether If-None-Match names the tag; a proxy may have made it a weak one."""
    sent = ",".join(request.headers.getlist("If-None-Match"))
    return sent.strip() == "*" or tag in _TAG.findall(sent)
