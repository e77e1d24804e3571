"""Rules by their hash: on every store the same, and read from a server once."""

from collections.abc import Sequence

import pytest

from engine.rules import rules_hash, rules_json
from engine.rulesets import rule_set
from service.store.commands import Argument, Reply, Script
from service.store.errors import BlobUnreadableError, RulesNotFoundError
from service.store.ports import Store
from service.store.redis import RedisStore
from service.store.shelf import RulesShelf
from tests.fixtures.matches import kurnik


class Shelves:
    """Implements `Commands` for SET and GET, and counts what is read."""

    def __init__(self) -> None:
        self.kept: dict[str, Argument] = {}
        self.reads: list[str] = []
        self.renewed: list[tuple[str, Argument]] = []

    async def call(self, *command: Argument) -> Reply:
        """Keep or return a value."""
        verb, key, *value = command
        assert isinstance(key, str)
        if verb == "SET":
            self.kept[key] = value[0]
            return b"OK"
        if verb == "EXPIRE":
            self.renewed.append((key, value[0]))
            return 1
        self.reads.append(key)
        return self.kept.get(key)

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Refuse: rules need no script."""
        raise AssertionError("rules need no script")

    async def close(self) -> None:
        """Do nothing."""


async def test_rules_are_kept_by_their_content(store: Store) -> None:
    digest = await store.put_rules(kurnik(3))

    assert digest == rules_hash(kurnik(3))
    assert await store.rules(digest) == kurnik(3)
    assert await store.put_rules(kurnik(3)) == digest


async def test_rules_that_nobody_kept_are_not_found(store: Store) -> None:
    with pytest.raises(RulesNotFoundError):
        await store.rules("0" * 32)


async def test_another_process_reads_the_rules(
    server_store: RedisStore, other_store: RedisStore
) -> None:
    digest = await server_store.put_rules(kurnik(3))

    assert await other_store.rules(digest) == kurnik(3)


async def test_rules_are_read_from_the_server_once() -> None:
    server = Shelves()
    digest = rules_hash(kurnik())
    server.kept[f"rules:{digest}"] = rules_json(kurnik())
    shelf = RulesShelf(server)

    assert await shelf.get(digest) == await shelf.get(digest) == kurnik()

    assert server.reads == [f"rules:{digest}"]


async def test_rules_that_are_put_need_not_be_read() -> None:
    server = Shelves()
    shelf = RulesShelf(server)

    digest = await shelf.put(kurnik())

    assert await shelf.get(digest) == kurnik()
    assert server.reads == []


async def test_the_rules_used_longest_ago_are_forgotten_first() -> None:
    server = Shelves()
    shelf = RulesShelf(server, kept=2)
    four, three, declarer = (
        kurnik(),
        kurnik(3),
        rule_set("kurnik").resolve(4, {"trump_leader": "declarer"}),
    )
    digests = [await shelf.put(rules) for rules in (four, three)]
    await shelf.get(digests[0])

    await shelf.put(declarer)

    await shelf.get(digests[0])
    assert server.reads == []
    await shelf.get(digests[1])
    assert server.reads == [f"rules:{digests[1]}"]


async def test_rules_of_a_newer_release_are_refused() -> None:
    server = Shelves()
    server.kept["rules:new"] = b'{"ruleSet":"chess"}'

    with pytest.raises(BlobUnreadableError):
        await RulesShelf(server).get("new")


async def test_rules_in_use_are_renewed_once_a_day() -> None:
    server, now = Shelves(), [0.0]
    shelf = RulesShelf(server, 1_000_000, monotonic=lambda: now[0])
    digest = await shelf.put(kurnik())

    for at_s in (100.0, 86_399.0, 86_400.0, 86_500.0, 172_800.0):
        now[0] = at_s
        await shelf.get(digest)

    assert server.renewed == [(f"rules:{digest}", 1_000_000)] * 2
    assert server.reads == []
