"""A whole match by the published operations, on the real use cases."""

from itertools import count
from typing import Any

import pytest

from schema.export import CONTRACT
from service.graphql import GraphQLApp
from tests.fixtures.graphql import GraphQLClient
from tests.fixtures.house import House, open_house
from tests.fixtures.sockets import Json, Socket

OPERATIONS = {
    path.stem: path.read_text("utf-8") for path in CONTRACT.with_name("operations").iterdir()
}


@pytest.fixture
def house() -> House:
    return open_house()


@pytest.fixture
def app(house: House) -> GraphQLApp:
    return GraphQLApp(house.services, development=False)


class Person:
    """Somebody who plays by the published operations."""

    def __init__(self, app: GraphQLApp, name: str, token: str | None = None) -> None:
        self.name, self.token = name, token
        self._client = GraphQLClient(app, token)
        self._keys = count()

    async def do(self, operation: str, **variables: Any) -> Json:
        """Run an operation and return what its one field answers."""
        data = await self._client.data(OPERATIONS[operation], **variables)
        (answer,) = data.values()
        found: Json = answer
        return found

    async def match(self, match_id: str) -> Json:
        """Return the match as this person sees it."""
        return await self.do("Match", id=match_id)

    async def move(self, match: Json, **move: str) -> Json:
        """Ask for a move on the version that was seen."""
        asked = {
            "matchId": match["id"],
            "expectedVersion": match["version"],
            "idempotencyKey": f"key-{next(self._keys)}",
            "move": move,
        }
        return await self.do("SubmitMove", input=asked)


async def newcomer(app: GraphQLApp, name: str) -> Person:
    """Return somebody with a new guest account."""
    made = await Person(app, name).do("CreateGuest", name=name)
    return Person(app, name, made["token"])


async def started(owner: Person, guest: Person) -> str:
    """Return the id of a match of two persons and two bots."""
    agreed = {"seed": 7, "botPaceMs": 0, "turnSeconds": None}
    created = await owner.do("CreateMatch", input=agreed)
    match_id: str = created["match"]["id"]
    assert (await guest.do("JoinMatch", matchId=match_id, seat=2))["match"]["viewerSeat"] == 2
    added = await owner.do("AddBot", matchId=match_id)
    assert [seat["kind"] for seat in added["match"]["seats"]] == [
        "PERSON",
        "BOT",
        "PERSON",
        "EMPTY",
    ]
    begun = await owner.do("StartMatch", matchId=match_id, fillWithBots=True)
    assert begun["match"]["status"] == "PLAYING"
    return match_id


async def play_to_the_end(house: House, people: list[Person], match_id: str) -> None:
    """Make the first allowed move for each person and the default one for each bot."""
    for _ in range(1_000):
        match = await people[0].match(match_id)
        if match["status"] == "FINISHED":
            return
        await next_move(house, people, match)
    pytest.fail("the match has no end")


async def next_move(house: House, people: list[Person], match: Json) -> None:
    """Make the move that the match waits for."""
    (seat,) = match["game"]["toAct"]
    if match["seats"][seat]["kind"] == "BOT":
        await house.others_move(match["id"])
        return
    names = [person.name for person in people]
    person = people[names.index(match["seats"][seat]["name"])]
    seen = await person.match(match["id"])
    answer = await person.move(seen, text=seen["legalMoves"]["moves"][0])
    assert answer["__typename"] == "MoveAccepted", answer


async def turn_of_first(house: House, people: list[Person], match_id: str) -> Json:
    """Move for the others until the first person is asked, and return what that person sees."""
    for _ in range(4):
        seen = await people[0].match(match_id)
        if seen["legalMoves"]:
            return seen
        await next_move(house, people, seen)
    pytest.fail("the first person is never asked")


async def feed_of(app: GraphQLApp, match_id: str, token: str | None, **after: str) -> list[Json]:
    """Return all items of the feed of a finished match."""
    items: list[Json] = []
    async with Socket(app) as socket:
        await socket.welcome({} if token is None else {"token": token})
        socket.subscribe("feed", OPERATIONS["MatchEvents"], matchId=match_id, **after)
        while (heard := await socket.hear())["type"] == "next":
            items.append(item_of(heard))
        assert heard == {"id": "feed", "type": "complete"}
    return items


async def head_of_feed(app: GraphQLApp, match_id: str, after: str, length: int) -> list[Json]:
    """Return the first items of the feed of a match."""
    async with Socket(app) as socket:
        await socket.welcome()
        socket.subscribe("feed", OPERATIONS["MatchEvents"], matchId=match_id, after=after)
        return [item_of(await socket.hear()) for _ in range(length)]


def item_of(heard: Json) -> Json:
    """Return the item of a message."""
    item: Json = heard["payload"]["data"]["matchEvents"]
    return item


async def test_match_is_played_to_its_end(house: House, app: GraphQLApp) -> None:
    ala, ola = await newcomer(app, "Ala"), await newcomer(app, "Ola")
    match_id = await started(ala, ola)

    await play_to_the_end(house, [ala, ola], match_id)

    ended = await ala.match(match_id)
    totals = ended["game"]["totals"]
    assert ended["game"]["result"]["totals"] == totals
    assert len(ended["game"]["scores"]) == 12
    assert sum(totals) == 0
    assert (await ola.match(match_id))["game"]["totals"] == totals
    for token in (ala.token, ola.token, None):
        items = await feed_of(app, match_id, token, after="0")
        assert [item["kind"] for item in items] == ["ENTRY"] * ended["version"] + ["END"]
        assert [item["seq"] for item in items[:-1]] == list(range(1, ended["version"] + 1))
        assert items[-2]["entry"]["effects"][-1]["totals"] == totals
        assert items[-1]["cursor"] == ended["cursor"]


async def test_feed_goes_on_after_a_cursor(house: House, app: GraphQLApp) -> None:
    ala, ola = await newcomer(app, "Ala"), await newcomer(app, "Ola")
    match_id = await started(ala, ola)
    for _ in range(5):
        await next_move(house, [ala, ola], await ala.match(match_id))
    version = (await ala.match(match_id))["version"]

    whole = await head_of_feed(app, match_id, "0", version)
    again = await head_of_feed(app, match_id, whole[2]["cursor"], version - 3)
    (snapshot,) = await head_of_feed(app, match_id, "3-ffffffff", 1)

    assert [item["seq"] for item in whole] == list(range(1, version + 1))
    assert again == whole[3:]
    assert (snapshot["kind"], snapshot["seq"]) == ("SNAPSHOT", version)
    assert snapshot["reason"] == "OTHER_LOG"


async def test_moves_are_followed_live_by_each_with_his_own_eyes(
    house: House, app: GraphQLApp
) -> None:
    ala, ola = await newcomer(app, "Ala"), await newcomer(app, "Ola")
    match_id = await started(ala, ola)

    async with Socket(app) as socket:
        await socket.welcome({"token": ola.token})
        socket.subscribe("feed", OPERATIONS["MatchEvents"], matchId=match_id)
        snapshot = item_of(await socket.hear())
        assert snapshot["kind"] == "SNAPSHOT"
        assert snapshot["match"]["viewerSeat"] == 2
        assert len(snapshot["match"]["game"]["deal"]["hand"]) == 13
        seen = await turn_of_first(house, [ala, ola], match_id)
        move = seen["legalMoves"]["moves"][0]
        accepted = await ala.move(seen, text=move)

        for _ in range(accepted["version"] - snapshot["seq"]):
            entry = item_of(await socket.hear())["entry"]
        assert entry["action"] == {
            "kind": "MOVED",
            "cause": "PLAYER",
            "seat": 0,
            "move": move,
            "name": None,
            "level": None,
        }

    hand = set(seen["game"]["deal"]["hand"])
    assert hand.isdisjoint(snapshot["match"]["game"]["deal"]["hand"])


async def test_refused_move_changes_nothing(house: House, app: GraphQLApp) -> None:
    ala, ola = await newcomer(app, "Ala"), await newcomer(app, "Ola")
    match_id = await started(ala, ola)
    before = await turn_of_first(house, [ala, ola], match_id)
    hand = before["game"]["deal"]["hand"]
    not_held = next(card for card in ("2C", "3C", "4C", "5C") if card not in hand)

    refused = await ala.move(before, play=not_held)

    assert refused["__typename"] == "Refusal"
    assert (refused["code"], refused["matchVersion"]) == ("NOT_IN_HAND", before["version"])
    assert await ala.match(match_id) == before


async def test_move_sent_twice_is_made_once(house: House, app: GraphQLApp) -> None:
    ala, ola = await newcomer(app, "Ala"), await newcomer(app, "Ola")
    match_id = await started(ala, ola)
    before = await turn_of_first(house, [ala, ola], match_id)
    asked = {
        "matchId": match_id,
        "expectedVersion": before["version"],
        "idempotencyKey": "once",
        "move": {"text": before["legalMoves"]["moves"][0]},
    }

    first = await ala.do("SubmitMove", input=asked)
    again = await ala.do("SubmitMove", input=asked)

    assert first["__typename"] == "MoveAccepted"
    assert again == first
    assert (await ala.match(match_id))["version"] == before["version"] + 1
