"""Each partition has its own sixty-fourth of a cluster's slots, as a real server counts them."""

import binascii

import redis

from service.store.keys import PARTITIONS
from service.store.tags import TAGS

SLOTS_EACH = 64


def test_each_partition_has_a_tag_of_its_own() -> None:
    assert len(TAGS) == len(set(TAGS)) == PARTITIONS
    assert {len(tag) for tag in TAGS} == {2}


def test_a_tag_lies_in_the_slots_of_its_partition(cluster_url: str) -> None:
    with redis.Redis.from_url(cluster_url) as client:
        slots = [client.execute_command("CLUSTER KEYSLOT", f"due:{{{tag}}}") for tag in TAGS]

    assert [slot // SLOTS_EACH for slot in slots] == list(range(PARTITIONS))


def test_the_tags_are_the_first_ones_that_fit_and_so_can_be_found_again() -> None:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    first: dict[int, str] = {}
    for tag in (a + b for a in digits for b in digits):
        first.setdefault(binascii.crc_hqx(tag.encode(), 0) % 16_384 // SLOTS_EACH, tag)

    assert tuple(first[partition] for partition in range(PARTITIONS)) == TAGS
