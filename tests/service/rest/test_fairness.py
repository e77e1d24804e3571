"""Entropy and exports over REST: a match is played, exported, scored and verified."""

from collections.abc import AsyncIterator

import httpx
import pytest

from engine.notation.fairness import verify
from engine.notation.reading import read
from engine.notation.rerun import rerun
from schema.errors import Code
from service.store.record import SeatKind
from service.usecases import steps
from tests.fixtures.house import House, open_house
from tests.fixtures.rest import app_of, client_of, guest, started_match


@pytest.fixture
def house() -> House:
    return open_house()


@pytest.fixture
async def ada(house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with await guest(app_of(house.services), "Ada") as client:
        yield client


async def play_out(house: House, client: httpx.AsyncClient, match_id: str) -> None:
    """Make the first allowed move for the person and the default one for each bot."""
    while (record := (await house.store.read(match_id)).record).status == "playing":
        if steps.asked_seat(record, SeatKind.PERSON) is None:
            await house.others_move(match_id)
            continue
        turn = (await client.get(f"/v1/matches/{match_id}/moves")).json()
        move = {
            "move": turn["legalMoves"]["moves"][0],
            "expectedVersion": turn["version"],
            "idempotencyKey": str(turn["version"]),
        }
        answer = await client.post(f"/v1/matches/{match_id}/moves", json=move)
        assert answer.status_code == 200, answer.text


async def test_an_exported_match_is_right_and_fair_in_both_forms(
    house: House, ada: httpx.AsyncClient
) -> None:
    match_id = await started_match(ada, ruleSet="lottery", players=4, options={"deals": "2"})
    added = await ada.post(f"/v1/matches/{match_id}/entropy", json={"deal": 2, "value": "00ff"})
    await play_out(house, ada, match_id)

    async with client_of(app_of(house.services)) as stranger:
        path = f"/v1/matches/{match_id}/export"
        as_json = await stranger.get(path)
        as_text = await stranger.get(path, headers={"Accept": "text/plain"})

    assert added.status_code == 200
    assert added.json()["seat"] == 0
    assert as_json.headers["content-type"] == "application/json"
    assert as_text.headers["content-type"] == "text/plain; charset=utf-8"
    assert as_text.headers["vary"].startswith("Authorization, Accept")
    written = read(as_text.text)
    assert read(as_json.text) == written
    assert rerun(written).faults == ()
    assert all(check.is_fair for check in verify(written))
    assert written.deals[1].entropy == ("00ff", "", "", "")


async def test_entropy_is_told_by_its_receipt_and_refused_by_its_code(
    ada: httpx.AsyncClient,
) -> None:
    match_id = await started_match(ada)
    path = f"/v1/matches/{match_id}/entropy"

    first = await ada.post(path, json={"deal": 2, "value": "00ff"})
    again = await ada.post(path, json={"deal": 2, "value": "00ff"})
    other = await ada.post(path, json={"deal": 2, "value": "01"})
    late = await ada.post(path, json={"deal": 1, "value": "01"})
    long = await ada.post(path, json={"deal": 2, "value": "0" * 66})

    assert again.json() == first.json()
    assert sorted(first.json()) == ["deal", "matchId", "receipt", "seat", "version"]
    assert (other.status_code, other.json()["code"]) == (409, Code.ENTROPY_TWICE)
    assert (late.status_code, late.json()["code"]) == (409, Code.ENTROPY_CLOSED)
    assert (long.status_code, long.json()["code"]) == (422, Code.INVALID_INPUT)


async def test_a_match_in_play_is_not_exported(ada: httpx.AsyncClient) -> None:
    match_id = await started_match(ada)

    answer = await ada.get(f"/v1/matches/{match_id}/export")

    assert (answer.status_code, answer.json()["code"]) == (409, Code.MATCH_NOT_OVER)


async def test_another_form_is_not_acceptable(ada: httpx.AsyncClient) -> None:
    match_id = await started_match(ada)

    answer = await ada.get(f"/v1/matches/{match_id}/export", headers={"Accept": "image/png"})

    assert (answer.status_code, answer.json()["code"]) == (406, Code.NOT_ACCEPTABLE)
    assert answer.json()["allowed"] == ["application/json", "text/plain"]
