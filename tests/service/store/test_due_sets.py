"""Which due sets are looked through, in which order, on a single server and on a cluster."""

from collections.abc import Sequence

from service.store.commands import Argument, Reply, Script, SlotsApartError
from service.store.due import CLOCK_SECONDS, DueSets
from service.store.keys import CLOCK, DUE
from service.store.ports import Claim

M_1, M_200 = (Claim(match_id, 30, again=False) for match_id in ("m_1", "m_200"))


class Sets:
    """Implements `Commands` for claims: notes the sets of each call; two matches are due."""

    def __init__(self, *, is_cluster: bool) -> None:
        self._is_cluster = is_cluster
        self.due = {DUE[1]: b"m_1", DUE[200]: b"m_200"}
        self.looked: list[tuple[str, ...]] = []
        self.beats = 0

    async def call(self, *command: Argument) -> Reply:
        """Note that the clock has swept; a claim itself is a script."""
        assert command == ("SET", CLOCK, "", "EX", CLOCK_SECONDS)
        self.beats += 1
        return b"OK"

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Reply:
        """Return what is due in these sets."""
        self.looked.append(tuple(keys))
        if self._is_cluster and len(keys) > 1:
            raise SlotsApartError
        room = int(arguments[1])
        return [[self.due[key], 30, 0] for key in keys if key in self.due][:room]

    async def run_each(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Reply]:
        """Return what is due in each of these sets."""
        return [await self.run(script, (key,), arguments) for key in keys]

    async def close(self) -> None:
        """Do nothing."""


async def test_a_single_server_is_asked_once_a_sweep() -> None:
    sets = Sets(is_cluster=False)

    assert await DueSets(sets).claim(1_000, 10) == (M_1, M_200)

    assert sets.looked == [DUE]


async def test_one_sweep_of_fifty_says_that_a_clock_is_there() -> None:
    sets = Sets(is_cluster=False)
    due = DueSets(sets)

    for _ in range(101):
        await due.claim(1_000, 10)

    assert sets.beats == 3


async def test_each_sweep_begins_one_set_further() -> None:
    sets = Sets(is_cluster=False)
    due = DueSets(sets)

    claims = [await due.claim(1_000, 1) for _ in range(3)]

    assert claims == [(M_1,), (M_1,), (M_200,)]
    assert [looked[0] for looked in sets.looked] == list(DUE[:3])
    assert all(set(looked) == set(DUE) for looked in sets.looked)


async def test_a_cluster_is_asked_for_each_set_alone_and_remembered() -> None:
    sets = Sets(is_cluster=True)
    due = DueSets(sets)

    assert await due.claim(1_000, 10) == (M_1, M_200)
    assert len(sets.looked) == 1 + len(DUE)
    sets.looked.clear()
    assert await due.claim(1_000, 10) == (M_1, M_200)
    assert len(sets.looked) == len(DUE)


async def test_a_cluster_is_asked_no_further_once_enough_is_found() -> None:
    sets = Sets(is_cluster=True)
    due = DueSets(sets)
    await due.claim(1_000, 10)
    sets.looked.clear()

    assert await due.claim(1_000, 1) == (M_1,)

    assert sets.looked == [(DUE[1],)]
