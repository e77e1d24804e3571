"""Every code has one status, and a problem tells all that a refusal carries."""

from http import HTTPStatus

import msgspec
import pytest

from engine.cards import Suit
from schema.errors import Code, Refusal
from schema.rest.problems import KINDS, InputError, Problem, problem, problem_kinds


def plain(told: Problem) -> dict[str, object]:
    return msgspec.json.decode(msgspec.json.encode(told), type=dict[str, object])


def test_every_code_is_mapped() -> None:
    assert set(KINDS) == set(Code)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (Code.MUST_FOLLOW_SUIT, 409),
        (Code.STALE_VERSION, 409),
        (Code.SEAT_TAKEN, 409),
        (Code.BAD_MOVE, 422),
        (Code.IDEMPOTENCY_KEY_REUSED, 422),
        (Code.OPTION_OUT_OF_RANGE, 422),
        (Code.INVALID_INPUT, 422),
        (Code.UNAUTHENTICATED, 401),
        (Code.FORBIDDEN, 403),
        (Code.NOT_OWNER, 403),
        (Code.NOT_SEATED, 403),
        (Code.MATCH_NOT_FOUND, 404),
        (Code.UNKNOWN_RULE_SET, 404),
        (Code.METHOD_NOT_ALLOWED, 405),
        (Code.NOT_ACCEPTABLE, 406),
        (Code.BODY_TOO_LARGE, 413),
        (Code.UNSUPPORTED_MEDIA_TYPE, 415),
        (Code.INTERNAL, 500),
        (Code.BUSY, 503),
        (Code.STORE_FULL, 503),
        (Code.STORE_UNAVAILABLE, 503),
    ],
)
def test_a_code_comes_with_its_status(code: Code, status: int) -> None:
    assert KINDS[code].status == status


def test_exactly_what_may_pass_says_when_to_try_again() -> None:
    again = {code for code, kind in KINDS.items() if kind.retry_after_s is not None}

    assert again == {code for code, kind in KINDS.items() if kind.status == 503}


def test_titles_are_whole_sentences_and_tell_codes_apart() -> None:
    titles = [kind.title for kind in KINDS.values()]

    assert len(set(titles)) == len(titles)
    assert all(title[0].isupper() and title.endswith(".") for title in titles)


def test_a_problem_tells_everything_that_a_refusal_carries() -> None:
    refusal = Refusal(
        code=Code.MUST_FOLLOW_SUIT,
        message="hearts were led",
        version=12,
        section="R1.5",
        suit=Suit.HEARTS,
        allowed=("play 2H",),
    )

    assert plain(problem(refusal)) == {
        "type": "/v1/problems#MUST_FOLLOW_SUIT",
        "title": "The led suit must be followed.",
        "status": 409,
        "detail": "hearts were led",
        "code": "MUST_FOLLOW_SUIT",
        "version": 12,
        "section": "R1.5",
        "suit": "H",
        "allowed": ["play 2H"],
    }


def test_a_problem_leaves_out_what_is_not_given() -> None:
    told = problem(Refusal(code=Code.NOT_FOUND, message="nothing"))

    assert list(plain(told)) == ["type", "title", "status", "detail", "code"]


def test_a_problem_tells_the_places_and_another_status_where_they_are_given() -> None:
    told = problem(
        Refusal(code=Code.INVALID_INPUT, message="wrong"),
        status=HTTPStatus.BAD_REQUEST,
        errors=(InputError(detail="Expected `int`", pointer="#/seat"),),
        request_id="r1",
    )

    sent = plain(told)
    assert sent["status"] == 400
    assert sent["errors"] == [{"detail": "Expected `int`", "pointer": "#/seat"}]
    assert sent["requestId"] == "r1"


def test_the_published_list_has_every_code_in_order() -> None:
    listed = problem_kinds()

    assert [kind.code for kind in listed] == list(Code)
    assert listed[0].status == 409
    assert listed[0].title == "It is not this seat's turn."
