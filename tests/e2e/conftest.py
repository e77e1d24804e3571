"""A service that is hurt, which ends with these tests."""

from collections.abc import Iterator

import pytest

from tests.fixtures.whole_service import Running, whole_service


@pytest.fixture(scope="package")
def mending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Give a service whose parts tests may kill, as it mends itself; it analyses no matches."""
    with whole_service(tmp_path_factory.mktemp("mending"), KIERKI_ANALYSIS="off") as running:
        yield running
