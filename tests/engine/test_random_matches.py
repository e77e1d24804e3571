"""Many matches of chance of every rule set, with options and players of chance."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from engine.rulesets import RULE_SETS
from tests.engine.random_matches import play_one
from tests.fixtures.examples import tries

MATCHES = tries(200)
LARGEST_STATE = 600  # bytes; each move reads and writes one


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """Return a process per processor, which no coverage slows down."""
    with pytest.MonkeyPatch.context() as changed:
        for name in [name for name in os.environ if name.startswith("COVERAGE")]:
            changed.delenv(name)
        with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
            yield pool


@pytest.mark.parametrize("name", RULE_SETS)
def test_matches_of_chance_end_and_hold_what_must_hold(name: str, workers: Executor) -> None:
    played = list(workers.map(play_one, [name] * MATCHES, range(MATCHES), chunksize=MATCHES // 8))

    assert min(match.deals for match in played) > 0
    assert max(match.largest for match in played) < LARGEST_STATE
    if name in {"greek", "american"}:
        assert sum(match.moons for match in played) > 0
