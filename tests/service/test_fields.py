"""Header fields are found by their names, however often they are sent."""

import pytest

from service.fields import RawHeader, field


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], None),
        ([(b"accept", b"text/html")], "text/html"),
        ([(b"accept", b"")], None),
        ([(b"accept", b"a"), (b"host", b"x"), (b"accept", b"b"), (b"accept", b"")], "a, b, "),
        ([(b"accepted", b"a")], None),
        ([(b"accept", b"caf\xe9")], "café"),
    ],
)
def test_several_of_one_name_are_one_list(
    kind: str, headers: list[RawHeader], expected: str | None
) -> None:
    scope = {"type": kind, "headers": headers}

    assert field(scope, b"accept") == expected
    assert field(scope, b"accept") == expected
    assert field(scope, b"origin") is None


def test_a_socket_keeps_nothing_of_what_is_found() -> None:
    scope = {"type": "websocket", "headers": [(b"host", b"x")]}

    assert field(scope, b"host") == "x"

    assert set(scope) == {"type", "headers"}
