"""A sample of the API's time belongs to the innermost layer that is ours or a package's."""

import json
from pathlib import Path

import pytest

from bench.load.layers import LOOP, layer_of, shares
from bench.load.servers import ROOT

_PACKAGES = str(Path(pytest.__file__).parents[1])
_STANDARD = str(Path(json.__file__))


@pytest.mark.parametrize(
    ("files", "layer"),
    [
        ((f"{_PACKAGES}/graphql/execution/execute.py",), "GraphQL: parse, validate, execute"),
        (
            (f"{ROOT}/service/store/matches.py", f"{ROOT}/service/graphql/http.py"),
            "store: read, seal, encode",
        ),
        ((f"{ROOT}/service/usecases/views.py",), "fan-out: feeds, views, frames"),
        ((f"{ROOT}/service/usecases/matches.py",), "use case"),
        ((f"{_PACKAGES}/uvicorn/protocols/http/httptools_impl.py",), "HTTP: read, route, write"),
        (
            (f"{_PACKAGES}/uvicorn/server.py", f"{ROOT}/service/server.py"),
            "HTTP: read, route, write",
        ),
    ],
)
def test_each_file_has_its_layer(files: tuple[str, ...], layer: str) -> None:
    assert layer_of(files) == layer


def test_what_the_standard_library_does_counts_for_its_caller() -> None:
    assert layer_of((_STANDARD, f"{ROOT}/engine/match.py")) == "rules of the game"
    assert layer_of((_STANDARD,)) == LOOP


def test_shares_are_those_of_all_samples_with_the_largest_first(tmp_path: Path) -> None:
    stacks = [[[f"{ROOT}/engine/match.py"], 1], [[_STANDARD], 2], [[f"{ROOT}/engine/x.py"], 5]]
    samples = tmp_path / "samples"
    samples.write_text(json.dumps(stacks), encoding="utf-8")

    assert list(shares(samples).items()) == [("rules of the game", 0.75), (LOOP, 0.25)]
