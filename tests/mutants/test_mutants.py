"""Every known fault, put into a copy of the engine, makes its test fail."""

from pathlib import Path

import pytest

from tests.mutants.mutant import FAULTS, Change, apply_to, copied, mutated, read, run

MUTANTS = {path.stem: read(path) for path in sorted(FAULTS.glob("*.toml"))}
FAILED = 1  # what pytest answers when a test has failed, and nothing else went wrong


@pytest.mark.parametrize("name", MUTANTS)
def test_a_known_fault_makes_its_test_fail(name: str, tmp_path: Path) -> None:
    mutant = MUTANTS[name]
    apply_to(copied(tmp_path), mutant)

    answer = run(tmp_path, mutant.test)

    assert answer.returncode == FAILED, answer.stdout + answer.stderr
    assert f"FAILED {mutant.test}" in answer.stdout


def test_without_a_fault_the_same_tests_pass(tmp_path: Path) -> None:
    tests = sorted({mutant.test for mutant in MUTANTS.values()})

    answer = run(copied(tmp_path), *tests)

    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_a_fault_that_no_longer_applies_is_told() -> None:
    with pytest.raises(AssertionError, match="stands 0 times, not once: 'x'"):
        mutated("y", (Change("x", "z"),))
    with pytest.raises(AssertionError, match="stands 2 times, not once: 'x'"):
        mutated("x x", (Change("x", "z"),))


def test_every_fault_says_in_a_sentence_what_it_is() -> None:
    faults = [mutant.fault for mutant in MUTANTS.values()]

    assert len(set(faults)) == len(faults) >= 15
    assert all(fault[0].isupper() and fault.endswith(".") for fault in faults)
