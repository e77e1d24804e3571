"""What the pages show is compared strictly."""

import pytest

from tests.docs.contract import Json, faults, is_line, unlike


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"id": "m_…"}, {"id": "m_12"}),
        ({"atMs": 1, "list": [1, "…"]}, {"atMs": 2, "list": [1, 2, 3]}),
        (["…", {"kind": "end"}], [{"kind": "entry"}, {"kind": "end", "seq": 4}]),
        ([1, "…", 2], [1, 2]),
    ],
    ids=str,
)
def test_a_part_is_shown(shown: Json, printed: Json) -> None:
    assert list(unlike(shown, printed)) == []


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ({"a": 1}, {"b": 1}),
        ({"a": None}, {}),
        ({"a": 1}, {"a": True}),
        ({"a": "1"}, {"a": 1}),
        ({"id": "m_…"}, {"id": "p_12"}),
        ({"seq": 1}, {"seq": 2}),
        ({"atMs": 1}, {"atMs": None}),
        ([1], [1, 2]),
        ([1, "…", 1], [1]),
        ([1, "…", 3], [1, 2]),
    ],
    ids=str,
)
def test_another_value_is_not_shown(shown: Json, printed: Json) -> None:
    assert list(unlike(shown, printed)) != []


def test_a_difference_says_where_it_is() -> None:
    shown, printed = {"items": ["…", {"seq": 2, "kind": "end"}]}, {"items": [{"seq": 3}]}

    assert list(unlike(shown, printed)) == [
        "/items/-1/seq: 2 is shown, 3 was printed",
        "/items/-1/kind: 'end' is shown, nothing was printed",
    ]


def test_a_line_is_matched_from_end_to_end() -> None:
    assert is_line("id: 2-…", "id: 2-0ecb158a")
    assert not is_line("id: 2", "id: 22")
    assert not is_line("2-…", "id: 2-0ecb158a")


def test_an_excerpt_may_lack_names_and_not_invent_them() -> None:
    excerpt = {"seq": 1, "action": {"kind": "moved"}}

    assert len(faults(excerpt, "EntryView")) > 1
    assert faults(excerpt, "EntryView", excerpt=True) == []
    wrong = {"seq": "1", "action": {"kind": "moved", "verb": "play"}}
    found = faults(wrong, "EntryView", excerpt=True)
    assert sorted(fault.partition(":")[0] for fault in found) == ["action", "seq"]
