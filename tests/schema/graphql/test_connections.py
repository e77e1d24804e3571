"""A page of matches is one of Relay's connections."""

from msgspec.structs import replace

from schema.graphql.connections import connection
from schema.model import MatchPage
from tests.fixtures.ports import MATCH


def test_the_last_page_ends_with_its_last_match() -> None:
    info = connection(MatchPage(items=(MATCH,), next=None), "m_0002").page_info

    cursor = f"{MATCH.created_at_ms}-{MATCH.id}"
    assert (info.has_next_page, info.end_cursor) == (False, cursor)
    assert (info.has_previous_page, info.start_cursor) == (True, cursor)


def test_a_list_by_the_end_has_cursors_by_the_end() -> None:
    ended = replace(MATCH, updated_at_ms=MATCH.created_at_ms + 7)

    (edge,) = connection(MatchPage(items=(ended,), next=None), None, by_end=True).edges

    assert edge.cursor == f"{ended.updated_at_ms}-{ended.id}"


def test_a_page_goes_on_where_the_list_says_even_behind_a_match_that_is_gone() -> None:
    info = connection(MatchPage(items=(MATCH,), next="m_0000"), None).page_info

    assert (info.has_next_page, info.end_cursor) == (True, "m_0000")
    assert not info.has_previous_page


def test_an_empty_page_has_no_cursors() -> None:
    page = connection(MatchPage(items=(), next=None), None)

    assert page.edges == []
    assert (page.page_info.start_cursor, page.page_info.end_cursor) == (None, None)
