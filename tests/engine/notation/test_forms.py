"""Text to match to text, and JSON to match to JSON, are the identity."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings

from engine.notation.faults import FaultCode
from engine.notation.log_hash import log_hash
from engine.notation.model import WrittenMatch
from engine.notation.pinned import named_rules, rules_of
from engine.notation.reading import ReadMatch, json_of, read, read_matches
from engine.notation.rerun import rerun
from engine.notation.writing import text_of
from engine.rulesets import rule_set
from tests.engine.notation.matches import GAMES, Choice, choices, played, played_by_name
from tests.fixtures.examples import tries


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_game_is_written_read_and_played_again(name: str, players: int) -> None:
    game = played_by_name(name, players)

    text, as_json = text_of(game.match), json_of(game.match)

    assert read(text) == read(as_json.decode()) == game.match
    assert text_of(read(text)) == text
    assert json_of(read(text)) == as_json
    outcome = rerun(game.match)
    assert outcome.faults == ()
    assert outcome.log_hash == log_hash(game.log)


@given(choices)
@settings(max_examples=tries(40))
def test_every_match_survives_both_forms_and_the_rerun(choice: Choice) -> None:
    game = choice.played()
    text = text_of(game.match)

    read_again = read(text)

    assert read_again == game.match == read(json_of(game.match).decode())
    assert game.match.game is not None
    assert text_of(read_again) == text
    outcome = rerun(read_again)
    assert outcome.faults == ()
    assert outcome.totals == game.match.totals
    assert outcome.log_hash == log_hash(game.log)
    assert [(at.action.seat, at.action.move) for at in outcome.entries[1:]] == [
        (at.action.seat, at.action.move) for at in game.log[2:]
    ]
    assert [at.effects for at in outcome.entries] == [at.effects for at in game.log[1:]]


def test_a_file_holds_many_matches_and_each_is_read_alone() -> None:
    games = [played_by_name("king", 4, seed).match for seed in range(3)]

    for whole in ("\n".join(map(text_of, games)), "\n".join(json_of(at).decode() for at in games)):
        found = list(read_matches(whole.encode().splitlines(keepends=True)))

        assert [at.match for at in found if isinstance(at, ReadMatch)] == games


def test_a_match_is_read_before_the_next_but_one_begins() -> None:
    lines = (text_of(played_by_name("king", 4).match) + "\n").encode().splitlines(keepends=True)
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            for line in lines:
                taken += 1
                yield line

    stream = read_matches(endless())

    for number in range(1, 4):
        assert isinstance(next(stream), ReadMatch)
        assert taken == number * len(lines) + 1


def test_json_may_be_laid_out_over_many_lines() -> None:
    match = played_by_name("sik", 4).match

    pretty = msgspec.json.format(json_of(match), indent=2)

    assert read(pretty.decode()) == match


def test_a_reader_takes_other_spaces_small_letters_and_comments() -> None:
    match = played_by_name("sik", 4).match
    lines = text_of(match).split("\n")
    loose = [
        line.replace(" ", "  ").replace("T", "10").lower() if line[1:2] == ":" else line
        for line in lines
    ]

    text = "\ufeff; a comment\r\n\r\n" + "\r\n".join([loose[0], "; another", *loose[1:]])

    assert read(text) == match


def test_rules_that_no_rule_set_makes_stand_in_the_file_whole() -> None:
    rules = rule_set("kurnik").resolve(3, {})
    other = msgspec.structs.replace(rules, rule_set="custom", options={}, deals=rules.deals[:2])
    older = msgspec.structs.replace(rules, version=7)

    for pinned in (other, older):
        game = played(pinned, 5)
        text = text_of(game.match)

        assert (game.match.game, game.match.rules) == (None, pinned)
        assert text.split("\n")[2].startswith('[RulesData {"')
        assert read(text) == game.match == read(json_of(game.match).decode())
        assert rerun(read(text)).faults == ()


def test_what_is_left_out_follows_from_the_seed_and_the_moves() -> None:
    whole = played_by_name("kurnik", 4).match
    bare = msgspec.structs.replace(
        whole,
        match_id=None,
        names=(),
        draw=(),
        draw_seed=None,
        draw_commitment=None,
        totals=(),
        deals=tuple(
            msgspec.structs.replace(
                deal, contract=None, seed=None, commitment=None, hands=(), points=()
            )
            for deal in whole.deals
        ),
    )

    again = read(text_of(bare))

    assert again == bare
    assert rerun(again).log_hash == rerun(whole).log_hash
    assert rerun(again).totals == whole.totals


def test_a_written_match_holds_no_more_than_was_stated() -> None:
    smallest = read('[Kierki "1"]\n[Rules "kurnik"]\n[Players "4"]\n')

    assert json_of(smallest) == b'{"kierki":1,"game":{"ruleSet":"kurnik","players":4}}'
    assert [at.code for at in rerun(smallest).faults] == [FaultCode.INCOMPLETE]
    assert isinstance(smallest, WrittenMatch)


@pytest.mark.parametrize(
    ("options", "stated"),
    [
        ({}, {}),
        ({"robber": "on"}, {"robber": "on"}),
        ({"robber": "on", "plus_phase": "both"}, {"robber": "on"}),
        ({"robber": "on", "plus_phase": "trump"}, {"robber": "on", "plus_phase": "trump"}),
    ],
)
def test_a_default_that_depends_on_another_option_is_left_out(
    options: dict[str, str], stated: dict[str, str]
) -> None:
    rules = rule_set("classic").resolve(4, options)

    named = named_rules(rules)

    assert named is not None
    assert named.options == stated
    assert rules_of(WrittenMatch(kierki=1, game=named)) == rules
