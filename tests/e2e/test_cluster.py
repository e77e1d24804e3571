"""The whole service on a cluster: matches go on while their slots move between its nodes."""

from pathlib import Path

from service.store.keys import match_keys
from tests.e2e.test_survival import Follower, assert_whole, reached
from tests.fixtures.cluster import Cluster
from tests.fixtures.own_deals import short_game
from tests.fixtures.player import Guests
from tests.fixtures.waiting import eventually
from tests.fixtures.whole_service import whole_service


def test_matches_of_bots_go_on_while_their_slots_move(
    tmp_path: Path, guests: Guests, cluster: Cluster, empty_valkey_url: str
) -> None:
    servers = {"REDIS_URL": cluster.url, "QUEUE_URL": empty_valkey_url}
    with whole_service(tmp_path, **servers) as running:
        guest = guests(running.url)
        paced = short_game(1) | {"botPaceMs": 1}  # so that none is over before its slot has moved
        matches = [guest.new_match(sit=False, **paced) for _ in range(3)]
        followers = [Follower(guest, match_id) for match_id in matches]

        for version in (10, 25, 40):
            assert eventually(reached(guest, matches[0], version), seconds=60)
            for match_id in matches:
                key = match_keys(match_id).state
                cluster.move(key, (cluster.owner_of(key) + 1) % 3)

        for match_id, follower in zip(matches, followers, strict=True):
            assert_whole(guest, match_id, follower.log(), short_deals=1)
