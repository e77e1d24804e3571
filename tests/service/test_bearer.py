"""The token of an Authorization header."""

import pytest

from schema.errors import Code, Refused
from service.bearer import bearer_token


def test_no_header_is_no_token() -> None:
    assert bearer_token(None) is None


@pytest.mark.parametrize("header", ["Bearer kt_ala", "bearer kt_ala", "  BEARER   kt_ala  "])
def test_token_follows_the_scheme_in_any_case(header: str) -> None:
    assert bearer_token(header) == "kt_ala"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic a2E6bGE=", "kt_ala"])
def test_header_of_another_form_is_refused_without_repeating_it(header: str) -> None:
    with pytest.raises(Refused) as caught:
        bearer_token(header)

    assert caught.value.refusal.code is Code.UNAUTHENTICATED
    assert caught.value.refusal.message == "The Authorization header is 'Bearer TOKEN'."
