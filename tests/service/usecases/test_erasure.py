"""An account that is erased leaves nothing but what its matches keep."""

import pytest
from msgspec.structs import replace

from schema.accounts import NewOverlayKey
from schema.bots import NewBot
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import Scope
from schema.model import NewMatch
from service.services import build_services
from service.store.places import OF_ACCOUNTS, ListName
from service.usecases.ports import Claims
from tests.fixtures.house import AskedJobs, House, open_house


class AnyToken:
    """An issuer that calls whoever comes Ala."""

    async def claims(self, token: str) -> Claims:
        """Return Ala's claims."""
        return Claims("https://id.example", token, "Ala", 1_900_000_000_000)


def with_issuer() -> House:
    """Return a house that takes an issuer's tokens."""
    house = open_house()
    services = build_services(store=house.store, jobs=AskedJobs(), issuer=AnyToken())
    return replace(house, services=services)


async def guest(house: House, name: str = "Ala") -> tuple[str, Viewer]:
    """Return a new guest's token and who it speaks for."""
    token = (await house.services.players.guest(name)).token
    return token, await house.services.players.viewer(token)


async def test_nothing_of_an_account_is_taken_or_found_any_more() -> None:
    house = with_issuer()
    token, ala = await guest(house)
    await house.services.players.link(ala, "a.b.c")
    bot = await house.services.bots.create(ala, NewBot(name="Bot"))
    key = (await house.services.overlay_keys.create(ala, NewOverlayKey())).key
    await house.services.lobby.create(ala, NewMatch())

    erased = await house.services.players.erase(ala)

    assert (erased.id, erased.at_ms) == (ala.player_id, house.clock.now_ms)
    for work in (
        house.services.players.viewer(token),
        house.services.players.viewer(bot.token),
        house.services.players.by_key(key),
    ):
        with pytest.raises(Refused) as error:
            await work
        assert error.value.refusal.code is Code.UNAUTHENTICATED
    assert not await house.services.players.still_valid(ala)
    for account_id in (erased.id, bot.bot.id):
        assert await house.store.accounts.get(account_id) is None
        assert await house.store.tokens.of(account_id) == ()
        for kind in OF_ACCOUNTS:
            assert await house.store.lists.page(ListName(kind, account_id), 10, None) == ()
    assert (await house.services.bots.find(10, None)).items == ()
    assert (await house.services.players.viewer("a.b.c")).player_id != ala.player_id
    assert [entry.target for _, entry in await house.store.audit.page(1, None)] == [erased.id]


async def test_seats_in_lobbies_are_left_and_those_in_play_given_up() -> None:
    house = open_house()
    _, ala = await guest(house)
    _, ola = await guest(house, "Ola")
    lobby = await house.services.lobby.create(ola, NewMatch())
    await house.services.lobby.join(ala, lobby.id, 1)
    playing = await house.services.lobby.create(ola, NewMatch())
    await house.services.lobby.join(ala, playing.id, 1)
    await house.services.lobby.start(ola, playing.id, fill=True)

    await house.services.players.erase(ala)

    waiting = (await house.store.read(lobby.id)).record
    assert waiting.seats[1] is None
    seat = (await house.store.read(playing.id)).record.seats[1]
    assert seat is not None
    assert seat.stand_in is not None
    assert seat.given_up is not None


async def test_a_token_that_is_good_for_less_erases_nothing() -> None:
    house = open_house()
    token, ala = await guest(house)

    with pytest.raises(Refused) as error:
        await house.services.players.erase(replace(ala, scopes=frozenset({Scope.MATCH_READ})))

    assert error.value.refusal.allowed == ("match:create", "match:play")
    assert (await house.services.players.viewer(token)).player_id == ala.player_id
