"""Requests are read strictly, and a refusal names the place that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.errors import Code, Refused
from schema.model import MoveRequest, NewMatch
from schema.rest.models import FeedQuery, MatchesQuery, MatchPath, RulesQuery, SeatChoice
from schema.rest.operations import OPERATIONS
from schema.rest.problems import InputError
from service.rest.problems import InputRefused
from service.rest.reading import Reader

JSON = "application/json"
MOVE = b'{"move":"play QS","expectedVersion":7,"idempotencyKey":"a"}'


def reader_of(operation_id: str) -> Reader:
    return Reader(next(at for at in OPERATIONS if at.id == operation_id))


def refused_body(operation_id: str, body: bytes, media_type: str | None = JSON) -> Refused:
    with pytest.raises(Refused) as raised:
        reader_of(operation_id).body(media_type, body)
    return raised.value


def refused_query(operation_id: str, query: bytes) -> InputRefused:
    with pytest.raises(InputRefused) as raised:
        reader_of(operation_id).query(query)
    return raised.value


def test_a_body_becomes_the_value_that_the_handler_takes() -> None:
    assert reader_of("submitMove").body(JSON, MOVE) == MoveRequest(
        move="play QS", expected_version=7, idempotency_key="a"
    )


@pytest.mark.parametrize(
    "media_type", ["application/json", "Application/JSON", 'application/json; charset="UTF-8"']
)
def test_json_in_utf_8_is_taken(media_type: str) -> None:
    assert reader_of("joinMatch").body(media_type, b'{"seat":2}') == SeatChoice(seat=2)


@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "",
        "text/plain",
        "application/xml",
        "application/json; charset=latin-1",
        "application/json; charset=utf-8; version=2",
        "application/jsonx",
        "multipart/form-data; boundary=x",
    ],
)
def test_a_body_of_another_kind_is_not_taken(media_type: str | None) -> None:
    error = refused_body("joinMatch", b'{"seat":2}', media_type)

    assert error.refusal.code is Code.UNSUPPORTED_MEDIA_TYPE


def test_a_body_that_may_be_left_out_has_its_defaults() -> None:
    assert reader_of("joinMatch").body(None, b"") == SeatChoice()


def test_a_body_that_is_needed_may_not_be_left_out() -> None:
    error = refused_body("submitMove", b"")

    assert isinstance(error, InputRefused)
    assert error.status == 400


def test_a_whole_number_may_be_written_with_a_point() -> None:
    body = b'{"players":4.0,"turnSeconds":6e1,"seed":-0.0}'

    assert reader_of("createMatch").body(JSON, body) == NewMatch(players=4, turn_seconds=60, seed=0)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b'{"players":"4"}', InputError(detail="Expected `int`, got `str`", pointer="#/players")),
        (b'{"players":4.5}', InputError(detail="Expected `int`, got `float`", pointer="#/players")),
        (b'{"players":8}', InputError(detail="Expected `int` <= 7", pointer="#/players")),
        (b'{"players":8.0}', InputError(detail="Expected `int` <= 7", pointer="#/players")),
        (b'{"players":1e300}', InputError(detail="Expected `int` <= 7", pointer="#/players")),
        (b'{"players":1e400}', InputError(detail="Number out of range", pointer="#/players")),
        (
            b'{"turnSeconds":0}',
            InputError(detail="Expected `int` >= 1", pointer="#/turnSeconds"),
        ),
        (
            b'{"seat":0}',
            InputError(detail="Object contains unknown field `seat`", pointer="#/seat"),
        ),
        (
            b'{"a/b~c":0}',
            InputError(detail="Object contains unknown field `a/b~c`", pointer="#/a~1b~0c"),
        ),
        (
            b'{"options":{"x":1}}',
            InputError(detail="Expected `str`, got `int`", pointer="#/options"),
        ),
        (b"[]", InputError(detail="Expected `object`, got `array`", pointer="#")),
        (b"null", InputError(detail="Expected `object`, got `null`", pointer="#")),
    ],
)
def test_a_body_that_is_not_as_described_is_refused_with_its_place(
    body: bytes, error: InputError
) -> None:
    refused = refused_body("createMatch", body)

    assert isinstance(refused, InputRefused)
    assert refused.status == 422
    assert refused.errors == (error,)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"players":2}', "The body is not as described: Expected `int` >= 3 at #/players."),
        (b"[]", "The body is not as described: Expected `object`, got `array`."),
    ],
)
def test_a_refused_body_is_told_in_words_with_its_place(body: bytes, told: str) -> None:
    assert refused_body("createMatch", body).refusal.message == told


def test_a_refusal_does_not_grow_with_what_it_repeats() -> None:
    refused = refused_body("createMatch", b'{"' + b"x" * 60_000 + b'":0}')

    assert isinstance(refused, InputRefused)
    assert len(refused.refusal.message) < 300
    assert refused.errors[0].pointer == "#/" + "x" * 60


def test_a_field_that_is_missing_is_named() -> None:
    refused = refused_body("submitMove", b'{"move":"play QS","expectedVersion":7}')

    assert isinstance(refused, InputRefused)
    assert refused.errors[0].pointer == "#/idempotencyKey"


@pytest.mark.parametrize(
    "body",
    [
        b" ",
        b"{",
        b'{"players":4',
        b'{"players":NaN}',
        b"{} {}",
        b'{"ruleSet":"\xff"}',
        b'{"ruleSet":"\\ud800"}',
        b'{"options":{"\\udfff":"x"}}',
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_a_body_that_is_no_json_in_utf_8_cannot_be_read(body: bytes) -> None:
    refused = refused_body("createMatch", body)

    assert isinstance(refused, InputRefused)
    assert refused.status == 400


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 60_000,
        b'{"options":' + b"[" * 60_000,
        b'{"options":{"a":' + b'{"a":' * 10_000,
        b'{"players":4.0,"x":' + b"[" * 60_000,
        b'{"players":4.0,"options":{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}}",
    ],
)
def test_a_body_of_great_depth_is_refused_like_any_other(body: bytes) -> None:
    assert refused_body("createMatch", body).refusal.code is Code.INVALID_INPUT


@given(st.binary(max_size=200))
def test_no_body_does_anything_but_be_read_or_refused(body: bytes) -> None:
    reader = reader_of("createMatch")
    try:
        found = reader.body(JSON, body)
    except InputRefused:
        return
    assert isinstance(found, NewMatch)


def test_a_query_becomes_the_value_that_the_handler_takes() -> None:
    query = b"players=3&option=trump_leader%3Adeclarer&option=a:b,c"

    assert reader_of("getRules").query(query) == RulesQuery(
        players=3, option=("trump_leader:declarer", "a:b,c")
    )
    assert reader_of("listMatches").query(b"") == MatchesQuery(first=20, after=None)
    assert reader_of("getEvents").query(b"after=7-0a1b2c3d&wait=25") == FeedQuery(
        after="7-0a1b2c3d", wait=25
    )


@pytest.mark.parametrize(
    ("operation_id", "query", "parameter"),
    [
        ("listMatches", b"first=0", "first"),
        ("listMatches", b"first=101", "first"),
        ("listMatches", b"first=99999999999999999999999", "first"),
        ("listMatches", b"first=", "first"),
        ("listMatches", b"first=ten", "first"),
        ("listMatches", b"first=1&first=2", "first"),
        ("listMatches", b"frist=1", "frist"),
        ("listMatches", b"First=1", "First"),
        ("listMatches", b"access_token=secret", "access_token"),
        ("listMatches", b"after=%00", "after"),
        ("listMatches", b"after=m_1%0A", "after"),
        ("getEvents", b"after=-1", "after"),
        ("getEvents", b"after=7-xyz", "after"),
        ("getEvents", b"wait=26", "wait"),
        ("getEvents", b"wait=1.5", "wait"),
        ("getRules", b"option=trump_leader", "option"),
        ("getRules", b"option=a:b%0A", "option"),
        ("getRules", b"&".join([b"option=a:b"] * 33), "option"),
        ("getMatch", b"x=1", "x"),
    ],
)
def test_a_query_that_is_not_as_described_is_refused_by_name(
    operation_id: str, query: bytes, parameter: str
) -> None:
    refused = refused_query(operation_id, query)

    assert refused.status == 422
    assert [error.parameter for error in refused.errors] == [parameter]


@pytest.mark.parametrize(
    "query", [b"first", b"&", b"first=1&", b"after=%ff", b"after=\xff", b"a=1&" * 101 + b"b=1"]
)
def test_a_query_that_is_no_list_of_pairs_cannot_be_read(query: bytes) -> None:
    assert refused_query("listMatches", query).status == 400


def test_the_place_to_resume_overrules_the_query() -> None:
    assert reader_of("getEvents").query(b"after=7", "9") == FeedQuery(after="9")


def test_a_wrong_place_in_the_query_is_refused_though_it_is_overruled() -> None:
    with pytest.raises(InputRefused) as raised:
        reader_of("getEvents").query(b"after=", "9")

    assert raised.value.errors[0].parameter == "after"


def test_a_wrong_place_to_resume_is_told_by_the_headers_name() -> None:
    with pytest.raises(InputRefused) as raised:
        reader_of("getEvents").query(b"", "no cursor")

    assert raised.value.errors[0].parameter == "Last-Event-ID"


def test_a_path_becomes_the_value_that_the_handler_takes() -> None:
    assert reader_of("getMatch").path({"matchId": "m_1-a"}) == MatchPath(match_id="m_1-a")


@pytest.mark.parametrize("match_id", ["a b", "ż", "m_1\n", "\0", "x" * 65, "{m}", ""])
def test_an_address_that_cannot_exist_is_not_found(match_id: str) -> None:
    with pytest.raises(Refused) as raised:
        reader_of("getMatch").path({"matchId": match_id})

    assert raised.value.refusal.code is Code.NOT_FOUND
