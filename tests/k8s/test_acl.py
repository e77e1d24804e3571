"""The service's users may do what they need, nothing else, and change their password at ease."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from schema.model import MatchStatus
from service.embedded import server_binary
from tests.architecture.tree import ROOT
from tests.fixtures.acl import PASSWORD, acl_file, everything_allowed, restricted, rules
from tests.fixtures.valkey import running_server
from tests.fixtures.worker_processes import match_of_bots, match_when, workers
from tests.service.store.test_keys import table

SCRIPTS = ROOT / "service/store/scripts"


@pytest.fixture
def queue_url(tmp_path: Path) -> Iterator[str]:
    """Give the address, as the queue's user, of a Valkey that allows it what it needs."""
    with running_server(server_binary(), tmp_path, "--aclfile", acl_file(tmp_path, "queue")) as url:
        yield restricted(url)


def test_the_stores_user_may_touch_the_stores_keys_and_channels_and_no_others() -> None:
    words = rules("store").split()

    for sign, is_asked in (("~", False), ("&", True)):
        allowed = {word[1:].rstrip("*") for word in words if word[0] == sign}
        held = {row.pattern for row in table() if (row.type == "channel") == is_asked}
        stems = {f"{key.partition(':')[0]}:" if ":" in key else key for key in held}
        assert allowed == stems


def test_the_stores_user_may_do_whatever_a_script_does() -> None:
    allowed = {word[1:].upper() for word in rules("store").split() if word[0] == "+"}
    scripts = [path.read_text("utf-8") for path in SCRIPTS.glob("*.lua")]

    called = {word for text in scripts for word in re.findall(r"redis\.call\('(\w+)'", text)}

    assert len(called) > 20
    assert called <= allowed


async def test_a_whole_match_is_played_by_users_who_may_do_no_more(
    restricted_url: str, queue_url: str
) -> None:
    with redis.Redis.from_url(everything_allowed(restricted_url)) as client:
        client.flushall()
    match_id = await match_of_bots(
        restricted_url, deals=2
    )  # its job is refused there; the clock has it
    commands = ("worker background", "worker clock", "clock")

    with workers(restricted_url, *commands, QUEUE_URL=queue_url):
        match = await match_when(restricted_url, match_id, seconds=240.0)

    assert match.status is MatchStatus.FINISHED


@pytest.mark.parametrize(
    "command",
    ["FLUSHALL", "KEYS *", "CONFIG GET *", "GET elsewhere", "SAVE", "SHUTDOWN"],
)
def test_the_stores_user_may_not_do_what_an_operator_does(
    restricted_url: str, command: str
) -> None:
    with (
        redis.Redis.from_url(restricted_url) as client,
        pytest.raises(redis.exceptions.NoPermissionError),
    ):
        client.execute_command(*command.split())


@pytest.mark.parametrize("command", ["GET match:{17}:m_1:state", "FLUSHALL", "CONFIG GET *"])
def test_the_queues_user_sees_no_match(queue_url: str, command: str) -> None:
    with (
        redis.Redis.from_url(queue_url) as client,
        pytest.raises(redis.exceptions.NoPermissionError),
    ):
        client.execute_command(*command.split())


def test_a_password_is_changed_while_both_are_taken(queue_url: str) -> None:
    """As docs/operations.md tells: add the new one, start everything again, drop the old one."""
    newer = restricted(everything_allowed(queue_url), "another-password")
    with redis.Redis.from_url(everything_allowed(queue_url)) as operator:
        operator.execute_command("ACL SETUSER", "kierki", ">another-password")
        assert [_may_ping(url) for url in (queue_url, newer)] == [True, True]

        operator.execute_command("ACL SETUSER", "kierki", f"<{PASSWORD}")

    assert [_may_ping(url) for url in (queue_url, newer)] == [False, True]


def _may_ping(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as client:
            return bool(client.ping())
    except redis.AuthenticationError:
        return False
