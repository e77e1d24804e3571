"""The only place where keys are built; `README.md` beside it says what each of them holds.

All keys of a match carry the hash tag of its partition, so that one script may touch them all,
on a single server and on a cluster alike.
"""

import hashlib
import zlib
from functools import lru_cache
from typing import Final, NamedTuple

from service.store.places import ListKind, ListName
from service.store.tags import TAGS

PARTITIONS: Final = 256  # for ever: a match is found again by its partition
_KEPT: Final = 1_024  # a kilobyte each
ONCE_BUCKETS: Final = 4  # keeps each hash of a long match below 512 fields, the compact encoding

PING: Final = "ping"
CLOCK: Final = "clock"
AUDIT: Final = "audit"
BOTS: Final = "bots"
ANALYSIS_LINE: Final = "analyses:{turns}:line"
ANALYSIS_TURN: Final = "analyses:{turns}:taken"


class MatchKeys(NamedTuple):
    """The keys of one match, and the due set and channel that it uses."""

    state: str
    log: str
    due: str
    channel: str
    checkpoints: str
    presence: str
    analysis: str
    packed: str
    once: tuple[str, ...]


def partition_of(match_id: str) -> int:
    """Return the partition of a match, 0-255, the same in every process and release."""
    return zlib.crc32(match_id.encode()) % PARTITIONS


@lru_cache(_KEPT)
def match_keys(match_id: str) -> MatchKeys:
    """Return the keys of a match; those of the last ones are at hand."""
    partition = partition_of(match_id)
    stem = f"match:{{{TAGS[partition]}}}:{match_id}"
    return MatchKeys(
        state=f"{stem}:state",
        log=f"{stem}:log",
        due=DUE[partition],
        channel=f"{stem}:news",
        checkpoints=f"{stem}:checkpoints",
        presence=f"{stem}:presence",
        analysis=f"{stem}:analysis",
        packed=f"{stem}:packed",
        once=tuple([f"{stem}:once:{bucket}" for bucket in range(ONCE_BUCKETS)]),
    )


def once_bucket(key: bytes) -> int:
    """Return which of a match's once hashes holds an idempotency key."""
    return zlib.crc32(key) % ONCE_BUCKETS


DUE: Final = tuple(f"due:{{{tag}}}" for tag in TAGS)
"""The due set of each partition, in their order."""


def rules(rules_hash: str) -> str:
    """Return the key of rules by their hash."""
    return f"rules:{rules_hash}"


def player(player_id: str) -> str:
    """Return the key of an account."""
    return f"player:{player_id}"


_LISTS: Final = {
    ListKind.OPEN: "matches:open",
    ListKind.OPEN_BY_RULES: "matches:open:{of}",
    ListKind.RUNNING: "matches:running",
    ListKind.PLAYED: "player:{of}:matches",
    ListKind.LIVE: "player:{{{of}}}:live",
    ListKind.ENDED: "player:{of}:ended",
    ListKind.SHOWN: "player:{of}:shown",
}


def match_list(name: ListName) -> str:
    """Return the key of a list of matches."""
    return _LISTS[name.kind].format(of=name.of)


def player_news(player_id: str) -> str:
    """Return the channel that tells of an account's new matches, in the slot of its live ones."""
    return f"player:{{{player_id}}}:news"


def meeting(digest: str) -> str:
    """Return the key of the match in which quick players meet, by what they want."""
    return f"meeting:{digest}"


def invite(code: str) -> str:
    """Return the key of the match to which an invite code leads."""
    return f"invite:{code}"


def limit(budget: str, client: str) -> str:
    """Return the key of a budget of an account or an address."""
    return f"limit:{budget}:{client}"


def player_tokens(player_id: str) -> str:
    """Return the key of the tokens of an account."""
    return f"player:{player_id}:tokens"


def player_bots(player_id: str) -> str:
    """Return the key of the bots of an account."""
    return f"player:{player_id}:bots"


def bot(bot_id: str) -> tuple[str, str]:
    """Return the keys of a bot's offers and of the matches it plays, which share a slot."""
    return f"bot:{{{bot_id}}}:offers", f"bot:{{{bot_id}}}:playing"


def identity(issuer: str, subject: str) -> str:
    """Return the key of who an issuer says that somebody is; its parts are not told by it."""
    digest = hashlib.sha256(f"{len(issuer)}:{issuer}{subject}".encode("utf-8", "surrogatepass"))
    return f"identity:{digest.hexdigest()}"


def token(digest: bytes) -> str:
    """Return the key of an access token by its digest."""
    return f"token:{digest.hex()}"
