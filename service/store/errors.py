"""What a store may answer instead of doing what was asked.

StoreError
├── MatchNotFoundError     no such match
├── RulesNotFoundError     no rules of that hash
├── KeyReusedError         an idempotency key came back with another body
├── LostRaceError          others committed first, too many times in a row
├── BlobTooNewError        a blob was written by a newer codec than this process reads
├── BlobUnreadableError    a blob is broken, or older than this process reads
└── StoreUnavailableError  the server cannot be reached or does not answer in time
    └── StoreFullError     the server has no memory left for writes
"""


class StoreError(Exception):
    """Stands above everything that a store raises."""


class MatchNotFoundError(StoreError):
    """There is no match of that id."""


class RulesNotFoundError(StoreError):
    """There are no rules of that hash."""


class KeyReusedError(StoreError):
    """The idempotency key has been used with another body."""


class LostRaceError(StoreError):
    """Others committed first, as often as the step was tried."""


class BlobTooNewError(StoreError):
    """The blob was written by a newer codec than this process reads."""

    def __init__(self, codec: int, newest: int) -> None:
        super().__init__(f"the blob is of codec {codec}; this process reads up to {newest}")
        self.codec = codec


class BlobUnreadableError(StoreError):
    """The blob is broken, or was written by an older codec than this process reads."""


class StoreUnavailableError(StoreError):
    """The server cannot be reached, or does not answer in time."""


class StoreFullError(StoreUnavailableError):
    """The server has no memory left for writes."""
