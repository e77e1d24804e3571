"""What cannot be read is told by its line and a code, and the next match is read all the same."""

import pytest
from msgspec.structs import replace

from engine.errors import RuleSetCode
from engine.notation.blocks import MATCH_BYTES_MAX
from engine.notation.faults import FileCode, UnreadableError
from engine.notation.reading import ReadMatch, json_of, read, read_matches
from engine.notation.writing import text_of
from engine.rules import rules_json
from tests.engine.notation.matches import played_by_name

MATCH = played_by_name("sik", 4).match
TEXT = text_of(MATCH)
JSON = json_of(MATCH).decode()
START = '[Kierki "1"]\n[Rules "kurnik"]\n[Players "4"]\n'


def refused(data: bytes) -> UnreadableError:
    """Return why the first match of a file cannot be read."""
    first = next(read_matches(data.splitlines(keepends=True)))
    assert isinstance(first, UnreadableError)
    return first


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (b"", 1, FileCode.NO_MATCH),
        (b"\n\n; nothing\n", 1, FileCode.NO_MATCH),
        (bytes(range(128, 256)) * 4, 1, FileCode.NOT_UTF8),
        (bytes(range(128)), 1, FileCode.BAD_LINE),
        (TEXT.encode("utf-16"), 1, FileCode.NOT_UTF8),
        (START.encode() + '[Seat0 "Łucja"]'.encode("cp1250"), 4, FileCode.NOT_UTF8),
        (b"PK\x03\x04" + bytes(100), 1, FileCode.BAD_LINE),
        (b'\n[Event "F/S Return Match"]\n1. e4 e5', 2, FileCode.BAD_LINE),
        (b'[Kierki "2"]\n', 1, FileCode.OTHER_FORMAT),
        (b'[Kierki "x"]\n', 1, FileCode.BAD_VALUE),
        (b'[Kierki "1"]\n[Rules "bridge"]\n[Players "4"]\n', 2, FileCode.BAD_RULES),
        (b'[Kierki "1"]\n[Rules "kurnik 9"]\n[Players "4"]\n', 2, FileCode.BAD_RULES),
        (b'[Kierki "1"]\n[Rules "kurnik"]\n[Players "9"]\n', 3, FileCode.BAD_VALUE),
        (b'[Kierki "1"]\n[Rules "kurnik"]\n[Players "5"]\n', 2, FileCode.BAD_RULES),
        (b'[Kierki "1"]\n', 1, FileCode.BAD_RULES),
        (b'[Kierki "1"]\n[RulesData {}]\n', 2, FileCode.BAD_VALUE),
        (b'[Kierki "1"]\n[RulesData {]\n', 2, FileCode.BAD_LINE),
        (START.encode() + b'[Option "x=1"]', 2, FileCode.BAD_RULES),
        (START.encode() + b'[Option "x"]', 4, FileCode.BAD_LINE),
        (START.encode() + b'[Players "4"]', 4, FileCode.STATED_TWICE),
        (START.encode() + b'[Seat1 "a"]\n[Seat1 "b"]', 5, FileCode.STATED_TWICE),
        (START.encode() + b'[Elo "2000"]', 4, FileCode.BAD_LINE),
        (START.encode() + b"[Match m_1]", 4, FileCode.BAD_LINE),
        (START.encode() + b'[Match "m 1"]', 4, FileCode.BAD_VALUE),
        (START.encode() + b'[Draw "2C 2X"]', 4, FileCode.BAD_VALUE),
        (START.encode() + b"0: 2C\n", 4, FileCode.BAD_LINE),
        (START.encode() + b"points 1 2\n", 4, FileCode.BAD_LINE),
        (START.encode() + b"deal one dealer 1\n", 4, FileCode.BAD_LINE),
        (START.encode() + b"deal 1 dealer 1\nhand 1 2C\n", 5, FileCode.BAD_LINE),
        (START.encode() + b"deal 1 dealer 1\nseed 12\n", 5, FileCode.BAD_VALUE),
        (START.encode() + b"deal 1 dealer 1\nodd 1C\n", 5, FileCode.BAD_VALUE),
        (START.encode() + b"deal 1 dealer 1\n0: 2C 3C 4C 5C 6C\n", 5, FileCode.BAD_LINE),
        (START.encode() + b"deal 1 dealer 1\n0: 2C 1C\n", 5, FileCode.BAD_VALUE),
        (START.encode() + b"deal 1 dealer 1\n0 dance\n", 5, FileCode.BAD_MOVE),
        (START.encode() + b"deal 1 dealer 1\n0: 2C\nhand 0 2C\n", 6, FileCode.BAD_LINE),
        (START.encode() + b"deal 1 dealer 1\npoints 1\n0: 2C\n", 6, FileCode.BAD_LINE),
        (START.encode() + b"deal 1 dealer 1\npoints 1\npoints 1\n", 6, FileCode.STATED_TWICE),
        (START.encode() + b"totals 1 1 1 1\ndeal 1 dealer 1\n", 5, FileCode.BAD_LINE),
        (b'{"kierki": 1', 1, FileCode.NOT_JSON),
        (b'{"kierki": 1}}', 1, FileCode.NOT_JSON),
        (b'{"kierki": 1, "game": "\xff"}', 1, FileCode.NOT_UTF8),
        (b'{"kierki": 3}', 1, FileCode.OTHER_FORMAT),
        (b'{"pgn": true}', 1, FileCode.OTHER_FORMAT),
        (b'{"kierki": 1, "deals": ' + b"[" * 200_000, 1, FileCode.NOT_JSON),
        (b'{"a":' * 200_000, 1, FileCode.NOT_JSON),
        (b'[Kierki "1"]\n[RulesData ' + b'{"a":' * 200_000 + b"]", 2, FileCode.BAD_LINE),
        (b"[" * 200_000, 1, FileCode.BAD_LINE),
    ],
)
def test_what_cannot_be_read_is_told(data: bytes, line: int, code: FileCode) -> None:
    error = refused(data)

    assert (error.line, error.code) == (line, code)


@pytest.mark.parametrize(
    ("was", "now", "code", "at"),
    [
        ('"dealer":', '"dealer":1', FileCode.BAD_VALUE, "/deals/0/dealer"),
        ('"move":"play', '"move":"eat', FileCode.BAD_MOVE, "/deals/0/actions/0/move"),
        ('"ruleSet":"sik"', '"ruleSet":"xxx"', FileCode.BAD_RULES, "/game"),
        ('"practiceSeed":1', '"practiceSeed":"1"', FileCode.BAD_VALUE, "/practiceSeed"),
        ('"practiceSeed"', '"practice"', FileCode.BAD_VALUE, ""),
    ],
)
def test_json_is_told_by_a_pointer(was: str, now: str, code: FileCode, at: str) -> None:
    assert was in JSON

    error = refused(JSON.replace(was, now, 1).encode())

    assert (error.code, error.at, error.line) == (code, at, 1)


@pytest.mark.parametrize("whole", [TEXT, JSON + "\n"])
def test_the_match_after_an_unreadable_one_is_read(whole: str) -> None:
    broken = whole.replace("dealer", "dancer", 1)

    found = list(read_matches((whole + broken + whole).encode().splitlines(keepends=True)))

    assert [type(at) for at in found] == [ReadMatch, UnreadableError, ReadMatch]


@pytest.mark.parametrize("whole", [TEXT, JSON + "\n"])
def test_each_of_several_files_that_were_joined_may_have_a_byte_order_mark(whole: str) -> None:
    found = list(read_matches(_lines(f"\ufeff{whole}\n" * 3)))

    assert [at.line for at in found if isinstance(at, ReadMatch)] == [
        1 + number * (len(_lines(whole)) + 1) for number in range(3)
    ]


def test_matches_may_be_indented() -> None:
    indented = "".join(f"  {line}\n" for line in TEXT.rstrip("\n").split("\n"))

    found = list(read_matches(_lines(f"  ; two of them\n{indented}\n{indented}")))

    assert [type(at) for at in found] == [ReadMatch, ReadMatch]
    assert [at.match for at in found if isinstance(at, ReadMatch)] == [MATCH, MATCH]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"{}", "and the match states none"),
        (b'{"kierki": "1"}', 'not "1"'),
        (b'{"kierki": 2}', "not 2"),
        (b'[Kierki "2"]', "not 2"),
    ],
)
def test_another_version_is_told_as_it_stands(data: bytes, told: str) -> None:
    assert refused(data).detail == f"this is version 1 of the notation, {told}"


def test_json_that_never_closes_does_not_swallow_the_next() -> None:
    data = f"{JSON[:-1]}\n{JSON}\n".encode()

    found = list(read_matches(data.splitlines(keepends=True)))

    assert [type(at) for at in found] == [UnreadableError, ReadMatch]


def test_a_match_that_is_too_long_is_left_out_without_being_kept() -> None:
    filler = [b"; " + b"x" * 1_000_000 + b"\n"] * 17

    found = list(read_matches([*TEXT.encode().splitlines(keepends=True), *filler, *_lines(TEXT)]))

    assert len(filler) * 1_000_000 > MATCH_BYTES_MAX
    assert isinstance(found[0], UnreadableError)
    assert (found[0].code, found[0].line) == (FileCode.TOO_LONG, 1)
    assert isinstance(found[1], ReadMatch)


def _lines(text: str) -> list[bytes]:
    return text.encode().splitlines(keepends=True)


def test_read_takes_one_match_only() -> None:
    for text in (TEXT + TEXT, "", TEXT.replace("dealer", "dancer", 1)):
        with pytest.raises(UnreadableError):
            read(text)


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ('"players":3', '"players":9', RuleSetCode.WRONG_PLAYER_COUNT),
        ('"removed":["2C"]', '"removed":["9C"]', RuleSetCode.WRONG_PLAYER_COUNT),
        ('"removed":["2C"]', '"removed":["XX"]', RuleSetCode.WRONG_PLAYER_COUNT),
        ('"handSize":17', '"handSize":16', RuleSetCode.WRONG_PLAYER_COUNT),
        ('"cards":["KH"]', '"cards":["1H"]', RuleSetCode.NO_SUCH_CARD),
        ('"cards":["KH"]', '"cards":["kh"]', RuleSetCode.NO_SUCH_CARD),
        ('"cards":["KH"]', '"cards":["KH","KH"]', RuleSetCode.CLASHING_RULES),
        ('"removed":["2C"]', '"removed":["2c"]', RuleSetCode.WRONG_PLAYER_COUNT),
        ('"openingCard":null', '"openingCard":"2C"', RuleSetCode.NO_SUCH_CARD),
        ('"leader":"left_of_dealer"', '"leader":"buyer"', RuleSetCode.CLASHING_RULES),
    ],
)
def test_rules_from_outside_are_checked(was: str, now: str, code: RuleSetCode) -> None:
    game = played_by_name("kurnik", 3)
    data = rules_json(game.rules).decode()
    assert was in data

    error = refused(f'[Kierki "1"]\n[RulesData {data.replace(was, now, 1)}]\n'.encode())

    assert (error.code, error.line) == (FileCode.BAD_RULES, 2)
    assert error.detail.startswith(code)


def test_a_deck_that_no_game_of_so_many_has_is_no_deck() -> None:
    rules = replace(played_by_name("kurnik", 3).rules, removed=())

    error = refused(f'[Kierki "1"]\n[RulesData {rules_json(rules).decode()}]\n'.encode())

    assert (error.code, error.line) == (FileCode.BAD_RULES, 2)
