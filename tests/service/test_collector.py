"""A process looks for no garbage in what it has loaded, and seldom while it serves."""

import gc

import pytest

from service.collector import loading, rare_collections


def is_looked_at(wanted: object) -> bool:
    """Say whether the next collection of everything would look at an object."""
    return any(at is wanted for at in gc.get_objects())


def test_no_garbage_is_looked_for_while_something_is_loaded() -> None:
    loaded: list[object] = []

    def load_in_vain() -> None:
        with loading():
            assert not gc.isenabled()
            raise SystemExit

    with pytest.raises(SystemExit):
        load_in_vain()

    assert gc.isenabled()
    assert not is_looked_at(loaded)


def test_what_is_loaded_is_left_out_and_what_comes_is_looked_at() -> None:
    loaded: list[object] = []
    with rare_collections():
        came: list[object] = []
        assert not is_looked_at(loaded)
        assert is_looked_at(came)

    assert not is_looked_at(loaded)


def test_collections_are_rare_until_the_end() -> None:
    before = gc.get_threshold()
    with rare_collections():
        assert gc.get_threshold() == (50_000, 50, 2)

    assert gc.get_threshold() == before
