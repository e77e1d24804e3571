"""Overlay keys open sockets, which then see what the key opens and may do nothing."""

import pytest

from schema.accounts import NewOverlayKey
from schema.model import NewMatch
from service.graphql import GraphQLApp
from tests.fixtures.house import House, open_house
from tests.fixtures.sockets import Socket


@pytest.fixture
def house() -> House:
    return open_house()


@pytest.fixture
def app(house: House) -> GraphQLApp:
    return GraphQLApp(house.services, development=False)


async def key_and_match(house: House) -> tuple[str, str, str]:
    """Return a key, the match that it opens, and the token of who has made both."""
    token = (await house.services.players.guest("Ala")).token
    ala = await house.services.players.viewer(token)
    match = await house.services.lobby.create(ala, NewMatch())
    made = await house.services.overlay_keys.create(ala, NewOverlayKey(match_id=match.id))
    return made.key, match.id, token


async def test_a_key_in_the_payload_opens_its_match_and_nothing_else(
    house: House, app: GraphQLApp
) -> None:
    key, match_id, _ = await key_and_match(house)
    async with Socket(app) as socket:
        await socket.welcome({"key": key})
        socket.subscribe("a", f'{{ match(id: "{match_id}") {{ viewerSeat }} me {{ id }} }}')

        payload = (await socket.hear())["payload"]

    assert payload["data"] == {"match": {"viewerSeat": None}, "me": None}
    assert [error["extensions"]["code"] for error in payload["errors"]] == ["FORBIDDEN"]


@pytest.mark.parametrize("wrong", ["ko_unknown", "", 7])
async def test_a_wrong_key_closes_with_4403(app: GraphQLApp, wrong: object) -> None:
    async with Socket(app) as socket:
        socket.say("connection_init", payload={"key": wrong})

        assert await socket.closed() == 4403


async def test_a_key_beside_a_token_closes_with_4403(house: House, app: GraphQLApp) -> None:
    key, _, token = await key_and_match(house)
    async with Socket(app) as socket:
        socket.say("connection_init", payload={"key": key, "token": token})

        assert await socket.closed() == 4403


async def test_a_token_is_no_key(house: House, app: GraphQLApp) -> None:
    _, _, token = await key_and_match(house)
    async with Socket(app) as socket:
        socket.say("connection_init", payload={"key": token})

        assert await socket.closed() == 4403
