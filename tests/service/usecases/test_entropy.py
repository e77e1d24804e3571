"""Adding entropy: who may, when, how often, and that nothing else changes by it."""

import pytest

from engine.shuffle import receipt
from engine.state import MatchState
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import EntropyRequest, NewMatch
from service.store.ports import Claim
from service.store.record import Record, SeatKind
from service.usecases import steps
from service.usecases.ports import BotTurn
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house
from tests.service.usecases.written import play_on, play_out, started


def request(deal: int, value: str = "00ff") -> EntropyRequest:
    return EntropyRequest(deal=deal, value=value)


async def record_of(house: House, match_id: str) -> Record:
    return (await house.store.read(match_id)).record


async def state_of(house: House, match_id: str) -> MatchState:
    return steps.in_play(await record_of(house, match_id))


async def refusal_of(
    house: House, match_id: str, asked: EntropyRequest, viewer: Viewer = ALA
) -> Code:
    """Return why a request is refused, having seen that the store holds what it held."""
    before = await record_of(house, match_id)
    with pytest.raises(Refused) as error:
        await house.services.matches.add_entropy(viewer, match_id, asked)
    assert await record_of(house, match_id) == before
    return error.value.refusal.code


async def to_deal(house: House, match_id: str, number: int) -> None:
    """Play until a deal begins."""
    while (deal := (await state_of(house, match_id)).deal) is not None and deal.number < number:
        await play_on(house, match_id)


async def test_a_receipt_is_answered_and_stands_in_the_log() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)

    told = await house.services.matches.add_entropy(ALA, match.id, request(2))

    expected = receipt(match.id, 2, 0, b"\x00\xff").hex()
    assert (told.match_id, told.version, told.deal) == (match.id, match.version + 1, 2)
    assert (told.seat, told.receipt) == (0, expected)
    (item,) = await house.services.matches.entries(NOBODY, match.id, str(match.version), 0)
    assert item.entry is not None
    (effect,) = item.entry.effects
    assert (item.entry.action.kind, item.entry.action.seat) == ("entropy_added", 0)
    assert (effect.kind, effect.number, effect.seat) == ("entropy_added", 2, 0)
    assert (effect.receipt, effect.entropy) == (expected, None)


async def test_the_bytes_are_shown_by_the_entry_that_starts_the_deal() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)
    await house.services.matches.add_entropy(ALA, match.id, request(2))
    await to_deal(house, match.id, 2)

    version = (await record_of(house, match.id)).version
    (item,) = await house.services.matches.entries(NOBODY, match.id, str(version - 1), 0)

    assert item.entry is not None
    shown = [at.entropy for at in item.entry.effects if at.kind == "deal_started"]
    assert shown == [("00ff", "", "", "")]


async def test_the_same_bytes_again_answer_alike_and_add_nothing() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)

    first = await house.services.matches.add_entropy(ALA, match.id, request(2))
    again = await house.services.matches.add_entropy(ALA, match.id, request(2))

    assert again == first
    assert (await record_of(house, match.id)).version == first.version


async def test_other_bytes_for_the_same_deal_are_refused() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)
    await house.services.matches.add_entropy(ALA, match.id, request(2))

    assert await refusal_of(house, match.id, request(2, "01")) is Code.ENTROPY_TWICE


@pytest.mark.parametrize("deal", [1, 3])
async def test_only_the_next_deal_takes_entropy(deal: int) -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)

    assert await refusal_of(house, match.id, request(deal)) is Code.ENTROPY_CLOSED


async def test_only_those_who_sit_there_add_entropy() -> None:
    house = open_house()
    match = await started(house, "kurnik", 4)

    assert await refusal_of(house, match.id, request(2), OLA) is Code.NOT_SEATED
    assert await refusal_of(house, match.id, request(2), NOBODY) is Code.UNAUTHENTICATED


async def test_the_last_deal_and_a_match_that_is_over_take_none() -> None:
    house = open_house()
    match = await started(house, "lottery", 4)

    last = await refusal_of(house, match.id, request(2))
    await play_out(house, match.id)
    over = await refusal_of(house, match.id, request(2))

    assert (last, over) == (Code.NO_DEAL_FOLLOWS, Code.MATCH_OVER)


async def test_a_match_to_a_limit_takes_entropy_and_commits_beyond_its_list_of_deals() -> None:
    house = open_house()
    match = await started(house, "black_maria", 3)
    await play_out(house, match.id)

    log = await house.store.entries(match.id, 0, 10_000)
    state = await state_of(house, match.id)

    committed = [part.deal for entry in log for part in entry.commitments]
    revealed = [part.deal for entry in log for part in entry.reveals]
    assert len(state.scores) > 1
    assert committed == list(range(len(state.scores) + 2))
    assert revealed == list(range(len(state.scores) + 1))


async def test_nobodys_choice_or_deadline_changes() -> None:
    house = open_house()
    match = await house.match_of(OLA)
    asked = await house.play_until_asked(match.id, ALA)
    before = await record_of(house, match.id)
    house.clock.now_ms += 5_000

    await house.services.matches.add_entropy(OLA, match.id, request(2))

    after = await record_of(house, match.id)
    assert asked.deadline_ms is not None
    assert (after.deadline_ms, after.decision_versions) == (
        before.deadline_ms,
        before.decision_versions,
    )
    later = await house.services.matches.match(ALA, match.id)
    assert later.legal_moves == asked.legal_moves
    assert await house.store.claim_due(1_000, 10) == ()
    house.clock.now_ms = asked.deadline_ms
    assert await house.store.claim_due(1_000, 10) == (Claim(match.id, 0, again=False),)


async def test_a_bot_that_is_asked_is_asked_again_at_the_new_version() -> None:
    house = open_house()
    match = await house.match_of()
    while steps.asked_seat(await record_of(house, match.id), SeatKind.BOT) is None:
        await play_on(house, match.id)

    told = await house.services.matches.add_entropy(ALA, match.id, request(2))

    assert house.jobs.asked[-1] == BotTurn(match.id, told.version, people=True)


async def test_before_the_start_entropy_is_for_the_first_deal() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(players=4))

    told = await house.services.matches.add_entropy(ALA, match.id, request(1))
    again = await house.services.matches.add_entropy(ALA, match.id, request(1))
    await house.services.lobby.start(ALA, match.id, fill=True)

    assert told == again
    assert told.receipt == receipt(match.id, 1, 0, b"\x00\xff").hex()
    log = await house.store.entries(match.id, 0, 10)
    assert [entry.action.kind for entry in log] == ["created", "entropy_added", "started"]
    record = await record_of(house, match.id)
    assert record.entropy == ()
    started_deal = log[2].effects[1]
    assert getattr(started_deal, "entropy", None) == (b"\x00\xff", b"", b"", b"")


async def test_who_leaves_takes_the_entropy_away() -> None:
    house = open_house()
    match = await house.services.lobby.create(ALA, NewMatch(players=4))
    await house.services.lobby.join(OLA, match.id, 2)
    await house.services.matches.add_entropy(OLA, match.id, request(1))
    await house.services.matches.add_entropy(ALA, match.id, request(1, "01"))

    await house.services.lobby.leave(OLA, match.id)

    assert (await record_of(house, match.id)).entropy == (b"\x01", b"", b"", b"")
    await house.services.lobby.join(OLA, match.id, 2)
    await house.services.matches.add_entropy(OLA, match.id, request(1, "02"))
    assert (await record_of(house, match.id)).entropy == (b"\x01", b"", b"\x02", b"")
