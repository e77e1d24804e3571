"""A client gets the media type that it likes best of those that there are."""

import pytest

from service.rest.negotiation import preferred

JSON, EVENTS, LINES = "application/json", "text/event-stream", "application/x-ndjson"
OFFERED = (JSON, EVENTS, LINES)


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("text/event-stream", EVENTS),
        ("Text/Event-Stream", EVENTS),
        ("application/x-ndjson", LINES),
        ("application/*", JSON),
        ("text/*", EVENTS),
        ("text/event-stream, application/json", JSON),
        ("text/event-stream, application/json;q=0.9", EVENTS),
        ("text/event-stream;q=0.5, */*;q=0.1", EVENTS),
        ("application/json;q=0, */*", EVENTS),
        ("text/html, application/xhtml+xml, */*;q=0.8", JSON),
        ("application/json; charset=utf-8", JSON),
        ("text/html", None),
        ("application/json;q=0", None),
        ("*/*;q=0", None),
        ("nonsense, text/event-stream", EVENTS),
        ("nonsense", None),
        ("text/event-stream;q=much, application/json;q=0.1", JSON),
        ("text/event-stream;q=2, application/json;q=0.1", JSON),
        ("text/event-stream;q=nan, application/json;q=0.1", JSON),
        ("/json, application/", None),
    ],
)
def test_the_closest_and_most_liked_range_decides(accept: str | None, chosen: str | None) -> None:
    assert preferred(accept, OFFERED) == chosen
