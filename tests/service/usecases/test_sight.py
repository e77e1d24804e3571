"""What those without a seat see, and how late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import Action, ActionKind, Cause, DealStarted, Entry, Next
from engine.state import Phase
from engine.views import CASTER, SPECTATOR
from schema.context import Viewer
from schema.errors import Code, Refused
from schema.identity import OverlayGrant
from schema.model import MatchStatus, MatchView, NewMatch, Spectators, Watching
from service.store.record import Record
from service.store.record import Spectators as Stored
from service.store.record import Watching as StoredWatching
from service.usecases.sight import Sight, released, sight_of, through_seat
from tests.fixtures import house as at_home
from tests.fixtures.house import ALA, NOBODY, OLA, House, open_house
from tests.fixtures.matches import ALA as ALA_SITS
from tests.fixtures.matches import BOT, lobby, playing

DEALT = DealStarted(1, 0, None, (b"", b"", b""), None)


def watched(watching: StoredWatching, delay_ms: int | None = 0) -> Record:
    """Return a match in play that spectators may see so."""
    record = playing(ALA_SITS, BOT, BOT, BOT).record
    settings = replace(record.settings, spectators=Stored(watching, delay_ms))
    return replace(record, settings=settings)


def test_a_seat_sees_the_match_as_it_is_whatever_others_may() -> None:
    assert sight_of(watched(StoredWatching.NOBODY, None), ALA) == Sight(0)
    assert sight_of(watched(StoredWatching.OPEN_HANDS, 60_000), ALA) == Sight(0)


@pytest.mark.parametrize(
    ("watching", "delay_ms", "sight"),
    [
        (StoredWatching.TABLE, 0, Sight(SPECTATOR)),
        (StoredWatching.TABLE, 5_000, Sight(SPECTATOR, 5_000)),
        (StoredWatching.OPEN_HANDS, 60_000, Sight(CASTER, 60_000)),
        (StoredWatching.OPEN_HANDS, None, Sight(CASTER, None)),
    ],
)
def test_a_spectator_sees_what_the_owner_allows(
    watching: StoredWatching, delay_ms: int | None, sight: Sight
) -> None:
    assert sight_of(watched(watching, delay_ms), OLA) == sight
    assert sight_of(watched(watching, delay_ms), NOBODY) == sight


def test_where_nobody_may_watch_the_play_is_refused_and_the_lobby_is_open() -> None:
    waiting = lobby(ALA_SITS, None, None, None).record
    settings = replace(waiting.settings, spectators=Stored(StoredWatching.NOBODY))

    with pytest.raises(Refused) as refusal:
        sight_of(watched(StoredWatching.NOBODY), OLA)

    assert refusal.value.refusal.code is Code.NOT_FOR_SPECTATORS
    assert refusal.value.refusal.version is None
    assert sight_of(replace(waiting, settings=settings), OLA) == Sight(SPECTATOR)


@pytest.mark.parametrize(
    ("grant", "opens"),
    [
        (OverlayGrant("p_ewa", match_id="m_0001"), True),
        (OverlayGrant("p_ewa", match_id="m_0002"), False),
        (OverlayGrant("p_ala", player_id="p_ala"), True),
        (OverlayGrant("p_ewa", player_id="p_ewa"), False),
    ],
)
def test_an_overlay_key_opens_its_match_or_those_of_its_player(
    grant: OverlayGrant, opens: bool
) -> None:
    record, viewer = watched(StoredWatching.TABLE, 9_000), Viewer(overlay=grant)

    if opens:
        assert sight_of(record, viewer) == Sight(SPECTATOR, 9_000)
    else:
        with pytest.raises(Refused) as refusal:
            sight_of(record, viewer)
        assert refusal.value.refusal.code is Code.FORBIDDEN


def test_other_seats_eyes_are_lent_once_the_match_is_over_for_the_viewer() -> None:
    record = watched(StoredWatching.TABLE)

    with pytest.raises(Refused) as refusal:
        through_seat(record, Sight(SPECTATOR, 5_000), 1)

    assert refusal.value.refusal.code is Code.MATCH_NOT_OVER
    assert through_seat(record, Sight(1), 1) == Sight(1)


def entry(seq: int, at_ms: int, *, deals: bool = False, lobby: bool = False) -> Entry:
    """Return an entry of a match."""
    kind = ActionKind.JOINED if lobby else ActionKind.MOVED
    effects = (DEALT,) if deals else ()
    following = Next() if lobby else Next(Phase.TRICKS, (0,))
    return Entry(seq, at_ms, Action(kind, Cause.PLAYER), effects, following)


LOG = (
    entry(1, 1_000, lobby=True),
    entry(2, 9_000, lobby=True),
    entry(3, 10_000, deals=True),
    entry(4, 11_000),
    entry(5, 12_000, deals=True),
    entry(6, 12_500),
)


@pytest.mark.parametrize(
    ("now_ms", "last"),
    [(9_001, 2), (14_999, 2), (15_000, 3), (16_999, 4), (17_000, 5), (17_500, 6), (99_000, 6)],
)
def test_each_entry_is_open_its_delay_after_it_was_made(now_ms: int, last: int) -> None:
    found = released(LOG, now_ms, Sight(SPECTATOR, 5_000), complete=False)

    assert found == LOG[:last]


@pytest.mark.parametrize(("count", "last"), [(2, 2), (3, 2), (4, 2), (5, 4), (6, 4)])
def test_a_deal_is_open_once_the_next_one_has_started(count: int, last: int) -> None:
    found = released(LOG[:count], 99_000, Sight(CASTER, None), complete=False)

    assert found == LOG[:last]


def test_the_last_deal_is_open_once_the_match_has_ended() -> None:
    assert released(LOG, 99_000, Sight(CASTER, None), complete=True) == LOG
    assert released(LOG, 12_600, Sight(CASTER, 60_000), complete=True) == LOG[:2]


@given(st.lists(st.integers(0, 3_000), min_size=1, max_size=30), st.integers(0, 60_000))
def test_what_is_open_stays_open_and_nothing_opens_early(waits: list[int], delay_ms: int) -> None:
    log, at_ms = [], 0
    for seq, wait_ms in enumerate(waits, 1):
        at_ms += wait_ms
        log.append(entry(seq, at_ms))
    sight = Sight(SPECTATOR, delay_ms)
    opened = 0
    for now_ms in range(0, at_ms + delay_ms + 1, 500):
        found = released(tuple(log), now_ms, sight, complete=False)
        assert len(found) >= opened
        assert all(at.at_ms + delay_ms <= now_ms for at in found)
        opened = len(found)


async def match_seen_late(watching: Watching, delay_seconds: int | None) -> tuple[House, str]:
    """Return a match of Ala and bots in which nobody has moved."""
    house = open_house()
    spectators = Spectators(watching=watching, delay_seconds=delay_seconds)
    new = NewMatch(seed=7, bot_pace_ms=0, turn_seconds=None, spectators=spectators)
    match = await house.services.lobby.create(ALA, new)
    house.clock.now_ms += 1_000
    await house.services.lobby.start(ALA, match.id, fill=True)
    return house, match.id


async def move(house: House, match_id: str) -> None:
    """Make a default move a second after the one before."""
    house.clock.now_ms += 1_000
    await at_home.default_move_of(house, match_id)


async def test_a_late_spectator_sees_the_state_of_then() -> None:
    house, match_id = await match_seen_late(Watching.TABLE, 10)
    matches = house.services.matches
    first = await matches.match(OLA, match_id)
    versions: list[int] = []
    for _ in range(20):
        await move(house, match_id)
        seen = await matches.match(OLA, match_id)
        versions.append(seen.version)
        assert seen.as_of_ms == seen.updated_at_ms <= house.clock.now_ms - 10_000 or (
            seen.status is MatchStatus.LOBBY
        )

    assert (first.status, first.version) == (MatchStatus.LOBBY, 1)
    assert versions == [1] * 9 + list(range(2, 13))


async def test_an_end_is_told_late_too() -> None:
    house, match_id = await match_seen_late(Watching.TABLE, 10)
    matches = house.services.matches
    while (await matches.match(ALA, match_id)).status is MatchStatus.PLAYING:
        await move(house, match_id)

    early = await matches.match(OLA, match_id)
    with pytest.raises(Refused) as refusal:
        await matches.export(OLA, match_id)
    house.clock.now_ms += 10_000
    late = await matches.match(OLA, match_id)
    written = await matches.export(OLA, match_id)

    assert early.status is MatchStatus.PLAYING
    assert refusal.value.refusal.code is Code.MATCH_NOT_OVER
    assert late.status is MatchStatus.FINISHED
    assert written == await matches.export(ALA, match_id)


async def test_open_hands_show_each_seat_what_it_may_see_itself() -> None:
    house, match_id = await match_seen_late(Watching.OPEN_HANDS, 60)
    matches = house.services.matches
    own = await matches.match(ALA, match_id)
    house.clock.now_ms += 60_000

    open_hands = await matches.match(OLA, match_id)

    assert own.game is not None
    assert own.game.deal is not None
    assert own.game.deal.hands is None
    hands = hands_of(open_hands)
    assert hands is not None
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]
    assert hands[0] == own.game.deal.hand


def hands_of(seen: MatchView) -> tuple[tuple[str, ...], ...] | None:
    """Return the hands that are shown."""
    assert seen.game is not None
    assert seen.game.deal is not None
    return seen.game.deal.hands


async def test_deals_that_open_as_a_whole_never_show_the_one_in_play() -> None:
    house, match_id = await match_seen_late(Watching.OPEN_HANDS, None)
    matches = house.services.matches
    shown: list[tuple[int, int]] = []
    while (await matches.match(ALA, match_id)).status is MatchStatus.PLAYING:
        await move(house, match_id)
        real, seen = await matches.match(ALA, match_id), await matches.match(OLA, match_id)
        shown.append((deal_number(real), deal_number(seen)))
    after = await matches.match(OLA, match_id)

    pairs = set(shown)
    assert pairs - {(0, 0)} == {(number, number - 1) for number in range(1, 13)}
    assert after.status is MatchStatus.FINISHED


def deal_number(seen: MatchView) -> int:
    """Return the number of the deal that is shown in play, 0 for none."""
    return seen.game.deal.number if seen.game is not None and seen.game.deal is not None else 0


@pytest.mark.parametrize("delay", [0, 59])
async def test_hands_cannot_be_opened_sooner_than_a_minute(delay: int) -> None:
    with pytest.raises(Refused) as refusal:
        await match_seen_late(Watching.OPEN_HANDS, delay)

    assert refusal.value.refusal.code is Code.INVALID_INPUT
    assert refusal.value.refusal.field == "spectators.delaySeconds"


async def test_a_match_shown_to_nobody_is_in_no_answer_to_a_stranger() -> None:
    house, match_id = await match_seen_late(Watching.NOBODY, 0)
    matches = house.services.matches

    for ask in (
        matches.match(OLA, match_id),
        matches.match_at(OLA, match_id, 1, None),
        matches.rules(OLA, match_id),
        matches.export(OLA, match_id),
        matches.entries(OLA, match_id, None, 0),
    ):
        with pytest.raises(Refused) as refusal:
            await ask
        assert refusal.value.refusal.code is Code.NOT_FOR_SPECTATORS
        assert refusal.value.refusal.version is None
