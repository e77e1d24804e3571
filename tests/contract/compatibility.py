"""What a REST document breaks for the clients of an older one.

A client may rely on everything that it was told: what it sends is taken as before, and what it
gets has every field that was promised, of the same types. More may come: operations, optional
parameters, fields of answers, media types, values of enums, alternatives that have a tag, codes.
A part whose time was announced long enough ago may go (`tests/contract/notice.py`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from schema.deprecation import REASON_KEY
from schema.json_schema import Json

_UPPER: Final = ("maximum", "maxLength", "maxItems")
_LOWER: Final = ("minimum", "minLength", "minItems")
_METHODS: Final = ("get", "post", "put", "patch", "delete")

MayGo = Callable[[str | None], bool]


def broken(old: Json, new: Json, may_go: MayGo) -> list[str]:
    """Return what an OpenAPI document breaks, each with its place; `may_go` judges a reason."""
    comparison = _Documents(old, new, may_go)
    return [fault for place, was in _operations(old) for fault in comparison.operation(place, was)]


def broken_schema(old: Json, new: Json, may_go: MayGo, *, sent: bool) -> list[str]:
    """Return what a JSON Schema breaks for those who send values of it, or are told them."""
    return list(Schemas(old, new, may_go).faults(old, new, sent=sent, at="#"))


def _operations(document: Json) -> Iterator[tuple[tuple[str, str], Json]]:
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield (path, method), methods[method]


class Schemas:
    """Compares the schemas of two documents; a pair of references is compared once."""

    def __init__(self, old: Json, new: Json, may_go: MayGo) -> None:
        self._old, self._new = old, new
        self.may_go = may_go
        self._seen: set[tuple[str, str, bool]] = set()

    def faults(self, was: Json, now: Json, *, sent: bool, at: str) -> Iterator[str]:
        """Yield what is broken at a place, where values are sent or told."""
        names = (was.get("$ref", ""), now.get("$ref", ""), sent)
        if all(names[:2]):
            if names in self._seen:
                return
            self._seen.add(names)
        was, now = _resolved(self._old, was), _resolved(self._new, now)
        if "anyOf" in was or "anyOf" in now:
            yield from self._alternatives(was, now, sent=sent, at=at)
            return
        yield from _kinds(was, now, sent=sent, at=at)
        if sent:
            yield from _narrowed(was, now, at=at)
        yield from self._fields(was, now, sent=sent, at=at)
        for old, new in zip(was.get("allOf", ()), now.get("allOf", ()), strict=False):
            yield from self.faults(old, new, sent=sent, at=at)
        for key in ("items", "additionalProperties"):
            yield from self._inner(was.get(key), now.get(key), sent=sent, at=f"{at}/{key}")

    def _alternatives(self, was: Json, now: Json, *, sent: bool, at: str) -> Iterator[str]:
        """Find for each alternative that may come one that was, or is, provided for."""
        before, after = was.get("anyOf", [was]), now.get("anyOf", [now])
        for one in before if sent else after:
            pairs = [
                (one, other) if sent else (other, one) for other in (after if sent else before)
            ]
            known = [pair for pair in pairs if _name(pair[0]) == _name(pair[1])]
            if not known and not sent and "discriminator" in was and "discriminator" in now:
                continue  # a new alternative with a tag of its own
            if not known:
                yield f"{at}: {_name(one)} is {'no longer taken' if sent else 'new'}"
            for old, new in known:
                yield from self.faults(old, new, sent=sent, at=at)

    def _fields(self, was: Json, now: Json, *, sent: bool, at: str) -> Iterator[str]:
        before: Json = was.get("properties", {})
        after: Json = now.get("properties", {})
        required = (set(was.get("required", ())), set(now.get("required", ())))
        for name, field in before.items():
            if self.may_go(field.get(REASON_KEY)):
                continue
            if name not in after:
                yield f"{at}/{name}: is gone"
            else:
                yield from self.faults(field, after[name], sent=sent, at=f"{at}/{name}")
            if not sent and name in required[0] - required[1] and name in after:
                yield f"{at}/{name}: may be left out"
        for name in sorted(required[1] - required[0]) if sent else ():
            yield f"{at}/{name}: must be sent"

    def _inner(self, was: object, now: object, *, sent: bool, at: str) -> Iterator[str]:
        if isinstance(was, dict) and isinstance(now, dict):
            yield from self.faults(was, now, sent=sent, at=at)
        elif sent and was is not False and now is False:
            yield f"{at}: no longer taken"


class _Documents:
    """Compares the operations of two OpenAPI documents."""

    def __init__(self, old: Json, new: Json, may_go: MayGo) -> None:
        self._new = new
        self._schemas = Schemas(old, new, may_go)
        self._old = old

    def operation(self, place: tuple[str, str], was: Json) -> Iterator[str]:
        """Yield what is broken for those who call an operation."""
        path, method = place
        at = f"{method.upper()} {path}"
        now = self._new["paths"].get(path, {}).get(method)
        if self._schemas.may_go(was.get(REASON_KEY)):
            return
        if now is None:
            yield f"{at}: is gone"
            return
        if now["operationId"] != was["operationId"]:
            yield f"{at}: is called {now['operationId']}"
        if not all(_accepts(now["security"], one) for one in was["security"] or [{}]):
            yield f"{at}: asks for another token"
        yield from self._parameters(was, now, at)
        yield from self._body(was.get("requestBody"), now.get("requestBody"), at)
        yield from self._answers(was["responses"], now["responses"], at)

    def _parameters(self, was: Json, now: Json, at: str) -> Iterator[str]:
        before, after = (
            {(p["in"], p["name"]): p for p in told["parameters"]} for told in (was, now)
        )
        for key, parameter in before.items():
            if self._schemas.may_go(parameter.get(REASON_KEY)):
                continue
            if key not in after:
                yield f"{at} {key[1]}: is gone"
                continue
            pair = (parameter["schema"], after[key]["schema"])
            yield from self._schemas.faults(*pair, sent=True, at=f"{at} {key[1]}")
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{at} {key[1]}: must be sent"

    def _body(self, was: Json | None, now: Json | None, at: str) -> Iterator[str]:
        if was is None:
            if now is not None and now["required"]:
                yield f"{at}: needs a body"
            return
        if now is None:
            yield f"{at}: takes no body"
            return
        if now["required"] and not was["required"]:
            yield f"{at}: needs a body"
        yield from self._contents(was, now, sent=True, at=at)

    def _answers(self, was: Json, now: Json, at: str) -> Iterator[str]:
        good = [{status for status in told if status.startswith("2")} for told in (was, now)]
        if good[0] != good[1]:
            yield f"{at}: answers {sorted(good[1])}, not {sorted(good[0])}"
        for status in sorted(set(was) & set(now)):
            pair = _resolved(self._old, was[status]), _resolved(self._new, now[status])
            for name in sorted(set(pair[0].get("headers", ())) - set(pair[1].get("headers", ()))):
                yield f"{at} {status}: has no {name}"
            yield from self._contents(*pair, sent=False, at=f"{at} {status}")

    def _contents(self, was: Json, now: Json, *, sent: bool, at: str) -> Iterator[str]:
        before, after = was.get("content", {}), now.get("content", {})
        for media_type, content in before.items():
            if media_type not in after:
                yield f"{at}: no {media_type}"
                continue
            pair = (content["schema"], after[media_type]["schema"])
            yield from self._schemas.faults(*pair, sent=sent, at=at)


def _resolved(document: Json, part: Json) -> Json:
    while "$ref" in part:
        found: Json = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = {key: value for key, value in part.items() if key != "$ref"} | found
    return part


def _name(part: Json) -> str:
    """Return what tells an alternative from the others."""
    return str(part["$ref"].rpartition("/")[2] if "$ref" in part else part.get("type"))


def _kinds(was: Json, now: Json, *, sent: bool, at: str) -> Iterator[str]:
    if was.get("type") != now.get("type") or was.get("format") != now.get("format"):
        yield f"{at}: is {now.get('type')}, not {was.get('type')}"
    lost = set(was.get("enum", ())) - set(now.get("enum", ()))
    if "enum" in now and sent and ("enum" not in was or lost):
        yield f"{at}: {sorted(lost)} are no longer taken"
    if "enum" in was and not sent and "enum" not in now:
        yield f"{at}: is any text"


def _narrowed(was: Json, now: Json, *, at: str) -> Iterator[str]:
    unbounded = float("inf")
    for key in _UPPER:
        if now.get(key, unbounded) < was.get(key, unbounded):
            yield f"{at}: {key} is {now[key]}"
    for key in _LOWER:
        if now.get(key, -unbounded) > was.get(key, -unbounded):
            yield f"{at}: {key} is {now[key]}"
    if "default" in was and now.get("default") != was["default"]:
        yield f"{at}: is {now.get('default')!r} where it is left out"
    if not _takes_as_much(was.get("pattern"), now.get("pattern", was.get("pattern"))):
        yield f"{at}: has another pattern"


def _takes_as_much(was: str | None, now: str | None) -> bool:
    """Return whether a pattern is the old one, perhaps with an optional group at its end."""
    return was == now or bool(
        was and now and re.fullmatch(re.escape(was.removesuffix("$")) + r"\([^()|]*\)\?\$", now)
    )


def _accepts(offered: list[Json], held: Mapping[str, list[str]]) -> bool:
    """Return whether a token that was good for an operation is still."""
    return not offered or any(
        all(scheme in held and set(scopes) <= set(held[scheme]) for scheme, scopes in one.items())
        for one in offered
    )
