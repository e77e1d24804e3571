"""Blobs of every version are read as what they were, and this version writes them the same."""

from pathlib import Path

import msgspec
import pytest

from service.store.errors import BlobTooNewError, BlobUnreadableError
from service.store.people.codec import CODEC, decode_player, decode_token, encode
from service.store.people.record import BotTerms, Grant, Identity, Player, Token

BLOBS = Path(__file__).with_name("blobs")
PLAYER = Player(
    "p_ala",
    "Ala",
    guest=False,
    created_ms=1_796_000_000_000,
    identity=Identity("https://id.example", "ala"),
    bot=BotTerms("p_ola", 3, ("kurnik",)),
    is_admin=True,
    banned_ms=1_796_000_000_001,
)
TOKEN = Token(
    "t_1", "p_ala", "overlay", ("overlay:read",), 1, expires_ms=3, used_ms=2, grant=Grant("m_1")
)


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_accounts_of_every_version_are_read(version: str) -> None:
    said = msgspec.json.decode((BLOBS / version / "player.json").read_bytes(), type=Player)

    assert decode_player((BLOBS / version / "player.bin").read_bytes()) == said


def test_this_version_writes_its_blobs() -> None:
    assert encode(PLAYER) == (BLOBS / "3" / "player.bin").read_bytes()
    assert encode(TOKEN) == (BLOBS / "3" / "token.bin").read_bytes()
    assert decode_token(encode(TOKEN)) == TOKEN


def test_a_newer_blob_is_refused() -> None:
    with pytest.raises(BlobTooNewError) as raised:
        decode_player(bytes((CODEC + 1,)) + b"whatever comes then")

    assert raised.value.codec == CODEC + 1


@pytest.mark.parametrize("blob", [b"", b"\0", bytes((CODEC,)), b"\1" + bytes(40)])
def test_a_broken_blob_is_refused(blob: bytes) -> None:
    with pytest.raises(BlobUnreadableError):
        decode_token(blob)
