"""The overlay's address says what the page and docs/overlays.md take it to say."""

import json
import re
from functools import cache
from typing import Any

import pytest

from tests.architecture.tree import ROOT
from tests.clients.node import run
from tests.docs.test_tables import named

_SOURCE = ROOT / "clients/overlay/src/parameters.ts"
_HOME = "http://127.0.0.1:8000/"
_DEFAULTS = {
    "api": "http://127.0.0.1:8000",
    "match": None,
    "key": None,
    "sample": False,
    "theme": "dark",
    "layout": "auto",
    "show": ["scores", "deal", "trick", "taken", "clock"],
    "hands": False,
    "lang": None,
    "scale": 1,
    "motion": True,
    "fourColours": False,
}
_NONSENSE = "?theme=pink&layout=round&lang=xx&scale=big&hands=yes&motion=&deck=5&match=&key="
_EVERYTHING = (
    "api=https%3A%2F%2Felse.where%2Fkierki&match=m_1&key=ko_2&theme=felt&layout=column"
    "&show=deal%2Cclock&hands=1&lang=pl&scale=1.5&motion=off&deck=four"
)
_SCALES = [("0.1", 0.5), ("9", 2), ("-1", 0.5), ("1.25", 1.25)]
_QUERIES = ("", _NONSENSE, f"?{_EVERYTHING}", *(f"?scale={given}" for given, _ in _SCALES))
_SCRIPT = """
import * as at from {source}
const {{ readParameters, writeParameters }} = at
const plain = (all) => ({{ ...all, show: [...all.show] }})
const names = {{ theme: at.THEMES, layout: at.LAYOUTS, show: at.PARTS, lang: at.LANGUAGES }}
const tell = (query) => {{
  const read = readParameters(query, {home})
  const written = writeParameters(read, {home})
  return {{ read: plain(read), written, again: plain(readParameters(written, {home})), names }}
}}
console.log(JSON.stringify({queries}.map(tell)))
"""


@cache
def _all() -> dict[str, Any]:
    """Return what the page reads in each query; one Node tells it of all."""
    words = {"source": _SOURCE.as_uri(), "queries": _QUERIES, "home": _HOME}
    script = _SCRIPT.format(**{name: json.dumps(word) for name, word in words.items()})
    done = run(("--input-type=module", "--eval", script))
    assert done.returncode == 0, done.stderr
    return dict(zip(_QUERIES, json.loads(done.stdout), strict=True))


def _read(query: str) -> Any:
    """Return what the page reads in a query, and the query that it would write."""
    return _all()[query]


def _table() -> dict[str, str]:
    text = (ROOT / "docs/overlays.md").read_text(encoding="utf-8")
    table = text.partition("\n\n| parameter |")[2].partition("\n\n")[0]
    rows = (row.split("|") for row in table.splitlines()[2:])
    return {cells[1].strip(" `"): cells[3] for cells in rows}


def test_the_table_of_parameters_names_those_of_the_page() -> None:
    read = re.findall(r"given\.get\('(\w+)'\)", _SOURCE.read_text(encoding="utf-8"))

    assert sorted(named("overlays.md", "parameter")) == sorted(set(read))


@pytest.mark.parametrize("parameter", ["theme", "layout", "show", "lang"])
def test_the_table_names_every_value(parameter: str) -> None:
    assert set(re.findall(r"`(\w+)`", _table()[parameter])) == set(_read("")["names"][parameter])


def test_an_address_that_says_nothing_or_nonsense_has_the_defaults() -> None:
    assert _read("")["read"] == _DEFAULTS
    assert _read(_NONSENSE)["read"] == _DEFAULTS
    assert _read(_NONSENSE)["written"] == ""


def test_what_is_written_is_read_again() -> None:
    found = _read(f"?{_EVERYTHING}")

    assert found["written"] == _EVERYTHING
    assert found["again"] == found["read"]
    assert found["read"]["api"] == "https://else.where/kierki"
    assert found["read"]["show"] == ["deal", "clock"]


@pytest.mark.parametrize(("given", "scale"), _SCALES)
def test_the_scale_stays_within_its_bounds(given: str, scale: float) -> None:
    assert _read(f"?scale={given}")["read"]["scale"] == scale
