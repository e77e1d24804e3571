"""Viewers are kept near for two seconds, and no longer."""

from schema.identity import OverlayGrant
from schema.viewer import Viewer
from service.usecases.credentials import NearViewers, new_secret, token_digest
from tests.fixtures.house import ALA, OLA


class Seconds:
    """A clock in seconds that moves when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_a_viewer_is_near_for_two_seconds() -> None:
    clock = Seconds()
    near = NearViewers(clock)
    near.keep(b"digest", ALA)

    clock.now += 1.9
    assert near.get(b"digest") == ALA
    clock.now += 0.1
    assert near.get(b"digest") is None
    assert near.get(b"other") is None


def test_an_account_that_is_forgotten_is_looked_up_again_by_whatever_it_comes_with() -> None:
    near = NearViewers(Seconds())
    key = Viewer(overlay=OverlayGrant("p_ala", match_id="m_1"))
    for digest, viewer in ((b"1", ALA), (b"2", OLA), (b"3", key)):
        near.keep(digest, viewer)

    near.forget("p_ala")

    assert [near.get(digest) for digest in (b"1", b"2", b"3")] == [None, OLA, None]


def test_only_so_many_are_kept_and_the_latest_of_them() -> None:
    near = NearViewers(Seconds(), kept=2)
    for digest in (b"1", b"2", b"3"):
        near.keep(digest, ALA)

    assert [near.get(digest) for digest in (b"1", b"2", b"3")] == [None, ALA, ALA]


def test_secrets_differ_and_say_what_they_are() -> None:
    first, second = new_secret("kt_"), new_secret("kt_")

    assert first != second
    assert first.startswith("kt_")
    assert len(first) == 46
    assert token_digest(first) != token_digest(second)
