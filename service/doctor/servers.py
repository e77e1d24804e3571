"""What the doctor asks of a server: that it is the right one, keeps what it is told, and is near.

Only what INFO, TIME, SET and EVAL tell is asked for, so that the service's own user may do it.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import redis

from service.doctor.finding import Finding, Grade, State, found, graded
from service.store import commands, keys

_OLDEST: Final = (7, 0)
MEMORY: Final = Grade(warning=0.8, failed=0.95)  # of what the server may use
SKEW: Final = Grade(warning=0.5, failed=5.0)  # seconds
ANSWER: Final = Grade(warning=0.05, failed=1.0)  # seconds
_PING_SECONDS: Final = 60
SCRIPTS: Final = Path(commands.__file__).with_name("scripts")
_COMPILED: Final = "{}local compiled = function()\n{}\nend\nreturn 1"

# Any: what INFO tells is a mapping of texts and numbers.
Info = dict[str, Any]


def usable(name: str, info: Info, seconds: float) -> Iterator[Finding]:
    """Judge a server by what it tells of itself and by how long that took."""
    version = str(info["redis_version"])
    kind = str(info.get("server_name", "redis")).capitalize()
    shown = str(info.get("valkey_version", version))
    old = None if _numbers(version) >= _OLDEST else f"{kind} {shown} is too old"
    yield found(f"{name} version", old, f"{kind} {shown}", "Use Redis 7.0 or Valkey 7.2, or later.")
    yield graded(
        f"{name} answers",
        ANSWER.of(seconds),
        f"in {seconds * 1_000:.1f} ms",
        "Every move waits for two answers: bring the server nearer, or look at what slows it.",
    )
    replica = None if info["role"] == "master" else "a replica, which takes no writes"
    yield found(f"{name} role", replica, "a primary", "Name the primary in the address.")
    yield _eviction(name, info)
    yield from _memory(name, info)


def _eviction(name: str, info: Info) -> Finding:
    policy = str(info["maxmemory_policy"])
    fault = None if policy == "noeviction" else f"maxmemory-policy is {policy}"
    advice = "Set maxmemory-policy noeviction: a server that evicts throws matches away."
    return found(f"{name} eviction", fault, "never", advice)


def _memory(name: str, info: Info) -> Iterator[Finding]:
    limit, used = int(info["maxmemory"]), int(info["used_memory"])
    if limit:
        share = used / limit
        yield graded(
            f"{name} memory",
            MEMORY.of(share),
            f"{share:.0%} of {limit / 2**20:.0f} MiB",
            "Give it more memory, or keep matches for less long (KIERKI_RETENTION_DAYS).",
        )


def persistent(info: Info) -> Iterator[Finding]:
    """Judge whether the store keeps what it has confirmed."""
    is_on = bool(info["aof_enabled"])
    yield found(
        "store log",
        None if is_on else "appendonly is off",
        "append-only",
        "Set appendonly yes: without it a server that ends takes every match with it.",
    )
    if is_on:
        broken = [
            f"{what} has failed"
            for what in ("aof_last_write", "aof_last_bgrewrite")
            if info.get(f"{what}_status", "ok") != "ok"
        ]
        advice = "Look at the server's log and at its disk: it is full or broken."
        yield found("store disk", ", ".join(broken) or None, "writes the log", advice)


def writable(client: redis.Redis) -> Finding:
    """Write a word that goes by itself."""
    client.set(keys.PING, "", ex=_PING_SECONDS)
    return Finding("store writes", State.OK, "taken")


def compiled(client: redis.Redis, folder: Path = SCRIPTS) -> Finding:
    """Have the server compile every script without running one."""
    scripts = sorted(folder.glob("*.lua"))
    refused = [path.stem for path in scripts if not _compiles(client, path)]
    fault = f"refuses {', '.join(refused)}" if refused else None
    advice = "Use a server with Lua 5.1, and an ACL that allows EVAL and EVALSHA."
    return found("store scripts", fault, f"{len(scripts)} compile", advice)


def _compiles(client: redis.Redis, path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    flags, _, rest = text.partition("\n") if text.startswith("#!") else ("", "", text)
    try:
        client.eval(_COMPILED.format(flags and f"{flags}\n", rest), 0)
    except redis.ResponseError:
        return False
    return True


def skewed(client: redis.Redis, wall: Callable[[], float] = time.time) -> Finding:
    """Compare this machine's clock with the store's, in the middle of a question."""
    before = wall()
    seconds, micros = client.time()
    after = wall()
    skew = (before + after) / 2 - (seconds + micros / 1_000_000)
    return graded(
        "clock skew",
        SKEW.of(abs(skew)),
        f"this machine is {abs(skew):.2f} s {'ahead of' if skew > 0 else 'behind'} the store",
        "Let both machines follow a time server: tokens of an issuer and logs go by this one.",
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])
