"""Text is greyed only where it can be shown, and the end of the input is told."""

import io

import pytest

from service.play.terminal import Terminal


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    ("writing", "environ", "greyed"),
    [
        (Screen(), {"TERM": "xterm"}, True),
        (Screen(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Screen(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
        (Screen(), {}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_text_is_greyed_where_that_can_be_shown(
    writing: io.StringIO, environ: dict[str, str], greyed: bool
) -> None:
    text = Terminal.of(io.StringIO(), writing, environ).dim("2♣")

    assert text == ("\033[2m2♣\033[0m" if greyed else "2♣")


def test_a_line_is_read_without_its_ends_and_the_last_one_raises() -> None:
    writing = io.StringIO()
    terminal = Terminal(io.StringIO("  2 \n3"), writing)

    assert (terminal.ask("card? "), terminal.ask("card? ")) == ("2", "3")
    with pytest.raises(EOFError):
        terminal.ask("card? ")
    assert writing.getvalue() == "card? \n" * 3


def test_a_typed_line_has_ended_itself() -> None:
    writing = io.StringIO()

    Terminal(Screen("2\n"), writing).ask("card? ")

    assert writing.getvalue() == "card? "
