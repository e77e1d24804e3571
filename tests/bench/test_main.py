"""All benches run, and a fault that one of them finds is the end of the command."""

from bench.__main__ import main, names


def test_a_fault_that_a_bench_finds_is_not_lost_among_the_others() -> None:
    ends = {"engine": 0, "random_matches": 1, "store": 0}
    asked = []

    def run(name: str, options: list[str]) -> int:
        asked.append((name, options))
        return ends[name]

    code = main([*ends, "--quick"], run)

    assert code == 1
    assert asked == [(name, ["--quick"]) for name in ends]


def test_without_a_name_every_bench_runs() -> None:
    asked = []

    def run(name: str, _: list[str]) -> int:
        asked.append(name)
        return 0

    assert main([], run) == 0
    assert asked == names()


def test_a_bench_that_is_none_is_refused_and_nothing_runs() -> None:
    def run(name: str, _: list[str]) -> int:
        raise AssertionError(name)

    assert main(["engine", "nonsense"], run) == 2
