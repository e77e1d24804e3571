"""What lists of matches show to whom, page by page, and that they put themselves right."""

import pytest

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.list_ports import OpenFilter, PageRequest
from schema.model import MatchPage, MatchStatus, NewMatch, Spectators, Visibility, Watching
from service.store.places import ListKind, ListName, Place
from service.usecases import steps
from service.usecases.match_lists import FRESH_MS
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house, person

ANY = OpenFilter()
ALL = PageRequest()
OPEN = ListName(ListKind.OPEN)


async def public(house: House, owner: Viewer = ALA, **choices: object) -> str:
    """Make a public match a second later, and return its id."""
    house.clock.now_ms += 1_000
    new = NewMatch(visibility=Visibility.PUBLIC, **choices)  # type: ignore[arg-type]
    return (await house.services.lobby.create(owner, new)).id


async def started(house: House, owner: Viewer = ALA, **choices: object) -> str:
    match_id = await public(house, owner, **choices)
    await house.services.lobby.start(owner, match_id, fill=True)
    return match_id


async def end(house: House, match_id: str) -> None:
    """End a match without a result, as an admin does, and have the clock look at it."""
    await house.store.update(match_id, steps.voided, b"admin")
    await house.turns.match_ended(match_id)


def ids(page: MatchPage) -> list[str]:
    return [match.id for match in page.items]


async def test_open_matches_come_newest_first_and_leave_as_they_start() -> None:
    house = open_house()
    made = [await public(house) for _ in range(3)]
    await house.services.lobby.create(ALA, NewMatch())
    lists = house.services.lists

    assert ids(await lists.open(NOBODY, ANY, ALL)) == made[::-1]
    await house.services.lobby.start(ALA, made[1], fill=True)
    assert ids(await lists.open(NOBODY, ANY, ALL)) == [made[2], made[0]]
    assert ids(await lists.running(NOBODY, ALL)) == [made[1]]


async def test_open_matches_are_found_by_rule_set_and_players() -> None:
    house = open_house()
    three = await public(house, players=3)
    greek = await public(house, rule_set="greek")
    lists = house.services.lists

    assert ids(await lists.open(OLA, OpenFilter("kurnik"), ALL)) == [three]
    assert ids(await lists.open(OLA, OpenFilter(None, 4), ALL)) == [greek]
    assert ids(await lists.open(OLA, OpenFilter("greek", 3), ALL)) == []


async def test_each_match_is_listed_once_whatever_happens_between_pages() -> None:
    house = open_house()
    made = [await public(house) for _ in range(5)]
    lists = house.services.lists

    first = await lists.open(NOBODY, ANY, PageRequest(2))
    await house.services.lobby.start(ALA, made[3], fill=True)  # the last of the page
    await public(house)
    second = await lists.open(NOBODY, ANY, PageRequest(2, first.next))
    third = await lists.open(NOBODY, ANY, PageRequest(2, second.next))

    assert ids(first) + ids(second) + ids(third) == made[::-1]
    assert third.next is None


async def test_a_rare_match_is_found_however_many_others_there_are() -> None:
    house = open_house()
    rare = await public(house, players=3)
    for _ in range(320):
        await public(house)
    lists, after, found = house.services.lists, None, []

    for _ in range(3):
        page = await lists.open(NOBODY, OpenFilter(None, 3), PageRequest(100, after))
        found += ids(page)
        after = page.next
        if after is None:
            break

    assert found == [rare]
    assert after is None


@pytest.mark.parametrize("page", [PageRequest(0), PageRequest(101), PageRequest(1, "m_1")])
async def test_a_page_that_cannot_be_is_refused(page: PageRequest) -> None:
    with pytest.raises(Refused) as error:
        await open_house().services.lists.open(NOBODY, ANY, page)

    assert error.value.refusal.code is Code.INVALID_INPUT


async def test_own_matches_are_found_by_their_status() -> None:
    house = open_house()
    waiting, playing, over = [await public(house) for _ in range(3)]
    for match_id in (playing, over):
        await house.services.lobby.start(ALA, match_id, fill=True)
    await end(house, over)
    lists = house.services.lists

    assert ids(await lists.mine(ALA, None, ALL)) == [over, playing, waiting]
    assert ids(await lists.mine(ALA, MatchStatus.LOBBY, ALL)) == [waiting]
    assert ids(await lists.mine(ALA, MatchStatus.PLAYING, ALL)) == [playing]
    assert ids(await lists.mine(ALA, MatchStatus.VOID, ALL)) == [over]
    assert ids(await lists.mine(ALA, MatchStatus.FINISHED, ALL)) == []
    assert ids(await lists.mine(OLA, None, ALL)) == []
    with pytest.raises(Refused) as error:
        await lists.mine(NOBODY, None, ALL)
    assert error.value.refusal.code is Code.UNAUTHENTICATED


async def test_history_has_public_matches_and_those_of_the_viewer() -> None:
    house = open_house()
    everybodys = await started(house)
    shared = (await house.match_of(OLA)).id
    closed = await started(house, spectators=Spectators(watching=Watching.NOBODY))
    for match_id in (everybodys, shared, closed):
        house.clock.now_ms += 1_000
        await end(house, match_id)
    lists = house.services.lists

    assert ids(await lists.history(NOBODY, "p_ala", ALL)) == [everybodys]
    assert ids(await lists.history(OLA, "p_ala", ALL)) == [shared, everybodys]
    assert ids(await lists.history(ALA, "p_ala", ALL)) == [closed, shared, everybodys]
    assert ids(await lists.history(person("eve"), "p_none", ALL)) == []


async def test_history_comes_in_pages() -> None:
    house = open_house()
    made = [await started(house) for _ in range(2)] + [(await house.match_of(OLA)).id]
    for match_id in made:
        house.clock.now_ms += 1_000
        await end(house, match_id)
    lists = house.services.lists

    first = await lists.history(OLA, "p_ala", PageRequest(2))
    second = await lists.history(OLA, "p_ala", PageRequest(2, first.next))

    assert ids(first) + ids(second) == made[::-1]
    assert second.next is None


async def test_no_list_tells_of_an_end_before_its_time() -> None:
    house = open_house()
    late = Spectators(delay_seconds=600)
    match_id = await started(house, spectators=late)
    lists = house.services.lists
    house.clock.now_ms += 700_000
    await end(house, match_id)
    house.clock.now_ms += FRESH_MS

    assert ids(await lists.running(OLA, ALL)) == [match_id]
    assert ids(await lists.history(OLA, "p_ala", ALL)) == []
    assert ids(await lists.history(ALA, "p_ala", ALL)) == [match_id]
    assert not await house.turns.match_ended(match_id)
    house.clock.now_ms += 600_000
    pending = await house.turns.pending(match_id)
    assert pending is not None
    assert await house.turns.match_ended(match_id)
    assert ids(await lists.running(OLA, ALL)) == []
    assert ids(await lists.history(OLA, "p_ala", ALL)) == [match_id]


async def test_a_list_puts_itself_right_as_it_is_read() -> None:
    house = open_house()
    match_id = await started(house)
    lists, stored = house.services.lists, house.store.lists
    await stored.put(OPEN, Place(house.clock.now_ms, match_id))
    await stored.put(OPEN, Place(house.clock.now_ms, "m_gone"))
    await stored.drop(ListName(ListKind.RUNNING), match_id)

    assert ids(await lists.open(NOBODY, ANY, ALL)) == []
    assert len(await stored.page(OPEN, 10, None)) == 2  # as fresh as that, it may be on its way
    house.clock.now_ms += FRESH_MS + 1
    assert ids(await lists.open(NOBODY, ANY, ALL)) == []
    assert await stored.page(OPEN, 10, None) == ()
    assert ids(await lists.running(NOBODY, ALL)) == [match_id]


async def test_the_clock_files_a_match_whose_process_has_died_after_its_end() -> None:
    house = open_house()
    match_id = await started(house)
    await house.store.update(match_id, steps.voided, b"admin")
    house.clock.now_ms += 1_000
    (claim,) = await house.store.claim_due(0, 10)
    assert claim.match_id == match_id
    pending = await house.turns.pending(match_id)
    assert pending is not None
    assert pending.kind.value == "match_ended"

    assert await house.turns.match_ended(match_id)

    assert ids(await house.services.lists.history(NOBODY, "p_ala", ALL)) == [match_id]


async def test_a_match_that_goes_on_is_not_filed_as_one_that_has_ended() -> None:
    house = open_house()
    match_id = await started(house)

    await house.turns.match_ended(match_id)

    assert ids(await house.services.lists.running(NOBODY, ALL)) == [match_id]


async def test_an_invite_code_is_looked_up_while_its_match_waits() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(visibility=Visibility.INVITED))
    assert match.invite_code is not None
    lists = house.services.lists

    seen = await lists.by_invite(OLA, f" {match.invite_code.lower()} ")
    assert (seen.id, seen.invite_code, seen.viewer_seat) == (match.id, None, None)
    await house.services.lobby.start(ALA, match.id, fill=True)
    for code in (match.invite_code, "22222222"):
        with pytest.raises(Refused) as error:
            await lists.by_invite(OLA, code)
        assert error.value.refusal.code is Code.MATCH_NOT_FOUND
