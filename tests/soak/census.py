"""What the processes and the store hold, sampled, and how it grows."""

import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import redis
from msgspec import Struct

_MIB: Final = 1_024 * 1_024
_ID: Final = re.compile(r"(?:m|p)_[0-9a-f]+")


class Sample(Struct, frozen=True):
    """A look at everything, so many seconds after the first.

    `rss` and `files` are by process, in MiB and in number; the rest is the store's.
    """

    at_s: float
    rss: dict[str, float]
    files: dict[str, int]
    store_mib: float
    clients: int
    channels: int


class Census:
    """Samples the processes of a service, by their names, and their store."""

    def __init__(self, processes: dict[str, int], store_url: str) -> None:
        self.samples: list[Sample] = []
        self._processes = processes
        self._store_url = store_url
        self._began = time.monotonic()

    def take(self) -> Sample:
        """Take a sample and return it."""
        with redis.Redis.from_url(self._store_url) as client:
            memory, clients = client.info("memory"), client.info("clients")
            channels = len(client.execute_command("PUBSUB SHARDCHANNELS"))
        sample = Sample(
            time.monotonic() - self._began,
            {name: _rss_mib(pid) for name, pid in self._processes.items()},
            {name: _files(pid) for name, pid in self._processes.items()},
            memory["used_memory"] / _MIB,
            clients["connected_clients"] - 1,
            channels,
        )
        self.samples.append(sample)
        return sample

    def growth(self, name: str) -> float:
        """Return by how many MiB a minute a process grows, by regression over the last half."""
        half = self.samples[len(self.samples) // 2 :]
        return 60 * slope([(at.at_s, at.rss[name]) for at in half])

    def keys(self) -> Counter[str]:
        """Count the keys of the store by their kind: ids and digests are left out."""
        kinds: Counter[str] = Counter()
        with redis.Redis.from_url(self._store_url, decode_responses=True) as client:
            for key in client.scan_iter(count=1_000):
                kinds[_kind(key)] += 1
        return kinds

    def matches(self) -> set[str]:
        """Return the ids of all matches of which the store has a key."""
        with redis.Redis.from_url(self._store_url, decode_responses=True) as client:
            names = client.scan_iter(match="match:*", count=1_000)
            return {found[0] for name in names if (found := _ID.search(name))}


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the line that lies nearest to some points, by least squares."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def _kind(key: str) -> str:
    parts = _ID.sub("*", key).split(":")
    return (
        ":".join(part for part in parts if not part.startswith("{"))
        if parts[0] == "match"
        else parts[0]
    )


def _rss_mib(pid: int) -> float:
    text = (Path("/proc") / str(pid) / "status").read_text()
    found = re.search(r"^VmRSS:\s+(\d+) kB", text, re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1_024


def _files(pid: int) -> int:
    return sum(1 for _ in (Path("/proc") / str(pid) / "fd").iterdir())
