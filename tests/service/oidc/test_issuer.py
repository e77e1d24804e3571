"""Tokens of a real issuer on loopback: what is taken of them, and all that is refused."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator

import httpx
import jwt
import pytest

from schema.errors import Code, Refused
from service.oidc import OidcIssuer
from service.oidc.documents import Documents
from service.oidc.keys import MAX_AGE_S, MIN_INTERVAL_S, STALE_S, Keys
from tests.fixtures.issuer import AUDIENCE, Json, LocalIssuer, SigningKey


class Seconds:
    """A clock in seconds that moves when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
async def checker(issuer: LocalIssuer, clock: Seconds) -> AsyncIterator[OidcIssuer]:
    async with httpx.AsyncClient() as client:
        yield OidcIssuer(issuer.settings, Keys(Documents(issuer.url, client), clock))


async def refusal(checker: OidcIssuer, token: str) -> Code:
    """Return the code with which a token is refused, having seen that its text is not told."""
    with pytest.raises(Refused) as error:
        await checker.claims(token)
    assert token not in error.value.refusal.message
    return error.value.refusal.code


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
async def test_a_token_says_who_comes_and_until_when(
    checker: OidcIssuer, issuer: LocalIssuer, algorithm: str
) -> None:
    issuer.keys = [SigningKey("k1", algorithm)]
    exp = int(time.time()) + 60

    claims = await checker.claims(issuer.token(exp=exp))

    assert (claims.issuer, claims.subject, claims.name) == (issuer.url, "ala", "Ala z Kotem")
    assert claims.expires_ms == exp * 1_000


async def test_a_list_of_audiences_and_a_missing_name_will_do(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    claims = await checker.claims(issuer.token(aud=["other", AUDIENCE], name=None))

    assert claims.name is None


async def test_a_name_that_is_no_text_is_none(checker: OidcIssuer, issuer: LocalIssuer) -> None:
    assert (await checker.claims(issuer.token(name=["Ala"]))).name is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"exp": int(time.time()) - 3_600},
        {"nbf": int(time.time()) + 3_600},
        {"iat": int(time.time()) + 3_600},
        {"aud": "another"},
        {"aud": None},
        {"iss": "https://another.example"},
        {"iss": None},
        {"exp": None},
        {"iat": None},
        {"sub": None},
        {"sub": 7},
        {"sub": ""},
        {"sub": "x" * 256},
    ],
    ids=[
        "expired",
        "not yet",
        "from the future",
        "another audience",
        "no audience",
        "another issuer",
        "no issuer",
        "no expiry",
        "no time of issue",
        "nobody",
        "a number for a name",
        "an empty name",
        "a long name",
    ],
)
async def test_a_token_that_says_something_wrong_is_refused(
    checker: OidcIssuer, issuer: LocalIssuer, wrong: Json
) -> None:
    assert await refusal(checker, issuer.token(**wrong)) is Code.UNAUTHENTICATED


async def test_clocks_may_differ_by_some_seconds(checker: OidcIssuer, issuer: LocalIssuer) -> None:
    now = int(time.time())

    for token in (issuer.token(exp=now - 5), issuer.token(iat=now + 5, nbf=now + 5)):
        assert (await checker.claims(token)).subject == "ala"


async def test_a_token_without_a_signature_is_refused(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    unsigned = jwt.encode(issuer.claims(), "", algorithm="none", headers={"kid": "k1"})

    assert await refusal(checker, unsigned) is Code.UNAUTHENTICATED


async def test_a_public_key_is_no_shared_secret(checker: OidcIssuer, issuer: LocalIssuer) -> None:
    # PyJWT refuses to sign so; an attacker would not
    with pytest.raises(jwt.InvalidKeyError):
        jwt.encode(issuer.claims(), issuer.keys[0].pem(), algorithm="HS256")
    confused = signed_by_hand(issuer)

    assert await refusal(checker, confused) is Code.UNAUTHENTICATED


def signed_by_hand(issuer: LocalIssuer) -> str:
    """Return a token whose HMAC is keyed with the issuer's public key."""

    def part(value: object) -> bytes:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")

    text = part({"alg": "HS256", "kid": "k1", "typ": "JWT"}) + b"." + part(issuer.claims())
    mac = hmac.new(issuer.keys[0].pem(), text, hashlib.sha256).digest()
    return (text + b"." + base64.urlsafe_b64encode(mac).rstrip(b"=")).decode()


async def test_a_key_signs_by_its_own_algorithm_only(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    other = SigningKey("k1", "ES256")

    assert await refusal(checker, issuer.token(key=other)) is Code.UNAUTHENTICATED


@pytest.mark.parametrize("token", ["a.b.c", "..", "e30.e30.", "kt_x", "\ud800.a.b"])
async def test_what_is_no_token_is_refused_without_asking_the_issuer(
    checker: OidcIssuer, issuer: LocalIssuer, token: str
) -> None:
    assert await refusal(checker, token) is Code.UNAUTHENTICATED
    assert issuer.fetched == 0


async def test_a_changed_token_is_refused(checker: OidcIssuer, issuer: LocalIssuer) -> None:
    head, _, tail = issuer.token().split(".")
    body = issuer.token(sub="ola").split(".")[1]

    assert await refusal(checker, f"{head}.{body}.{tail}") is Code.UNAUTHENTICATED


async def test_keys_are_fetched_once_for_many_tokens(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    for _ in range(3):
        await checker.claims(issuer.token())

    assert issuer.fetched == 1


async def test_a_new_key_is_taken_and_a_withdrawn_one_refused(
    checker: OidcIssuer, issuer: LocalIssuer, clock: Seconds
) -> None:
    old = issuer.keys[0]
    await checker.claims(issuer.token())
    issuer.keys = [SigningKey("k2", "ES256")]
    assert await refusal(checker, issuer.token()) is Code.UNAUTHENTICATED  # asked just now

    clock.now += MIN_INTERVAL_S

    assert (await checker.claims(issuer.token())).subject == "ala"
    assert await refusal(checker, issuer.token(key=old)) is Code.UNAUTHENTICATED


async def test_a_withdrawn_key_is_refused_after_an_hour_even_if_nobody_names_another(
    checker: OidcIssuer, issuer: LocalIssuer, clock: Seconds
) -> None:
    old = issuer.keys[0]
    await checker.claims(issuer.token())
    issuer.keys = [SigningKey("k2", "ES256")]

    clock.now += MAX_AGE_S + 1

    assert await refusal(checker, issuer.token(key=old)) is Code.UNAUTHENTICATED


async def test_unknown_keys_make_nobody_ask_the_issuer_all_the_time(
    checker: OidcIssuer, issuer: LocalIssuer, clock: Seconds
) -> None:
    stranger = SigningKey("k9", "ES256")

    for _ in range(5):
        assert await refusal(checker, issuer.token(key=stranger)) is Code.UNAUTHENTICATED
    assert issuer.fetched == 1
    clock.now += MIN_INTERVAL_S
    await refusal(checker, issuer.token(key=stranger))

    assert issuer.fetched == 2


async def test_an_issuer_that_is_down_is_told_so_and_asked_again_later(
    checker: OidcIssuer, issuer: LocalIssuer, clock: Seconds
) -> None:
    issuer.down = True
    assert await refusal(checker, issuer.token()) is Code.ISSUER_UNAVAILABLE
    issuer.down = False
    assert await refusal(checker, issuer.token()) is Code.ISSUER_UNAVAILABLE  # asked just now

    clock.now += MIN_INTERVAL_S

    assert (await checker.claims(issuer.token())).subject == "ala"


async def test_known_keys_outlast_an_issuer_that_is_down_for_hours_but_not_for_ever(
    checker: OidcIssuer, issuer: LocalIssuer, clock: Seconds
) -> None:
    await checker.claims(issuer.token())
    issuer.down = True

    clock.now += MAX_AGE_S + 1
    assert (await checker.claims(issuer.token())).subject == "ala"
    clock.now += STALE_S

    assert await refusal(checker, issuer.token()) is Code.ISSUER_UNAVAILABLE


@pytest.mark.parametrize(
    "lie",
    [
        {"issuer": "https://another.example"},
        {"jwks_uri": "http://keys.example/keys"},
        {"jwks_uri": "file:///etc/passwd"},
        {"jwks_uri": 7},
    ],
    ids=str,
)
async def test_a_configuration_that_cannot_be_trusted_gives_no_keys(
    checker: OidcIssuer, issuer: LocalIssuer, lie: dict[str, object]
) -> None:
    issuer.more = lie

    assert await refusal(checker, issuer.token()) is Code.ISSUER_UNAVAILABLE
    assert issuer.fetched == 0


async def test_a_document_without_end_is_not_read_to_its_end(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    issuer.more = {"padding": "x" * 300_000}

    assert await refusal(checker, issuer.token()) is Code.ISSUER_UNAVAILABLE


async def test_keys_of_other_kinds_are_passed_over(
    checker: OidcIssuer, issuer: LocalIssuer
) -> None:
    class Odd(SigningKey):
        def jwk(self) -> dict[str, object]:
            return {"kty": "unheard of", "kid": "odd"}

    class ForSecrets(SigningKey):
        def jwk(self) -> dict[str, object]:
            return {**super().jwk(), "use": "enc"}

    issuer.keys = [issuer.keys[0], Odd("odd", "ES256"), ForSecrets("enc", "ES256")]

    assert (await checker.claims(issuer.token())).subject == "ala"
    assert await refusal(checker, issuer.token(key=issuer.keys[2])) is Code.UNAUTHENTICATED
