"""`rediss://`: everything goes through TLS, and only a server that our authority vouches for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schema.model import MatchStatus
from service.config import Settings
from service.errors import StartError
from service.probe import check_redis, redis_answers
from service.store.redis import RedisStore
from tests.fixtures.tls import tls_server
from tests.fixtures.valkey import redis7_binary
from tests.fixtures.worker_processes import match_of_bots, match_when, workers

pytestmark = pytest.mark.redis7  # the Valkey that we bring speaks no TLS


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Give the address of a server and its authority's file."""
    binary = redis7_binary()
    assert binary is not None
    with tls_server(binary, tmp_path) as made:
        yield made


async def test_a_match_is_played_and_followed_through_tls(server: tuple[str, Path]) -> None:
    url, authority = server
    environ = {"REDIS_URL": url, "KIERKI_REDIS_CA": str(authority)}
    chosen = Settings.from_env(environ).require_redis_url()
    check_redis("REDIS_URL", chosen)
    match_id = await match_of_bots(chosen)

    with workers(url, "worker background", "clock", KIERKI_REDIS_CA=str(authority)):
        match = await match_when(chosen, match_id, seconds=240.0)

    assert match.status is MatchStatus.FINISHED
    store = RedisStore.connect(chosen, retention_s=3_600)
    async with store.follow(match_id) as heads:
        assert await anext(heads) == match.version
    await store.close()


def test_a_server_is_refused_that_nobody_vouches_for(server: tuple[str, Path]) -> None:
    url, _ = server

    with pytest.raises(StartError, match=r"^REDIS_URL: .*certificate verify failed"):
        check_redis("REDIS_URL", url)


def test_a_server_is_refused_whose_certificate_is_anothers(server: tuple[str, Path]) -> None:
    url, authority = server
    elsewhere = {"REDIS_URL": url.replace("127.0.0.1", "localhost")}
    chosen = Settings.from_env({**elsewhere, "KIERKI_REDIS_CA": str(authority)})

    with pytest.raises(StartError, match=r"^REDIS_URL: .*certificate is not valid for 'localhost'"):
        check_redis("REDIS_URL", chosen.require_redis_url())


def test_a_tls_server_answers_nobody_who_speaks_plainly(server: tuple[str, Path]) -> None:
    url, _ = server

    assert not redis_answers(url.replace("rediss", "redis"))
