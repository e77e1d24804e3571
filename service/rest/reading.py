"""Reads requests as strictly as the document describes them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct, ValidationError, structs

from schema.errors import Code, Refused, refused
from schema.rest.operation import Operation
from schema.rest.problems import InputError
from service.rest.problems import InputRefused, unreadable

_PARAMETERS_MAX: Final = 100
_NAME_SHOWN: Final = 60  # characters of what a client calls something
_DETAIL_SHOWN: Final = 200
_JSON: Final = "application/json"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
# msgspec 0.23 tells the place of an error only in its text
_PLACE: Final = re.compile(r"(?P<detail>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_FIELD: Final = re.compile(r"(?:unknown|required) field `(.*)`", re.DOTALL)


@cache
def _repeatable(query_type: type[Struct]) -> Mapping[str, bool]:
    """Return the parameters of a query and which of them may be repeated.

    Such a one is a tuple, empty unless it is given.
    """
    return {
        field.encode_name: isinstance(field.default, tuple) for field in structs.fields(query_type)
    }


class Reader:
    """Reads the path, query and body of one operation's requests.

    Every method refuses INVALID_INPUT with the places that are wrong, status 400 for what cannot
    be read and 422 for what is not as described; an address that cannot exist is NOT_FOUND.
    """

    def __init__(self, operation: Operation) -> None:
        self._path_type, self._query_type, self._body_type = operation.types
        self._decode = msgspec.json.Decoder(self._body_type).decode
        self._needs_body = operation.needs_body
        self._no_query = _without_parameters(self._query_type)
        self._may_repeat = _repeatable(self._query_type)

    def path(self, parameters: Mapping[str, str]) -> Struct:
        """Return the parameters of the path."""
        try:
            return _from_text(parameters, self._path_type)
        except ValidationError as error:
            raise nothing_here() from error

    def query(self, query: bytes, resume_at: str | None = None) -> Struct:
        """Return the parameters of the query; `resume_at`, from a header, overrules `after`."""
        if not query and resume_at is None and self._no_query is not None:
            return self._no_query
        values: dict[str, str | list[str]] = {}
        for name, value in _pairs(query):
            self._add(values, name, value)
        try:
            found = _from_text(values, self._query_type)
        except ValidationError as error:
            detail, steps = _place(error)
            raise _wrong_parameter(steps[0], detail) from error
        if resume_at is None:
            return found
        try:
            return _from_text({**values, "after": resume_at}, self._query_type)
        except ValidationError as error:
            raise _wrong_parameter("Last-Event-ID", _place(error)[0]) from error

    def _add(self, values: dict[str, str | list[str]], name: str, value: str) -> None:
        if name not in self._may_repeat:
            known = ", ".join(self._may_repeat) or "none"
            raise _wrong_parameter(name, f"There is no such parameter; known: {known}.")
        if self._may_repeat[name]:
            repeated = values.setdefault(name, [])
            assert isinstance(repeated, list)
            repeated.append(value)
        elif name in values:
            raise _wrong_parameter(name, "The parameter is given more than once.")
        else:
            values[name] = value

    def body(self, media_type: str | None, body: bytes) -> Struct:
        """Return the body; one that may be left out has its defaults then."""
        if not body and not self._needs_body:
            return self._body_type()
        if not _is_json(media_type):
            detail = "The body must be application/json in UTF-8."
            raise refused(Code.UNSUPPORTED_MEDIA_TYPE, detail)
        try:
            return self._decode(body)
        except ValidationError as error:
            return self._with_whole_floats(body, error)
        except msgspec.DecodeError as error:
            raise unreadable("The body is not JSON in UTF-8.") from error

    def _with_whole_floats(self, body: bytes, error: ValidationError) -> Struct:
        """Read once more with `14.0` for 14, as JSON Schema counts it among the integers."""
        if "got `float`" not in str(error):
            raise _body_refused(error) from error
        try:
            return msgspec.convert(_decode_with_whole_floats(body), self._body_type)
        except ValidationError as second:
            raise _body_refused(second) from second
        except (msgspec.DecodeError, RecursionError) as second:
            raise unreadable("The body is not JSON, or too deep.") from second


def nothing_here() -> Refused:
    """Return the refusal of an address at which there is nothing."""
    return refused(Code.NOT_FOUND, "There is nothing at this address.")


def _from_text(values: Mapping[str, str | list[str]], kind: type[Struct]) -> Struct:
    for name, value in values.items():
        if _is_null(value):
            detail = f"Expected a value, not null - at `$.{name}`"
            raise ValidationError(detail)
        if _CONTROL.search(value if isinstance(value, str) else "".join(value)):
            detail = f"Expected no control characters - at `$.{name}`"
            raise ValidationError(detail)
    return msgspec.convert(values, kind, strict=False)


def _without_parameters(kind: type[Struct]) -> Struct | None:
    """Return what a query without parameters is read as; None for one that has to have some."""
    try:
        return _from_text({}, kind)
    except ValidationError:
        return None


def _is_null(value: str | list[str]) -> bool:
    """Return whether msgspec would read a text as null, which no parameter can be."""
    return isinstance(value, str) and value.lower() in {"null", "none"}


def _pairs(query: bytes) -> list[tuple[str, str]]:
    if not query:
        return []
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=_PARAMETERS_MAX,
        )
    except ValueError as error:  # UnicodeError is one
        detail = "The query is not a list of name=value in percent-encoded UTF-8."
        raise unreadable(detail) from error


def _is_json(media_type: str | None) -> bool:
    if media_type == _JSON:
        return True
    name, _, parameters = (media_type or "").partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    return name.strip().lower() == _JSON and charset in {"", "charset=utf-8"}


def _whole(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


_decode_with_whole_floats: Final = msgspec.json.Decoder(float_hook=_whole).decode


def _body_refused(error: ValidationError) -> InputRefused:
    detail, steps = _place(error)
    pointer = "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)
    where = f" at #{pointer}" if pointer else ""
    return InputRefused(
        f"The body is not as described: {detail}{where}.",
        (InputError(detail=detail, pointer=f"#{pointer}"),),
    )


def _wrong_parameter(name: str, detail: str) -> InputRefused:
    shown = name[:_NAME_SHOWN]
    return InputRefused(
        f"The parameter {shown!r} is not as described: {detail}",
        (InputError(detail=detail, parameter=shown),),
    )


def _place(error: ValidationError) -> tuple[str, list[str]]:
    """Return what an error says, and the names and numbers that lead to its place."""
    found = _PLACE.fullmatch(str(error))
    assert found is not None
    detail = found["detail"]
    steps = [name or number for name, number in _STEP.findall(found["path"] or "")]
    field = _FIELD.search(detail)
    names = [*steps, field[1]] if field else steps
    return detail[:_DETAIL_SHOWN], [name[:_NAME_SHOWN] for name in names]
