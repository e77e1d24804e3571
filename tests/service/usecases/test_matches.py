"""Proves what making a move answers, and that a refused one changes nothing."""

import asyncio

import pytest

from schema.context import Viewer
from schema.errors import Code, Refused
from schema.model import Accepted, MatchStatus, MatchView, MoveRequest
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house


def request(move: str, version: int, key: str = "k1") -> MoveRequest:
    return MoveRequest(move=move, expected_version=version, idempotency_key=key)


async def asked_match(house: House) -> MatchView:
    return await house.play_until_asked((await house.match_of(OLA)).id, ALA)


async def refusal_of(
    house: House, match: MatchView, asked: MoveRequest, viewer: Viewer = ALA
) -> Refused:
    """Return the refusal of a move, having seen that the store holds what it held."""
    before = await house.store.read(match.id)
    with pytest.raises(Refused) as error:
        await house.services.matches.submit(viewer, match.id, asked)
    after = await house.store.read(match.id)
    assert after.record == before.record
    return error.value


async def test_an_accepted_move_answers_with_its_entry() -> None:
    house = open_house()
    match = await asked_match(house)
    assert match.legal_moves is not None
    move = match.legal_moves.moves[0]

    done = await house.services.matches.submit(ALA, match.id, request(move, match.version))

    assert (done.version, done.entry.seq) == (match.version + 1, match.version + 1)
    assert (done.entry.action.move, done.entry.action.seat) == (move, 0)
    later = await house.services.matches.match(ALA, match.id)
    assert later.cursor == done.entry.cursor


async def test_the_same_key_and_move_answer_the_same_without_moving() -> None:
    house = open_house()
    match = await asked_match(house)
    asked = request(await house.default_text(match.id), match.version)

    first = await house.services.matches.submit(ALA, match.id, asked)
    house.clock.now_ms += 3_600_000
    again = await house.services.matches.submit(ALA, match.id, asked)

    assert again == first
    assert (await house.store.read(match.id)).record.version == first.version


async def test_another_key_for_a_move_already_made_is_stale() -> None:
    house = open_house()
    match = await asked_match(house)
    move = await house.default_text(match.id)
    await house.services.matches.submit(ALA, match.id, request(move, match.version))

    refused = await refusal_of(house, match, request(move, match.version, "k2"))

    assert refused.refusal.code is Code.STALE_VERSION
    assert refused.refusal.version == match.version + 1


async def test_a_key_with_another_move_is_a_conflict() -> None:
    house = open_house()
    match = await asked_match(house)
    move = await house.default_text(match.id)
    await house.services.matches.submit(ALA, match.id, request(move, match.version))

    refused = await refusal_of(house, match, request("play 2C", match.version))

    assert refused.refusal.code is Code.IDEMPOTENCY_KEY_REUSED


async def test_a_refused_key_is_free_again() -> None:
    house = open_house()
    match = await asked_match(house)
    await refusal_of(house, match, request("trump H", match.version))

    done = await house.services.matches.submit(
        ALA, match.id, request(await house.default_text(match.id), match.version)
    )

    assert done.version == match.version + 1


async def test_two_players_may_use_the_same_key() -> None:
    house = open_house()
    match = await asked_match(house)
    await house.services.matches.submit(
        ALA, match.id, request(await house.default_text(match.id), match.version)
    )
    later = await house.play_until_asked(match.id, OLA)

    done = await house.services.matches.submit(
        OLA, match.id, request(await house.default_text(match.id), later.version)
    )

    assert done.entry.action.seat == 1


async def test_twenty_submits_of_one_move_make_one_entry() -> None:
    house = open_house()
    match = await asked_match(house)
    asked = request(await house.default_text(match.id), match.version)

    answers = await asyncio.gather(
        *(house.services.matches.submit(ALA, match.id, asked) for _ in range(20))
    )

    assert len({answer.version for answer in answers}) == 1
    assert (await house.store.read(match.id)).record.version == match.version + 1


async def test_a_version_from_before_the_decision_opened_is_stale() -> None:
    house = open_house()
    match = await asked_match(house)
    assert match.decision_version is not None

    refused = await refusal_of(
        house,
        match,
        request(await house.default_text(match.id), match.decision_version - 1),
    )

    assert refused.refusal.code is Code.STALE_VERSION
    assert refused.refusal.message == "The match has moved on since then; read it again."


async def test_a_version_ahead_of_the_log_is_stale() -> None:
    house = open_house()
    match = await asked_match(house)

    refused = await refusal_of(
        house, match, request(await house.default_text(match.id), match.version + 1)
    )

    assert refused.refusal.code is Code.STALE_VERSION
    assert refused.refusal.message == "The match is not there yet; read it again."


async def test_a_move_out_of_turn_is_refused_as_such() -> None:
    house = open_house()
    match = await asked_match(house)

    refused = await refusal_of(house, match, request("play 2C", match.version), OLA)

    assert refused.refusal.code is Code.NOT_YOUR_TURN


async def test_a_card_that_is_not_held_is_refused_as_such() -> None:
    house = open_house()
    match = await asked_match(house)
    assert match.game is not None
    assert match.game.deal is not None
    assert match.game.deal.hand is not None
    foreign = next(
        f"{rank}{suit}"
        for suit in "CDHS"
        for rank in "23456789TJQKA"
        if f"{rank}{suit}" not in match.game.deal.hand
    )

    refused = await refusal_of(house, match, request(f"play {foreign}", match.version))

    assert refused.refusal.code is Code.NOT_IN_HAND


async def test_a_text_that_is_no_move_is_refused_without_repeating_it() -> None:
    house = open_house()
    match = await asked_match(house)

    refused = await refusal_of(house, match, request("<script>", match.version))

    assert refused.refusal.code is Code.BAD_MOVE
    assert "script" not in refused.refusal.message


async def test_somebody_without_a_seat_cannot_move() -> None:
    house = open_house()
    match = await house.play_until_asked((await house.match_of()).id, ALA)

    stranger = await refusal_of(house, match, request("play 2C", match.version), OLA)
    nobody = await refusal_of(house, match, request("play 2C", match.version), NOBODY)

    assert stranger.refusal.code is Code.NOT_SEATED
    assert nobody.refusal.code is Code.UNAUTHENTICATED


async def test_a_move_after_the_deadline_is_refused_before_any_job_has_run() -> None:
    house = open_house()
    match = await asked_match(house)
    assert match.deadline_ms is not None
    asked = request(await house.default_text(match.id), match.version)

    house.clock.now_ms = match.deadline_ms
    late = await refusal_of(house, match, asked)
    house.clock.now_ms -= 1
    in_time = await house.services.matches.submit(ALA, match.id, asked)

    assert late.refusal.code is Code.DEADLINE_PASSED
    assert in_time.version == match.version + 1


async def test_a_stored_answer_is_given_even_after_the_deadline() -> None:
    house = open_house()
    match = await asked_match(house)
    asked = request(await house.default_text(match.id), match.version)
    first = await house.services.matches.submit(ALA, match.id, asked)
    house.clock.now_ms += 10**9

    assert await house.services.matches.submit(ALA, match.id, asked) == first


async def test_a_match_that_is_not_there_is_refused_as_such() -> None:
    house = open_house()

    with pytest.raises(Refused) as error:
        await house.services.matches.match(NOBODY, "m_none")

    assert error.value.refusal.code is Code.MATCH_NOT_FOUND


@pytest.mark.parametrize(("players", "total"), [(3, -255), (4, 0)])
async def test_a_match_played_by_requests_and_bots_ends_with_the_known_total(
    players: int, total: int
) -> None:
    house = open_house()
    match = await house.match_of(players=players)
    moves: list[Accepted] = []

    while True:
        seen = await house.play_until_asked(match.id, ALA)
        if seen.legal_moves is None:
            break
        asked = request(seen.legal_moves.moves[-1], seen.version, f"k{seen.version}")
        moves.append(await house.services.matches.submit(ALA, match.id, asked))

    assert seen.status is MatchStatus.FINISHED
    assert seen.game is not None
    assert seen.game.result is not None
    assert sum(seen.game.totals) == total
    assert seen.game.result.totals == seen.game.totals
    log = await house.store.entries(match.id, 0, 10_000)
    assert [entry.seq for entry in log] == list(range(1, seen.version + 1))
    assert len(moves) > 100
