"""What `bench.load` computes, and what it installs; the servers themselves are not started."""

import importlib
import json
from pathlib import Path

import pytest

from bench.__main__ import main, names, parted
from bench.load import node, tricks
from bench.load.client import Window
from bench.load.rounds import Result, Round, Traffic
from tests.clients.node import run

_ROUNDS = ((200, 2.0), (300, 1.0), (90, 1.0))  # moves, and seconds of CPU
_BASE = ((100, 2.0), (100, 1.0), (100, 1.0))


def window(moves: int, cpu: float) -> Window:
    return Window(
        moves=moves,
        seconds=2.0,
        server_cpu=(cpu / 2, cpu / 2),
        client_cpu=0.5,
        p50=1.0,
        p99=2.0,
        all_moves=moves + 10,
        said=0,
        heard=0,
    )


def result() -> Result:
    store = Traffic(commands=420, heard=0, said=0)
    rounds, base = (
        tuple(Round(window(moves, cpu), store) for moves, cpu in made) for made in (_ROUNDS, _BASE)
    )
    return Result(rounds, base)


def test_moves_are_set_against_the_cpu_of_all_server_processes() -> None:
    assert window(300, 1.5).per_cpu_second == 200.0
    assert window(300, 1.5).per_second == 150.0
    assert window(300, 1.5).client_share == 0.25


def test_a_median_is_that_of_the_rounds() -> None:
    assert result().median(lambda at: at.per_cpu_second) == 100.0


def test_a_ratio_is_the_median_of_the_ratios_and_not_that_of_the_medians() -> None:
    assert result().ratio(lambda at: at.per_cpu_second) == 2.0  # 2, 3 and 0.9


def test_what_a_move_costs_the_store_counts_the_moves_of_the_warm_up_too() -> None:
    commands = result().per_move(lambda at: at.store.commands if at.store else 0)
    assert commands == 2.0  # 420 of 210


def test_only_benches_are_run_by_name_and_no_folders() -> None:
    assert "load" not in names()
    assert {"peers", "fanout", "engine"} <= set(names())


def test_options_follow_the_names_of_the_benches() -> None:
    assert parted(["peers", "move", "--matches", "8"]) == (["peers", "move"], ["--matches", "8"])
    assert parted([]) == ([], [])


def test_help_names_every_bench_and_runs_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0

    told = capsys.readouterr().out
    assert told.endswith(f"There are: {', '.join(names())}.\n")
    assert "==" not in told


@pytest.mark.parametrize("name", names())
def test_every_bench_can_be_quick(name: str) -> None:
    source = importlib.import_module(f"bench.{name}").__file__
    text = Path(str(source)).read_text("utf-8")
    assert '"--quick"' in text or "report.arguments(" in text


def test_every_package_of_the_peers_is_pinned() -> None:
    package = json.loads((node.FOLDER / "package.json").read_text("utf-8"))
    versions = [*package["dependencies"].values(), *package["overrides"].values()]
    assert all(version[0].isdigit() for version in versions)


def test_the_lock_holds_the_routes_of_boardgame_io_where_they_work() -> None:
    # with the 4.2 of koa-compose its lobby answers 404 to everything
    packages = json.loads((node.FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages["node_modules/koa-compose"]["version"] == "4.1.0"
    assert not [name for name, at in packages.items() if "resolved" in at]


def test_both_languages_deal_the_same_cards() -> None:
    shown = "console.log(JSON.stringify([dealt(7, 0), dealt(8, 3)]))"
    assert json.loads(_node(f"import {{dealt}} from './cards.mjs'; {shown}")) == [
        tricks.dealt(7, 0),
        tricks.dealt(8, 3),
    ]


@pytest.mark.parametrize(
    ("values", "share", "expected"), [([], 0.5, None), ([1, 2, 3, 4], 0.5, 3), ([1, 2], 0.99, 2)]
)
def test_a_quantile_is_one_of_the_values(
    values: list[int], share: float, expected: int | None
) -> None:
    shown = f"console.log(JSON.stringify(quantile({values}, {share})))"
    assert json.loads(_node(f"import {{quantile}} from './slot.mjs'; {shown}")) == expected


def test_a_card_that_does_not_follow_suit_changes_nothing() -> None:
    game = tricks.opened(1)
    lead = game.hands[0][0]
    assert tricks.play(game, 0, lead)
    held = game.hands[1]
    follows = [card for card in held if card // 13 == lead // 13]
    other = next(card for card in held if card not in follows)
    assert follows
    assert not tricks.play(game, 1, other)
    assert (game.version, game.trick, game.turn) == (1, [lead], 1)


def test_a_deal_of_fifty_two_cards_is_followed_by_the_next() -> None:
    game = tricks.opened(3)
    while game.number == 0:
        hand = list(game.hands[game.turn])
        assert any(tricks.play(game, game.turn, card) for card in hand)
    assert game.version == 52
    assert sum(game.points) == 13
    assert game.hands == tricks.dealt(3, 1)


def _node(script: str) -> str:
    at = f"{node.FOLDER.as_uri()}/"
    done = run(("--input-type=module", "--eval", script.replace("./", at)))
    assert done.returncode == 0, done.stderr
    return done.stdout
