"""Whole matches of any rule set, played through the use cases of a house."""

from schema.model import EntropyRequest, MatchView, MoveRequest, NewMatch
from service.store.record import SeatKind, Status
from service.usecases import steps
from tests.fixtures.house import ALA, House


async def started(
    house: House,
    rule_set: str,
    players: int,
    *,
    seed: int | None = None,
    options: dict[str, str] | None = None,
) -> MatchView:
    """Return a started match of Ala on seat 0 and bots."""
    new = NewMatch(
        rule_set=rule_set, players=players, options=options or {}, seed=seed, turn_seconds=None
    )
    match = await house.services.lobby.create(ALA, new)
    return await house.services.lobby.start(ALA, match.id, fill=True)


async def play_on(house: House, match_id: str) -> None:
    """Make one default move, for Ala or for the bot that is asked."""
    record = (await house.store.read(match_id)).record
    if steps.asked_seat(record, SeatKind.PERSON) is None:
        await house.others_move(match_id)
        return
    move = await house.default_text(match_id)
    request = MoveRequest(
        move=move, expected_version=record.version, idempotency_key=str(record.version)
    )
    await house.services.matches.submit(ALA, match_id, request)


async def play_out(house: House, match_id: str, *, with_entropy: bool = False) -> None:
    """Play a match to its end, Ala adding entropy to every deal if so asked."""
    added = 1
    while (at := await house.store.read(match_id)).record.status is Status.PLAYING:
        following = steps.next_deal(at.record) or 0
        follows = at.rules.ending is not None or following <= len(at.rules.deals)
        if with_entropy and following > added and follows:
            added = following
            request = EntropyRequest(deal=following, value=f"{following:04x}")
            await house.services.matches.add_entropy(ALA, match_id, request)
        await play_on(house, match_id)
