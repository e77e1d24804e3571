"""From accounts and tokens to the blobs that are stored, and back.

A blob begins with one byte: the version of the codec that wrote it. A process refuses newer
ones. One blob of each kind and version is kept in `tests/service/store/people/blobs`.
"""

from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.people.record import AuditEntry, Offer, Player, Token

CODEC: Final = 3
_VERSIONS: Final = range(1, CODEC + 1)  # each has only added fields at the end

_Value = TypeVar("_Value", bound=Struct)

_BYTE: Final = bytes((CODEC,))
_encode: Final = msgspec.msgpack.Encoder().encode
_decode_player: Final = msgspec.msgpack.Decoder(Player)
_decode_token: Final = msgspec.msgpack.Decoder(Token)
_decode_offer: Final = msgspec.msgpack.Decoder(Offer)
_decode_audit: Final = msgspec.msgpack.Decoder(AuditEntry)


def encode(value: Struct) -> bytes:
    """Return the blob of an account or of what belongs to one."""
    return _BYTE + _encode(value)


def decode_player(blob: bytes) -> Player:
    """Return the account of a blob; raises BlobTooNewError, BlobUnreadableError."""
    return decode(blob, _decode_player)


def decode_token(blob: bytes) -> Token:
    """Return the token of a blob; raises BlobTooNewError, BlobUnreadableError."""
    return decode(blob, _decode_token)


def decode_audit(blob: bytes) -> AuditEntry:
    """Return the audit's entry of a blob; raises BlobTooNewError, BlobUnreadableError."""
    return decode(blob, _decode_audit)


def decode_offer(blob: bytes) -> Offer:
    """Return the offer of a blob; raises BlobTooNewError, BlobUnreadableError."""
    return decode(blob, _decode_offer)


def decode(blob: bytes, decoder: "msgspec.msgpack.Decoder[_Value]") -> _Value:
    """Return what a blob holds; raises BlobTooNewError, BlobUnreadableError."""
    version = blob[0] if blob else 0
    if version > CODEC:
        raise BlobTooNewError(version, CODEC)
    if version not in _VERSIONS:
        raise BlobUnreadableError("the blob is empty")
    try:
        return decoder.decode(blob[1:])
    except msgspec.DecodeError as cause:
        raise BlobUnreadableError("the blob is broken") from cause
