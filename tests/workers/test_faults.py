"""What is told of an error leaves out its words."""

from workers.faults import fault


def _raises() -> None:
    raise LookupError("the queen of spades lies at redis://:secret@host")


def test_a_fault_is_told_by_its_type_and_place() -> None:
    try:
        _raises()
    except LookupError as error:
        told = fault(error)

    assert told["error"] == "LookupError"
    assert [place.split(":")[0] for place in told["at"].split()] == ["test_faults.py"] * 2


def test_an_error_that_was_never_raised_has_no_place() -> None:
    assert fault(LookupError()) == {"error": "LookupError", "at": ""}
