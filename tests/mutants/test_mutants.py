"""Every known fault, put into a copy of the engine, makes its test fail."""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.mutants.mutant import FAULTS, Change, Mutant, apply_to, copied, mutated, read, run

PATHS = sorted(FAULTS.glob("*.toml"))
MUTANTS = {path.stem: read(path) for path in PATHS}
FAILED = 1  # what pytest answers when a test has failed, and nothing else went wrong

Answers = Mapping[str, Future[CompletedProcess[str]]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    """Return what each test will say of its fault, and under "" what all say without any.

    All run at once, as many as there are processors.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sound = pool.submit(_without_fault, tmp_path_factory.mktemp("sound"))
        faulty = {
            name: pool.submit(_with_fault, mutant, tmp_path_factory.mktemp(name))
            for name, mutant in MUTANTS.items()
        }
        yield {"": sound, **faulty}


def _without_fault(root: Path) -> CompletedProcess[str]:
    return run(copied(root), *sorted({mutant.test for mutant in MUTANTS.values()}))


def _with_fault(mutant: Mutant, root: Path) -> CompletedProcess[str]:
    apply_to(copied(root), mutant)
    return run(root, mutant.test)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_known_fault_makes_its_test_fail(name: str, answers: Answers) -> None:
    answer = answers[name].result()

    assert answer.returncode == FAILED, answer.stdout + answer.stderr
    assert f"FAILED {MUTANTS[name].test}" in answer.stdout


def test_without_a_fault_the_same_tests_pass(answers: Answers) -> None:
    answer = answers[""].result()

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
