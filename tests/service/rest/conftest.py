"""The application on the real use cases in memory, and two people who use it."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette

from tests.fixtures.rest import app_of, guest
from tests.fixtures.services import memory_services


@pytest.fixture
def app() -> Starlette:
    return app_of(memory_services())


@pytest.fixture
async def ada(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with await guest(app, "Ada") as client:
        yield client


@pytest.fixture
async def bob(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with await guest(app, "Bob") as client:
        yield client
