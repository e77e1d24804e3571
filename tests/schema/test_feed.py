"""The published schema of a feed's items takes what is sent, and nothing else."""

import json

import jsonschema_rs
import msgspec
import pytest

from schema.feed import entry_text
from schema.json_schema import Json
from schema.model import FeedItem, FeedKind, SnapshotReason
from tests.fixtures.ports import END, ENTRY, MATCH

SCHEMA = json.loads(entry_text())
ITEMS = {
    "entry": FeedItem(kind=FeedKind.ENTRY, seq=1, cursor="1-0", entry=ENTRY),
    "snapshot": FeedItem(
        kind=FeedKind.SNAPSHOT, seq=1, cursor="1", reason=SnapshotReason.NO_CURSOR, match=MATCH
    ),
    "heartbeat": FeedItem(kind=FeedKind.HEARTBEAT, seq=1, server_time_ms=5),
    "end": END,
}


def sent(name: str) -> Json:
    item: Json = json.loads(msgspec.json.encode(ITEMS[name]))
    return item


@pytest.mark.parametrize("name", ITEMS)
def test_every_kind_of_item_is_valid(name: str) -> None:
    jsonschema_rs.validator_for(SCHEMA).validate(sent(name))


@pytest.mark.parametrize(
    "change", [{"kind": "news"}, {"seq": "1"}, {"entry": {}}, {"reason": "why"}, {"match": []}]
)
def test_another_shape_is_not_valid(change: Json) -> None:
    assert not jsonschema_rs.is_valid(SCHEMA, sent("entry") | change)


def test_no_field_of_an_item_is_ever_left_out() -> None:
    assert SCHEMA["required"] == list(SCHEMA["properties"])
    assert SCHEMA["$defs"]["EntryView"]["required"] == list(
        SCHEMA["$defs"]["EntryView"]["properties"]
    )
