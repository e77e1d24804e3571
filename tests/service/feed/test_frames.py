"""Proves that an item is put into each form once, and that nothing of it outlives it."""

import gc

import msgspec
from msgspec import structs

from schema.model import FeedItem
from service.feed.frames import FORMS_MAX, Frames
from tests.fixtures.ports import END, SNAPSHOT


class Maker:
    """Puts items into JSON, and notes which."""

    def __init__(self) -> None:
        self.made: list[FeedItem] = []

    def __call__(self, item: FeedItem) -> bytes:
        """Return an item as JSON."""
        self.made.append(item)
        return msgspec.json.encode(item)


def test_an_item_is_put_into_one_form_once() -> None:
    frames, maker = Frames(), Maker()

    first = frames.frame(END, "json", maker)
    again = frames.frame(END, "json", maker)

    assert first is again
    assert first == msgspec.json.encode(END)
    assert maker.made == [END]


def test_each_form_of_an_item_has_its_own_bytes() -> None:
    frames, maker = Frames(), Maker()

    json = frames.frame(END, "json", maker)
    line = frames.frame(END, "line", lambda item: maker(item) + b"\n")

    assert line == json + b"\n"
    assert frames.frame(END, "json", maker) is json
    assert frames.frame(END, "line", maker) is line


def test_equal_items_are_told_apart() -> None:
    frames, maker = Frames(), Maker()
    twin = structs.replace(END)

    frames.frame(END, "json", maker)
    frames.frame(twin, "json", maker)

    assert twin == END
    assert [id(item) for item in maker.made] == [id(END), id(twin)]


def test_bytes_go_with_their_item() -> None:
    frames, maker = Frames(), Maker()
    item = structs.replace(SNAPSHOT)
    frames.frame(item, "json", maker)
    frames.frame(END, "json", maker)
    assert len(frames) == 2

    maker.made.clear()
    del item
    gc.collect()

    assert len(frames) == 1


def test_an_item_keeps_so_many_forms_and_no_more() -> None:
    frames, maker = Frames(), Maker()
    for form in range(FORMS_MAX):
        frames.frame(END, form, maker)

    more = [frames.frame(END, FORMS_MAX, maker) for _ in range(2)]

    assert more == [msgspec.json.encode(END)] * 2
    assert len(maker.made) == FORMS_MAX + 2
    assert frames.frame(END, 0, maker) == more[0]
    assert len(maker.made) == FORMS_MAX + 2
