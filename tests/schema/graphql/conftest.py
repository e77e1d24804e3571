"""A client of the API whose ports are fakes."""

import pytest

from service.graphql import GraphQLApp
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.ports import ALAS_TOKEN, FakePorts


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def ala(ports: FakePorts) -> GraphQLClient:
    return GraphQLClient(GraphQLApp(ports.services(), development=False), ALAS_TOKEN)


@pytest.fixture
def nobody(ports: FakePorts) -> GraphQLClient:
    return GraphQLClient(GraphQLApp(ports.services(), development=False))
