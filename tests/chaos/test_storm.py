"""The short form of the storm: every kind of fault once, while matches are played."""

import gc
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.chaos.faults import FAULTS, Fault
from tests.chaos.storm import BOUND_S, Storm
from tests.chaos.world import world

HALF = len(FAULTS) // 2


@pytest.mark.parametrize("faults", [FAULTS[:HALF], FAULTS[HALF:]], ids=["first", "second"])
async def test_nothing_is_lost_or_done_twice_whatever_happens(
    tmp_path: Path, faults: Sequence[Fault]
) -> None:
    with world(tmp_path, "always") as made:
        storm = Storm(made, random.Random(5), tables=3, scale=0.1)
        figures = await storm.run(faults, rest_s=0.1)
        gc.collect()  # a connection that was left open is told here, not in some later test

    print(figures.table())
    assert figures.faults.total() == len(faults)
    assert figures.promised > 0
    assert (figures.losses, figures.doubles) == (0, 0)
    assert figures.stalled_s <= BOUND_S
