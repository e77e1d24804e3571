"""Every known fault, put into a copy of the engine, makes its test fail."""

import shutil

import pytest

from tests.mutants.mutant import FAULTS, Answer, Change, apply_to, copied, mutated, read, run

_SOUND = "none"
MUTANTS = {path.stem: read(path) for path in sorted(FAULTS.glob("*.toml"))}
FAILED = 1  # what pytest answers when a test has failed, and nothing else went wrong


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    """Give what pytest says of each fault's test, and without any fault of all of them."""
    place = tmp_path_factory.mktemp("mutants")
    sound = copied(place / _SOUND)
    runs = {sound: sorted({mutant.test for mutant in MUTANTS.values()})}
    for name, mutant in MUTANTS.items():
        root = shutil.copytree(sound, place / name)
        apply_to(root, mutant)
        runs[root] = [mutant.test]
    return {root.name: answer for root, answer in run(runs).items()}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_known_fault_makes_its_test_fail(name: str, answers: dict[str, Answer]) -> None:
    answer = answers[name]

    assert answer.code == FAILED, answer.printed
    assert f"FAILED {MUTANTS[name].test}" in answer.printed


def test_without_a_fault_the_same_tests_pass(answers: dict[str, Answer]) -> None:
    assert answers[_SOUND].code == 0, answers[_SOUND].printed


def test_a_fault_that_no_longer_applies_is_told() -> None:
    with pytest.raises(AssertionError, match="stands 0 times, not once: 'x'"):
        mutated("y", (Change("x", "z"),))
    with pytest.raises(AssertionError, match="stands 2 times, not once: 'x'"):
        mutated("x x", (Change("x", "z"),))


def test_every_fault_says_in_a_sentence_what_it_is() -> None:
    faults = [mutant.fault for mutant in MUTANTS.values()]

    assert len(set(faults)) == len(faults) >= 15
    assert all(fault[0].isupper() and fault.endswith(".") for fault in faults)
