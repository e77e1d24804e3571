"""The verifier of plain Node agrees with the page, with the service, and about every fault."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.notation.fairness import verify
from engine.notation.model import WrittenDeal, WrittenMatch
from engine.notation.reading import json_of
from tests.clients import node
from tests.engine.notation.matches import GAMES, played, played_by_name
from tests.engine.test_fairness_page import vectors_text

MATCH = played_by_name("kurnik", 3).match


def verdicts(match: WrittenMatch) -> list[str]:
    """Return what the service's own check finds, as the verifier prints it."""
    lines = []
    for check in verify(match):
        name = f"deal {check.number:>2}" if check.number else "draw   "
        codes = " ".join(found.code for found in check.faults)
        lines.append(f"{name}  {'ok' if check.is_fair else f'not ok {codes}'}")
    return lines


def printed(match: WrittenMatch) -> tuple[int, list[str]]:
    """Return the exit code of the verifier, and its line for each deal."""
    answer = node.verify("-", text=json_of(match).decode())
    return answer.returncode, answer.stdout.strip().split("\n")[1:]


def test_it_recomputes_the_vectors_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(vectors_text(), encoding="utf-8")

    answer = node.verify("--vectors", str(path))

    assert answer.stdout.splitlines() == [f"vector {number}  ok" for number in range(1, 6)]
    assert (answer.returncode, answer.stderr) == (0, "")


def test_it_tells_a_vector_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(re.sub(r'"order": "AD 2S', '"order": "2S AD', vectors_text()))

    answer = node.verify("--vectors", str(path))

    assert answer.stdout.splitlines()[1] == "vector 2  order"
    assert answer.returncode == 1


def test_joined_files_with_byte_order_marks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "joined.json"
    path.write_text(f"\ufeff{json_of(MATCH).decode()}\n" * 2, encoding="utf-8")

    answer = node.verify(str(path))

    assert (answer.returncode, answer.stdout.count("Match m_test")) == (0, 2)


def test_an_empty_list_of_entropy_says_that_nobody_gave_any() -> None:
    text = json_of(MATCH).decode().replace('"dealer"', '"entropy":[],"dealer"')

    answer = node.verify("-", text=text)

    assert (answer.returncode, "not ok" in answer.stdout) == (0, False)


def test_it_finds_every_game_fair(tmp_path: Path) -> None:
    matches = [played_by_name(name, players).match for name, players in GAMES]
    path = tmp_path / "all.json"
    path.write_bytes(b"\n".join(map(json_of, matches)))

    answer = node.verify(str(path))

    lines = answer.stdout.splitlines()
    assert answer.returncode == 0, answer.stdout
    assert len([line for line in lines if line.endswith("  ok")]) == sum(
        1 + len(match.deals) for match in matches
    )


@pytest.mark.parametrize("practice", [True, False])
def test_entropy_is_a_part_of_the_shuffle(practice: bool) -> None:
    game = played(played_by_name("kurnik", 4).rules, 5, with_entropy=True)
    match = game.match if practice else replace(game.match, practice_seed=None)
    without = replace(match, deals=(replace(match.deals[0], entropy=()), *match.deals[1:]))

    assert match.deals[0].entropy[0] == ""
    assert len(match.deals[0].entropy[3]) == 6
    assert printed(match) == (0, verdicts(match))
    assert printed(without) == (1, verdicts(without))
    assert verdicts(without)[1] == "deal  1  not ok BAD_SEED"


def second(deal: WrittenDeal) -> WrittenMatch:
    """Return the match with another second deal, and no practice."""
    return replace(MATCH, practice_seed=None, deals=(MATCH.deals[0], deal, *MATCH.deals[2:]))


DEAL = MATCH.deals[1]
FALSE = {
    "BAD_COMMITMENT": second(replace(DEAL, commitment=MATCH.deals[0].commitment)),
    "BAD_SEED": second(replace(DEAL, hands=(DEAL.hands[1], DEAL.hands[0], DEAL.hands[2]))),
    "NO_SEED": second(replace(DEAL, seed=None)),
    "NO_COMMITMENT": second(replace(DEAL, commitment=None)),
    "NO_CARDS": second(replace(DEAL, hands=())),
    "WRONG_DEAL": second(replace(DEAL, number=7)),
    "WRONG_DEALER": second(replace(DEAL, dealer=(DEAL.dealer + 1) % 3)),
}


@pytest.mark.parametrize("code", FALSE)
def test_both_checks_find_the_same_fault(code: str) -> None:
    match = FALSE[code]

    assert verdicts(match)[2] == f"deal  2  not ok {code}"
    assert printed(match) == (1, verdicts(match))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"draw": ("2D", "3C", "2H")}, "BAD_SEED"),
        ({"draw_seed": None}, "NO_SEED"),
        ({"draw": ()}, "NO_CARDS"),
        ({"draw_commitment": None}, "NO_COMMITMENT"),
        ({"draw_commitment": "0" * 64}, "BAD_COMMITMENT"),
        ({"match_id": "m_other"}, "BAD_COMMITMENT"),
        ({"match_id": None}, "NO_COMMITMENT"),
    ],
)
def test_both_checks_find_a_false_draw(change: dict[str, object], code: str) -> None:
    match = replace(MATCH, practice_seed=None, **change)

    assert verdicts(match)[0] == f"draw     not ok {code}"
    assert printed(match) == (1, verdicts(match))


def test_a_practice_match_states_no_other_seed_than_its_own() -> None:
    match = replace(MATCH, practice_seed=99)

    assert verdicts(match)[:2] == ["draw     not ok BAD_SEED", "deal  1  not ok BAD_SEED"]
    assert printed(match) == (1, verdicts(match))


def test_a_practice_match_needs_no_commitment() -> None:
    deals = tuple(replace(deal, commitment=None, seed=None) for deal in MATCH.deals)
    match = replace(MATCH, draw_seed=None, draw_commitment=None, match_id=None, deals=deals)

    assert printed(match) == (0, verdicts(match))


@pytest.mark.parametrize("text", ["", "[Kierki", '{"kierki": 2}', "[]"])
def test_what_is_no_match_cannot_be_read(text: str) -> None:
    answer = node.verify("-", text=text)

    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("-: ")


def test_it_says_how_it_is_called() -> None:
    answer = node.verify()

    assert (answer.returncode, answer.stderr) == (
        2,
        "usage: node verify.mjs [--vectors] FILE ...\n",
    )
