"""The OpenAPI 3.1 document, made from the operation table and the models."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Final, assert_never

from schema.deprecation import on_its_way_out
from schema.json_schema import Json
from schema.rest.json_schemas import components, example, parameters, reference
from schema.rest.models import EVENT_ID_PATTERN
from schema.rest.operation import Access, Operation
from schema.rest.operations import OPERATIONS
from schema.rest.responses import HEADERS, responses, shared_responses

API_VERSION: Final = "0.1.0"

_ABOUT: Final = """\
Plays Kierki, the Polish card game family: make a match, fill its seats, follow its log, move.

Ids are opaque. Times are milliseconds of Unix time, points are signed, a card is a rank of \
`23456789TJQKA` and a suit of `CDHS`. Lists of codes, kinds and states may grow. No field of an \
answer is ever left out unless its schema says so; what null means stands with the field.

Refusals are `application/problem+json` with a stable `code`; `/v1/problems` lists them all.\
"""
_TAGS: Final = {
    "accounts": "Who plays, and the tokens that speak for them.",
    "bots": "Accounts that programs play for, and the seats that they are offered.",
    "administration": "For those who run the service.",
    "rules": "Rule sets, rules and the rule book, as data.",
    "matches": "Making matches and filling their seats.",
    "play": "Moving, and following what happens.",
    "fairness": "Checking that nobody has chosen the cards.",
    "health": "For those who operate the service.",
}
_BEARER: Final[Json] = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of an account, as `POST /v1/guests` tells it. It must be good for "
    "one of the scopes that the operation names.",
}
_OVERLAY_KEY: Final[Json] = {
    "type": "apiKey",
    "in": "query",
    "name": "key",
    "description": "An overlay key, `ko_…`, as `POST /v1/overlay-keys` tells it: the answer is "
    "then what an overlay may see. Never together with a token.",
}
_LAST_EVENT_ID: Final[Json] = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The same as `after`, which it overrules: the `id` of the last event that came. "
    "Browsers send it by themselves.",
    "schema": {"type": "string", "pattern": EVENT_ID_PATTERN},
}

_IF_NONE_MATCH: Final[Json] = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The tags of answers that the caller has, as `ETag` told them, or `*`.",
    "schema": {"type": "string"},
}


@cache
def openapi_text() -> str:
    """Return the document as JSON text, always the same for the same code."""
    return json.dumps(openapi_document(), ensure_ascii=False, indent=2) + "\n"


def openapi_document() -> Json:
    """Return the document as plain data."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kierki",
            "version": API_VERSION,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "This service."}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths_of(OPERATIONS),
        "components": {
            "schemas": components(OPERATIONS),
            "responses": shared_responses(OPERATIONS),
            "headers": HEADERS,
            "securitySchemes": {"bearer": _BEARER, "overlayKey": _OVERLAY_KEY},
        },
    }


def paths_of(operations: Iterable[Operation]) -> Json:
    """Return what the document says of these operations, by path and method."""
    paths: Json = {}
    for at in operations:
        paths.setdefault(at.path, {})[at.method.lower()] = _operation(at)
    return paths


def _operation(at: Operation) -> Json:
    told: Json = {
        "operationId": at.id,
        "tags": [at.tag],
        "summary": at.summary,
        "description": at.description or at.summary,
        "security": _security(at),
        "parameters": _parameters(at),
    }
    if at.deprecation is not None:
        told.update(on_its_way_out(at.deprecation))
    if at.has_body:
        told["requestBody"] = _request_body(at)
    told["responses"] = responses(at)
    return told


def _security(at: Operation) -> list[Json]:
    token: list[Json] = [{"bearer": [scope]} for scope in at.scopes] or [{"bearer": []}]
    if at.takes_key:
        token.append({"overlayKey": []})
    match at.access:
        case Access.OPEN:
            return []
        case Access.ANYONE:
            return [{}, *token]
        case Access.ACCOUNT:
            return token
        case _:
            assert_never(at.access)


def _parameters(at: Operation) -> list[Json]:
    path, query, _ = at.types
    found = [*parameters(path, "path"), *parameters(query, "query")]
    if at.takes_key:  # a credential, and told as one
        found = [each for each in found if each["name"] != "key"]
    if at.resumes:
        found.append(_LAST_EVENT_ID)
    return [*found, _IF_NONE_MATCH] if at.is_tagged else found


def _request_body(at: Operation) -> Json:
    content: Json = {"schema": reference(at.types[2])}
    if at.example is not None:
        content["example"] = example(at.example)
    return {"required": at.needs_body, "content": {"application/json": content}}
